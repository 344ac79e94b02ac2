"""Positions to try moves on: for lessons, and for whatever else looks at a game that nobody plays."""
