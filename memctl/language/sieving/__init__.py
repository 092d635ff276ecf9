"""Which of very many patterns may match a text at all, found without trying each."""
