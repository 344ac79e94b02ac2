"""What a position and its moves are worth: the mean over many playouts by a reference hand.

`value` knows all hands, and not what lies face down; `compare` knows what one seat knows. Both deal whatever they do
not know, each way as likely as any other; a seed and a number of playouts give the same figures every time. Alone a
playout goes on to the end. For two it goes on for some turns, and then a table says how such games end; it was learnt
from games that the same hand has played under the same options.
"""

import hashlib
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from septet.games.game import Game, Move, Seat
from septet.review.report import Estimate

REFERENCE = None  # instead of a move: what the reference hand plays
NOBODY = -1
SOLO_SPEND, SEP_SPEND = 10, 50  # how often in a hundred the quick hand of SEP spends an action turn in vain
SEP_HORIZON, MOSAIC_HORIZON = 16, 12  # turns that a playout looks ahead, before a learnt table says how it will end
WORDS = 1 << 63
Results = Any  # an array: a row for each world, a column for each move
Tried = Sequence[Move | None]


class Known(msgspec.Struct, frozen=True):
    """A position, and what is known of it: what one seat sees, or all hands."""

    game: str
    state: Any
    seat: Seat | None  # None: all hands are open
    view: Any = None  # of the seat

    def results(self, moves: Tried, words: Any) -> Results:
        """How each move ends in each world: the first seat's share of the win, or the points of one alone."""
        found = np.empty((len(words), len(moves)))
        (_try_mosaic if self.game == "sepmosa" else _try_sep)(self, moves, words, found)
        return found


def seen_by(game: Game[Any, Any, Any], view: Any, seed: str) -> Known:
    """What the seat of this view knows."""
    return Known(game.name, game.guess(view, random.Random(seed)), view.seat, view)


def opened(game: Game[Any, Any, Any], state: Any) -> Known:
    """With all hands on the table."""
    return Known(game.name, state, None)


def worlds(seed: str, count: int) -> Any:
    """The words that so many worlds are dealt from; more of them begin with the same ones."""
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:16])
    return np.random.Generator(np.random.PCG64(number)).integers(1, WORDS, count, dtype=np.uint64)


def estimate(results: Results) -> Estimate:
    """The mean and its standard error."""
    return Estimate(float(results.mean()), float(results.std(ddof=1) / np.sqrt(len(results))))


def value(game: Game[Any, Any, Any], state: Any, playouts: int, seed: str) -> Estimate:
    """The first seat's chance to win with all hands known, if the reference hand plays for both; alone the points."""
    return estimate(opened(game, state).results([REFERENCE], worlds(seed, playouts))[:, 0])


def compare(game: Game[Any, Any, Any], view: Any, moves: Tried, playouts: int, seed: str) -> list[Estimate]:
    """What each move is worth to the seat of the view, all of them tried in the same worlds."""
    results = own(view.seat, game, seen_by(game, view, seed).results(moves, worlds(seed, playouts)))
    return [estimate(column) for column in results.T]


def own(seat: Seat, game: Game[Any, Any, Any], results: Results) -> Results:
    """Results of the first seat as this seat counts them."""
    return 1 - results if seat and game.seats.start > 1 else results


# -- the twins --------------------------------------------------------------------------------------------------------


def _try_sep(known: Known, moves: Tried, words: Any, found: Results) -> None:
    from septet.bots.kernels.chance import new_chance
    from septet.bots.kernels.sep.engine import NO_VALUES, values
    from septet.bots.kernels.sep.records import STATE, to_record
    from septet.bots.kernels.sep.tables import MOVES
    from septet.bots.kernels.sep.valuing import QUICK, try_moves

    roots = np.zeros(1, STATE)
    to_record(known.state, roots[0])
    numbers = np.array([QUICK if move is None else MOVES[move] for move in moves])  # type: ignore[index]
    solo = known.game == "sep-solo"
    spend, table = (SOLO_SPEND, NO_VALUES) if solo else (SEP_SPEND, values(known.state.options))
    seat = NOBODY if known.seat is None else known.seat
    try_moves(roots[0], seat, numbers, SEP_HORIZON, spend, table, words, found, new_chance(1))


def _try_mosaic(known: Known, moves: Tried, words: Any, found: Results) -> None:
    from septet.bots.kernels.chance import new_chance
    from septet.bots.kernels.sepmosa.engine import hidden
    from septet.bots.kernels.sepmosa.records import STATE, new_work, to_record
    from septet.bots.kernels.sepmosa.valuing import QUICK, hand, try_moves, weights
    from septet.games.sepmosa.moves import number_of

    states = np.zeros(2, STATE)
    to_record(known.state, states[0])
    numbers = np.array([QUICK if move is None else number_of(move) for move in moves])  # type: ignore[arg-type]
    seat, knobs, table = NOBODY, hand(), weights(known.state.options)
    if known.seat is not None:
        seat = known.seat
        for name, fact in hidden(known.view, 1 - seat).items():
            knobs[name] = fact
    try_moves(states, seat, numbers, MOSAIC_HORIZON, knobs, table, words, found, new_work(), new_chance(1))
