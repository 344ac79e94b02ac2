"""SetUp: lay a card that makes no set with those on the table."""
