"""Exact puzzles of SEPMOSA, from games on the twin: the most points, and the most tiles cut loose."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from septet.bots.kernels import Record
from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sepmosa.records import MOST_MOVES, STATE, move_of, new_work, to_record, to_state
from septet.bots.kernels.sepmosa.valuing import hand
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.sepmosa.moves import Place, RemoveThree, Shift
from septet.puzzles.found import RIGHT, PuzzleFind, best_first
from septet.puzzles.puzzle import FirstStep
from septet.puzzles.twins import mosaic_moves, play_mosaic
from septet.puzzles.written import by_move

LONGEST = 600  # moves of a game
FEWEST = 12  # moves to choose from
LATEST = 40  # move from which positions are looked at
LEAST = {"sepmosa-points": 4, "sepmosa-cut": 3}  # fewer points, or tiles, are no puzzle
POINTS, CUT = LEAST


@cache
def _room() -> tuple[Any, Any, Any, Any, Any, Any]:
    """Records to work in, and the moves of one of them with what each brings."""
    game = GAMES["sepmosa"]
    states = np.zeros(LONGEST, STATE)
    to_record(game.deal(game.Options(), 2, bytes(32)), states[0])
    numbers = [np.zeros(MOST_MOVES, np.int32) for _ in range(3)]
    return states, np.zeros(2, STATE), new_work(), *numbers


def games(seed: str) -> Iterator[Any]:
    """The positions of game after game."""
    states, _, work, *_ = _room()
    number = 0
    while True:
        chance = new_chance(int.from_bytes(seed_from(f"{seed} {number}")[:8]))
        yield states[: play_mosaic(states, hand(), work, chance)].copy()
        number += 1


def counted(state: Record) -> tuple[Any, Any, Any]:
    """All legal moves, by their numbers, their points, and the tiles that each cuts loose."""
    _, two, work, moves, points, cut = _room()
    two[0] = state
    count = mosaic_moves(two, moves, points, cut, work)
    return moves[:count], points[:count], cut[:count]


def found(state: Record, kind: str) -> PuzzleFind | None:
    moves, points, cut = counted(state)
    worths = points if kind == POINTS else cut
    most = int(worths.max())
    if most < LEAST[kind] or len(moves) < FEWEST or int((worths == most).sum()) > RIGHT:
        return None
    whole = to_state(state, bytes(32))
    told = [move_of(int(move), whole.mosaic) for move in moves]
    best = [move for move, worth in zip(told, worths, strict=True) if worth == most]
    steps = [FirstStep(by_move(move), float(worth)) for move, worth in zip(told, worths, strict=True)]
    return PuzzleFind(
        kind=kind,
        state=whole,
        seat=int(state["mover"]),
        worth=float(most),
        right=tuple((by_move(move),) for move in best),
        proof=best_first(steps),
        themes=themes(best),
    )


def themes(best: list[Any]) -> tuple[str, ...]:
    """By what kind of tile it is done."""
    kinds = {"place": Place, "move": Shift, "three": RemoveThree}
    named = [name for name, kind in kinds.items() if any(isinstance(move, kind) for move in best)]
    return tuple(named) or ("remove",)


def puzzles(seed: str, kind: str) -> Iterator[PuzzleFind]:
    """At most one of each game, and by turns one that is made with an action tile."""
    luck = seed_from(f"{seed} wanted")
    wanted, start = luck[0] % 2, luck[1] % LATEST
    for states in games(seed):
        for state in states[start:-1]:
            find = found(state, kind)
            if find and (kind == CUT or not wanted or "place" not in find.themes):
                yield find
                break


def points(seed: str) -> Iterator[PuzzleFind]:
    return puzzles(seed, POINTS)


def cut(seed: str) -> Iterator[PuzzleFind]:
    return puzzles(seed, CUT)
