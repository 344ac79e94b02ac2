"""A game that is over, to be seen again: which moments are asked for, from whose point of view, and what is answered.

The table of this house is replayed from its record, like any record that somebody brings along.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from septet.games.errors import BadRecord
from septet.games.game import Seat, Timeout
from septet.games.log import Sitter
from septet.games.options import for_record
from septet.server.tables import telling, wire
from septet.server.tables.branching import Branch, tried
from septet.server.tables.guarding import Barred
from septet.server.tables.studying import RECORD
from septet.server.tables.wire_base import SeatNumber
from septet.study import replay, trying
from septet.study.finding import Find, finds
from septet.study.replay import Story

MOMENTS = 256  # that are told at once
NAME = 40  # signs of a name that somebody else has written
MoveNumber = Annotated[int, Meta(ge=0, le=1_000_000)]


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which moments: so many of them from this move on, as a seat saw them, or with all cards open."""

    first: MoveNumber = 0
    count: Annotated[int, Meta(ge=1, le=MOMENTS)] = 64
    seat: SeatNumber | None = 0  # null is a spectator
    open: bool = False
    hide: bool = False  # tell nothing of what comes after these moments, not even how much there is
    history: bool = True  # tell the moves as well


class ReplayWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moments of a game that somebody has a record of, or its text as people write it (SEPN)."""

    record: Annotated[str, Meta(max_length=RECORD)]
    look: Look = Look()


class ReplayQuestion(msgspec.Struct, frozen=True):
    """The same for whatever was dealt here or comes from elsewhere."""

    record: str
    look: Look
    here: bool = False  # was it played in this house?
    you: Seat | None = None
    began: int | None = None  # when the cards were dealt, in table time, where it is known
    branch: Branch | None = None  # moves that were tried: after them nothing is as it was


class ReplaySeat(msgspec.Struct, frozen=True):
    """Who sat there: a name, and which bot if it was one."""

    name: str
    bot: str | None


class ReplayStep(msgspec.Struct, frozen=True):
    """A move: what the point of view was told of it, and what it brought each seat."""

    past: wire.Past
    gained: tuple[int, ...]


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """Moments of a game, one after every move from `first` on."""

    game: str
    options: dict[str, Any]
    sitters: tuple[ReplaySeat, ...]
    you: Seat | None  # which of them you were, where it is known
    vouched: Literal["here", "record", "text"]  # played here; a sound record; a text, whose deal is only said there
    timed: bool  # is it known when each move was made?
    hides: bool  # do seats hold what others do not see?
    length: int | None  # moves; null if nothing is to be told of what comes
    more: bool  # is there more than these moments?
    first: int
    moments: tuple[wire.Moment, ...]
    hands: tuple[tuple[tuple[str, ...], ...], ...] = ()  # of every seat, for each of the moments, with all cards open
    history: tuple[ReplayStep, ...] = ()
    began: int | None = None  # when the cards were dealt, in the time of the moves; null where nobody told it
    finds: tuple[Find, ...] = ()  # with the moves: all that lay there to be found, such as sets


def answer(asked: ReplayQuestion, barred: Barred = ()) -> Replayed:
    """The moments; raises Refusal for a record that does not hold, and for a tried move that the rules refuse."""
    story, look = tried(asked.record, asked.branch, barred), asked.look
    if look.first > story.length:
        raise BadRecord("no_such_move", at=look.first, moves=story.length)
    trying.seated_at(len(story.sitters), look.seat)
    end = min(look.first + look.count, story.length + 1)
    numbers = range(look.first, end)
    last = end if look.hide else story.length + 1
    return Replayed(
        game=story.game.name,
        options=for_record(story.tables[0].state.options),
        sitters=tuple(_named(one) for one in story.sitters),
        you=asked.you,
        vouched="here" if asked.here else story.source,
        timed=story.timed,
        hides=story.hides,
        length=None if look.hide else story.length,
        more=end <= story.length,
        first=look.first,
        moments=tuple(moment(story, at, look.seat, opened=look.open) for at in numbers),
        hands=tuple(replay.hands(story, at) for at in numbers) if look.open else (),
        history=tuple(_step(story, number, look) for number in range(1, last)) if look.history else (),
        began=asked.began,
        finds=finds(story, last, asked.began) if look.history else (),
    )


def moment(story: Story, at: int, seat: Seat | None, *, opened: bool = False) -> wire.Moment:
    """The game after so many moves: nobody can do anything there, and no time runs."""
    table, view = story.tables[at], replay.view(story, at, seat, opened=opened)
    terms = None if view is None else story.game.terms(view)
    return wire.Moment(at, at, view, terms, scores=story.scores(at), paused=table.paused, outcome=story.outcome(at))


def _step(story: Story, number: int, look: Look) -> ReplayStep:
    told = replay.told(story, number, look.seat, opened=look.open)
    own = telling.spoken(told.entry.move)
    last = told.last if own is None or isinstance(own, Timeout) else None
    past = wire.Past(number, told.entry.at, told.entry.seat, last, own, undone=told.undone)
    return ReplayStep(past, told.gained)


def _named(sitter: Sitter) -> ReplaySeat:
    """As it can be shown, whatever somebody has put there."""
    name = "".join(sign if sign.isprintable() else " " for sign in sitter.name)
    return ReplaySeat(" ".join(name.split())[:NAME], sitter.bot)
