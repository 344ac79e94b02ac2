"""SEP, Circle of Sevens: six stacks in a circle, seven tokens."""
