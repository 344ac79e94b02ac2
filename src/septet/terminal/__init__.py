"""Games in a terminal: screens drawn with characters, moves typed."""
