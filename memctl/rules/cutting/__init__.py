"""Where a block falls into statements, and whom each is about: a question a module."""
