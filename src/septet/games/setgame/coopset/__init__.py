"""CoopSet: one team against the cards."""
