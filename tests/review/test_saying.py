"""Reviews in sentences, as somebody reads them who has never seen one."""

import pytest

from septet.i18n import LANGUAGES, words
from septet.review.counted import review
from septet.review.report import Decision, Estimate, Eyes, Luck, Valued
from septet.review.saying import decimal, level_of, sentences
from tests.review.drawn import NAMES, drawn
from tests.review.test_odds import TWO
from tests.review.test_overlooked import SCOUT, SETUP, TWENTY, TWO_SETS
from tests.review.test_packing import LAYOUT


def said(game: str, drawing: str, moves: str, options: str = "", language: str = "en") -> list[str]:
    return sentences(review(drawn(game, drawing, moves, options)), NAMES, words(language))


@pytest.mark.parametrize(
    ("game", "drawing", "moves", "options", "sentence"),
    [
        (
            "set",
            f"players: 2\n{TWO_SETS}",
            "P2:noset",
            "",
            "   1  Bob says that there is no set, but there are 2, such as 2ROF 2ROH 2ROE.",
        ),
        (
            "set",
            f"players: 2\n{TWO_SETS}",
            "P1:call P1:pick=2ROF P1:pick=2ROH P1:pick=2RBE",
            "",
            "   4  Ann shows 2ROF 2ROH 2RBE, which is no set. Two alike and one not: shape.",
        ),
        (
            "setup",
            SETUP,
            "P1:play=1POF P3:challenge=1ROF,1GOF",
            "setup_window_s=0",
            "   1  Ann lays 1POF, which makes a set: 1ROF 1GOF 1POF. Somebody saw it. "
            "Safe would have been 2GBH, 2PDF, 3RDE.",
        ),
        (
            "scout",
            SCOUT,
            "P1:scout=1GDE P1:commit=1RBE,1POE P2:second=1GOE",
            "",
            "   3  Bob answers 1GDE with 1GOE: no set. There was 1RBE 1GDE 1POE.",
        ),
        (
            "twenty",
            TWENTY,
            "P1:call P1:pick=3GBE P1:pick=1GBE P1:pick=2GBE",
            "",
            "   4  Ann takes 3GBE 1GBE 2GBE, with own cards: 1. With 1ROF 2ROF 3ROF it would have been 2.",
        ),
        (
            "coopset",
            LAYOUT,
            "mark=1ROF,2ROF,3ROF mark=1GBH,2GBH,3GBH commit_layout commit_layout",
            "",
            "2 sets were taken of 3 that were possible, in 1 layout.",
        ),
    ],
)
def test_a_finding_is_a_sentence(game: str, drawing: str, moves: str, options: str, sentence: str) -> None:
    assert sentence in said(game, drawing, moves, options)


def test_what_nobody_saw_is_told_once() -> None:
    lines = said("setup", SETUP, "P1:play=1POF P2:play=2GBE", "setup_window_s=0")
    assert len([line for line in lines if "1POF" in line]) == 1
    assert "Nobody saw it." in lines[-1]


@pytest.mark.parametrize(
    ("language", "start"),
    [
        ("en", "   3  Ann folds; raising by 3 was worth "),
        ("fr", "   3  Ann abandonne\u00a0; monter de 3 valait "),
        ("nl", "   3  Ann past; met 3 verhogen was "),
    ],
)
def test_a_bet_is_told_with_its_price(language: str, start: str) -> None:
    lines = said("chipset", TWO, "P1:check P2:bet=3 P1:fold", language=language)
    (line,) = [line for line in lines if line.startswith("   3")]
    assert line.startswith(start)
    assert "38" in line, "the share from which it pays to stay in"


def test_numbers_are_written_as_people_write_them() -> None:
    assert decimal(-0.04, words("en"), signed=True) == "0.0"
    assert decimal(2.25, words("fr"), signed=True) == "+2,2"
    assert decimal(-12.34, words("nl")) == "−12,3"


def test_a_pace_is_the_highest_level_that_half_of_the_finds_keep_up_with() -> None:
    def eyes(*quicker: int) -> Eyes:
        return Eyes(seat=0, taken=6, timed=6, typical_ms=9_000, quicker=quicker, slips=0)

    assert level_of(eyes(6, 3, 2, 0)) == 1
    assert level_of(eyes(6, 5, 3, 3)) == 3
    assert level_of(eyes(2, 2, 1, 0)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_was_valued_is_told_too(language: str) -> None:
    sure, take = Estimate(0.5, 0.01), {"type": "place", "card": "2D", "slot": 3}
    one = Decision(
        number=46,
        seat=1,
        choices=9,
        played=take,
        best={**take, "slot": 1},
        line=({**take, "slot": 1},),
        value=sure,
        best_value=Estimate(0.7, 0.01),
        lost=Estimate(0.2, 0.01),
        gained=sure,
        label="mistake",
    )
    luck = Luck(start=0.5, draws=Estimate(-0.25, 0.02), hidden=sure, skill=(sure, sure), result=0.0)
    valued = Valued(
        version="1",
        game="sep",
        unit="share",
        seed="",
        playouts=200,
        curve=(),
        decisions=(one,),
        costliest=(46,),
        luck=luck,
    )
    lines = sentences(valued, NAMES, words(language))
    assert [line for line in lines if line.startswith("  46  Bob") and "2D@d" in line and "2D@b" in line]
    assert ("−25.0" if language == "en" else "−25,0") in lines[0]
    assert len(lines) == 7
