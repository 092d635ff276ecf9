"""Daily notes: their days and entries."""
