"""Where a rule matters: positions from played games, as small as they can be, playable both ways."""

from pathlib import Path
from typing import Any

import pytest

from septet.cli.lab_where import title
from septet.games import GAMES
from septet.games.pictures import blocks, play
from septet.i18n import words
from septet.lab.where import (
    TOGETHER,
    TOLD,
    Reading,
    Where,
    _less,
    added_up,
    answer,
    block,
    chunk,
    readings,
    rulings,
    shrunk,
    spots_of,
    tried,
)
from septet.lab.where_rare import TOGETHER as RARE
from septet.lab.where_rare import answer as answer_rare
from septet.lab.where_rare import chunk as chunk_rare
from septet.lab.where_rare import with_rare

GALLERY = Path(__file__).parents[2] / "docs/where-it-matters.md"
READINGS = [one for game in TOLD for option in rulings(game) for one in readings(game, option)]


def looked(reading: Reading, games: int) -> Where:
    return added_up(reading, [answer(chunk(reading, "where", start).body) for start in range(0, games, TOGETHER)])


@pytest.mark.slow
@pytest.mark.parametrize(
    "reading",
    [
        Reading("sep", "combo_ace", "low"),
        Reading("sep", "reserve_take", "free"),
        Reading("sep-solo", "solo_pass_penalty", True),
        Reading("sepmosa", "dup", "rowcol"),
    ],
    ids=lambda one: f"{one.game} {one.option}",
)
def test_the_position_that_is_found_holds_and_nothing_can_be_left_out_of_it(reading: Reading) -> None:
    found = looked(reading, 2 * TOGETHER)
    spot = found.spot
    assert spot is not None and found.with_it <= found.games and found.positions >= found.with_it
    assert play(block(reading, spot)) == (2, [])
    assert spot.usual != spot.other
    for picture in _less(spot.picture):
        smaller = tried(reading, picture, spot.moves)
        assert (
            smaller is None or smaller.size >= spot.size or (smaller.usual, smaller.other) != (spot.usual, spot.other)
        )


@pytest.mark.slow
def test_a_rule_of_the_deal_is_found_at_the_deal_and_nowhere_else() -> None:
    found = looked(Reading("sep", "start_dealt_combo", "redeal"), 4 * TOGETHER)
    assert found.dealt > 0 and found.positions == 0 and found.spot is None and found.worth is None
    usual, other = found.deals
    assert usual != other
    for line in found.deals:
        assert GAMES["sep"].notation.parse(found.reading.options()[0], [line]).circle


@pytest.mark.slow
def test_what_hardly_ever_matters_is_found_among_games_of_the_twins() -> None:
    reading = Reading("sep", "combo_six_run", 3)
    nothing = Where(reading, 0, 0, 0, 0, None, None)
    found = with_rare(nothing, [answer_rare(chunk_rare(reading, "rare", start).body) for start in (0, RARE)])
    assert found.far == 2 * RARE and 0 < found.far_with < 0.1 * found.far
    assert found.spot is not None and (found.spot.usual, found.spot.other) == ("+2", "+3")
    assert play(block(reading, found.spot)) == (2, [])


def test_a_difference_may_take_two_moves_to_be_seen() -> None:
    reading = Reading("sep-solo", "solo_between", "placement")
    game, lines = GAMES["sep-solo"], ["circle: 7H 9S 5C 6C 6D 7S", "hand: 4D AD 8C", "after-action: yes"]
    (spot,) = spots_of(reading, game.notation.parse(reading.options()[0], lines), 0)
    assert len(spot.moves.split()) == 2 and spot.other == "refused action_after_action"


def test_what_the_difference_does_not_need_is_left_out() -> None:
    reading = Reading("sep", "combo_ace", "low")
    full = tried(reading, ("circle: 9C.9D 8D TD TH 3S 5C", "tokens: 4-2-1", "hand: AD 3H 7S", "reserve: 2C"), "AD@d")
    assert full is not None and (full.usual, full.other) == ("+1", "0")
    found = shrunk(reading, full)
    assert "tokens" not in str(found.picture) and "reserve" not in str(found.picture)
    assert found.picture[0] == "circle: 9D 8D TD TH 3S 5C"


def test_a_picture_in_which_both_readings_agree_shows_nothing() -> None:
    reading = Reading("sep", "combo_ace", "low")
    assert tried(reading, ("circle: 2C 8D TD TH 3S 5C", "hand: 9D 3H 7S"), "9D@b") is None


def test_a_position_that_no_game_comes_to_is_none() -> None:
    reading = Reading("sep", "combo_ace", "low")
    impossible = ("circle: 9D 8D TD TH 3S 5C", "hand: AD 3H 7S", "tokens: 0-7-0")
    assert tried(reading, impossible, "AD@d") is None


def test_limits_and_who_begins_are_no_readings() -> None:
    assert {"pile_count", "start_player", "turn_limit", "target"}.isdisjoint(rulings("sep") + rulings("sepmosa"))
    assert Reading("sep-solo", "solo_b_target", "exactly").braces(other=True) == "{solo_match=b, solo_b_target=exactly}"


def test_the_gallery_has_every_reading() -> None:
    """The pictures themselves are played with those of all other pages."""
    t = words("en")
    page = GALLERY.read_text("utf-8")
    for reading in READINGS:
        assert f"## {title(reading, t)}\n" in page, reading
    assert len(list(blocks(page))) >= len(READINGS)


@pytest.mark.long
@pytest.mark.parametrize("reading", READINGS, ids=lambda one: f"{one.game} {one.option} {one.value}")
def test_every_ruling_has_its_position_or_a_number_of_games_without_one(reading: Reading, record_property: Any) -> None:
    found = looked(reading, 200)
    record_property("seen", f"{found.with_it} of {found.games} games, {found.positions} positions, {found.dealt} deals")
    assert found.games == 200
    if found.spot:
        assert play(block(reading, found.spot)) == (2, [])
        game = GAMES[reading.game]
        assert game.notation.impossible(game.notation.parse(reading.options()[0], list(found.spot.picture))) is None
