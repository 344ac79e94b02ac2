"""Positions that somebody draws: what no game comes to is named as such, in words."""

import random
import re

import pytest

from septet.games import GAMES
from septet.games.errors import BadText
from septet.games.notation import Notation
from septet.games.options import heard
from septet.games.places import Places
from septet.i18n import LANGUAGES, words
from tests import laws

RING = "circle: 4D 9C 2S 6D TC 8S"
THREE = "players: 3\n"
TWELVE = "table: 2ROF 2ROH 2ROE 1RBE 1RDF 1GOH 1GDH 2RBE 3RDH 3GOF 3GDF 3GDH"
NINE = "table: 1ROF 2ROF 3ROF 1RBF 2RBF 3RBF 1RDF 2RDF 3RDF"
GRID = "d * R1 R2"
COLUMN = "a R1 .\nb R2 .\nc R3 .\nd * R4\ne R5 .\nf R6 ."
EIGHT = "d * R1 K1 B1 O1 R2 K2 B2 O2"
DEAD = """a    .    .    .    .    .    .  B5   B4     .    .
b    .    .    .    .    .  O6   B6   K4     .    .
c    .    .  R5   K5   B5   O5   R6   R4     .    .
d    .    *    .  K6   K7   K8   K9  K10   K1   K2
e  B7     .  B7   B6     .    .    .    .    .    .
f  O7   R7   K7     .    .    .    .    .    .    ."""
FULL = """a    .   O6   R8   O3   K9   R6   B9   B7
b    .  R10   O7   R8   R4   K8   B8   O9
c    .   O2   B7   K9   O4   O9   B1   R2
d    *   K1   K2   K3   K4   K5   K6   K7
e    .   B9   R7   R9   K8   R5   R4   O1
f    .  K10   B8   B3   R3   O8  R10   B4
g    .   B6  K10   R6   O6   R7  O10   R9"""
# game | house rules | picture | why not
IMPOSSIBLE = [
    ("sep", "", "tokens: 7-0-0", "no_circle"),
    ("sep", "", "circle: 4D 9C 2S 6D TC", "bad_circle"),
    ("sep", "", "circle: 4D.5D.6D.7D 9C 2S 6H TC 8S", "bad_circle"),
    ("sep", "", "circle: 4D - - 6D TC 8S", "bad_circle"),
    ("sep", "", "circle: 4D 9C 2S 6D TC 4D", "card_twice"),
    ("sep", "", "circle: 4D 9C 2S 6D TC JD", "unknown_card"),
    ("sep", "", f"{RING}\nhand: 4D", "card_twice"),
    ("sep", "", f"{RING}\nother-hand: 5D\nreserve: 5D", "card_twice"),
    ("sep", "", f"{RING}\nhand: 5D 6H 7H 8H", "too_many_cards"),
    ("sep", "", f"{RING}\nother-actions: JD QD KD", "too_many_cards"),
    ("sep", "", f"{RING}\ntokens: 7-1-0", "bad_tokens"),
    ("sep", "", f"{RING}\ntokens: 0-7-0", "already_won"),
    ("sep", "", f"{RING}\ntokens: 0-0-7", "already_won"),
    ("sep", "", f"{RING}\ntokens: 1-6-0\nover: seven", "bad_ending"),
    ("sep", "", f"{RING}\ntokens: 0-7-0\nover: tokens", "bad_ending"),
    ("sep", "", f"{RING}\nhand: 5D 6H 7H\nactions: JD QD KD", "turn_mixed"),
    ("sep", "", "circle: 4D - 2S 6D TC 8S\nhand: 5D 6H 7H", "turn_mixed"),
    ("sep", "", f"{RING}\ntaken: reserve", "nothing_taken"),
    ("sep", "", f"{RING}\nhand: 5D 6H 7H\ntaken: reserve", "taken_in_vain"),
    ("sep", "", f"{RING}\nshown: 5D", "not_there"),
    ("sep", "", f"{RING}\ndraw-left: 0", "pile_empty"),
    ("sep", "", f"{RING}\ndraw-left: 31", "bad_size"),
    ("sep", "", f"{RING}\naction-left: 9", "bad_size"),
    ("sep", "", f"{RING}\npile: 4", "no_such_pile"),
    ("sep", "", f"{RING}\npile: 0", "no_such_pile"),
    ("sep", "", f"{RING}\npile: 3\ntie: yes", "no_such_pile"),
    ("sep", "tie_mode=draw", f"{RING}\npile: 4\ntie: yes", "no_tie"),
    ("sep", "", f"{RING}\npile: 4\ntie: yes\ntokens: 4-2-1", "tie_not_level"),
    ("sep", "pile_count=1", f"{RING}\npile: 2", "no_such_pile"),
    ("sep-solo", "", f"{RING}\nreserve: 5D", "key_elsewhere"),
    ("sep-solo", "", f"{RING}\ntokens: 0-7", "already_won"),
    ("sep-solo", "", f"{RING}\naction-left: 0", "actions_spent"),
    ("sep-solo", "", f"{RING}\npoints: 4", "rounds_over"),
    ("sep-solo", "", f"{RING}\nface-down: 5D", "not_there"),
    ("sep-solo", "", f"{RING}\npoints: many", "bad_number"),
    ("sepmosa", "", "d R1 R2", "no_joker"),
    ("sepmosa", "", "c * R1\nd . R2", "no_joker"),
    ("sepmosa", "", "c R1 .\nd * R2 R3", "ragged"),
    ("sepmosa", "", "d * R1 R1", "twins"),
    ("sepmosa", "", "c R1 .\nd * R2\ne R1 .\nf R1 .", "tile_thrice"),
    ("sepmosa", "dup=rowcol", "b R1 .\nc R2 .\nd * R4\ne R5 .\nf R1 .", "twins"),
    ("sepmosa", "", "b R1~ R2\nc . .\nd * .", "bad_float"),
    ("sepmosa", "", EIGHT, "long_row"),
    ("sepmosa", "", f"{GRID}\nrack: R1 R2 R3 R4 R5 R6 R7 R8", "too_many_tiles"),
    ("sepmosa", "", f"{GRID}\nscores: 77-3", "target_reached"),
    ("sepmosa", "", f"{GRID}\nscores: 7-3\nover: target", "bad_ending"),
    ("sepmosa", "floor=zero", f"{GRID}\nscores: -2-3", "below_zero"),
    ("sepmosa", "", f"{GRID}\nturn-number: 801", "no_such_turn"),
    ("sepmosa", "", f"{GRID}\nto-move: P3", "bad_word"),
    ("sepmosa", "", FULL, "mosaic_full"),
    ("sepmosa", "", DEAD, "mosaic_dead"),
    ("sepmosa", "stall_reset=2", f"{GRID}\npasses: 1-1", "mosaic_stalled"),
    ("sepmosa", "width=box8", "c . . . . . . . K8 K7\nd * R1 R2 R3 R8 R9 K9 B9 .", "too_wide"),
    ("set", "", f"{THREE}table: 2ROF 2ROH 2ROE", "table_short"),
    ("set", "", f"{THREE}{TWELVE} -", "table_short"),
    ("set", "", f"{THREE}{TWELVE}\nscores: 1 2", "bad_row"),
    ("set", "", f"{THREE}{TWELVE} 2ROF", "card_twice"),
    ("set", "", "players: 17", "bad_size"),
    ("set", "", f"{THREE}{TWELVE}\nover: rain", "bad_word"),
    ("set-quick", "", f"{NINE} 1GOF", "unknown_card"),
    ("set-solo", "", "table: 2ROF", "table_short"),
    ("scout", "", f"{THREE}{TWELVE}\nwon P4: 1GOF", "key_elsewhere"),
    ("chipset", "", f"{THREE}stacks: 40 30 30", "chips_missing"),
    ("chipset", "", f"{THREE}folded: P1 P2", "all_folded"),
    ("chipset", "", f"{THREE}turn: P2\nfolded: P2", "not_in_the_hand"),
    ("chipset", "", f"{THREE}hand P1: 1ROF 2ROF 3ROF", "too_many_cards"),
    ("chipset", "", f"{THREE}table: 1ROF", "table_size"),
    ("setup", "", f"{THREE}hand P1: 1ROF 2ROF", "hand_short"),
    ("setup", "", f"{THREE}table: 1ROF 2ROF", "nobody_played"),
    ("coopset", "", "table: 2ROF", "table_short"),
    ("twenty", "", "players: 2\nhand P1: -", "hand_empty"),
    ("twenty", "", "players: 2\ntable: 1ROF 2ROF 3ROF 1RBF 2RBF 3RBF 1RDF\ndeck-left: 20", "table_long"),
]


