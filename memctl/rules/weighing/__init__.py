"""How a candidate is weighed against one row: by its words, by its days, by who says it."""
