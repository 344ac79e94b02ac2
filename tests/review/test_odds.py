"""ChipSet by its odds: every figure counted again, another way."""

import random
from itertools import combinations

import numpy as np
import pytest

from septet.games.setgame.cards import NUMBER_OF, PACK
from septet.review.counted import review
from septet.review.report import Wager, Weighed
from septet.review.shares import DEALS, PotShares, _drawn, _share, pot_shares
from tests.review.drawn import a_set, drawn

HAND, TABLE = ("1ROF", "2GBH"), ("3PDE", "1GOF")  # one set: 1ROF 2GBH 3PDE
TWO = """
players: 2
dealer: P2
table: 3PDE 1GOF
hand P1: 1ROF 2GBH
stacks: 20 20
pot: 2
"""


def odds(drawing: str, moves: str, options: str = "") -> Weighed:
    found = review(drawn("chipset", drawing, moves, options))
    assert isinstance(found, Weighed)
    return found


def only(found: Weighed, number: int) -> Wager:
    return next(one for one in found.decisions if one.number == number)


def sets_of(hand: tuple[str, ...], table: tuple[str, ...]) -> int:
    return sum(a_set(three) and not set(three).isdisjoint(hand) for three in combinations(hand + table, 3))


def shared(hand: tuple[str, ...], table: tuple[str, ...], others: list[tuple[str, ...]]) -> float:
    """The part of the pot that a hand gets against these."""
    mine, theirs = sets_of(hand, table), [sets_of(one, table) for one in others]
    if mine < max(theirs):
        return 0
    return 1 / (1 + theirs.count(mine))


def test_against_one_other_every_hand_is_counted() -> None:
    unseen = [card for card in PACK if card not in HAND + TABLE]
    hands = list(combinations(unseen, 2))
    assert len(hands) == 2926
    by_hand = sum(shared(HAND, TABLE, [one]) for one in hands) / len(hands)
    found = pot_shares(HAND, TABLE, 1, False, "")
    assert found.exact
    assert found.now[1].value == pytest.approx(by_hand, abs=1e-12)
    assert found.now[1].error == 0


def test_a_card_later_is_the_mean_over_every_card_that_may_come() -> None:
    unseen = [card for card in PACK if card not in HAND + TABLE]
    for others in (1, 2):
        coming = [
            _share(
                sets_of(HAND, (*TABLE, card)),
                np.array([NUMBER_OF[one] for one in unseen if one != card]),
                [NUMBER_OF[one] for one in (*TABLE, card)],
                others,
            )
            for card in unseen
        ]
        assert len(coming) == 77
        later = pot_shares(HAND, TABLE, others, False, "").later[others]
        assert later.value == pytest.approx(sum(coming) / 77, abs=1e-12)


@pytest.mark.parametrize("own", [0, 1, 2, 3])
def test_against_two_others_every_pair_of_hands_without_a_common_card_is_counted(own: int) -> None:
    table = ("3PDE", "1GOF", "1RBH", "1PDF", "2PBE", "3GOH")
    unseen = PACK[27:39]
    assert not set(unseen) & set(table)
    total = times = 0.0
    for one in combinations(unseen, 2):
        for two in combinations([card for card in unseen if card not in one], 2):
            theirs = [sets_of(one, table), sets_of(two, table)]
            total += 0 if own < max(theirs) else 1 / (1 + theirs.count(own))
            times += 1
    numbers = np.array([NUMBER_OF[card] for card in unseen])
    assert _share(own, numbers, [NUMBER_OF[card] for card in table], 2) == pytest.approx(total / times, abs=1e-12)


def test_what_is_drawn_comes_near_what_is_counted() -> None:
    now, later = _drawn(HAND, TABLE, 2, random.Random(7))
    exact = pot_shares(HAND, TABLE, 2, False, "")
    for drawn_row, row in ((now, exact.now), (later, exact.later)):
        for among in (1, 2):
            one = drawn_row[among - 1]
            assert abs(one.value - row[among].value) < 4 * one.error
            assert 0 < one.error < 1 / DEALS**0.5


def test_more_than_two_others_are_a_sample_that_the_seed_repeats() -> None:
    def found(seed: str) -> PotShares:
        pot_shares.cache_clear()
        return pot_shares(HAND, TABLE, 3, False, seed)

    assert not found("a").exact
    assert found("a") == found("a")
    assert found("a") != found("b")
    assert found("a").now[3].error > 0


def test_sets_that_may_not_share_cards_are_counted_by_the_rules() -> None:
    """Two sets through one own card count once: with the house rule no hand has more than two."""
    hand, table = ("1ROF", "3GDE"), ("2ROF", "3ROF", "1GOF", "1POF")
    assert sets_of(hand, table) == 2
    usual, apart = pot_shares(hand, table, 1, False, ""), pot_shares(hand, table, 1, True, "")
    assert usual.exact
    assert not apart.exact
    assert apart.now[1].value < usual.now[1].value - 2 * apart.now[1].error


