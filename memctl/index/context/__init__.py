"""What an agent should read before it answers: gathered from the cache, fitted to a budget."""
