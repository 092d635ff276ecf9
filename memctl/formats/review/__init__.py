"""REVIEW.md: questions as they are asked and answered, written over what a person put there."""
