"""Bots of ChipSet."""
