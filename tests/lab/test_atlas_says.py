"""What the page says of the atlas in sentences: the same numbers in every language, and those of the file."""

import re
from typing import Any

import pytest

from septet.games.options import say
from septet.i18n import words
from septet.lab.atlas_file import SENTENCES, EffectSizes, shipped

NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
Reading = tuple[str, Any]


def numbers(game: str, sentence: int, language: str) -> list[float]:
    said = words(language)(f"web.atlas.says.{game}.{sentence}", rule="")
    return sorted(float(one.replace(",", ".")) for one in NUMBER.findall(said))


@pytest.mark.parametrize(
    ("game", "sentence"), [(game, n + 1) for game, said in SENTENCES.items() for n in range(len(said))]
)
def test_a_sentence_has_the_same_numbers_in_every_language(game: str, sentence: int) -> None:
    assert numbers(game, sentence, "en") == numbers(game, sentence, "fr") == numbers(game, sentence, "nl")


def effect(game: str, *readings: Reading) -> EffectSizes:
    atlas = shipped(game)
    wanted = set()
    for option, value in readings:
        rule = next(at for at, one in enumerate(atlas.factors) if one.option == option)
        wanted.add((rule, [say(one) for one in atlas.factors[rule].values].index(say(value))))
    for one in atlas.effects:
        found = {(one.effect.rule, one.effect.value)}
        if one.effect.other_rule is not None and one.effect.other_value is not None:
            found.add((one.effect.other_rule, one.effect.other_value))
        if found == wanted:
            return one
    raise AssertionError(readings)


def size(game: str, figure: str, *readings: Reading) -> float:
    return effect(game, *readings).sizes[shipped(game).figures.index(figure)]


SUIT: Reading = ("action_match", "all_removed")
CENTRE: Reading = ("token_empty_centre", "return_only")


@pytest.mark.parametrize(
    ("game", "sentence", "found"),
    [
        ("sep", 2, [size("sep", "turns", SUIT), -100 * size("sep", "ending.seven", SUIT)]),
        (
            "sep",
            3,
            [
                size("sep", "turns", CENTRE),
                -100 * size("sep", "ending.seven", CENTRE),
                -size("sep", "turns", SUIT, CENTRE),
            ],
        ),
        ("sep", 5, [size("sep", "turns", ("reserve_take", "free"))]),
        ("sep", 6, [-size("sep", "turns", ("tie_mode", "draw")), 100 * size("sep", "tie", ("tie_mode", "draw"))]),
        (
            "sepmosa",
            1,
            [-size("sepmosa", "turns", ("float_bonus", "11-12-13")), shipped("sepmosa").means[0][0]],
        ),
    ],
)
def test_its_numbers_are_those_of_the_file(game: str, sentence: int, found: list[float]) -> None:
    assert numbers(game, sentence, "en") == sorted(float(round(one)) for one in found)


def test_nobody_wins_by_beginning() -> None:
    atlas = shipped("sep")
    shares = [100 * row[atlas.figures.index("first")] for row in atlas.means]
    assert [round(min(shares), 1), round(max(shares), 1)] == numbers("sep", 1, "en")
