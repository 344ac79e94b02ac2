"""What has been played of something long: in memory and, if there is a file, on disk, a line for each chunk.

Cut off, it goes on there. The first line says what it is, so that nothing else is mixed with it.
"""

from pathlib import Path
from typing import Generic, TypeVar

import msgspec

Found = TypeVar("Found")


class OtherStudy(Exception):
    """The file holds something else."""


class KeptChunks(Generic[Found]):
    """What came of chunks, by their first deal; `head` says what is played, and how many deals a chunk has."""

    def __init__(self, head: bytes, together: int, kind: type[Found], path: Path | None = None) -> None:
        self.head, self.together, self.kind, self.path = head, together, kind, path
        self.chunks: dict[int, Found] = {}
        if path and path.exists():
            self._read(path.read_bytes())

    def _read(self, text: bytes) -> None:
        head, *lines = text.splitlines() or [b""]
        if head != self.head:
            raise OtherStudy
        decoder = msgspec.json.Decoder(tuple[int, self.kind])  # type: ignore[name-defined]
        for line in lines:
            try:
                start, found = decoder.decode(line)
            except msgspec.MsgspecError:
                continue  # cut off while it was written; it is played again
            self.chunks[start] = found

    def add(self, start: int, result: bytes) -> None:
        self.chunks[start] = msgspec.json.decode(result, type=self.kind)
        if self.path is None:
            return
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(self.head)
        with self.path.open("ab") as file:
            file.write(b"\n[%d,%b]" % (start, result))  # on a line of its own, also after one that was cut off

    def missing(self, deals: int) -> list[int]:
        return [start for start in range(0, deals, self.together) if start not in self.chunks]

    def played(self, deals: int) -> int:
        """How many of so many deals."""
        return max(0, deals - len(self.missing(deals)) * self.together)

    def in_order(self, deals: int) -> list[Found]:
        return [self.chunks[start] for start in range(0, deals, self.together)]
