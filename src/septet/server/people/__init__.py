"""Who somebody is: accounts, guests, names, keys, sessions, and the way from one to the other."""
