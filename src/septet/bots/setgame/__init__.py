"""Bots of the SET family."""
