"""All tables that this process has in hand: opened, leased, rated, given up; and who is connected to them."""
