"""The games where eyes decide: what lay there, and what was overlooked or seen wrongly."""

from itertools import combinations

import pytest

from septet.review.counted import review
from septet.review.overlooked import made_by
from septet.review.report import Overlooked, Slip
from tests.review.drawn import a_set, drawn

TWO_SETS = "table: 2ROF 2ROH 2ROE 1RBE 1RDF 1GOH 1GDH 2RBE 3RDH 3GOF 3GDF 3GDH"
THOSE = [{"2ROF", "2ROH", "2ROE"}, {"2ROF", "1RBE", "3RDH"}]
NO_SET = "table: 1RBE 1RDF 1GOH 1GDH 2RBE 3RDH 3GOF 3GDF 3GDH 3POH 3POE 3PBF"


def looked(game: str, drawing: str, moves: str, options: str = "") -> Overlooked:
    found = review(drawn(game, drawing, moves, options))
    assert isinstance(found, Overlooked)
    return found


def slips(game: str, drawing: str, moves: str, options: str = "") -> list[tuple[int, str, int | None]]:
    return [(one.number, one.what, one.seat) for one in looked(game, drawing, moves, options).slips]


def only(found: Overlooked) -> Slip:
    (one,) = found.slips
    return one


# SET


def test_no_set_said_while_there_is_one() -> None:
    found = looked("set", f"players: 3\n{TWO_SETS}", "P2:noset")
    one = only(found)
    assert (one.number, one.at, one.what, one.seat) == (1, 0, "false_noset", 1)
    assert [set(cards) for cards in one.sets] == THOSE
    assert [eyes.slips for eyes in found.eyes] == [0, 1, 0]


def test_no_set_said_where_there_is_none_is_right() -> None:
    assert slips("set", f"players: 3\n{NO_SET}", "P1:noset P2:noset") == []
    assert slips("set", f"players: 2\n{NO_SET}", "P1:noset", "noset_mode=claim") == []


def test_whoever_says_it_twice_of_one_table_has_overlooked_it_once() -> None:
    said = "P1:noset P1:noset=off P1:noset P2:noset"
    assert slips("set", f"players: 3\n{TWO_SETS}", said) == [(1, "false_noset", 0), (4, "false_noset", 1)]


def test_alone_a_wrong_claim_that_there_is_no_set_is_told() -> None:
    assert slips("set-solo", TWO_SETS, "noset") == [(1, "false_noset", 0)]


def test_three_cards_that_are_no_set_with_the_features_that_fail() -> None:
    one = only(looked("set", f"players: 2\n{TWO_SETS}", "P1:call P1:pick=2ROF P1:pick=2ROH P1:pick=2RBE"))
    assert (one.number, one.what, one.seat) == (4, "wrong_call", 0)
    assert one.cards == ("2ROF", "2ROH", "2RBE")
    assert one.features == ("shape",)


@pytest.mark.parametrize("end", ["P1:abort", "T:timeout=pick,P1"])
def test_a_call_without_cards_is_told_with_what_lay_there(end: str) -> None:
    one = only(looked("set", f"players: 2\n{TWO_SETS}", f"P1:call {end}"))
    assert (one.number, one.what, one.seat) == (2, "empty_call", 0)
    assert [set(cards) for cards in one.sets] == THOSE
    assert only(looked("set", f"players: 2\n{NO_SET}", f"P1:call {end}")).sets == ()


def test_how_long_a_set_lay_and_who_took_it() -> None:
    """Dealt nobody knows when; three cards come at second 2, and a set of them is taken at second 12."""
    drawing = f"players: 2\n{NO_SET}\ndeck: 1ROE 1PBH 3RBE"
    moves = "P1:noset@1000 P2:noset@2000 P2:call@11000 P2:pick=1RBE@11500 P2:pick=2RBE@11800 P2:pick=3RBE@12000"
    found = looked("set", drawing, moves)
    one = next(one for one in found.longest if set(one.cards) == {"1RBE", "2RBE", "3RBE"})
    assert (one.first, one.last, one.by, one.lay) == (2, 6, 1, 10_000)
    mine = found.eyes[1]
    assert (mine.taken, mine.timed, mine.typical_ms) == (1, 1, 10_000)
    assert mine.quicker == tuple(int(ms > 10_000) for ms in one.levels)
    assert found.eyes[0].taken == 0
    assert found.slips == ()


# Scout

SCOUT = "players: 3\ntable: 1RBE 1GOE 1GDE 1POE 1PDF 2RDH 2GBE 2PBE 3RDH 3GOE 3GBH 3POE"


def test_a_second_card_that_makes_no_set_and_whoever_gives_up_too_early() -> None:
    found = looked("scout", SCOUT, "P1:scout=1GDE P1:commit=1RBE,1POE P2:second=1GOE P3:giveup")
    assert [(one.number, one.what, one.seat) for one in found.slips] == [(3, "wrong_second", 1), (4, "gave_up", 2)]
    second, gave_up = found.slips
    assert second.cards == ("1GDE", "1GOE")
    assert {frozenset(one) for one in second.sets} == {
        frozenset({"1GDE", "1RBE", "1POE"}),
        frozenset({"1GDE", "2GBE", "3GOE"}),
    }
    assert gave_up.sets == second.sets
    assert found.eyes[0].taken == 1


def test_a_scout_without_a_set() -> None:
    found = looked("scout", SCOUT, "P1:scout=1GDE P1:commit=2RDH,3RDH P2:second=2RDH")
    one = only(found)
    assert (one.number, one.what, one.seat) == (3, "no_scout_set", 0)
    assert one.cards == ("1GDE", "2RDH", "3RDH")
    assert len(one.sets) == 2, "there were two through that card"


