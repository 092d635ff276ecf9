"""How alike two statements are in their characters, and how one says a thing plainly."""
