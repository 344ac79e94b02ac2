"""Rows that never change: another row with one thing replaced, or with one thing less."""

from typing import TypeVar

Item = TypeVar("Item")


def changed(row: tuple[Item, ...], at: int, value: Item) -> tuple[Item, ...]:
    """The row with another value in this place."""
    return (*row[:at], value, *row[at + 1 :])


def without(row: tuple[Item, ...], one: Item) -> tuple[Item, ...]:
    """The row but for one of this kind."""
    at = row.index(one)
    return (*row[:at], *row[at + 1 :])
