"""SEPMOSA, compiled: each module is read beside the one of its name in `games/sepmosa`."""
