"""Judgements that were learned from examples: small tables of weights, read without a model."""
