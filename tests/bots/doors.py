"""Goes through every door into the compiled twins, as bots, batches, reviews, studies and puzzles do.

`python -m tests.bots.doors` tells which functions this process had to compile, and which doors nobody went through.
"""

import sys
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import msgspec
import numpy as np
from numba.core import event
from numba.core.caching import NullCache
from numba.core.dispatcher import Dispatcher

import septet
from septet.bots import kernels
from septet.envs.batched import BATCHED, SepmosaBatch
from septet.games import GAMES
from septet.lab import playouts as lab_playouts
from septet.lab.curricula import CURRICULA, TAUGHT
from septet.lab.rule_sets import RuleSet
from septet.lab.training import TrainingPlan, begun, train
from septet.lab.twins import Twin, hope
from septet.review.valuer import compare, value
from tests.lab.each_game import written_apart


class Told(msgspec.Struct):
    compiled: list[str]  # here and now
    missed: list[str]  # doors that the cache had not
    closed: list[str]  # doors that were not gone through


class Compiling(event.Listener):
    """Hears what is compiled, doors and whatever lies behind them."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def on_start(self, event: Any) -> None:
        self.heard.append(name_of(event.data["dispatcher"]))

    def on_end(self, event: Any) -> None:
        pass


def name_of(dispatcher: Any) -> str:
    return f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__qualname__}"


def doors() -> list[Any]:
    """Every function that Python may call: those with a cache."""
    names = [module.name for module in walk_packages(kernels.__path__, f"{kernels.__name__}.")]
    found: dict[str, Any] = {}
    for module in map(import_module, [*names, "septet.puzzles.twins"]):
        compiled: list[Any] = [thing for thing in vars(module).values() if isinstance(thing, Dispatcher)]
        found |= {name_of(thing): thing for thing in compiled if not isinstance(thing._cache, NullCache)}
    return list(found.values())


def bots() -> None:
    for name in ("sep.engine", "sepmosa.engine", "setgame.coop"):
        import_module(f"{kernels.__name__}.{name}").warm_up()


def random_play() -> None:
    lab_playouts.answer(b'{"seed": 1, "games": 2}')
    new_chance = import_module(f"{kernels.__name__}.chance").new_chance
    for name in ("sep", "sepmosa"):
        playouts = import_module(f"{kernels.__name__}.{name}.playouts")
        records = import_module(f"{kernels.__name__}.{name}.records")
        game, states = GAMES[name], np.zeros(1, records.STATE)
        records.to_record(game.deal(game.Options(), 2, bytes(32)), states[0])
        playouts.deal_all(states, new_chance(1))
        mosaic = name == "sepmosa"
        room: Any = records.new_work() if mosaic else np.empty(400, np.int16)
        assert playouts.legal_moves(states[0], room)
        move = int((room["moves"] if mosaic else room)[0])
        playouts.apply_one(states[0], move, *([room] if mosaic else []), new_chance(1))
        playouts.play_out_many(states, 1, 2)
        words, made = np.ones(states.size, np.uint64), np.zeros(states.size, np.int32)
        playouts.play_out_each(states, words, made, room, new_chance(1))


def batches() -> None:
    for name in BATCHED:
        for threads in (1, 2):
            with septet.batch(name, 3, threads=threads) as games:
                moves, _ = games.legal()
                first = np.zeros(3, np.int32) if name == "sepmosa" else moves[:, 0].astype(np.int32)
                games.step(first)
                for ask in (games.mask, games.observe, games.oracle, games.to_move, games.scores):
                    ask()
                games.observe(seats=np.zeros(3, np.int8))
                if isinstance(games, SepmosaBatch):
                    games.features()


def reviews() -> None:
    for name in BATCHED:
        game = GAMES[name]
        state = game.deal(game.Options(), game.seats.start, bytes(32))
        view = game.view(state, next(iter(game.to_move(state))))
        value(game, state, 2, "doors")
        compare(game, view, game.legal(view)[:2], 2, "doors")


def studies() -> None:
    for name in BATCHED:
        game = GAMES[name]
        usual = RuleSet(msgspec.structs.asdict(game.Options()))
        Twin(name, (usual, usual)).play(("greedy",) * game.seats.start, "doors", range(1))
        if game.seats.start > 1:
            hope(name, game.deal(game.Options(), game.seats.start, bytes(32)))


def training() -> None:
    nets = import_module(f"{kernels.__name__}.nets")
    for name in TAUGHT:
        learning = begun(TrainingPlan(game=name, rounds=1, positions=2_000))
        train(learning)
        row = np.zeros(CURRICULA[name].signs, np.float32)
        nets.promise_of(learning.net, row, -1, nets.layers_for(learning.net), np.zeros(18))
        if name != "sepmosa":
            written_apart(name, learning.net, CURRICULA[name].quick, np.ones(1, np.uint64), 200)


def puzzles() -> None:
    circle, mosaic = (import_module(f"septet.puzzles.{name}") for name in ("circle", "mosaic"))
    state = next(circle.games("doors"))[3]
    circle.at_first_sight(state)
    assert circle.moves_in(state)
    mosaic.counted(next(mosaic.games("doors"))[3])


def main() -> None:
    compiling = Compiling()
    event.register("numba:compile", compiling)  # type: ignore[no-untyped-call]
    for part in (bots, random_play, batches, reviews, studies, training, puzzles):
        part()
    every = doors()
    missed = [name_of(door) for door in every if door.stats.cache_misses]
    closed = [name_of(door) for door in every if not door.signatures]
    sys.stdout.buffer.write(msgspec.json.encode(Told(compiling.heard, missed, closed)))


if __name__ == "__main__":
    main()
