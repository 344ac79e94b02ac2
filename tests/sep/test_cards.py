"""Forty number cards, twelve action cards, and which number cards connect."""

from itertools import product

from septet.games.sep.cards import ACTION_CARDS, CONNECTED, NEXT, NUMBER_CARDS, PREVIOUS
from septet.games.sep.forms import card
from septet.games.sep.moves import ALL_MOVES, Discard, Fill, Pass, Place, Use


def connects(one: str, other: str) -> bool:
    """The same value; or the same suit, and next to each other on the closed ring of ten values."""
    values = {value: number for number, value in enumerate("A23456789T", start=1)}
    apart = abs(values[one[0]] - values[other[0]])
    return one != other and (apart == 0 or (one[1] == other[1] and apart in {1, 9}))


def test_the_two_families_make_one_pack() -> None:
    assert len(set(NUMBER_CARDS)) == 40
    assert len(set(ACTION_CARDS)) == 12
    assert set(NUMBER_CARDS + ACTION_CARDS) == {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}


def test_cards_connect_as_the_rule_says() -> None:
    for one, other in product(NUMBER_CARDS, repeat=2):
        assert (other in CONNECTED[one]) == connects(one, other)


def test_every_card_connects_with_five_others() -> None:
    assert {len(others) for others in CONNECTED.values()} == {5}


def test_hearts_do_not_connect_with_diamonds_of_another_value() -> None:
    assert "4D" not in CONNECTED["5H"]
    assert "4H" in CONNECTED["5H"]
    assert "5D" in CONNECTED["5H"]


def test_an_ace_connects_with_the_two_and_the_ten_of_its_suit() -> None:
    assert CONNECTED["AD"] == {"2D", "TD", "AC", "AH", "AS"}


def test_the_values_stand_in_a_ring() -> None:
    assert NEXT["TS"] == "AS"
    assert PREVIOUS["AS"] == "TS"
    assert all(PREVIOUS[NEXT[card]] == card for card in NUMBER_CARDS)


def test_the_numbers_of_the_moves_are_fixed() -> None:
    assert len(set(ALL_MOVES)) == len(ALL_MOVES) == 369
    assert ALL_MOVES[3 + 6 * 14 + 1] == Place("5D", 1)
    assert ALL_MOVES[243 + 39] == Pass("TS")
    assert ALL_MOVES[283 + 6 * 8 + 2] == Use("KH", 2)
    assert ALL_MOVES[355 + 1] == Discard("QC")
    assert ALL_MOVES[367:] == (Fill("draw"), Fill("reserve"))


def test_a_card_is_said_with_the_letters_of_a_language() -> None:
    said = {"board.sep.court.J": "V", "board.sep.court.Q": "D", "board.sep.court.K": "R"}
    assert [card(code, said.__getitem__) for code in ("TH", "JS", "7C")] == ["10♥", "V♠", "7♣"]
    assert [card(code, said.__getitem__) for code in ("??", "XYZ", "")] == ["??", "XYZ", ""], "as it came"
