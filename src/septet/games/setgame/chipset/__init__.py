"""ChipSet: two cards in the hand, a growing table, and chips on who has the most sets."""
