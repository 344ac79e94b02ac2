"""Playing alone against time: how long it took by the log, and whether that counts.

A deck is named by the table that it was first dealt at.
"""

import hashlib
from typing import Any

import msgspec

from septet.games import GAMES
from septet.games.game import Outcome, Pause, Resume, Undo
from septet.games.options import from_values
from septet.server.tables.events import Hinted, Played, Started, StoodIn
from septet.server.tables.room import Room
from septet.server.tables.seating import Setup


def against_time(setup: Setup) -> bool:
    return setup.seats == 1 and GAMES[setup.game].against_time and setup.start is None


def guarded(setup: Setup) -> bool:
    """May others be at the same cards, who must not see more of them?"""
    return against_time(setup) or setup.day is not None


def deck_of(room: Room) -> str:
    """The table that this deck was first dealt at."""
    return room.setup.deck or room.table


def ways(game: str, options: dict[str, Any]) -> str:
    """A name for all house rules together: times are compared between games under the same ones."""
    whole = msgspec.structs.asdict(from_values(GAMES[game].Options, options))
    return hashlib.sha256(msgspec.json.encode(whole, order="sorted")).hexdigest()[:32]


def at_first(table: str, setup: Setup) -> dict[str, Any]:
    """What the list of tables says of a new one that is played against time."""
    if not against_time(setup):
        return {}
    return {"deck": setup.deck or table, "ways": ways(setup.game, setup.options), "fresh": setup.fresh}


def in_the_end(room: Room, outcome: Outcome, at: int) -> dict[str, Any]:
    """What the list of tables says when the game is over: the time by the log, and whether it counts."""
    if not against_time(room.setup):
        return {}
    return {"took": took(room, at), "points": outcome.scores[0], "won": bool(outcome.won), "fresh": unaided(room)}


class Stopwatch:
    """Milliseconds of play since the deal, by the table's own time, without the pauses."""

    def __init__(self) -> None:
        self.played = 0
        self.since: int | None = None

    def see(self, at: int, event: Any) -> None:
        move = event.move if isinstance(event, Played) else None
        if isinstance(event, Started) or isinstance(move, Resume):
            self.since = at
        elif isinstance(move, Pause):
            self.played, self.since = self.read(at), None

    def read(self, at: int) -> int:
        return self.played + (at - self.since if self.since is not None else 0)


def took(room: Room, at: int) -> int:
    """How long a game had been played at this table time."""
    watch = Stopwatch()
    for when, event, _ in room.happened:
        watch.see(when, event)
    return watch.read(at)


def unaided(room: Room) -> bool:
    """Whether the result counts: a deck never seen before, nothing taken back, no hint, no bot that stood in, and no
    pause, in which one could go on searching among the cards that one remembers."""
    helped = any(
        isinstance(event, StoodIn | Hinted) or (isinstance(event, Played) and isinstance(event.move, Undo | Pause))
        for _, event, _ in room.happened
    )
    return room.setup.fresh and not helped


def finds(room: Room) -> list[int]:
    """When each set was found, in milliseconds of play; which cards it had is not told."""
    watch, found = Stopwatch(), list[int]()
    standing = set(room.log.line()) if room.log else set[int]()
    for at, event, moves in room.happened:
        watch.see(at, event)
        if (
            room.log
            and isinstance(event, Played)
            and moves - 1 in standing
            and room.game.study.finds(room.log.tables[moves].state)
        ):
            found.append(watch.read(at))
    return found
