"""Options of any game: from text, from records, and back."""

import random
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from septet.games import GAMES
from septet.games.errors import BadOption
from septet.games.houses import group_of, in_groups
from septet.games.options import Choice, choices, from_values, heard, said, say
from tests.playing import AnyGame, random_options

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """Options of no game: one of each kind."""

    ace: Literal["high", "low"] = "low"
    six: Literal[2, 3] = 2
    swap: bool = True
    piles: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3


def refused(text: str) -> BadOption:
    with pytest.raises(BadOption) as refusal:
        heard(Rules, text)
    return refusal.value


def test_options_are_what_the_struct_says() -> None:
    assert choices(Rules) == {
        "ace": Choice("ace", "low", ("low", "high")),
        "six": Choice("six", 2, (2, 3)),
        "swap": Choice("swap", True, (True, False)),
        "piles": Choice("piles", 3, low=1, high=9),
    }


def test_the_usual_value_comes_first() -> None:
    assert [choice.range_text() for choice in choices(Rules).values()] == ["low|high", "2|3", "on|off", "1-9"]


def test_only_switches_words_and_bounded_numbers_are_options() -> None:
    class Strange(msgspec.Struct):
        when: float = 0.5

    with pytest.raises(TypeError, match="when is none of them"):
        choices(Strange)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("", Rules()),
        ("ace=high", Rules(ace="high")),
        (" six = 3 ,swap=off;piles=9 ", Rules(six=3, swap=False, piles=9)),
        ("swap=on,,", Rules()),
    ],
)
def test_options_are_heard(text: str, rules: Rules) -> None:
    assert heard(Rules, text) == rules


def test_only_what_is_unusual_is_said() -> None:
    assert said(Rules()) == ""
    assert said(Rules(ace="high", swap=False, piles=1)) == "ace=high, swap=off, piles=1"


@pytest.mark.parametrize(("value", "text"), [(True, "on"), (False, "off"), (3, "3"), ("low", "low")])
def test_values_are_said_as_people_write_them(value: Any, text: str) -> None:
    assert say(value) == text


@pytest.mark.parametrize(
    ("text", "code", "facts"),
    [
        ("ace", "no_value", {"name": "ace"}),
        ("ace=low, ace=low", "twice", {"name": "ace"}),
        ("king=low", "unknown", {"name": "king", "known": "ace, six, swap, piles"}),
        ("ace=middle", "bad_value", {"name": "ace", "value": "middle", "values": "low|high"}),
        ("six=4", "bad_value", {"name": "six", "value": "4", "values": "2|3"}),
        ("six=two", "bad_value", {"name": "six", "value": "two", "values": "2|3"}),
        ("swap=true", "bad_value", {"name": "swap", "value": "true", "values": "on|off"}),
        ("swap=1", "bad_value", {"name": "swap", "value": "1", "values": "on|off"}),
        ("piles=0", "bad_value", {"name": "piles", "value": "0", "values": "1-9"}),
        ("piles=10", "bad_value", {"name": "piles", "value": "10", "values": "1-9"}),
        ("piles=-1", "bad_value", {"name": "piles", "value": "-1", "values": "1-9"}),
        ("piles=٣", "bad_value", {"name": "piles", "value": "٣", "values": "1-9"}),
        ("piles=99999999999999999999", "bad_value", {"name": "piles"}),
        ("piles=", "bad_value", {"name": "piles", "value": "", "values": "1-9"}),
        ("=low", "unknown", {"name": ""}),
    ],
)
def test_what_is_no_option_is_refused(text: str, code: str, facts: dict[str, str]) -> None:
    refusal = refused(text)
    assert refusal.code == code
    assert facts.items() <= refusal.facts.items()


@pytest.mark.parametrize(
    "values",
    [
        {"swap": 1},
        {"swap": "on"},
        {"six": True},
        {"six": 2.0},
        {"piles": True},
        {"piles": "3"},
        {"ace": None},
        {"ace": []},
    ],
)
def test_a_record_has_values_of_the_right_kind(values: dict[str, Any]) -> None:
    with pytest.raises(BadOption) as refusal:
        from_values(Rules, values)
    assert refusal.value.code == "bad_value"


def test_a_record_may_leave_out_what_is_usual() -> None:
    assert from_values(Rules, {"piles": 5}) == Rules(piles=5)


@given(some.text())
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    try:
        rules = heard(Rules, text)
    except BadOption:
        return
    assert heard(Rules, said(rules)) == rules


@every_game
def test_every_value_of_every_option_is_said_and_heard(game: AnyGame) -> None:
    for choice in choices(game.Options).values():
        for value in choice.values or (choice.low, choice.default, choice.high):
            try:
                options = from_values(game.Options, {choice.name: value})
            except BadOption as refusal:
                assert refusal.code == "needs"
                continue
            assert heard(game.Options, said(options)) == options
            assert getattr(heard(game.Options, f"{choice.name}={say(value)}"), choice.name) == value


@every_game
def test_options_stand_in_groups_and_none_is_left_out(game: AnyGame) -> None:
    mine = choices(game.Options)
    ordered = in_groups(game.family, mine)
    assert sorted(one.name for one in ordered) == sorted(mine)
    named = [group_of(game.family, one.name) for one in ordered if group_of(game.family, one.name)]
    assert named == sorted(named, key=list(dict.fromkeys(named)).index), "each group stands together"


@every_game
def test_options_travel_in_records(game: AnyGame) -> None:
    for number in range(100):
        options = random_options(game, random.Random(number))
        sent = msgspec.json.decode(msgspec.json.encode(options))
        assert from_values(game.Options, sent) == options


@every_game
def test_options_cannot_be_changed(game: AnyGame) -> None:
    options = game.Options()
    name = next(iter(choices(game.Options)))
    with pytest.raises(AttributeError):
        setattr(options, name, None)
