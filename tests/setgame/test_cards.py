"""The cards of SET and the mathematics of sets."""

import random
from collections import Counter
from itertools import combinations
from math import comb

import pytest

from septet.games.errors import BadText
from septet.games.setgame.cards import (
    FEATURES,
    NUMBER_OF,
    PACK,
    THIRD,
    card_from,
    differing,
    disjoint,
    failing,
    holds_a_set,
    is_set,
    largest_packing,
    packings,
    reduced,
    sets_among,
    total,
)

ALL_SETS = [(a, b, THIRD[a][b]) for a, b in combinations(PACK, 2) if NUMBER_OF[THIRD[a][b]] > NUMBER_OF[b]]
NOTHING = PACK[0]  # what a set, the pack and every left-over add up to


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


NO_SET_12 = cards("1RBE 1RDF 1GOH 1GDH 2RBE 3RDH 3GOF 3GDF 3GDH 3POH 3POE 3PBF")
NO_SET_15 = cards("1ROF 1RBF 1GOH 1GOE 1GDF 1GDH 2ROH 2RBH 2RDF 2PBF 3GOH 3GOE 3GBH 3GBE 3PBF")
NO_SET_20 = cards("1ROH 1ROE 2ROE 2RBE 2RDH 2GOE 2GBF 2GDF 2POF 2PBE 2PDF 3ROH 3RBE 3RDH 3GOF 3GBF 3GDH 3POH 3PBF 3PDF")


@pytest.mark.parametrize(
    ("three", "features"), [("2ROF 2ROH 2ROE", 1), ("1ROF 2GBF 3PDF", 3), ("1ROF 2GBH 3PDE", 4)], ids="T1 T2 T3".split()
)
def test_each_feature_is_all_alike_or_all_different(three: str, features: int) -> None:
    assert is_set(cards(three))
    assert failing(cards(three)) == ()
    assert differing(cards(three)) == features


@pytest.mark.parametrize(
    ("three", "feature"),
    [
        ("1ROE 1GOE 1POF", "shading"),
        ("1ROE 1GOE 1POH", "shading"),
        *((f"2RB{a} 2RB{b} 2GB{c}", "colour") for a, b, c in ("FHE", "FEH", "HEF")),
        *((f"2RB{a} 2RB{b} 2PB{c}", "colour") for a, b, c in ("FHE", "FEH", "HEF")),
    ],
)
def test_two_alike_and_one_not_is_no_set(three: str, feature: str) -> None:
    """T-4 and T-5."""
    assert not is_set(cards(three))
    assert failing(cards(three)) == (feature,)


def test_the_template_of_one_shading_has_108_instances() -> None:
    """T-2: number, colour and shape different, shading alike."""
    alike = [one for one in ALL_SETS if differing(one) == 3 and len({card[3] for card in one}) == 1]
    assert len(alike) == 108


def test_cards_have_numbers() -> None:
    """T-6."""
    assert [NUMBER_OF[card] for card in ("1ROF", "2GBH", "3PDE")] == [0, 40, 80]
    assert [PACK[NUMBER_OF[card]] for card in PACK] == list(PACK)


def test_two_cards_have_one_third() -> None:
    """T-7 and T-16."""
    assert THIRD["1ROF"]["2GBH"] == "3PDE"
    assert THIRD["1ROF"]["1GOF"] == "1POF"
    for a, b in combinations(PACK, 2):
        assert THIRD[a][b] == THIRD[b][a]
        assert [c for c in PACK if is_set((a, b, c))] == [THIRD[a][b]]
    assert all(THIRD[card][card] == card for card in PACK)
    assert comb(81, 3) == 79 * len(ALL_SETS)


def test_equal_cards_are_no_set() -> None:
    assert not is_set(("1ROF",) * 3)
    assert not is_set(("1ROF", "1ROF", "2GBH"))
    assert not is_set(("1ROF", "2GBH"))


def test_nine_cards_with_four_sets() -> None:
    """T-8."""
    found = {frozenset(one) for one in sets_among(cards("1ROF 1PBF 1PDF 2RBF 2GBF 2PBF 3ROF 3GDF 3POF"))}
    wanted = ["1ROF 2PBF 3GDF", "1PDF 2GBF 3ROF", "1PDF 2PBF 3POF", "2RBF 2GBF 2PBF"]
    assert found == {frozenset(cards(one)) for one in wanted}


def test_groups_without_a_set() -> None:
    """T-9, T-10, T-12 and T-13."""
    nine = cards("1PDF 2GOF 2GBF 2POF 2PDF 3RDF 3GOF 3GDF 3POF")
    for group in (nine, NO_SET_12, NO_SET_15, NO_SET_20):
        assert sets_among(group) == ()
        assert not holds_a_set(group)
    assert sum(holds_a_set((*NO_SET_12, card)) for card in PACK if card not in NO_SET_12) == 48


