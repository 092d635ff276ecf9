"""What a model or an agent proposes, and what of it the rules let in."""
