"""SEP and SEP solo, compiled: `rules` is read beside `allowed`, `rules`, `duel` and `solo` of `games/sep`."""