def test_twelve_cards_hold_fourteen_sets_at_most() -> None:
    """T-11."""
    assert len(sets_among(cards("1ROF 1ROH 1ROE 1RBF 1RBH 1RBE 1RDF 1RDH 1RDE 2ROF 3ROF 3RBH"))) == 14


def test_the_twenty_cards_are_full() -> None:
    """T-13: any other card makes at least three sets with them; 1ROF makes ten at once."""
    made = {card: len(sets_among((*NO_SET_20, card))) for card in PACK if card not in NO_SET_20}
    assert len(made) == 61
    assert min(made.values()) >= 3
    assert made["1ROF"] == 10
    eighteen = [card for card in NO_SET_20 if card not in {"2ROE", "3ROH"}]
    assert total(eighteen) == NOTHING


def test_there_are_1080_sets() -> None:
    """T-15."""
    assert len(ALL_SETS) == 1080
    assert set(Counter(card for one in ALL_SETS for card in one).values()) == {40}
    assert Counter(map(differing, ALL_SETS)) == {1: 108, 2: 324, 3: 432, 4: 216}


def test_how_many_sets_nine_of_27_cards_hold() -> None:
    """T-22, exactly: the nine-card groups with two given cards, of which each pair stands for all."""
    pack = reduced("colour", 0)
    one, two = pack[:2]
    counted: Counter[int] = Counter()
    bits = {card: 1 << at for at, card in enumerate(pack)}
    third = {a: {b: bits[THIRD[a][b]] for b in pack if b != a} for a in pack}

    def grow(group: tuple[str, ...], mask: int, sets: int, start: int) -> None:
        if len(group) == 9:
            counted[sets] += 1
            return
        for at in range(start, len(pack) - 8 + len(group)):
            card = pack[at]
            row = third[card]
            more = sum(1 for other in group if row[other] & mask)
            grow((*group, card), mask | bits[card], sets + more // 2, at + 1)

    grow((one, two), bits[one] | bits[two], 0, 2)
    exact = {sets: 27 * 26 * count // (9 * 8) for sets, count in counted.items()}
    assert exact == {
        0: 2106, 1: 227448, 2: 812916, 3: 1550952, 4: 1337310, 5: 657072, 6: 92664, 8: 6318, 12: 39,
    }  # fmt: skip
    assert sum(exact.values()) == comb(27, 9)


def test_everything_adds_up_to_nothing() -> None:
    """T-23."""
    assert total(PACK) == NOTHING
    assert all(total(one) == NOTHING for one in ALL_SETS)


def test_five_cards_of_two_sets_do_not_add_up() -> None:
    """T-49: minus the card that the sets share."""
    assert total(cards("1RBE 1GDE 1POE 2GBE 3GOE 1GDE")) == NOTHING
    assert total(cards("1RBE 1GDE 1POE 2GBE 3GOE")) != NOTHING


def test_packings_are_all_the_ways_to_take_sets_until_none_is_left() -> None:
    rng = random.Random("packings")
    for _ in range(300):
        sets = sets_among(tuple(rng.sample(PACK, 15)))
        found = [frozenset(packing) for packing in packings(sets)]
        assert len(set(found)) == len(found)
        for packing in found:
            taken = [card for one in packing for card in one]
            assert len(set(taken)) == len(taken)
            assert not any(disjoint(one, taken) for one in sets)
        assert max(map(len, found)) == len(largest_packing(sets))


def test_four_disjoint_sets() -> None:
    """T-68 and T-70."""
    assert len(largest_packing(sets_among(cards("1GOE 1POE 1PBH 1PBE 1PDF 1PDE 2GBE 2POF 2PDE 3ROE 3RBE 3PDH")))) == 4
    sets = sets_among(cards("1RDH 1GOH 1GBH 1GDH 1PDH 1PDE 2ROF 2GBH 3ROF 3RBF 3RDH 3PDE"))
    assert sorted(len(packing) for packing in packings(sets)) == [2, 3]


def test_a_plane_has_twelve_sets() -> None:
    """T-75: three with two own cards, six with one, three with none."""
    own, table = cards("1ROF 2ROF 3GBE"), cards("3ROF 1GBE 2GBE 1PDH 2PDH 3PDH")
    assert Counter(sum(card in own for card in one) for one in sets_among(own + table)) == {2: 3, 1: 6, 0: 3}


def test_a_card_may_be_typed_in_any_order() -> None:
    assert card_from("hb2p") == "2PBH"
    assert card_from("2PBH") == "2PBH"
    for wrong in ("", "2PB", "2PBHH", "22BH", "2XBH"):
        with pytest.raises(BadText):
            card_from(wrong)


def test_a_quick_pack_has_27_cards_of_one_value() -> None:
    for feature in FEATURES:
        for value in range(3):
            pack = reduced(feature, value)
            assert len(pack) == 27
            assert len(sets_among(pack)) == 117
