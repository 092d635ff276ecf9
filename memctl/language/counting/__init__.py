"""What the number words and units of a language mean, compiled from its data."""
