"""A whole game, decision by decision, with luck told apart from skill."""

import math
from typing import Any

import msgspec

from septet.games.game import Game, Outcome, Seat, TableMove, Timeout
from septet.review.deciding import Judged, decision, unit
from septet.review.report import VERSION, Decision, Estimate, Luck, Valued
from septet.review.valuer import REFERENCE, estimate, opened, value, worlds
from septet.study.choosing import face_down
from septet.study.replay import Story

EXACT = 0.0
COSTLIEST = 5  # that are named
CLOSER = 8  # times as many playouts for the curve: over a whole game its errors add up


class ValuedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move of the game: the open value before it, what it left by itself, and what its seat chose, if it could."""

    number: int
    seat: Seat
    before: Estimate
    after: Estimate | None  # the open value of the move before chance had its say; None: chance had none
    gained: Estimate | None = None  # by the seat's own view, over what the reference hand would have played
    decision: Decision | None = None  # all that is to be said of the choice
    left: Estimate | None = None  # the open value after it, where it was the last and the table ended the game


def steps_of(story: Story) -> tuple[int, ...]:
    """The numbers of the moves that count: those of the game that were not taken back."""
    return tuple(
        number
        for number in range(1, story.length + 1)
        if number in story.standing and not isinstance(story.entries[number - 1].move, TableMove | Timeout)
    )


def valued_move(story: Story, number: int, playouts: int, seed: str) -> ValuedMove:
    """A move with all that a review says of it; what comes of it depends on nothing but this."""
    judged, found = _opened(story, number, playouts, seed, CLOSER)
    if not _chose(judged):
        return found
    chosen = decision(judged, number, story.entries[number - 1].move)
    return msgspec.structs.replace(found, gained=chosen.gained, decision=chosen)


def measured_move(story: Story, number: int, playouts: int, seed: str) -> ValuedMove:
    """A move with no more than luck and skill can be told apart by: nobody looks for a better one."""
    judged, found = _opened(story, number, playouts, seed)
    if not _chose(judged):
        return found
    tried = (REFERENCE, story.entries[number - 1].move)
    seen = judged.tried(judged.known(), tried, worlds(f"{judged.seed} seen", playouts))
    return msgspec.structs.replace(found, gained=estimate(seen[:, 1] - seen[:, 0]))


def _chose(judged: Judged) -> bool:
    """Was there more than one move?"""
    return len(judged.game.legal(judged.game.view(judged.state, judged.seat))) > 1


def _opened(story: Story, number: int, playouts: int, seed: str, closer: int = 1) -> tuple[Judged, ValuedMove]:
    """A move with all hands known, so many times as closely."""
    game, judged = story.game, _judged(story, number, playouts, seed)
    count, after = closer * playouts, story.tables[number].state
    tried = (REFERENCE, story.entries[number - 1].move) if _chose(judged) else (REFERENCE,)
    results = opened(game, judged.state).results(tried, worlds(f"{judged.seed} open", count))
    drawn = face_down(judged.state) != face_down(after)
    cut = number == steps_of(story)[-1] and game.outcome(after) is None
    return judged, ValuedMove(
        number=number,
        seat=judged.seat,
        before=estimate(results[:, 0]),
        after=estimate(results[:, -1]) if drawn else None,
        left=value(game, after, count, f"{judged.seed} left") if cut else None,
    )


def _judged(story: Story, number: int, playouts: int, seed: str) -> Judged:
    seat = story.entries[number - 1].seat
    assert seat is not None
    return Judged(story.game, story.tables[number - 1].state, seat, playouts, f"{VERSION} {seed} {number}")


def review(story: Story, steps: tuple[ValuedMove, ...], playouts: int, seed: str) -> Valued:
    """All of it, from its moves."""
    decisions = tuple(one.decision for one in steps if one.decision)
    costly = sorted((one for one in decisions if one.label), key=lambda one: -one.lost.value)
    return Valued(
        version=VERSION,
        game=story.game.name,
        unit=unit(story.game),
        seed=seed,
        playouts=playouts,
        curve=curve(story, steps),
        decisions=decisions,
        costliest=tuple(one.number for one in costly[:COSTLIEST]),
        luck=told_apart(story, steps),
    )


def result(game: Game[Any, Any, Any], outcome: Outcome | None, scores: tuple[int, ...]) -> float:
    """How it ended, for the first seat."""
    if unit(game) == "points":
        return float(scores[0])
    assert outcome is not None
    first, second = outcome.places
    return 0.5 if first == second else float(first < second)


def _values(story: Story, steps: tuple[ValuedMove, ...]) -> list[Estimate]:
    """The open value before every move that counts, and after the last one."""
    end = story.tables[-1].state
    over = story.game.outcome(end)
    last = Estimate(result(story.game, over, story.game.scores(end)), EXACT) if over else steps[-1].left
    assert last is not None
    return [*(one.before for one in steps), last]


def curve(story: Story, steps: tuple[ValuedMove, ...]) -> tuple[Estimate, ...]:
    """The open value after each move of the record; what is no move of the game changes nothing, but may end it."""
    values = _values(story, steps)
    final = Estimate(result(story.game, story.outcome(story.length), story.scores(story.length)), EXACT)
    after = dict(zip((one.number for one in steps), values[1:], strict=True))
    found = [values[0]]
    for number in range(1, story.length + 1):
        found.append(after.get(number, found[-1]))
    found[-1] = final
    return tuple(found)


def told_apart(story: Story, steps: tuple[ValuedMove, ...]) -> Luck:
    """Luck from skill: what each change of the open value was, chance, what a seat could not know, or its choice."""
    end = result(story.game, story.outcome(story.length), story.scores(story.length))
    values = _values(story, steps)
    seats = len(story.scores(0))
    draws, hidden, skill = _Sum(), _Sum(), [_Sum() for _ in range(seats)]
    for number, one in enumerate(steps):
        now, then = one.before, values[number + 1]
        if one.gained is None:
            draws.add(then.value - now.value, then.error, now.error)
            continue
        gained, sign = one.gained, -1 if one.seat else 1
        skill[one.seat].add(gained.value, gained.error)
        left = one.after or then
        hidden.add(left.value - now.value - sign * gained.value, left.error, now.error, gained.error)
        if one.after:
            draws.add(then.value - left.value, then.error, left.error)
    return Luck(
        start=values[0].value,
        draws=draws.estimate,
        hidden=hidden.estimate,
        skill=tuple(one.estimate for one in skill),
        ended=end - values[-1].value,
        result=end,
    )


class _Sum:
    """A sum of estimates that know nothing of each other."""

    def __init__(self) -> None:
        self.value, self.squares = 0.0, 0.0

    def add(self, value: float, *errors: float) -> None:
        self.value += value
        self.squares += sum(error * error for error in errors)

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.value, math.sqrt(self.squares))
