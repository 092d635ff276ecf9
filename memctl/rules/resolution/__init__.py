"""Whom a mention means: a known entity, several, a new one, or nobody."""
