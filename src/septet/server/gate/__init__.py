"""How much of everything each may have, and who waits until others have had their turn."""
