"""What the page says of the pictures of the rule books: played by the rules, in words without signs."""

import re

import pytest

from septet.games import GAMES
from septet.games.pictures import blocks
from septet.i18n.books import rule_book
from septet.server.http.books import Tried, examples

LANGUAGES = ("en", "fr", "nl")
SIGNS = re.compile(r"\b([a-z]+_[a-z_]+|[123][RGP][OBD][FHE]|[A2-9TJQK][CDHS]|[KRBO](1[0-3]|[1-9])|P\d)\b")
every_book = pytest.mark.parametrize(("game", "language"), [(game, one) for game in GAMES for one in LANGUAGES])


def tries(game: str, language: str = "en") -> list[Tried]:
    return [one for picture in examples(game, language) for one in picture]


@every_book
def test_every_picture_has_its_tries(game: str, language: str) -> None:
    found = GAMES[game]
    pictures = list(blocks(rule_book(type(found), found.book, language)))
    told = examples(game, language)
    assert len(told) == len(pictures)
    for picture, all_tries in zip(pictures, told, strict=True):
        assert [one.text for one in all_tries] == [
            line.partition("#")[0].strip() for _, line in picture.lines if "=>" in line.partition("#")[0]
        ]


@every_book
def test_a_refusal_has_words_and_no_signs(game: str, language: str) -> None:
    for one in tries(game, language):
        assert (one.refused is None) == (one.why == "") == ("refused" not in one.text)
        assert not SIGNS.search(one.why), one.why


def test_a_try_tells_what_happened() -> None:
    passed = next(one for one in tries("sep") if one.text.startswith("d ~3C"))
    assert [step.move.__class__.__name__ for step in passed.steps] == ["Draw", "Pass"]
    assert passed.steps[-1].last["returned"] == 1
    assert passed.gain == -1


def test_nobody_is_told_a_card_that_the_picture_does_not_name() -> None:
    drawn = [step for one in tries("sep") for step in one.steps if type(step.move).__name__ == "Draw"]
    assert drawn
    assert {step.last["card"] for step in drawn} == {None}


def test_house_rules_and_moves_that_may_be_made_are_told_apart() -> None:
    free = next(one for one in tries("sep") if one.text == "{reserve_take=free} => legal r")
    assert free.options == {"reserve_take": "free"}
    assert [type(step.move).__name__ for step in free.may] == ["TakeReserve"]
    assert free.may_not == ()


def test_remarks_belong_to_the_try_below_them() -> None:
    noted = next(one for one in tries("sep") if one.text.startswith("r 8H@e => 0"))
    assert noted.note == "another card than the taken one"


def test_the_end_of_a_game_is_told() -> None:
    assert {one.ended for one in tries("sep")} == {"", "wins", "loses", "tie", "over"}
