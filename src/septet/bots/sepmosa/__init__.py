"""Bots of SEPMOSA."""
