"""How alike two statements are in their characters."""
