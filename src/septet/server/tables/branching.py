"""Moves that are tried from a moment of a game that is over: what may be done there, and the game beside the game.

In other words: a variation.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from septet.games.errors import BadRecord
from septet.games.game import Seat, Timeout, Timer
from septet.games.pictures import Trial
from septet.games.timers import by_name
from septet.server.tables import guarding, wire
from septet.server.tables.guarding import Barred
from septet.server.tables.studying import StudyMoves, understood
from septet.study import replay, trying
from septet.study.replay import Story


class Branch(msgspec.Struct, frozen=True):
    """After so many moves of the game, other ones."""

    at: int
    moves: StudyMoves
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None  # has what lies face down come otherwise?


class TryQuestion(msgspec.Struct, frozen=True):
    """What may be done after so many moves of a game or of its branch: by this seat if it may move, or else by the one
    whose time runs, or by the first who may?"""

    record: str
    at: int
    seat: Seat | None
    branch: Branch | None = None


class Tryable(msgspec.Struct, frozen=True):
    """A moment as the seat sees it that may move there, with what it may do, and what each offer would bring."""

    seat: Seat
    moment: wire.Moment
    gains: tuple[int | None, ...]
    waits: Any = None  # the move that the clock would make, if one runs


def tried(record: str, branch: Branch | None, barred: Barred = ()) -> Story:
    """The game of a record, with the moves that were tried; raises Refusal."""
    story = replay.read(record.encode(errors="surrogatepass"))
    if branch is not None:
        _there(story, branch.at)
        moves = understood(story.game.moves | Timeout, branch.moves)
        story = replay.branched(story, branch.at, moves, bytes.fromhex(branch.seed) if branch.seed else None)
    guarding.refuse(story.game, (table.state for table in story.tables), barred)
    return story


def answer(asked: TryQuestion, barred: Barred = ()) -> Tryable:
    """Raises Refusal for what does not hold."""
    story = tried(asked.record, asked.branch, barred)
    _there(story, asked.at)
    table, game = story.tables[asked.at], story.game
    over = story.outcome(asked.at)
    may = () if over or table.paused else tuple(sorted(game.to_move(table.state)))
    timers = () if over or table.paused else sorted(game.timers(table.state), key=_soonest)
    wanted = [one for one in (asked.seat, *(timer.seat for timer in timers), *may) if one in may]
    seat = wanted[0] if wanted else asked.seat or 0
    trial = Trial(game, table.state, table.state, absent=table.absent, ended=table.ended)
    trying.seated(trial, seat)
    offered = trying.offers(trial, seat) if may else ()
    gains = trying.gains(trial, seat, offered)
    view = replay.view(story, asked.at, seat)
    moment = wire.Moment(
        rev=game.rev(table.state),
        moves=asked.at,
        view=view,
        terms=None if view is None else game.terms(view),
        offers=offered,
        scores=story.scores(asked.at),
        to_move=may,
        paused=table.paused,
        outcome=over,
    )
    points = tuple(None if gain is None else gain.points for gain in gains)
    return Tryable(seat, moment, points, Timeout(timers[0].name, timers[0].seat) if timers else None)


def _soonest(timer: Timer) -> tuple[float, str, int]:
    return timer.seconds, *by_name(timer)


def _there(story: Story, at: int) -> None:
    if at > story.length:
        raise BadRecord("no_such_move", at=at, moves=story.length)
