"""A whole game, decision by decision, with luck told apart from skill."""

import math
from typing import Any

import msgspec

from septet.games.game import Game, Outcome, Seat, TableMove, Timeout
from septet.review.deciding import Judged, decision, face_down, unit
from septet.review.report import Decision, Estimate, Luck, Valued
from septet.review.valuer import REFERENCE, VERSION, estimate, opened, value, worlds
from septet.study.replay import Story

EXACT = 0.0
COSTLIEST = 5  # that are named


class ValuedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move of the game: the open value before it, what it left by itself, and the decision if there was one."""

    number: int
    seat: Seat
    before: Estimate
    after: Estimate | None  # the open value of the move before chance had its say; None: chance had none
    decision: Decision | None
    left: Estimate | None = None  # the open value after it, where it was the last and the table ended the game


def steps_of(story: Story) -> tuple[int, ...]:
    """The numbers of the moves that count: those of the game that were not taken back."""
    return tuple(
        number
        for number in range(1, story.length + 1)
        if number in story.standing and not isinstance(story.entries[number - 1].move, TableMove | Timeout)
    )


def valued_move(story: Story, number: int, playouts: int, seed: str) -> ValuedMove:
    """Value one move; what comes of it depends on nothing but this."""
    game, entry = story.game, story.entries[number - 1]
    state, after = story.tables[number - 1].state, story.tables[number].state
    assert entry.seat is not None
    seed = f"{VERSION} {seed} {number}"
    chosen = len(game.legal(game.view(state, entry.seat))) > 1
    tried = (REFERENCE, entry.move) if chosen else (REFERENCE,)
    results = opened(game, state).results(tried, worlds(f"{seed} open", playouts))
    drawn = face_down(state) != face_down(after)
    cut = number == steps_of(story)[-1] and game.outcome(after) is None
    return ValuedMove(
        number=number,
        seat=entry.seat,
        before=estimate(results[:, 0]),
        after=estimate(results[:, -1]) if drawn else None,
        decision=decision(Judged(game, state, entry.seat, playouts, seed), number, entry.move) if chosen else None,
        left=value(game, after, playouts, f"{seed} left") if cut else None,
    )


def review(story: Story, steps: tuple[ValuedMove, ...], playouts: int, seed: str) -> Valued:
    """All of it, from its moves."""
    decisions = tuple(one.decision for one in steps if one.decision)
    costly = sorted((one for one in decisions if one.label), key=lambda one: -one.lost.value)
    end = len(story.tables) - 1
    return Valued(
        version=VERSION,
        game=story.game.name,
        unit=unit(story.game),
        seed=seed,
        playouts=playouts,
        curve=_curve(story, steps),
        decisions=decisions,
        costliest=tuple(one.number for one in costly[:COSTLIEST]),
        luck=_luck(story, steps, result(story.game, story.outcome(end), story.scores(end))),
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


def _curve(story: Story, steps: tuple[ValuedMove, ...]) -> tuple[Estimate, ...]:
    """The open value after each move of the record; what is no move of the game changes nothing, but may end it."""
    values = _values(story, steps)
    final = Estimate(result(story.game, story.outcome(story.length), story.scores(story.length)), EXACT)
    after = dict(zip((one.number for one in steps), values[1:], strict=True))
    curve = [values[0]]
    for number in range(1, story.length + 1):
        curve.append(after.get(number, curve[-1]))
    curve[-1] = final
    return tuple(curve)


def _luck(story: Story, steps: tuple[ValuedMove, ...], end: float) -> Luck:
    """What each change of the open value was: chance, what a seat could not know, or its choice."""
    values = _values(story, steps)
    seats = len(story.scores(0))
    draws, hidden, skill = _Sum(), _Sum(), [_Sum() for _ in range(seats)]
    for number, one in enumerate(steps):
        now, then = one.before, values[number + 1]
        if one.decision is None:
            draws.add(then.value - now.value, then.error, now.error)
            continue
        sign = -1 if one.seat else 1
        gained = one.decision.gained
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
