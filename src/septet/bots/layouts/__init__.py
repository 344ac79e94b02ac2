"""What a seat sees, as a row of small numbers: named fields in a fixed order, with a version.

A layout says where each field of a row stands. The encoders here write a row from a view, and from nothing else; the
compiled twins write the same rows. A field that moves, or means something else, makes a new version of its layout.

In other words: observation tensors, with a schema.
"""

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

MOST = 127  # what a small number can say; counts beyond it stay there
Row = NDArray[np.int8]


class Field(msgspec.Struct, frozen=True):
    """Some numbers of a row that belong together."""

    name: str
    shape: tuple[int, ...]
    about: str
    start: int = 0

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    @property
    def end(self) -> int:
        return self.start + self.size


class RowLayout:
    """The fields of a row, in their order."""

    def __init__(self, name: str, version: int, fields: tuple[tuple[str, tuple[int, ...], str], ...]) -> None:
        self.name, self.version = name, version
        start, found = 0, {}
        for named, shape, about in fields:
            found[named] = Field(named, shape, about, start)
            start = found[named].end
        self.fields, self.size = found, start

    def __getitem__(self, name: str) -> Field:
        return self.fields[name]

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields.values())

    def __str__(self) -> str:
        return f"{self.name}/{self.version}"

    def at(self, name: str) -> int:
        """Where a field begins."""
        return self.fields[name].start

    def row(self) -> Row:
        """A row of zeros."""
        return np.zeros(self.size, np.int8)

    def read(self, row: Row, name: str) -> Row:
        """A field of a row, or of many, in its shape: a look at the same memory."""
        field = self.fields[name]
        return row[..., field.start : field.end].reshape(*row.shape[:-1], *field.shape)


def clipped(number: int) -> int:
    """A count as a small number."""
    return max(-MOST, min(MOST, number))
