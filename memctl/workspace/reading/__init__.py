"""What the workspace says right now: files to texts, those to entities and notes."""
