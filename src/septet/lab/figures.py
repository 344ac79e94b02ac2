"""What a study tells of a game: its figures, each a number or a yes, and each defined in docs/lab.md."""

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import Any

import msgspec
import numpy as np

from septet.bots import sit
from septet.bots.engine import COMPILES
from septet.bots.failing import BotFailed
from septet.games import GAMES
from septet.games.game import Game, Outcome
from septet.games.options import from_values
from septet.lab.chance import BotChance, bot_word, dealt_from
from septet.lab.rule_sets import RuleSet
from septet.lab.simulate import SimulationStep, played_out
from septet.lab.twins import Twin, hope, played_by_twin

BEHIND = {"sep": 2, "sepmosa": 15}  # tokens or points at half time, of whoever won in the end
SURE = 0.8  # a chance that decides
MATTERS = "matters"  # of the other rules in games by the base; the base itself has none


class Figure(msgspec.Struct, frozen=True):
    """A column of a study: a share is 0 or 1 in each game."""

    name: str
    share: bool

    @property
    def part(self) -> bool:
        """Is it told in hundredths of all games, or of a game?"""
        return self.share or self.name in {"first", "decided"}


Row = tuple[float, ...]


@cache
def figures(game: Game[Any, Any, Any]) -> tuple[Figure, ...]:
    """The columns that games of this kind have."""
    alone = game.seats.start == 1
    dealt = game.deal(game.Options(), game.seats.start, bytes(32))
    numbers = list(dict.fromkeys(("turns", *game.study.figures(dealt))))
    if alone:
        numbers.append("score")
    elif len(game.to_move(dealt)) == 1:
        numbers.append("first")
    if game.name in BEHIND and COMPILES:
        numbers.append("decided")
    shares = [f"ending.{reason}" for reason in sorted(game.endings)]
    shares.append("won" if alone else "tie")
    shares += ["comeback"] if game.name in BEHIND else []
    return (*(Figure(name, False) for name in numbers), *(Figure(name, True) for name in (*shares, MATTERS)))


def rows(game: str, bots: Sequence[str], sets: Sequence[RuleSet], seed: str, numbers: range) -> list[tuple[Row, ...]]:
    """Each deal played by each of the rule sets, the first of them the base; by the twin of the rules, if it can."""
    if played_by_twin(game, bots):
        return twin_rows(game, bots, sets, seed, numbers)
    return [plain_rows(game, bots, sets, seed, number) for number in numbers]


def plain_rows(game: str, bots: Sequence[str], sets: Sequence[RuleSet], seed: str, number: int) -> tuple[Row, ...]:
    """One deal, by the rules as they are written."""
    rules = GAMES[game]
    games = [played(rules, bots, one, seed, number) for one in sets]
    base = from_values(rules.Options, sets[0].options)
    found = []
    for one, game_played in zip(sets, games, strict=True):
        other = from_values(rules.Options, one.options)
        matters = other != base and _matters(rules, games[0], other)
        found.append(_row(rules, game_played, matters))
    return tuple(found)


class PlayedDeal(msgspec.Struct, frozen=True):
    """One game as it was played."""

    dealt: Any
    first: int
    steps: tuple[SimulationStep, ...]
    outcome: Outcome


def played(game: Game[Any, Any, Any], bots: Sequence[str], rules: RuleSet, seed: str, number: int) -> PlayedDeal:
    """The bots change seats from deal to deal; their own chance is the same under all rules."""
    count = len(bots)
    deal = dealt_from(seed, number)
    dealt = game.deal(from_values(game.Options, rules.options), count, deal)
    minds = [
        sit(game.name, bots[(seat + number) % count], seat, BotChance(bot_word(deal, seat, fresh=rules.fresh)))
        for seat in range(count)
    ]
    first = min(game.to_move(dealt), default=0)
    try:
        steps = tuple(played_out(game, dealt, minds))
    except BotFailed as failed:
        raise failed.by(bots[(failed.facts["seat"] + number) % count]) from failed.__cause__
    outcome = game.outcome(steps[-1].state if steps else dealt)
    assert outcome is not None
    return PlayedDeal(dealt, first, steps, outcome)


