"""A game that was played, seen again: any of its moments, as any seat saw it or with all cards open. Pure.

Whatever told it, a record or the text that people write (SEPN), it is replayed by the rules before anybody sees it.
Moves may be tried from any of its moments: that makes another story beside it.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal

import msgspec

from septet.games import log
from septet.games.errors import BadText
from septet.games.game import Game, IllegalMove, Join, Move, Outcome, Seat, TableMove, Timeout
from septet.games.log import Entry, Log, Sitter
from septet.games.sep import sepn
from septet.games.sepmosa import record as sepmosa
from septet.games.table import GameTable, advance, outcome, seen

WRITTEN: dict[str, Any] = {"sep": sepn, "sepmosa": sepmosa}  # the records that people read and write, by family
Source = Literal["record", "text"]
KEPT = 8  # stories that are read once, however often their moments are asked for


class Story(msgspec.Struct, frozen=True):
    """A game from its deal on: every table that it came by, and the move that led to each but the first."""

    game: Game[Any, Any, Any]
    sitters: tuple[Sitter, ...]
    tables: tuple[GameTable, ...]
    entries: tuple[Entry[Any], ...]
    standing: frozenset[int]  # the numbers of the moves that were not taken back; the first is 1
    source: Source

    @property
    def length(self) -> int:
        """How many moves there are."""
        return len(self.entries)

    @property
    def timed(self) -> bool:
        """Is it known when each move was made?"""
        return bool(self.entries) and self.entries[-1].at > 0

    @property
    def hides(self) -> bool:
        """Do seats hold what others do not see?"""
        return len(self.game.study.hands(self.tables[0].state)) > 1

    @property
    def names(self) -> list[str]:
        return [sitter.name for sitter in self.sitters]

    def outcome(self, at: int) -> Outcome | None:
        return outcome(self.game, self.tables[at])

    def scores(self, at: int) -> tuple[int, ...]:
        return self.game.scores(self.tables[at].state)


class ToldMove(msgspec.Struct, frozen=True):
    """What a point of view was told of a move, and what it brought each seat."""

    number: int
    entry: Entry[Any]
    last: Any
    undone: bool
    gained: tuple[int, ...]


def of_log(found: Log, source: Source = "record") -> Story:
    late = tuple(Sitter(entry.move.name) for entry in found.entries if isinstance(entry.move, Join))
    standing = frozenset(number + 1 for number in found.line())
    return Story(found.game, (*found.header.seats, *late), tuple(found.tables), tuple(found.entries), standing, source)


def of_text(text: str) -> Story:
    """A game as people write it down: how it was dealt is only said there. Raises BadText."""
    written = WRITTEN["sepmosa" if '[Game "SEPMOSA"]' in text else "sep"].read(text)
    sitters = tuple(Sitter(written.tags.get(letter, letter)) for letter in "AB"[: written.game.seats.start])
    tables = (written.first, *(step.state for step in written.steps))
    entries = tuple(Entry(step.seat, step.move) for step in written.steps)
    everything = frozenset(range(1, len(entries) + 1))
    return Story(written.game, sitters, tuple(map(GameTable, tables)), entries, everything, "text")


def is_text(record: bytes) -> bool:
    """Is it what people write, and no record of ours?"""
    return record.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"["


@lru_cache(maxsize=KEPT)
def read(record: bytes) -> Story:
    """A record of any game, or SEPN; raises BadRecord and BadText."""
    if not is_text(record):
        return of_log(log.read(record))
    try:
        return of_text(record.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadText("not_sepn") from None


def branched(story: Story, at: int, moves: Iterable[tuple[Seat | None, Move]], seed: bytes | None = None) -> Story:
    """The game up to a moment, and then other moves; with a seed what lies face down there comes in another order.

    Raises IllegalMove. The story itself stays as it was.
    """
    game, first = story.game, story.tables[at]
    if seed is not None:
        first = msgspec.structs.replace(first, state=game.study.reshuffled(first.state, seed))
    time = story.entries[at - 1].at if at else 0  # no time passes
    tables, entries = [*story.tables[:at], first], list(story.entries[:at])
    for seat, move in moves:
        try:
            tables.append(advance(game, tables[-1], seat, move))
        except IllegalMove as refusal:
            refusal.family = game.family
            raise
        entries.append(Entry(seat, move, time))
    standing = {*(n for n in story.standing if n <= at), *range(at + 1, len(entries) + 1)}
    return msgspec.structs.replace(story, tables=tuple(tables), entries=tuple(entries), standing=frozenset(standing))


def view(story: Story, at: int, seat: Seat | None, *, opened: bool = False) -> Any:
    """What a seat saw after so many moves; with all cards open, what was hidden of the last move is told as well."""
    there = seat is not None and seat < len(
        story.scores(at)
    )  # or has somebody joined later, who could only watch then?
    found = seen(story.game, story.tables[at], seat if there else None)
    mover = story.entries[at - 1].seat if at else None
    if found is None or not opened or mover is None or mover == seat:
        return found
    return msgspec.structs.replace(found, last=story.game.view(story.tables[at].state, mover).last)


def hands(story: Story, at: int) -> tuple[tuple[str, ...], ...]:
    """What every seat held after so many moves."""
    table = story.tables[at]
    return () if table.paused else story.game.study.hands(table.state)


def told(story: Story, number: int, seat: Seat | None, *, opened: bool = False) -> ToldMove:
    """The move of this number, the first is 1."""
    entry = story.entries[number - 1]
    of_table = isinstance(entry.move, TableMove)
    found = None if of_table else view(story, number, seat, opened=opened)
    now, before = story.scores(number), story.scores(number - 1)
    gained = tuple(after - earlier for after, earlier in zip(now, (*before, *now[len(before) :]), strict=True))
    undone = number not in story.standing and not isinstance(entry.move, TableMove | Timeout)
    return ToldMove(number, entry, found.last if found is not None else None, undone, gained)
