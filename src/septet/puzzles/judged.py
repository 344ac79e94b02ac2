"""Puzzles that ask for the best move: many playouts say which moves are right, and others what each is worth."""

import random
from collections.abc import Iterator
from importlib import import_module
from statistics import NormalDist
from typing import Any

import msgspec
import numpy as np

from septet.bots import sit
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.game import Game, Seat
from septet.games.sep.moves import Discard, Pass, Place, TakeReserve, Use
from septet.games.sepmosa.moves import Place as PlaceTile
from septet.games.sepmosa.moves import Remove, RemoveThree, Shift
from septet.puzzles.found import RIGHT, PuzzleFind, best_first
from septet.puzzles.puzzle import FirstStep
from septet.puzzles.written import by_move
from septet.review.valuer import Known, Results, own, seen_by, worlds

EQUAL, WORSE = 0.01, 0.05  # right moves lie so near to each other, and all others are so much worse
SCREENED, CHOSEN = 48, 400  # worlds in which a position is looked at, and in which the right moves are chosen
VALUED = (500, 2_000, 8_000)  # and fresh ones that say what each is worth, as many as it takes
MISSED = 0.01  # how often an interval may miss, whichever of these looks settles it: each has an equal share of that
Z = NormalDist().inv_cdf(1 - MISSED / len(VALUED) / 2)
HOPELESS = NormalDist().inv_cdf(1 - MISSED / 2)  # what is given up needs no such care
SURE = (0.03, 0.97)  # a game that is won or lost is no puzzle
FEWEST = {"sep": 4, "sepmosa": 8}  # moves to choose from
APART = {"sep": 3, "sepmosa": 4}  # moves between two positions that are looked at
GAMES_ON = {"sep": "circle", "sepmosa": "mosaic"}


class Position(msgspec.Struct, frozen=True):
    """A position, and what whoever is to move knows of it."""

    game: Game[Any, Any, Any]
    state: Any
    seat: Seat
    known: Known
    moves: tuple[Any, ...]

    def results(self, moves: tuple[Any, ...], words: Any) -> Results:
        """How these moves end in these worlds, as the seat counts it."""
        return own(self.seat, self.game, self.known.results(moves, words))


def position(game: Game[Any, Any, Any], state: Any, seed: str) -> Position:
    view = game.view(state, state.mover)
    return Position(game, state, state.mover, seen_by(game, view, seed), game.legal(view))


def states(game: str, seed: str) -> Iterator[Any]:
    """Positions of games on the twin."""
    twin = import_module(f"septet.puzzles.{GAMES_ON[game]}")
    records = import_module(f"septet.bots.kernels.{game}.records")
    start = seed_from(f"{seed} start")[0]
    for played in twin.games(seed):
        for record in played[start % APART[game] : -1 : APART[game]]:
            yield records.to_state(record, bytes(32))


class Values(msgspec.Struct, frozen=True):
    """What moves are worth, all tried in the same worlds, and how far each lies behind the first."""

    moves: tuple[Any, ...]
    worth: tuple[float, ...]
    error: tuple[float, ...]
    behind: tuple[float, ...]
    doubt: tuple[float, ...]  # standard errors of that


def values(found: Position, moves: tuple[Any, ...], seed: str, count: int) -> Values:
    """In so many worlds of this seed."""
    results = found.results(moves, worlds(seed, count))
    behind, root = results[:, [0]] - results, np.sqrt(count)
    return Values(
        moves,
        tuple(results.mean(axis=0).tolist()),
        tuple((results.std(axis=0, ddof=1) / root).tolist()),
        tuple(behind.mean(axis=0).tolist()),
        tuple((behind.std(axis=0, ddof=1) / root).tolist()),
    )


def promising(found: Position, seed: str) -> bool:
    """May one move, or two, be better than all others? A quick look."""
    worth = found.results(found.moves, worlds(f"{seed} screen", SCREENED)).mean(axis=0)
    order = np.sort(worth)[::-1]
    return SURE[0] < order[0] < SURE[1] and bool((order[:RIGHT] - order[1 : RIGHT + 1] > WORSE).any())


