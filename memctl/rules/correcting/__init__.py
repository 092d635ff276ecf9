"""What a correction takes back: of which day, and which rows."""
