"""Where tables are kept: rows are written durably, many at once, before anybody is told.

In other words: the log is written by compare-and-set (optimistic concurrency): a number is given once.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlsplit, urlunsplit

import msgspec
from sqlalchemy import Connection

from septet.server.store import packing
from septet.server.tables.events import Row

P = ParamSpec("P")
T = TypeVar("T")


class Patch(msgspec.Struct, frozen=True):
    """What changes beside the log: columns of the table's summary, and who sits there."""

    columns: dict[str, Any]
    users: dict[int, str] | None = None


class CannotWrite(Exception):
    """The database cannot write now; what was asked for has not happened."""


class Damaged(CannotWrite):
    """What was asked for cannot be read: a page is not as it was written."""


class CannotOpen(Exception):
    """The database cannot be used at all: `code` and `facts` say why, in words of the catalogue."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class Store(ABC):
    """A database; `read` and `write` run plain functions of a connection, each in a transaction of its own."""

    shared = False  # may other processes serve the same tables?
    where = ""  # for people
    copied: Path | None = None  # the copy from before an upgrade of the schema, if there was one

    @abstractmethod
    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    @abstractmethod
    async def close(self) -> None:
        """Write what is still to be written, and let go."""

    @abstractmethod
    async def append(self, row: Row, patch: Patch | None = None) -> bool:
        """Add a row, and change its table's summary with it. False if that number is taken."""

    def append_soon(self, row: Row, then: Callable[["bool | Exception"], None]) -> bool:
        """Add a row without being waited for: `then` hears how it went. False where that is not done here."""
        return False

    @abstractmethod
    async def read(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function reads."""

    @abstractmethod
    async def search(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function reads, in a lane of its own: what may take long holds up nobody who wants to come in."""

    @abstractmethod
    async def write(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Let the function write; all of it or nothing."""

    async def write_surely(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """The same where nobody may be told that it has not happened if it has: the function is run again until that
        is known, and says the second time what it said the first."""
        return await self.write(function, *args, **kwargs)

    async def scrub(self) -> bool:
        """See to it that what was deleted is nowhere in our files any more; False if that has to wait."""
        return True

    async def clock(self) -> int:
        """Milliseconds since 1970, by a clock that all who share the store agree on."""
        return time.time_ns() // 1_000_000

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """The log of a table from a number on."""
        return await self.read(packing.rows, table, after)


def hidden(url: str) -> str:
    """An address without its password."""
    parts = urlsplit(url)
    if parts.password is None:
        return url
    return urlunsplit(parts._replace(netloc=parts.netloc.replace(f":{parts.password}@", ":…@")))
