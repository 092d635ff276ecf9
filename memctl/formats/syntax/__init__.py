"""Where things stand in JSON and YAML: spans of values, for edits that touch nothing else."""
