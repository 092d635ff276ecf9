"""What stands where in a workspace, by the names of folders and files alone; nothing is parsed."""