def test_a_scout_whose_time_is_up_has_had_no_set() -> None:
    one = only(looked("scout", SCOUT, "P1:scout=1GDE T:timeout=commit,P1"))
    assert (one.what, one.seat, one.cards) == ("no_scout_set", 0, ("1GDE",))


def test_to_give_up_where_there_is_no_set_is_right() -> None:
    through = "P1:scout=1PDF P1:commit=2RDH,3RDH P2:giveup"
    assert slips("scout", SCOUT, through) == []


# SetUp

SETUP = """
players: 3
table: 1ROF 1GOF
hand P1: 1POF 2GBH 3RDE 2PDF
hand P2: 2GBE 3GBE 2GDE 1RDE
turn: P1
"""


def test_a_card_that_makes_a_set_with_a_safe_one_in_the_hand() -> None:
    found = looked("setup", SETUP, "P1:play=1POF P3:challenge=1ROF,1GOF", "setup_window_s=0")
    one = only(found)
    assert (one.number, one.at, one.what, one.seat, one.found_out) == (1, 1, "made_a_set", 0, True)
    assert one.cards == ("1POF",)
    assert one.sets == (("1ROF", "1GOF", "1POF"),)
    assert set(one.better) == {"2GBH", "3RDE", "2PDF"}
    assert found.eyes[2].taken == 1


def test_nobody_has_seen_it_once_the_next_card_lies_there() -> None:
    found = looked("setup", SETUP, "P1:play=1POF P2:play=2GBE", "setup_window_s=0")
    assert [(one.number, one.what, one.seat, one.found_out) for one in found.slips] == [
        (1, "made_a_set", 0, False),
        (1, "passed_over", None, False),
    ]


def test_a_safe_card_is_no_slip_and_neither_is_what_could_not_be_helped() -> None:
    assert slips("setup", SETUP, "P1:play=2GBH", "setup_window_s=0") == []
    forced = SETUP.replace("table: 1ROF 1GOF", "table: 1ROF 1GOF 3RBH 3RBE 2POF 3POF 1POH 3GDE").replace(
        "hand P1: 1POF 2GBH 3RDE 2PDF", "hand P1: 1POF"
    )
    assert slips("setup", forced, "P1:play=1POF P3:challenge=1ROF,1GOF", "setup_window_s=0") == []


def test_a_wrong_challenge_names_what_fails() -> None:
    one = only(looked("setup", SETUP, "P1:play=2GBH P3:challenge=1ROF,1GOF", "setup_window_s=0"))
    assert (one.what, one.seat, one.number) == ("wrong_challenge", 2, 2)
    assert one.cards == ("1GOF", "1ROF", "2GBH")
    assert one.features == ("number", "colour", "shape", "shading")


def test_where_the_table_looks_it_is_always_found_out() -> None:
    one = only(looked("setup", SETUP, "P1:play=1POF", "setup_check=auto, setup_window_s=0"))
    assert one.found_out
    assert one.at == 0, "afterwards the cards are gone"


def test_sets_with_a_card_of_a_row() -> None:
    assert made_by("3ROF", ("1ROF", "2ROF", "1POF", "2GOF")) == (("1ROF", "2ROF", "3ROF"), ("1POF", "2GOF", "3ROF"))
    assert made_by("3ROE", ("1ROF", "2ROF", "1POF", "2GOF")) == ()


# 20/20

TWENTY = """
players: 2
table: 3ROF 1GBE 2GBE 1PDH 2PDH 3PDH
hand P1: 1ROF 2ROF 3GBE
hand P2: 1GOF 2GOF 3RBE
"""


def test_another_set_would_have_taken_more_of_the_own_cards() -> None:
    found = looked("twenty", TWENTY, "P1:call P1:pick=3GBE P1:pick=1GBE P1:pick=2GBE")
    one = only(found)
    assert (one.number, one.what, one.seat, one.own, one.most_own) == (4, "fewer_own", 0, 1, 2)
    assert set(one.cards) == {"1GBE", "2GBE", "3GBE"}
    assert set(one.better) == {"1ROF", "2ROF", "3ROF"}


def test_who_takes_the_most_has_overlooked_nothing() -> None:
    assert slips("twenty", TWENTY, "P1:call P1:pick=1ROF P1:pick=2ROF P1:pick=3ROF") == []


def test_who_wants_a_new_table_and_has_a_set_has_overlooked_it() -> None:
    one = only(looked("twenty", TWENTY, "P1:refresh_vote"))
    assert (one.what, one.seat) == ("false_noset", 0)
    reach = "3ROF 1GBE 2GBE 1PDH 2PDH 3PDH 1ROF 2ROF 3GBE".split()
    by_hand = {frozenset(three) for three in combinations(reach, 3) if a_set(three)}
    assert {frozenset(cards) for cards in one.sets} == by_hand
    assert len(by_hand) == len(one.sets) == 12


def test_where_a_set_of_the_table_alone_may_not_be_taken_it_is_none_that_was_overlooked() -> None:
    drawing = "players: 2\ntable: 1PDH 2PDH 3PDH 1ROF 1ROH 2GBE\nhand P1: 3GOF 3GOH 3GBE\nhand P2: 1GOF 2GOF 3RBE"
    usual = only(looked("twenty", drawing, "P1:refresh_vote"))
    assert {"1PDH", "2PDH", "3PDH"} in [set(cards) for cards in usual.sets]
    own = {frozenset(cards) for cards in usual.sets if {"3GOF", "3GOH", "3GBE"} & set(cards)}
    assert len(own) == len(usual.sets) - 2
    by_rule = looked("twenty", drawing, "P1:refresh_vote", "tt_table_only=off").slips
    assert {frozenset(cards) for one in by_rule for cards in one.sets} == own
