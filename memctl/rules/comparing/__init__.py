"""What a new statement means for an old one, from their words: a question a module."""
