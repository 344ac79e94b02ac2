"""Bots of SEP and SEP solo."""
