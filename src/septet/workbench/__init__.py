"""The front door for programs: a table to play at, and many games as a table of figures.

`septet.deal`, `septet.position`, `septet.read` and `septet.simulate` lead here; nothing of it is loaded before.
"""
