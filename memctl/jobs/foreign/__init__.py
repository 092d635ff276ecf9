"""Jobs in which somebody else reads, judges or tells: a model, or the agent that calls memctl."""
