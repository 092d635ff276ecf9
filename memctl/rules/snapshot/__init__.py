"""What a summary is made of: facts as statements, the first line, and the proof of each line."""
