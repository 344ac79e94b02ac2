"""How hard a puzzle is: bots of many levels try it, and their ratings say where it stands."""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from septet.bots import prepare, sit
from septet.bots.bot import Budget
from septet.bots.setgame.skill import conspicuous, nearly, skill
from septet.bots.standing import MIDDLE, MODEL, WIDTH, of_bot, shown
from septet.games.game import Move, tag_of
from septet.games.pictures import Trial
from septet.games.setgame.cards import Cards, Triple, differing, largest_packing, sets_among
from septet.games.setgame.chipset.view import own_sets
from septet.puzzles.judging import go, position, right_so_far, solved
from septet.puzzles.puzzle import KINDS, ByNone, BySeat, Puzzle, Step
from septet.puzzles.written import by_move, by_set

LEVELS = ("novice", "casual", "strong", "expert")
SECONDS = {"set-six": 120.0, "coopset-packing": 60.0, "chipset-pot": 25.0}  # that somebody looks
NEAR = 12  # so many triples that are nearly sets mislead as often as a call is wrong
# Who looks at moves: how much of an effort each kind of move is, and how much effort each level makes.
EFFORT = {"use": 2.0, "shift": 4.0, "remove": 2.0, "remove_three": 2.0, "draw": 2.0, "action_turn": 2.0}
EFFORTS = {"sep": (2.0, 4.0, 8.0, 16.0), "sepmosa": (4.0, 10.0, 24.0, 60.0)}
OTHER_EFFORTS = {"sep": (3.0, 6.0, 11.0), "sepmosa": (6.0, 16.0, 40.0)}


class Tester(msgspec.Struct, frozen=True):
    """Somebody who tries puzzles: how well it plays, and how often it tries each."""

    name: str
    rating: tuple[float, float]
    times: int
    tries: Callable[[Puzzle, random.Random], bool]


# -- those who play: bots of the game, who want to win it ------------------------------------------------------------


def played_by(bot: str, budget: Budget | None = None) -> Callable[[Puzzle, random.Random], bool]:
    """The bot makes its moves until the puzzle is solved, or one is wrong."""

    def tries(puzzle: Puzzle, rng: random.Random) -> bool:
        prepare(puzzle.game, [bot])
        trial, made = position(puzzle), list[Step]()
        mind = sit(puzzle.game, bot, puzzle.seat, rng, budget)
        while not solved(puzzle, made):
            plan = mind.see(trial.game.view(trial.state, puzzle.seat), 0)
            if plan is None:
                return False
            made.append(by_move(plan.move))
            if not right_so_far(puzzle, made):
                return False
            trial.play(puzzle.seat, plan.move)
        return True

    return tries


def _bot(game: str, name: str, times: int, budget: Budget | None = None) -> Tester:
    return Tester(name, of_bot(game, name), times, played_by(name, budget))


# -- those who look at some of the moves, and see what each of these brings ------------------------------------------


def looking(effort: float) -> Callable[[Puzzle, random.Random], bool]:
    """Moves are looked at in any order, those that are easy to see sooner, as long as the effort lasts."""

    def tries(puzzle: Puzzle, rng: random.Random) -> bool:
        trial, made = position(puzzle), list[Step]()
        while not solved(puzzle, made):
            seen = [by_move(move) for move in _seen(trial, puzzle, effort, rng)]
            right = [step for step in seen if right_so_far(puzzle, [*made, step])]
            if not right:
                return False
            made.append(right[0])
            trial = position(puzzle, made)
        return True

    return tries


def _seen(trial: Trial, puzzle: Puzzle, effort: float, rng: random.Random) -> Iterator[Move]:
    moves = trial.game.legal(trial.game.view(trial.state, puzzle.seat))
    order = sorted(moves, key=lambda move: rng.expovariate(1) * EFFORT.get(tag_of(move), 1.0))
    for move in order:
        effort -= EFFORT.get(tag_of(move), 1.0)
        if effort >= 0:
            yield move


# -- those who look for sets, as quickly as the players of SET -------------------------------------------------------


def finding(level: float) -> Callable[[Puzzle, random.Random], bool]:
    """Every set has a moment at which it is seen; what is not seen in time does not count."""

    def tries(puzzle: Puzzle, rng: random.Random) -> bool:
        begun = position(puzzle)
        steps = answers(puzzle.kind, begun.game.view(begun.state, puzzle.seat), Finder(level, rng))
        return go(puzzle, steps).status == "solved"

    return tries


