"""Each job's writes: all of them or none, and what takes them back."""
