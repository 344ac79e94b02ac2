"""One table in play: requests one after the other, its alarms, and who is away from it."""