def refusal(name: str, house: str, picture: str) -> BadText | None:
    game = GAMES[name]
    try:
        state = game.notation.parse(heard(game.Options, house), picture.split("\n"))
    except BadText as refused:
        return refused
    return game.notation.impossible(state)


@pytest.mark.parametrize(("name", "house", "picture", "code"), IMPOSSIBLE)
def test_a_position_that_no_game_comes_to_is_named_as_such(name: str, house: str, picture: str, code: str) -> None:
    refused = refusal(name, house, picture)
    assert refused is not None
    assert refused.code == code
    said = {words(language).refusal(refused) for language in LANGUAGES}
    assert len(said) == 3  # each language has words of its own


def test_what_is_needed_for_a_longest_column_is_possible() -> None:
    assert refusal("sepmosa", "", COLUMN) is None


@pytest.mark.parametrize("name", GAMES)
def test_every_place_its_parts_and_its_values_have_names(name: str) -> None:
    game = GAMES[name]
    found = game.notation.places(game.Options(), game.seats.start)
    assert found.places
    kinds = {place.pieces for place in found.places if place.kind in {"row", "stacks", "grid"}}
    assert kinds == set(found.pools)
    said = [f"pool.{pool}" for pool in found.pools]
    for place in found.places:
        said.append(f"place.{place.key.partition(' ')[0]}")
        said += [f"place.part.{part}" for part in place.parts if place.kind == "counts"]
        said += [f"place.value.{value}" for value in place.values if not re.fullmatch(r"P\d+", value)]
    for language in LANGUAGES:
        t = words(language)
        assert [key for key in said if not (t.message(f"{game.family}.{key}") or t.message(key))] == []


def test_a_game_that_does_not_say_where_things_lie_is_drawn_as_text() -> None:
    game = GAMES["sep"]
    assert Notation.places(game.notation, game.Options(), 2) == Places()
    assert Notation.impossible(game.notation, game.notation.parse(game.Options(), [RING])) is None


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_two_hundred_games_can_be_drawn(name: str) -> None:
    for number in range(200):
        laws.pictures_round_trip(GAMES[name], random.Random(f"positions of {name} {number}"))
