"""SET itself, for many players, with 27 cards, and alone."""
