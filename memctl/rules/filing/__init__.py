"""How a candidate is filed: what is asked instead, who is an entity, what moved, what is done."""
