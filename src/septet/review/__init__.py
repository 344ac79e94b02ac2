"""A game looked at again: what each decision was worth, what was luck, and what was overlooked. Pure."""