def test_what_it_costs_to_stay_in_and_what_the_choices_are_worth() -> None:
    """Ann checks, Bob bets 3, and Ann folds a set: 3 for a pot of 5."""
    found = odds(TWO, "P1:check P2:bet=3 P1:fold")
    one = only(found, 3)
    share = pot_shares(HAND, TABLE, 1, False, "")
    now, later = share.now[1].value, share.later[1].value
    assert (one.seat, one.deal, one.others, one.pot, one.owed) == (0, 1, 1, 5, 3)
    assert one.needed == pytest.approx(3 / 8)
    assert (one.now.value, one.later.value) == (now, later)
    assert one.sets == (("1ROF", "2GBH", "3PDE"),)
    assert later < now
    assert one.value.value == 0
    assert one.best == {"type": "raise", "chips": 3}
    assert one.lost.value == pytest.approx(later * 14 - 6), "raise 3: pays 6, and 14 are in the pot; the lesser of both"
    assert one.best_value.value == pytest.approx(later * 14 - 6)
    assert one.exact
    assert one.lost.error == 0
    assert found.costliest == (3, 1), "to check cost something, too"


def test_a_check_is_valued_as_if_the_others_checked_too() -> None:
    one = only(odds(TWO, "P1:check"), 1)
    later = pot_shares(HAND, TABLE, 1, False, "").later[1].value
    assert one.value.value == pytest.approx(later * 2)
    assert one.best == {"type": "bet", "chips": 3}
    assert one.lost.value == pytest.approx(later * 8 - 3 - later * 2)
    assert (one.owed, one.needed) == (0, 0)


def test_what_is_best_costs_nothing() -> None:
    one = only(odds(TWO, "P1:bet=3"), 1)
    assert one.best == one.played == {"type": "bet", "chips": 3}
    assert one.lost.value == 0


def test_whoever_is_short_may_win_only_what_all_have_paid_as_much_of() -> None:
    """Ann has one chip: of Bob's three only one is in her pot."""
    short = TWO.replace("stacks: 20 20", "stacks: 1 20")
    one = only(odds(short, "P1:check P2:bet=3 P1:match"), 3)
    share = pot_shares(HAND, TABLE, 1, False, "")
    assert one.owed == 1
    assert one.needed == pytest.approx(1 / 6)
    assert one.value.value in (pytest.approx(share.now[1].value * 4 - 1), pytest.approx(share.later[1].value * 4 - 1))
    assert one.lost.value == 0


def test_what_another_cannot_pay_comes_back_or_drives_that_one_out() -> None:
    """Bob has one chip: of Ann's three, two are hers again; by a house rule he must fold, and the pot is hers."""
    short = TWO.replace("stacks: 20 20", "stacks: 20 1")
    one, share = only(odds(short, "P1:bet=3"), 1), pot_shares(HAND, TABLE, 1, False, "")
    both = [row[1].value * 4 + 2 - 3 for row in (share.now, share.later)]
    assert any(one.value.value == pytest.approx(value) for value in both)
    assert one.best == one.played
    driven_out = only(odds(short, "P1:bet=3", "chip_short=must_fold"), 1)
    assert driven_out.value.value == pytest.approx(2)


def test_showing_is_compared_with_one_more_card() -> None:
    found = odds(TWO, "P1:check P2:check P1:wait")
    one, share = only(found, 3), pot_shares(HAND, TABLE, 1, False, "")
    assert one.value.value == pytest.approx(2 * share.later[1].value)
    assert one.best["type"] == "expose"
    assert set(one.best["cards"]) == {"1ROF", "2GBH", "3PDE"}
    assert one.lost.value == pytest.approx(2 * (share.now[1].value - share.later[1].value))


def test_without_a_set_there_is_nothing_to_show_and_no_decision() -> None:
    none = TWO.replace("hand P1: 1ROF 2GBH", "hand P1: 1ROF 2GBE")
    assert sets_of(("1ROF", "2GBE"), TABLE) == 0
    assert [one.number for one in odds(none, "P1:check P2:check P1:wait").decisions] == [1, 2]


def test_a_choice_of_the_clock_is_told_and_not_blamed() -> None:
    found = odds(TWO, "P1:check P2:bet=3 T:timeout=bet,P1")
    one = only(found, 3)
    assert one.by_clock
    assert one.played == {"type": "fold"}
    assert one.lost.value > 1
    assert found.costliest == (1,)


def test_luck_is_what_a_showdown_gave_less_what_the_odds_promised() -> None:
    drawing = TWO + "hand P2: 1PBE 2RDF\n"
    assert sets_of(("1PBE", "2RDF"), TABLE) == 0
    found = odds(drawing, "P1:check P2:check P1:expose=1ROF,2GBH,3PDE P2:wait")
    (shown,) = found.showdowns
    mine = pot_shares(HAND, TABLE, 1, False, "").now[1].value
    other = pot_shares(("1PBE", "2RDF"), TABLE, 1, False, "").now[1].value
    assert shown.seats == (0, 1)
    assert (shown.number, shown.at, shown.deal) == (4, 3, 1)
    assert shown.given == (2, 0)
    assert shown.promised[0].value == pytest.approx(2 * mine / (mine + other))
    assert found.purses[0].luck.value == pytest.approx(2 - 2 * mine / (mine + other))
    assert found.purses[0].luck.value == pytest.approx(-found.purses[1].luck.value)


def test_what_was_paid_with_the_last_word_is_in_the_pot_of_the_showdown() -> None:
    """A full table: all show as soon as the bets are paid."""
    drawing = TWO.replace("table: 3PDE 1GOF", "table: 3PDE 1GOF 2PBE") + "hand P2: 1PBE 2RDF\n"
    found = odds(drawing, "P1:bet=3 P2:match", "chip_table_max=3")
    (shown,) = found.showdowns
    assert sum(shown.given) == 8
    assert sum(one.value for one in shown.promised) == pytest.approx(8)
    assert only(found, 1).now == only(found, 1).later, "no card comes any more"
