"""Files as a plan wants them, drafted without writing any."""
