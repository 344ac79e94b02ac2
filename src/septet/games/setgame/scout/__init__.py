"""Scout: point at one card of a set, and let the others find a second."""
