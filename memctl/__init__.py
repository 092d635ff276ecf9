"""memctl: long-term memory for AI assistants, kept true in plain files."""

__version__ = "0.1.0"
