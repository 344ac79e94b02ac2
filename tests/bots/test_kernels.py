"""The compiled twins say what the rules say: random games through both, with random options, move by move."""

import os
import random
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sep.combinations import cards_between, line_of, run_through
from septet.bots.kernels.sep.playouts import apply_one, deal_all, legal_moves, play_out_many
from septet.bots.kernels.sep.records import STATE, to_record, to_state
from septet.bots.kernels.sep.tables import ACTIONS, ENDINGS, MOVES, NUMBERS, option_number
from septet.games import GAMES
from septet.games.chance import Stream
from septet.games.sep.cards import VALUES
from septet.games.sep.combinations import runs_through
from septet.games.sep.duel import Sep
from septet.games.sep.moves import ALL_MOVES
from septet.games.sep.options import SharedOptions
from septet.games.sep.rules import CircleGame
from septet.games.sep.solo import SepSolo
from septet.games.sep.state import State
from tests.playing import random_options


class Overheard(CircleGame):
    """A game that tells in which order it shuffled."""

    orders: list[tuple[str, ...]]

    def shuffle(self, state: State, cards: Iterable[str], stream: Stream) -> tuple[str, ...]:
        order = super().shuffle(state, cards, stream)
        self.orders.append(order)
        return order


class OverheardSep(Overheard, Sep):
    pass


class OverheardSolo(Overheard, SepSolo):
    pass


@pytest.mark.parametrize("ace", ["cyclic", "high_low", "low"])
def test_every_run_through_a_card_is_that_of_the_rules(ace: Any) -> None:
    options = np.zeros(1, STATE)[0]["options"]
    options["combo_ace"] = option_number("combo_ace", ace)
    for field in range(1024):
        if field.bit_count() > 6:  # there are six top cards
            continue
        shown = frozenset(f"{value}C" for at, value in enumerate(VALUES) if field >> at & 1)
        line = line_of(options, field, 0)
        for card in shown:
            at = VALUES.index(card[0])
            for which, run in enumerate(runs_through(SharedOptions(combo_ace=ace), shown, card)):
                start, end = run_through(options, line, at, which)
                assert end - start == len(run), (shown, card)
                assert cards_between(start, end) == sum(1 << VALUES.index(one[0]) for one in run), (shown, card)


def comparable(state: State) -> dict[str, Any]:
    """All of a state but its seed, and what only tells of the last move."""
    fields = {name: getattr(state, name) for name in state.__struct_fields__ if name not in {"seed", "last"}}
    return fields | {"last": state.last and state.last.move}


def lockstep(game: Overheard, rng: random.Random, most: int) -> int:
    """Play a random game through rules and twin; the number of moves made."""
    game.orders = []
    state = game.deal(random_options(game, rng), game.seats.start, rng.randbytes(32))
    record, chance = np.zeros(1, STATE)[0], new_chance(1)
    to_record(state, record)
    moves = np.zeros(24, np.int16)
    for number in range(most):
        legal = game.legal(game.view(state, state.mover))
        count = legal_moves(record, moves)
        assert [ALL_MOVES[move] for move in moves[:count]] == list(legal)
        if not legal:
            return number
        move = rng.choice(legal)
        game.orders = []
        state = game.apply(state, state.mover, move)
        give(chance, game.orders)
        apply_one(record, MOVES[move], chance)
        assert chance["wrong"] == 0
        assert chance["taken"] == len(game.orders)
        assert comparable(to_state(record, state.seed)) == comparable(state)
    return most


def give(chance: Any, orders: list[tuple[str, ...]]) -> None:
    """The orders of the shuffles that the next move makes."""
    chance["given"], chance["taken"] = 8, 0
    for number, order in enumerate(orders):
        codes = NUMBERS if order[0] in NUMBERS else ACTIONS
        chance["orders"][number][: len(order)] = [codes[card] for card in order]


def many(moves: int, seed: str) -> None:
    rng = random.Random(seed)
    for game in (OverheardSep(), OverheardSolo()):
        made = 0
        while made < moves:
            made += lockstep(game, rng, moves - made)


def test_rules_and_twin_agree_move_by_move() -> None:
    many(2_000, "lockstep")


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_rules_and_twin_agree_over_a_million_moves(part: int) -> None:
    many(50_000, f"long {part}")


def batch(name: str, games: int) -> Any:
    game = GAMES[name]
    states = np.zeros(games, STATE)
    to_record(game.deal(game.Options(), game.seats.start, bytes(32)), states[0])
    states[:] = states[0]
    deal_all(states, new_chance(7))
    return states


@pytest.mark.parametrize("name", ["sep", "sep-solo"])
def test_many_games_end_alike_on_one_core_and_on_two(name: str) -> None:
    one, two = batch(name, 1_200), batch(name, 1_200)
    assert play_out_many(one, 5) == play_out_many(two, 5, threads=2)
    assert (one["turn"] == two["turn"]).all()
    assert all(GAMES[name].outcome(to_state(record, bytes(32))) for record in one[:50])
    tokens = one["centre"] + one["players"]["tokens"].sum(axis=1)
    assert set(tokens) == {7}


def test_games_dealt_and_played_by_the_twin_are_as_long_as_those_of_the_rules() -> None:
    """Section 6 of the rules: uniform random play takes 134 turns, and one game in sixty ends by seven tokens."""
    states = batch("sep", 4_000)
    play_out_many(states, 1)
    assert 132 < states["turn"].mean() < 136
    assert 0.008 < (states["ending"] == ENDINGS.index("seven")).mean() < 0.03
    assert 0.45 < (states["mover"] == 0).mean() < 0.55


def test_the_twin_stays_inside_its_arrays(tmp_path: Any) -> None:
    code = "from tests.bots.test_kernels import many; many(800, 'bounds')"
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "SEPTET_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
