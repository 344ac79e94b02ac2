"""SET and its family: three cards of which each feature is all alike or all different."""
