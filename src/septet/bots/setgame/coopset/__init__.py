"""Bots of CoopSet."""
