"""The table server: real time, fair, and nothing ever lost."""
