"""How the cache is filled: documents made of what the files say, written in batches."""
