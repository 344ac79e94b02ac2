"""Best responses at the end of a game of SEP: no worse than the bot's own play, and OpenSpiel finds the same."""

from pathlib import Path
from typing import Any

import pytest

from tests.strength import program

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def endgames() -> Any:
    return program("endgames")


@pytest.fixture(scope="module")
def small(endgames: Any) -> Any:
    return endgames.kept(Path(__file__).with_name("small.json"))[0]


def test_worlds_are_all_deals_that_look_the_same_to_those_who_see_no_hand(endgames: Any, small: Any) -> None:
    game = endgames.DrawnSep()
    every = endgames.worlds(small)
    seen = game.view(endgames.worlds(small)[0], None)
    assert all(game.view(world, None) == seen for world in every)
    assert len({endgames.said(game.view(world, 0)) + endgames.said(game.view(world, 1)) for world in every}) == 36


@pytest.mark.parametrize("bot", ["random", "novice", "casual", "strong"])
def test_a_best_response_wins_at_least_what_the_bot_itself_wins(endgames: Any, small: Any, bot: str) -> None:
    policy = endgames.policy(bot)
    itself = endgames.played(small, policy)
    for seat, own in ((0, itself), (1, -itself)):
        assert endgames.best_response(small, policy, seat).level >= own - 1e-9


def test_what_is_not_looked_at_lies_between_a_loss_and_a_win(endgames: Any, small: Any) -> None:
    policy = endgames.policy("novice")
    for seat in range(2):
        found = endgames.best_response(small, policy, seat)
        assert -1 - 1e-9 <= found.low <= found.level <= found.high <= 1 + 1e-9


def test_an_endgame_that_is_too_large_is_refused(endgames: Any, small: Any) -> None:
    with pytest.raises(endgames.TooLarge):
        endgames.best_response(small, endgames.policy("novice"), 0, most=20)


def test_open_spiel_finds_the_same_exploitability(endgames: Any, small: Any) -> None:
    from open_spiel.python.algorithms import exploitability

    from tests.strength.spiel import Endgame, OneMove

    policy = endgames.policy("novice")
    ours = sum(endgames.best_response(small, policy, seat).level for seat in range(2)) / 2
    game = Endgame(endgames.worlds(small))
    assert exploitability.exploitability(game, OneMove(game, policy)) == pytest.approx(ours)


@pytest.mark.long
@pytest.mark.parametrize("bot", ["novice", "casual", "strong", "expert"])
def test_every_kept_endgame_has_bounds_for_every_level(endgames: Any, bot: str) -> None:
    row = endgames.measured(bot, endgames.kept())
    assert len(row.each) == len(endgames.kept()) and all(low <= level <= high for low, level, high in row.each)
    assert row.high - row.low <= endgames.OPEN + 0.1
