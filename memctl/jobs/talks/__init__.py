"""Jobs about conversations of other programs: which are read, how far, and where they lie."""
