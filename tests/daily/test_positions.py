"""A position is known again however it is drawn: from the other seat, mirrored, with suits exchanged."""

from itertools import permutations
from typing import Any

import pytest

from septet.daily.positions import fingerprint
from septet.games import GAMES
from septet.games.setgame.cards import Cards

SEP = ["circle: 4D.5D 9C 2S 6D TC 8S", "tokens: 5-1-1", "hand: 7D 3C", "actions: JH QD", "other-hand: AH 9H"]
MOSA = ["c    .   K9  K10    .", "d    *   R9  R10   R1", "e    .   .   B10   B1", "rack: R13 K2 K3 B4 B5 O6 O7"]
SET = "table: 2PBF 1ROE 1GBH 2PDE 1POF 3GDH 1RBH 2GOF 1GOF 2GDE 1RDE 2POE"


def named(game: str, lines: list[str]) -> str | None:
    found: Any = GAMES[game]
    return fingerprint(found, found.notation.parse(found.Options(), lines))


def sep(circle: str, *others: str) -> str | None:
    return named("sep", [f"circle: {circle}", *(others or SEP[1:])])


def exchanged(text: str, old: str, new: str) -> str:
    return text.translate(str.maketrans(old, new))


def test_places_of_the_circle_and_suits_are_all_alike() -> None:
    circle = SEP[0].partition(": ")[2]
    whole = named("sep", SEP)
    assert whole is not None
    assert sep(" ".join(reversed(circle.split()))) == whole
    for suits in permutations("CDHS"):
        assert sep(exchanged(circle, "CDHS", "".join(suits)), "tokens: 7-0-0") == whole


def test_values_go_round_so_that_all_may_be_moved_on_or_counted_backwards() -> None:
    circle, values = SEP[0].partition(": ")[2], "A23456789T"
    assert sep(exchanged(circle, values, values[3:] + values[:3]), "tokens: 7-0-0") == named("sep", SEP)
    assert sep(exchanged(circle, values, values[::-1]), "tokens: 7-0-0") == named("sep", SEP)


def test_seats_hands_and_tokens_make_no_other_position() -> None:
    assert named("sep", [SEP[0], "tokens: 2-3-2", "other-hand: 7D 3C", "to-move: P2"]) == named("sep", SEP)
    assert named("sep", [SEP[0]]) == named("sep", SEP)


@pytest.mark.parametrize(
    "circle", ["4D.5D 9C 2S 6D TC 7S", "5D.4D 9C 2S 6D TC 8S", "4D 9C 2S 6D TC 8S", "4D.5D 9C 2S 6D TC 8C"]
)
def test_another_circle_is_another_position(circle: str) -> None:
    assert sep(circle, "tokens: 7-0-0") != named("sep", SEP)


def test_a_mosaic_may_be_mirrored_and_turned_upside_down() -> None:
    whole = named("sepmosa", MOSA)
    mirrored = ["c  .  K10 K9 .", "d  R1 R10 R9 *", "e  B1 B10 . ."]
    upside_down = ["c    .   .   B10   B1", "d    *   R9  R10   R1", "e    .   K9  K10    ."]
    recoloured = [exchanged(line, "KRBO", "OKRB") for line in MOSA[:3]]
    for lines in (mirrored, upside_down, recoloured, MOSA[:3]):
        assert named("sepmosa", lines) == whole
    turned = ["d * . .", "e R9 K9 .", "f R10 K10 B10", "g R1 . B1"]
    assert named("sepmosa", turned) != whole, "it has seven rows and any number of columns"


def test_features_of_set_are_alike_and_the_game_makes_no_difference() -> None:
    whole = named("set", ["players: 2", SET])
    assert named("coopset", ["players: 1", SET]) == whole
    cards = SET.partition(": ")[2].split()
    swapped = [exchanged(card, "RGP", "GPR") for card in reversed(cards)]
    assert named("set", ["players: 3", f"table: {' '.join(swapped)}"]) == whole
    other: Cards = (*cards[:-1], "3PBE")
    assert named("set", ["players: 2", f"table: {' '.join(other)}"]) != whole


def test_of_few_pieces_the_names_count_and_of_none_there_is_nothing_to_name() -> None:
    assert named("sepmosa", ["d * R9 R10"]) != named("sepmosa", ["d * K9 K10"])
    assert named("sepmosa", ["d *"]) is None
