"""What bots ask of the twin of SEPMOSA: a search that can be stopped at any time."""

from typing import Any

import numpy as np

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sepmosa.judging import search_judged
from septet.bots.kernels.sepmosa.learnt import room_for
from septet.bots.kernels.sepmosa.playouts import legal_moves
from septet.bots.kernels.sepmosa.records import STATE, move_of, new_work, to_record
from septet.bots.kernels.sepmosa.search import KNOBS, RACE, RUNNER, search
from septet.bots.kernels.sepmosa.signs import LAYOUT
from septet.bots.learnt import Learnt, shipped
from septet.games import GAMES
from septet.games.sepmosa.moves import MosaicMove
from septet.games.sepmosa.options import SepmosaOptions
from septet.games.sepmosa.state import State
from septet.games.sepmosa.view import View


class Search:
    """A race of the moves that may be made in one state, for the seat that is to move there."""

    def __init__(self, view: View, state: State, word: int, **knobs: Any) -> None:
        self.mosaic = state.mosaic
        self.states = np.zeros(2, STATE)
        to_record(state, self.states[0])
        self.seat = state.mover
        self.work, self.chance = new_work(), new_chance(word)
        count = legal_moves(self.states[0], self.work)
        self.runners = np.zeros(count, RUNNER)
        self.runners["move"] = self.work["moves"][:count]
        self.race = np.zeros(1, RACE)[0]
        self.race["running"] = count
        self.knobs = np.zeros(1, KNOBS)[0]
        for name, value in (knobs | hidden(view, 1 - self.seat)).items():
            self.knobs[name] = value

    def moves(self) -> tuple[MosaicMove, ...]:
        """All that are in the race."""
        return tuple(move_of(number, self.mosaic) for number in self.runners["move"].tolist())

    def add(self, playouts: int) -> None:
        """Look at so many more playouts."""
        search(self.states, self.seat, self.runners, self.race, playouts, self.knobs, self.work, self.chance)

    def found(self) -> list[tuple[MosaicMove, int, float]]:
        """The moves, the best of those still in the race first: how often each was tried, and what it promises."""
        visits = self.runners["visits"]
        promise = np.where(visits, self.runners["worth"] / np.maximum(visits, 1), self.runners["result"])
        out = np.arange(visits.size) >= self.race["running"]
        order = np.lexsort((-promise, out))
        rows = zip(self.runners["move"][order].tolist(), visits[order].tolist(), promise[order].tolist(), strict=True)
        return [(move_of(number, self.mosaic), tries, worth) for number, tries, worth in rows]


class JudgedRace(Search):
    """The same, with a net that has half of the say."""

    def __init__(self, learnt: Learnt, view: View, state: State, word: int, **knobs: Any) -> None:
        super().__init__(view, state, word, **knobs)
        self.net, self.room = learnt.net, room_for(learnt.net)

    def add(self, playouts: int) -> None:
        search_judged(
            self.states,
            self.seat,
            self.runners,
            self.race,
            playouts,
            self.knobs,
            self.work,
            self.net,
            self.room,
            self.chance,
        )


def judge(options: SepmosaOptions) -> Learnt | None:
    """The net, if it knows these rules."""
    learnt = shipped("sepmosa", LAYOUT)
    return learnt if learnt.knows(options) else None


def hidden(view: View, other: int) -> dict[str, int]:
    """What is known about the hidden tiles: how many removed ones, and that who passed could play none of its own."""
    passes = view.passes[other] if view.options.passing == "forced" else 0
    return {"hidden": view.removed_left - len(view.removed), "passes": passes}


def warm_up() -> None:
    """Compile, or load from the cache, all that a bot of SEPMOSA calls."""
    game = GAMES["sepmosa"]
    state = game.deal(game.Options(), 2, bytes(32))
    looked = Search(game.view(state, state.mover), state, 1, horizon=2, scale=1.0)
    looked.add(2)
    looked.found()
    looked = JudgedRace(shipped("sepmosa", LAYOUT), game.view(state, state.mover), state, 1, horizon=2, scale=1.0)
    looked.add(2)
