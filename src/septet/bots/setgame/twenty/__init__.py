"""Bots of 20/20."""
