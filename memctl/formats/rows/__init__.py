"""How a fact is spelled: items files in their dialects, read and edited row by row."""
