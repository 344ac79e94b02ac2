"""Environments and batches: what they show is what the rules show."""
