"""What a name is: its spellings, where a text means it, and the folder it gives."""
