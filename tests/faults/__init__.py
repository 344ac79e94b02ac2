"""Long programs that break a house on purpose, round after round, and look whether all that it promised holds.

In other words: fault injection. `python -m tests.faults --help` says how they are run; the ordinary tests make ten
rounds of each.
"""
