"""Whose a statement is: with whom it begins, who only says it, and what nobody else may touch."""
