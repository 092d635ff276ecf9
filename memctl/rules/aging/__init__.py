"""What time does to facts: how near they are, and which a person should say again."""
