"""After every move of many games: 105 pieces, full racks, seven rows of seven, and a tile to draw."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from septet.bots import BOTS
from septet.games.sepmosa.state import State
from septet.games.sepmosa.tiles import BAG
from tests.playing import AnyGame
from tests.sepmosa.drawing import SEPMOSA

PIECES = Counter([*BAG, "joker"])


def states_of(bot: str, number: int) -> Iterator[State]:
    game: AnyGame = SEPMOSA
    rng = random.Random(f"{bot} {number}")
    state = game.deal(game.Options(), 2, rng.randbytes(32))
    minds = [BOTS["sepmosa"][bot](game, seat, rng) for seat in range(2)]
    while not state.ending:
        plan = minds[state.mover].see(game.view(state, state.mover), 0)
        assert plan is not None
        state = game.apply(state, state.mover, plan.move)
        yield state


def check(state: State) -> None:
    assert Counter(SEPMOSA.study.pieces(state)) == PIECES
    assert len(state.mosaic) <= (48 if not state.ending else 49)
    assert "d0" not in state.mosaic
    assert max(Counter(cell[0] for cell in state.mosaic).values(), default=0) <= 7
    assert [len(rack) for rack in state.racks].count(6) == (2 if state.ending else 1)


def games(bot: str, count: int) -> int:
    """Check every state of so many games; how many moves were made?"""
    moves = 0
    for number in range(count):
        for state in states_of(bot, number):
            check(state)
            moves += 1
    return moves


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "count"), [("random", 30), ("greedy", 60)])
def test_tiles_are_conserved(bot: str, count: int) -> None:
    assert games(bot, count) > 40 * count


@pytest.mark.long
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_tiles_are_conserved_over_five_thousand_games(bot: str, record_property: Callable[[str, object], None]) -> None:
    record_property("moves", games(bot, 5_000))
