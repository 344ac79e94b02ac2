"""The pure half: what may happen at a table, what it folds to, and what each seat is told. No clock, disk or socket."""
