"""Hints are a function of the view: the same for equal views, legal, and in words of every language."""

import os
import random
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from septet.bots import hints
from septet.bots.engine import COOP, SEP, SEPMOSA
from septet.bots.hints import HELPERS, hint
from septet.bots.hints.hint import Hint
from septet.games import GAMES
from septet.games.options import view_from
from septet.games.sep.moves import Draw
from septet.games.sepmosa.moves import Place
from septet.games.setgame.cards import is_set
from septet.i18n import LANGUAGES, words
from tests.playing import AnyGame

encode = msgspec.json.encode
POSITIONS = 4
IN_ANOTHER_PROCESS = """
import sys, msgspec
from septet.bots.hints import hint
from septet.games import GAMES
from septet.games.options import view_from
for line in sys.stdin:
    name, view = msgspec.json.decode(line)
    game = GAMES[name]
    print(msgspec.json.encode(hint(name, view_from(view, game.views, game.Options))).decode())
"""


def positions(name: str, count: int) -> list[tuple[Any, Any]]:
    """States and views of the seat to move, along a game in which every hint is followed for a while."""
    game: AnyGame = GAMES[name]
    rng = random.Random(name)
    state = game.deal(game.Options(), game.seats.start, rng.randbytes(32))
    found = list[tuple[Any, Any]]()
    while game.outcome(state) is None and len(found) < count:
        seat = min(game.to_move(state))
        view = game.view(state, seat)
        found.append((state, view))
        told = hint(name, view)
        assert told is not None
        state = game.apply(state, seat, told.move)  # or it is refused
    return found


@pytest.mark.parametrize("name", HELPERS)
def test_equal_views_have_equal_hints_whatever_is_hidden_and_their_moves_are_allowed(name: str) -> None:
    game: AnyGame = GAMES[name]
    for _, view in positions(name, POSITIONS):
        other = game.view(game.guess(view, random.Random(1)), view.seat)
        over_a_wire = view_from(msgspec.json.decode(encode(view)), game.views, game.Options)
        told = encode(hint(name, view))
        assert told == encode(hint(name, other)) == encode(hint(name, over_a_wire))
        assert isinstance(msgspec.json.decode(told, type=Hint), Hint)


def test_another_process_has_the_same_hints() -> None:
    """Nothing of it hangs on the order in which Python happens to keep its sets."""
    asked = [(name, view) for name in HELPERS for _, view in positions(name, 2)]
    lines = b"\n".join(encode(one) for one in asked)
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    run = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS], input=lines, capture_output=True, check=True, env=environment
    )
    assert run.stdout.splitlines() == [encode(hint(*one)) for one in asked]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_has_words(language: str) -> None:
    t = words(language)
    for name in HELPERS:
        for _, view in positions(name, POSITIONS):
            told = hint(name, view)
            assert told is not None
            said = [told.part(degree).words(GAMES[name].family, t.of) for degree in (1, 2, 3)]
            assert all(one.endswith((".", "?")) for one in said), said
            assert len({*said}) == 3, said


def test_where_a_tile_goes_is_first_told_by_what_it_lies_next_to() -> None:
    placed = 0
    for _, view in positions("sepmosa", 8):
        told = hint("sepmosa", view)
        assert told is not None
        if isinstance(told.move, Place):
            said = told.part(1).words("sepmosa", words("en").of)
            assert said.startswith("Look at the mosaic, next to ")
            assert f" {told.move.cell}." not in said
            placed += 1
    assert placed > 2


def full(name: str, state: Any) -> str:
    """All that the first seat is told in this position."""
    told = hint(name, GAMES[name].view(state, 0))
    assert told is not None
    return told.part(3).words(GAMES[name].family, words("en").of)


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        ("7-0-0", "It pays 1 token: the sequence 4♦ 5♦ 6♦."),
        ("0-4-3", "It pays 1 token: the sequence 4♦ 5♦ 6♦. 1 is taken from the other."),
    ],
)
def test_the_reason_is_what_a_move_pays_and_from_whom(tokens: str, said: str) -> None:
    sep = GAMES["sep"]
    lines = ["circle: 4D 9C 6D 2S TC 2H.3H.8H", "hand: 5D 2C", "draw: 9S", f"tokens: {tokens}"]
    begun = sep.notation.parse(sep.Options(), lines)
    assert full("sep", sep.apply(begun, 0, Draw())).partition(". ")[2] == said
    told = hint("sep", sep.view(begun, 0))
    assert told is not None
    if isinstance(told.move, Draw):
        assert full("sep", begun).startswith("Draw a number card. Then 5♦ on space ")


def test_of_three_cards_it_is_said_what_makes_them_a_set_and_where_there_is_none_that() -> None:
    """Whatever was shown already belongs to what is told."""
    game = GAMES["set-solo"]
    state = game.deal(game.Options(), 1, bytes(32))
    told = hint("set-solo", game.view(state, 0))
    assert told is not None
    cards = [spot.removeprefix("card-") for spot in told.part(3).spots]
    assert is_set(cards)
    assert {*told.part(3).spots} < {*told.part(1).spots}
    assert {*told.part(2).spots} < {*told.part(3).spots}


def test_who_cannot_decide_anything_gets_none() -> None:
    sep = GAMES["sep"]
    state = sep.deal(sep.Options(start_player="first"), 2, bytes(32))
    assert hint("sep", sep.view(state, 1)) is None


@pytest.mark.parametrize("name", HELPERS)
def test_a_house_that_compiles_nothing_helps_as_well(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what a careful player would do; nothing is said to have been counted."""
    monkeypatch.setattr(hints, "COMPILES", False)
    for engine in (SEP, SEPMOSA, COOP):
        monkeypatch.setattr(engine, "module", None)
        monkeypatch.setattr(engine, "start", lambda: None)
    for _, view in positions(name, 4):
        told = hint(name, view)
        assert told is not None
        assert not {"hint.often", "hint.often_level", "hint.points"} & {one.key for one in told.part(3).said}
