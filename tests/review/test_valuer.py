"""The valuer: what is known goes in, and nothing else; chance comes from its seed."""

import random
from typing import Any

import numpy as np
import pytest

from septet.games import GAMES
from septet.games.game import Game
from septet.games.log import Log
from septet.review.valuer import REFERENCE, compare, opened, seen_by, value, worlds
from septet.study.choosing import by_choice
from tests.review.games import played

TWO = ("sep", "sepmosa")
ALL = (*TWO, "sep-solo")


def halfway(name: str) -> tuple[Game[Any, Any, Any], Any, Any]:
    """A game, a state in its middle in which there is a choice, and what its mover sees."""
    game = GAMES[name]
    made = played(name)
    for table in made.tables[len(made.tables) // 2 :]:
        (mover,) = game.to_move(table.state)
        view = game.view(table.state, mover)
        if len(game.legal(view)) > 1:
            return game, table.state, view
    raise AssertionError("no choice in the second half")


def known_before(made: Log) -> bool:
    """Did its last move bring nothing up?"""
    entry = made.entries[-1]
    assert entry.seat is not None
    return by_choice(made.game, made.tables[-2].state, entry.seat, entry.move) is not None


@pytest.mark.parametrize("name", ALL)
def test_a_seed_gives_the_same_figures_and_another_seed_gives_others(name: str) -> None:
    game, state, view = halfway(name)
    moves = game.legal(view)
    assert value(game, state, 60, "a") == value(game, state, 60, "a")
    assert value(game, state, 60, "a") != value(game, state, 60, "b")
    assert compare(game, view, moves, 60, "a") == compare(game, view, moves, 60, "a")


def test_more_worlds_begin_with_the_same_ones() -> None:
    assert worlds("a", 10).tolist() == worlds("a", 50).tolist()[:10]


@pytest.mark.parametrize("name", TWO)
def test_what_the_mover_cannot_see_changes_none_of_its_figures(name: str) -> None:
    """The hidden cards are dealt anew, so that the view stays: the state that is looked at must not matter."""
    game, _, view = halfway(name)
    other = game.guess(view, random.Random(5))
    assert game.view(other, view.seat) == view
    known = seen_by(game, view, "a")
    swapped = type(known)(known.game, other, known.seat, view)
    moves = game.legal(view)
    one, two = (found.results(moves, worlds("w", 400)).mean(axis=0) for found in (known, swapped))
    assert np.abs(one - two).max() < 0.12  # other worlds of the same distribution


@pytest.mark.parametrize("name", TWO)
def test_with_open_hands_the_hands_matter(name: str) -> None:
    game, _, view = halfway(name)
    guesses = [game.guess(view, random.Random(number)) for number in range(8)]
    found = {round(value(game, state, 300, "a").value, 3) for state in guesses}
    assert len(found) > 1


@pytest.mark.parametrize("name", ALL)
def test_what_the_reference_hand_plays_is_worth_what_one_of_the_moves_is_worth(name: str) -> None:
    """In every world to the last bit: the same move meets the same chance, whoever chose it."""
    game = GAMES[name]
    for table in played(name).tables[4:-1:3]:
        (mover,) = game.to_move(table.state)
        moves = game.legal(game.view(table.state, mover))
        results = opened(game, table.state).results((REFERENCE, *moves), worlds("a", 40))
        assert all(hand in others for hand, *others in results.tolist())


@pytest.mark.parametrize("name", ALL)
def test_the_last_move_of_a_game_is_worth_its_result(name: str) -> None:
    """Where no other card could have come up."""
    games = (played(name, seed=f"last {number}") for number in range(20))
    made = next(one for one in games if known_before(one))
    result = opened(made.game, made.tables[-2].state).results((made.entries[-1].move,), worlds("a", 5))
    outcome = made.outcome
    assert outcome is not None
    if name == "sep-solo":
        expected = float(sum(made.table.state.points))
    else:
        expected = 0.5 if len(set(outcome.places)) == 1 else float(outcome.places[0] == 1)
    assert (result == expected).all()


def test_the_first_seat_is_counted_for_whoever_looks() -> None:
    """A lead is a lead, and what it is worth to one is what it costs the other."""
    game, _, view = halfway("sep")
    moves = game.legal(view)
    own = compare(game, view, moves, 200, "a")
    first = seen_by(game, view, "a").results(moves, worlds("a", 200)).mean(axis=0)
    expected = first if view.seat == 0 else 1 - first
    assert [one.value for one in own] == pytest.approx(expected.tolist())
