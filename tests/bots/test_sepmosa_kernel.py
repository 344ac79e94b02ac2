"""The compiled twin of SEPMOSA says what the rules say: random games through both, with random options."""

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sepmosa.playouts import apply_one, deal_all, legal_moves, play_out_many
from septet.bots.kernels.sepmosa.records import STATE, move_of, new_work, to_record, to_state
from septet.bots.kernels.sepmosa.tables import KIND
from septet.games import GAMES
from septet.games.chance import Stream
from septet.games.options import heard
from septet.games.sepmosa.moves import number_of
from septet.games.sepmosa.options import SepmosaOptions
from septet.games.sepmosa.rules import Sepmosa
from septet.games.sepmosa.state import State
from septet.games.sepmosa.tiles import BAG, NUMBER_TILES, Tiles
from tests.playing import random_options
from tests.sepmosa.drawing import drawn, plain, played

DYING = (
    "a . . . . . . B5 B4 . .; b . . . . . O6 B6 K4 . .; c . O1 R5 K5 B5 O5 R6 R4 . .; "
    "d . * . K6 K7 K8 K9 K10 K1 K2; e B7 . B7 B6 . . . . . .; f O7 R7 K7 . . . . . . .; rack: O11"
)


class Overheard(Sepmosa):
    """A game that tells in which order it shuffled."""

    orders: list[Tiles]

    def shuffle(self, state: State, tiles: Iterable[str], stream: Stream) -> Tiles:
        order = super().shuffle(state, tiles, stream)
        self.orders.append(order)
        return order


def comparable(state: State) -> dict[str, Any]:
    """All of a state but its seed and what tells of the last move."""
    return {name: getattr(state, name) for name in state.__struct_fields__ if name not in {"seed", "last"}}


def lockstep(state: State, rng: random.Random, most: int) -> int:
    """Play on at random through rules and twin; the number of moves made."""
    game = Overheard()
    record, chance, work = np.zeros(1, STATE)[0], new_chance(1), new_work()
    to_record(state, record)
    for number in range(most):
        legal = game.legal(game.view(state, state.mover))
        numbers = work["moves"][: legal_moves(record, work)].tolist()
        assert numbers == list(map(number_of, legal))
        if not legal:
            return number
        chosen = rng.randrange(len(legal))
        move = legal[chosen]
        assert move_of(numbers[chosen], state.mosaic) == move
        game.orders = []
        before, state = state, game.apply(state, state.mover, move)
        give(chance, game.orders)
        apply_one(record, numbers[chosen], work, chance)
        assert chance["wrong"] == 0
        assert chance["taken"] == len(game.orders)
        assert comparable(to_state(record, state.seed)) == comparable(state)
        assert work["points"] == state.scores[before.mover] - before.scores[before.mover]
        assert record["last"] == numbers[chosen]
    return most


def give(chance: Any, orders: list[Tiles]) -> None:
    """The orders of the shuffles that the next move makes."""
    chance["given"], chance["taken"] = 8, 0
    for number, order in enumerate(orders):
        chance["orders"][number][: len(order)] = [KIND[tile] for tile in order]


def many(moves: int, seed: str) -> None:
    rng, game, made = random.Random(seed), GAMES["sepmosa"], 0
    while made < moves:
        made += lockstep(game.deal(random_options(game, rng), 2, rng.randbytes(32)), rng, moves - made)


def test_rules_and_twin_agree_move_by_move() -> None:
    many(1_500, "lockstep")


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_rules_and_twin_agree_over_a_million_moves(part: int) -> None:
    many(50_000, f"long {part}")


@pytest.mark.parametrize("options", ["", "dup_join=off", "dead_reset=off", "stall_reset=2"])
def test_rules_and_twin_agree_where_a_mosaic_dies(options: str) -> None:
    """An 11 takes the last tile beside the joker; all others float, and nothing fits."""
    state = plain(drawn(DYING, options))
    dead = played(state, "O11xc0")
    assert dead.rescues == (options in {"", "stall_reset=2"})
    rng = random.Random(options)
    for _ in range(20):
        lockstep(state, rng, 30)
        lockstep(dead, rng, 30)


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("options", ["", "dup=rowcol", "joker_break=off", "width=box8", "m49=connected"])
def test_rules_and_twin_agree_on_a_mosaic_as_wide_as_can_be(options: str, side: int) -> None:
    """Forty-nine tiles reach forty columns, where the board of the twin ends."""
    rng = random.Random(options)
    for _ in range(40):
        lockstep(wide(heard(SepmosaOptions, options), side, rng), rng, 6)


def wide(options: SepmosaOptions, side: int, rng: random.Random) -> State:
    """Forty-eight tiles in a chain up, along the first row, down to the next, and so on to column 39."""
    chain, column = ["c0", "b0"], 0
    for row, long in zip("abcdefg", (7, 6, 6, 7, 7, 7, 6), strict=True):
        chain += [f"{row}{side * at:+d}" if at else f"{row}0" for at in range(column, column + long)]
        column += long - 1
    lying = rng.sample(2 * NUMBER_TILES, len(chain))
    rest = list((Counter(BAG) - Counter(lying)).elements())
    rng.shuffle(rest)
    mosaic = dict(zip(chain, lying, strict=True))
    racks = (tuple(rest[:7]), tuple(rest[7:13]))
    return State(options, bytes(32), mosaic=mosaic, racks=racks, pool=tuple(rest[13:]))


def batch(games: int) -> Any:
    game = GAMES["sepmosa"]
    states = np.zeros(games, STATE)
    to_record(game.deal(game.Options(), 2, bytes(32)), states[0])
    states[:] = states[0]
    deal_all(states, new_chance(7))
    return states


def test_many_games_end_alike_on_one_core_and_on_two() -> None:
    one, two = batch(250), batch(250)
    assert play_out_many(one, 5) == play_out_many(two, 5, threads=2)
    assert (one["moves"] == two["moves"]).all()
    assert all(GAMES["sepmosa"].outcome(to_state(record, bytes(32))) for record in one[:20])
    tiles = [*GAMES["sepmosa"].study.pieces(to_state(one[0], bytes(32)))]
    assert len(tiles) == 105


def test_games_dealt_and_played_by_the_twin_are_as_long_as_those_of_the_rules() -> None:
    """Section 6 of the rules: uniform random play takes 309 turns; a margin of four standard errors."""
    states = batch(1_500)
    play_out_many(states, 1)
    assert 300 < states["moves"].mean() < 318
    assert (states["resets"] > 0).mean() > 0.98
    assert 0.45 < (states["scores"].argmax(axis=1) == 0).mean() < 0.55


@pytest.mark.long
def test_the_twin_stays_inside_its_arrays(tmp_path: Any) -> None:
    code = "from tests.bots.test_sepmosa_kernel import many; many(20_000, 'bounds')"
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "SEPTET_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