def _row(game: Game[Any, Any, Any], played: PlayedDeal, matters: bool) -> Row:
    outcome = played.outcome
    last = played.steps[-1].state if played.steps else played.dealt
    values = {**game.study.figures(last), MATTERS: float(matters)}
    values.setdefault("turns", float(len(played.steps)))
    values["score"] = float(outcome.scores[0])
    winners = outcome.places.count(1)
    values["first"] = 1 / winners if outcome.places[played.first] == 1 else 0.0
    values["tie"] = float(len(outcome.places) > 1 and len(set(outcome.places)) == 1)
    values["won"] = float(bool(outcome.won))
    values |= {f"ending.{reason}": float(outcome.reason == reason) for reason in game.endings}
    if game.name in BEHIND:
        values["comeback"] = float(_came_back(game.name, played))
        values["decided"] = _decided(game.name, played) if COMPILES else 0.0
    return tuple(float(values[one.name]) for one in figures(game))


def _came_back(game: str, played: PlayedDeal) -> bool:
    """Was the winner far behind in the middle of the game?"""
    if played.outcome.places.count(1) != 1 or not played.steps:
        return False
    winner = played.outcome.places.index(1)
    half = played.steps[(len(played.steps) - 1) // 2].state
    standing = [player.tokens for player in half.players] if game == "sep" else half.scores
    return bool(standing[1 - winner] - standing[winner] >= BEHIND[game])


def _decided(game: str, played: PlayedDeal) -> float:
    """After which part of the moves the later winner's chance rose above 80 % for the last time."""
    if played.outcome.places.count(1) != 1:
        return 1.0
    winner, since, sure = played.outcome.places.index(1), 0, False
    for made, step in enumerate(played.steps, start=1):
        first = hope(game, step.state)
        if first is None:
            continue  # in the middle of a turn
        was, sure = sure, (1 - first if winner else first) >= SURE
        since = made if sure and not was else since
    return since / len(played.steps)


def _matters(game: Game[Any, Any, Any], base: PlayedDeal, other: Any) -> bool:
    """Would these options have dealt otherwise, allowed something else, or made something else of a move played?"""
    dealt = game.deal(other, len(base.outcome.places), base.dealt.seed)
    if not same(dealt, base.dealt):
        return True
    before = base.dealt
    for step in base.steps:
        if matters_at(game, before, step, other):
            return True
        before = step.state
    return False


def matters_at(game: Game[Any, Any, Any], before: Any, step: SimulationStep, other: Any) -> bool:
    """Do these options allow something else there, or make something else of the move that was played?"""
    if step.seat is None:
        return False
    changed = with_options(before, other)
    if game.legal(game.view(changed, step.seat)) != game.legal(game.view(before, step.seat)):
        return True
    return not same(game.apply(changed, step.seat, step.move), step.state)


def with_options(state: Any, options: Any) -> Any:
    """The same position under other rules."""
    state = copy(state)
    state.options = options
    return state


def same(one: Any, other: Any) -> bool:
    """But for the options, and for what is told of the last move."""
    return bool(_bare(one) == _bare(other))


def _bare(state: Any) -> Any:
    state = with_options(state, None)
    if hasattr(state, "last"):
        state.last = None
    return state


# -- the twins --------------------------------------------------------------------------------------------------------


def twin_rows(
    game: str, bots: Sequence[str], sets: Sequence[RuleSet], seed: str, numbers: range
) -> list[tuple[Row, ...]]:
    """The same rows, from the twin."""
    twin = Twin(game, sets)
    table = twin.play(bots, seed, numbers)
    names = [one.name for one in figures(GAMES[game])]
    found = np.stack([twin.column(table, name) for name in names], axis=-1)
    return [tuple(tuple(row) for row in deal) for deal in found.tolist()]
