"""What bots ask of the twin of SEP: a search that can be stopped at any time, and values learnt by self-play."""

from functools import cache
from typing import Any

import msgspec
import numpy as np

from septet.bots.kernels import Record
from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sep.judging import search_judged, search_soon_judged
from septet.bots.kernels.sep.learnt import room_for
from septet.bots.kernels.sep.records import STATE, to_record
from septet.bots.kernels.sep.search import KNOBS, NODE, STAGES, learn, learn_points, search
from septet.bots.kernels.sep.signs import LAYOUT
from septet.bots.learnt import Learnt, shipped
from septet.games import GAMES
from septet.games.sep.moves import ALL_MOVES, SepMove
from septet.games.sep.options import ROUNDS, SepOptions, SepSoloOptions
from septet.games.sep.solo import TARGETS
from septet.games.sep.state import State

LEARNT_FROM = 8_000  # quick games
MOST_NODES = 200_000
POINTS = range(-7, 11)  # what a solo round may be worth
SURE = 60  # games that a guess counts for where few have been seen
TASTE = 0.02  # how much points still count where a match is to be won
Table = Any


class Search:
    """A search from one state, for the seat that is to move there; playouts are added as time allows."""

    def __init__(self, state: State, prizes: Table | None, word: int, **knobs: float) -> None:
        self.roots = np.zeros(1, STATE)
        to_record(state, self.roots[0])
        self.seat = state.mover
        self.values = self.table(state)
        self.prizes = np.zeros(len(POINTS)) if prizes is None else prizes
        self.knobs = knobs_record(**knobs)
        self.chance = new_chance(word)
        self.tree = np.empty(MOST_NODES, NODE)
        self.tree[0] = np.zeros(1, NODE)[0]
        self.size = np.ones(1, np.int64)

    def table(self, state: State) -> Table:
        """What says how a playout that is cut off would end."""
        return values(state.options) if isinstance(state.options, SepOptions) else NO_VALUES

    def add(self, playouts: int) -> None:
        """Look at so many more playouts."""
        search(
            self.roots[0],
            self.seat,
            self.tree,
            self.size,
            playouts,
            self.knobs,
            self.values,
            self.prizes,
            self.chance,
        )

    def found(self) -> list[tuple[SepMove, int, float]]:
        """The moves that were looked at, the most visited first: how often, and what they promise."""
        moves = []
        child = self.tree[0]["child"]
        while child:
            one = self.tree[child]
            moves.append((ALL_MOVES[one["move"]], int(one["visits"]), float(one["worth"] / one["visits"])))
            child = one["sibling"]
        return sorted(moves, key=lambda found: -found[1])


class JudgedSearch(Search):
    """The same, with a net as the judge of positions: alone of the leaves, between two of what soon becomes of them."""

    def __init__(self, learnt: Learnt, state: State, prizes: Table | None, word: int, **knobs: float) -> None:
        super().__init__(state, prizes, word, **knobs)
        self.net, self.room = learnt.net, room_for(learnt.net)
        self.walk_on = search_judged if self.roots[0]["options"]["solo"] else search_soon_judged

    def table(self, state: State) -> Table:
        return NO_VALUES

    def add(self, playouts: int) -> None:
        self.walk_on(
            self.roots[0],
            self.seat,
            self.tree,
            self.size,
            playouts,
            self.knobs,
            self.net,
            self.room,
            self.prizes,
            self.chance,
        )


def judge(game: str, options: msgspec.Struct) -> Learnt | None:
    """The net of this game, if it knows these rules."""
    learnt = shipped(game, LAYOUT[game])
    return learnt if learnt.knows(options) else None


def knobs_record(**knobs: float) -> Record:
    record = np.zeros(1, KNOBS)
    for name, value in knobs.items():
        record[name] = value
    return record[0]


@cache
def values(options: SepOptions) -> Table:
    """The chance of the mover to win, by its tokens, the opponent's, and the stage: learnt from quick games."""
    game = GAMES["sep"]
    states = np.zeros(1, STATE)
    to_record(game.deal(options, 2, bytes(32)), states[0])
    wins, seen = np.zeros((8, 8, STAGES)), np.zeros((8, 8, STAGES))
    learn(states, LEARNT_FROM, knobs_record(spend=50), wins, seen, new_chance(1))
    return (wins + SURE * _guessed()) / (seen + SURE)


def _guessed() -> Table:
    """Before anything is learnt: each token more is worth something, and more so near the end."""
    lead = np.subtract.outer(np.arange(8), np.arange(8))[:, :, None]
    slope = np.array([0.9, 0.5] + [0.32] * (STAGES - 2))
    return 1 / (1 + np.exp(-(0.1 + slope * lead)))


def prizes(options: SepSoloOptions, points: tuple[int, ...], to_win: bool) -> Table:
    """What each result of this round is worth: its points or, in a match that is to be won, the chance to win it."""
    plain = np.array([(result - POINTS[0]) / (POINTS[-1] - POINTS[0]) for result in POINTS])
    left = ROUNDS[options.solo_match] - len(points) - 1
    if not to_win or options.solo_match == "single" or left < 0:
        return plain
    sums = np.ones(1)
    for _ in range(left):
        sums = np.convolve(sums, round_points(msgspec.structs.replace(options, solo_match="single")))
    missing = TARGETS[options.solo_match] - sum(points) - left * POINTS[0]  # as a place in `sums`
    exactly = options.solo_match == "b" and options.solo_b_target == "exactly"
    chances = [_chance(sums, missing - result, exactly) for result in POINTS]
    return (1 - TASTE) * np.array(chances) + TASTE * plain


def _chance(sums: Table, needed: int, exactly: bool) -> float:
    if exactly:
        return float(sums[needed]) if 0 <= needed < len(sums) else 0.0
    return float(sums[max(0, needed) :].sum())


@cache
def round_points(options: SepSoloOptions) -> Table:
    """How likely each result of a round is, learnt from quick rounds under these options."""
    states = np.zeros(1, STATE)
    to_record(GAMES["sep-solo"].deal(options, 1, bytes(32)), states[0])
    seen = np.zeros(len(POINTS))
    learn_points(states, LEARNT_FROM, knobs_record(spend=10), seen, new_chance(1))
    return seen / seen.sum()


NO_VALUES = np.zeros((8, 8, STAGES))


def warm_up() -> None:
    """Compile, or load from the cache, all that a bot of SEP calls."""
    for name in ("sep", "sep-solo"):
        game = GAMES[name]
        state = game.deal(game.Options(), game.seats.start, bytes(32))
        looked = Search(state, prizes(SepSoloOptions(solo_match="a"), (), True), 1, curiosity=0.5, horizon=2, depth=2)
        looked.add(2)
        looked.found()
        looked = JudgedSearch(shipped(name, LAYOUT[name]), state, None, 1, curiosity=0.05, horizon=2, depth=2)
        looked.add(2)
        looked.found()
