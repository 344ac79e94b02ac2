"""Best moves are claimed with 99 % intervals, however often somebody looks."""

from typing import Any

import numpy as np
import pytest

from septet.games.sep.moves import Discard
from septet.puzzles import judged
from septet.puzzles.judged import EQUAL, MISSED, WORSE, Position, proved

CASES = 3_000
FEWER = 5  # times fewer playouts than there really are, each of them as much surer
BEST, OTHER = Discard("2H"), Discard("3H")


class Drawn(Position, frozen=True):
    """A position with two moves whose worths are known: what playouts say of them is drawn."""

    behind: float
    chance: Any

    def results(self, moves: tuple[Any, ...], words: Any) -> Any:
        each = self.chance.standard_normal((len(words), len(moves))) * 0.3 / np.sqrt(FEWER)
        return 0.5 - np.array([self.behind * (move == OTHER) for move in moves]) + each


@pytest.fixture(autouse=True)
def fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "VALUED", tuple(count // FEWER for count in judged.VALUED))


def claimed(behind: float, right: tuple[Any, ...]) -> float:
    """How often it is called proved."""
    chance = np.random.default_rng(7)
    known: Any = None
    found = [Drawn(known, None, 0, known, (BEST, OTHER), behind=behind, chance=chance) for _ in range(CASES)]
    return sum(proved(one, right, str(at)) is not None for at, one in enumerate(found)) / CASES


def test_a_move_that_is_hardly_five_points_worse_is_called_so_in_one_case_of_two_hundred_at_most() -> None:
    """An interval misses in one of a hundred cases, to either side equally often."""
    assert claimed(WORSE, (BEST,)) <= MISSED / 2
    assert claimed(WORSE + 0.03, (BEST,)) > 0.9, "what is clear is found"


def test_that_would_not_hold_if_every_look_had_all_of_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "Z", judged.HOPELESS)
    assert claimed(WORSE, (BEST,)) > MISSED / 2


def test_moves_that_lie_one_point_apart_are_hardly_ever_called_equal() -> None:
    assert claimed(EQUAL, (BEST, OTHER)) <= MISSED / 2
