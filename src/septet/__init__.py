"""Septet: the home of SEP, SET and SEPMOSA."""

__version__ = "0.1.0"
