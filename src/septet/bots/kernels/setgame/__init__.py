"""Games of the SET family, compiled as far as a bot needs them."""
