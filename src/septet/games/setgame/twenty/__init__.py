"""20/20: a race to be rid of your own cards."""