class Finder:
    def __init__(self, level: float, rng: random.Random) -> None:
        self.skill, self.rng = skill(level), rng

    def sees(self, sets: Sequence[Triple], slots: Cards, seconds: float) -> list[Triple]:
        """Those of the sets that it finds in so much time, the first one first."""
        ease = len(slots) / 12
        when = {one: self.skill.search_s(differing(one), ease * conspicuous(one, slots), self.rng) for one in sets}
        return sorted((one for one in sets if when[one] <= seconds), key=when.__getitem__)


def answers(kind: str, view: Any, finder: Finder) -> list[Step]:
    """What somebody says who sees this, and no more."""
    return ANSWERS[kind](view, finder)


def _six(view: Any, finder: Finder) -> list[Step]:
    return [by_set(one) for one in finder.sees(sets_among(view.table), view.table, SECONDS["set-six"])]


def _any(view: Any, finder: Finder) -> list[Step]:
    """Until its patience ends; three cards that are nearly a set may be taken for one before."""
    misled = nearly(view.table)
    if finder.rng.random() < 1 - (1 - finder.skill.errors) ** (len(misled) / NEAR):
        return [by_set(finder.rng.choice(misled))]
    seen = finder.sees(sets_among(view.table), view.table, finder.skill.patience_s(finder.rng))
    return [by_set(seen[0])] if seen else [ByNone()]


def _packing(view: Any, finder: Finder) -> list[Step]:
    seen = finder.sees(sets_among(view.table), view.table, SECONDS["coopset-packing"])
    return [by_set(one) for one in largest_packing(seen)]


def _pot(view: Any, finder: Finder) -> list[Step]:
    seen = {
        seat: len(finder.sees(own_sets(view.backs[seat], view.table), view.slots, SECONDS["chipset-pot"]))
        for seat in sorted(view.live)
    }
    most = max(seen.values())
    return [BySeat(finder.rng.choice([seat for seat, count in seen.items() if count == most]))]


ANSWERS: dict[str, Callable[[Any, Finder], list[Step]]] = {
    "set-six": _six,
    "set-any": _any,
    "coopset-packing": _packing,
    "chipset-pot": _pot,
}


# -- the ladders ------------------------------------------------------------------------------------------------------


@cache
def graders(kind: str) -> tuple[Tester, ...]:
    """Those who say how hard a puzzle is."""
    game = KINDS[kind].game
    if kind in ANSWERS:
        return tuple(Tester(name, of_bot("set", name), 12, finding(at)) for at, name in enumerate(LEVELS))
    if KINDS[kind].exact:
        rows = zip(LEVELS, EFFORTS[game], strict=True)
        return tuple(Tester(name, of_bot(game, name), 12, looking(effort)) for name, effort in rows)
    return (
        _bot(game, "novice", 10),
        _bot(game, "greedy", 6),
        _bot(game, "strong", 10),
        _bot(game, "expert", 4, Budget(playouts=2_000)),
    )


@cache
def others(kind: str) -> tuple[Tester, ...]:
    """Those who had no part in that, to see whether it holds for them."""
    game = KINDS[kind].game
    if kind in ANSWERS:
        return tuple(Tester(f"reflex:{at}", (MIDDLE, WIDTH), 20, finding(at)) for at in (0.5, 1.5, 2.5))
    if KINDS[kind].exact:
        players = [_bot(game, name, 10) for name in ("novice", "casual")]
        return (*players, *(Tester(f"looks:{one:g}", (MIDDLE, WIDTH), 10, looking(one)) for one in OTHER_EFFORTS[game]))
    weaker = Tester("strong:60", (MIDDLE, WIDTH), 20, played_by("strong", Budget(playouts=60)))
    return (_bot(game, "casual", 20), *([_bot(game, "cautious", 10)] if game == "sep" else []), weaker)


def level(puzzle: Puzzle) -> float:
    """Where the puzzle stands when all of them have tried it: a try is a game against it."""
    mu, sigma = MIDDLE, WIDTH
    for bot, won in tries(puzzle, graders(puzzle.kind)):
        both = [[MODEL.rating(*bot.rating)], [MODEL.rating(mu, sigma)]]
        rated: Any = MODEL.rate(both, ranks=[1, 2] if won else [2, 1])[1][0]
        mu, sigma = float(rated.mu), float(rated.sigma)
    return float(shown(mu))


def tries(puzzle: Puzzle, testers: Sequence[Tester]) -> Iterator[tuple[Tester, bool]]:
    """Everybody's tries, by turns."""
    most = max(one.times for one in testers)
    for time in range(most):
        for one in testers:
            if math.floor(time * one.times / most) < math.floor((time + 1) * one.times / most):
                yield one, one.tries(puzzle, random.Random(f"{puzzle.id} {one.name} {time}"))
