"""Puzzles: positions out of bots' games with a question that has a proved answer."""