def chosen(found: Position, seed: str) -> tuple[Any, ...] | None:
    """The moves that seem to be right, the best one first; None if they are too many."""
    worth = found.results(found.moves, worlds(f"{seed} choose", CHOSEN)).mean(axis=0)
    order = np.argsort(-worth, kind="stable")
    right = [int(at) for at in order if worth[order[0]] - worth[at] < (EQUAL + WORSE) / 2]
    return tuple(found.moves[at] for at in right) if len(right) <= RIGHT else None


def proved(found: Position, right: tuple[Any, ...], seed: str) -> tuple[FirstStep, ...] | None:
    """What all moves are worth in fresh worlds; None if it does not become clear that these are right and no others."""
    settled: dict[Any, FirstStep] = {}
    others = tuple(move for move in found.moves if move not in right)
    for count in VALUED:
        valued = values(found, (*right, *others), f"{seed} value {count}", count)
        rows = zip(valued.moves, valued.worth, valued.error, valued.behind, valued.doubt, strict=True)
        unclear = []
        for move, worth, error, behind, doubt in rows:
            settled[move] = FirstStep(by_move(move), round(worth, 4), round(error, 4))
            if move in right and abs(behind) + Z * doubt > EQUAL:
                unclear.append(move)
            elif move not in right and behind - Z * doubt < WORSE:
                if behind + HOPELESS * doubt < WORSE:
                    return None
                unclear.append(move)
        if not unclear:
            return best_first([settled[move] for move in found.moves])
        others = tuple(move for move in unclear if move not in right)
    return None


def greedy(found: Position, seed: str) -> Any:
    """What somebody would play who takes what a move brings at once."""
    mind = sit(found.game.name, "greedy", found.seat, random.Random(seed))
    plan = mind.see(found.game.view(found.state, found.seat), 0)
    assert plan is not None
    return plan.move


def best(kind: str, seed: str) -> Iterator[PuzzleFind]:
    """Positions with a best move, and mostly one that is not to be seen at once."""
    name = kind.partition("-")[0]
    subtle = seed_from(f"{seed} subtle")[0] % 3 > 0
    for number, state in enumerate(states(name, seed)):
        found = position(GAMES[name], state, seed)
        own_seed = f"{seed} {number}"
        if len(found.moves) < FEWEST[name] or not promising(found, own_seed):
            continue
        right = chosen(found, own_seed)
        if right is None or (subtle and greedy(found, own_seed) in right):
            continue
        if proof := proved(found, right, own_seed):
            steps = tuple((by_move(move),) for move in right)
            worth = next(one.worth for one in proof if one.step == steps[0][0])
            yield PuzzleFind(
                kind=kind,
                state=state,
                seat=found.seat,
                worth=worth,
                right=steps,
                proof=proof,
                themes=themes(found, right),
            )


def themes(found: Position, right: tuple[Any, ...]) -> tuple[str, ...]:
    """What sort of move is right, and whether another would have brought more at once."""
    kinds: dict[str, Any] = {
        "number": Place,
        "action": Use,
        "reserve": TakeReserve,
        "pass": (Pass, Discard),
        "place": PlaceTile,
        "move": Shift,
        "three": RemoveThree,
        "remove": Remove,
    }
    named = [name for name, kind in kinds.items() if isinstance(right[0], kind)]
    view = found.game.view(found.state, found.seat)
    gains = {move: found.game.preview(view, move).points for move in found.moves}
    if max(gains.values()) > max(gains[move] for move in right):
        named.append("quiet")
    return tuple(named)


def sep(seed: str) -> Iterator[PuzzleFind]:
    return best("sep-best", seed)


def sepmosa(seed: str) -> Iterator[PuzzleFind]:
    return best("sepmosa-best", seed)
