"""SEPMOSA, compiled: `rules` is read beside `allowed` and `rules` of `games/sepmosa`."""
