"""The daily: the same for everybody on a server, by seeds that nobody can change any more once they are promised."""
