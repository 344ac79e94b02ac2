"""Moves and positions as text, and what is wrong with text that is not understood."""

import pytest

from septet.games.errors import BadText
from septet.games.game import IllegalMove
from septet.games.pictures import blocks, play
from septet.games.sepmosa.moves import Place, Remove, RemoveThree, SetAside, Shift
from tests.sepmosa.drawing import FULL, SEPMOSA, drawn, legal, plain, played, refused

MOVES = {
    "R7@c-2": Place("R7", "c-2"),
    "K10@d0": Place("K10", "d0"),
    "R11xc-2": Remove("R11", "c-2"),
    "R12xc-2>d+3": Shift("R12", "c-2", "d+3"),
    "R13xc-2h": RemoveThree("R13", "c-2", "h"),
    "R13xc-2v": RemoveThree("R13", "c-2", "v"),
    "-O12": SetAside("O12"),
}


@pytest.mark.parametrize(("text", "move"), MOVES.items(), ids=MOVES)
def test_a_move_is_said_and_heard(text: str, move: Place | Remove | Shift | RemoveThree | SetAside) -> None:
    assert SEPMOSA.notation.hear(text) == move
    assert SEPMOSA.notation.say(move) == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown_move"),
        ("R7", "unknown_move"),
        ("R11xc-2h", "unknown_move"),
        ("R11xc-2>c0", "unknown_move"),
        ("R12xc-2", "unknown_move"),
        ("R12xc-2v", "unknown_move"),
        ("R13xc-2", "unknown_move"),
        ("-?", "unknown_move"),
        ("R11@c-2", "unknown_tile"),
        ("R7xc-2", "unknown_tile"),
        ("X7@c-2", "unknown_tile"),
        ("R0@c-2", "unknown_tile"),
        ("-R14", "unknown_tile"),
        ("R7@c2", "unknown_cell"),
        ("R7@c+0", "unknown_cell"),
        ("R7@c-41", "unknown_cell"),
        ("R12xc-2>c+99", "unknown_cell"),
    ],
)
def test_what_is_no_move_is_not_understood(text: str, code: str) -> None:
    with pytest.raises(BadText) as error:
        SEPMOSA.notation.hear(text)
    assert error.value.code == code


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        ("d R7 R8", "no_joker"),
        ("rack: R7", "no_joker"),
        ("c * .; d * .", "no_joker"),
        ("c * .; d . .", "no_joker"),
        ("d *; d *", "key_twice"),
        ("d *; rack: R7; rack: R8", "key_twice"),
        ("d *; h R7", "unknown_key"),
        ("d *; hand: R7", "unknown_key"),
        ("c R7 .; d *", "ragged"),
        ("d * R11", "unknown_tile"),
        ("d * ?", "unknown_tile"),
        ("d * R7~", "bad_float"),
        ("d * . R7~ R8", "bad_float"),
        ("d * R7; rack: R7 R7", "tile_thrice"),
        ("d *; rack: K1 K2 K3 K4 K5 K6 K7 K8", "too_many_tiles"),
        ("d * R1 R2 R3 R4 R5 R6 R7 R8", "long_row"),
        ("d *" + " ." * 41, "too_far"),
        ("d *; scores: 7", "bad_scores"),
        ("d *; scores: a-b", "bad_scores"),
        ("d *; pool-left: many", "bad_number"),
        ("d *; pool-left: 92", "bad_size"),
        ("d *; next: K1 K2; pool-left: 1", "bad_size"),
    ],
)
def test_a_picture_that_makes_no_sense_is_refused(picture: str, code: str) -> None:
    with pytest.raises(BadText) as error:
        drawn(picture)
    assert error.value.code == code


def test_columns_are_counted_from_the_joker() -> None:
    state = drawn("c . R7 . .; d K1 B7 * O3")
    assert state.mosaic == {"c-1": "R7", "d-2": "K1", "d-1": "B7", "d+1": "O3"}


def test_a_picture_shows_the_part_in_use() -> None:
    state = drawn("b . . .; d . * R7; e . . R8; rack: K1 K2 K3 K4 K5 K6 K7; scores: -2-10; next: O1 O2; pool-left: 2")
    assert SEPMOSA.notation.picture(state) == [
        "d    *   R7",
        "e    .   R8",
        "rack: K1 K2 K3 K4 K5 K6 K7",
        "other-rack: K1 K2 K3 K4 K5 K6",
        "scores: -2-10",
        "next: O1 O2",
        "pool-left: 2",
    ]


def test_a_part_of_a_rack_is_filled_up() -> None:
    state = drawn("d *; rack: R7 O13")
    assert state.racks[0][:2] == ("R7", "O13")
    assert len(state.racks[0]) == 7
    assert len(list(SEPMOSA.study.pieces(state))) == 105


def test_whoever_has_no_rack_drawn_holds_what_a_try_needs() -> None:
    state = drawn("d *")
    after = played(state, "R7@d+1 R8@d+2 R11xd+1")
    assert sorted(SEPMOSA.study.pieces(after)) == sorted(SEPMOSA.study.pieces(state))
    assert refused(drawn("d *; rack: R7 K1 K2 K3 K4 K5 K6"), "O9@d+1")[0] == "not_on_rack"
    assert played(drawn("d *; rack: R7 K1 K2 K3 K4 K5 K6"), "R7@d+1 O9@c0").mosaic["c0"] == "O9"


def test_the_law_does_not_know_that_a_position_was_drawn() -> None:
    """A try lends what its move needs; the rules alone refuse what is not on the rack."""
    state, move = drawn("d *"), SEPMOSA.notation.hear("O9@d+1")
    assert move.tile not in state.racks[0]
    with pytest.raises(IllegalMove) as refusal:
        SEPMOSA.apply(state, 0, move)
    assert refusal.value.code == "not_on_rack"
    assert SEPMOSA.notation.lend(plain(state), 0, move) == plain(state)


def test_what_lies_open_twice_cannot_be_held() -> None:
    assert refused(drawn("c R7 .; d R6 *; e R7 ."), "R7@d+1")[0] == "not_on_rack"


def test_tiles_are_taken_from_the_other_rack_only_if_it_is_not_drawn() -> None:
    first = drawn("d *; pool-left: 0")
    assert "K5" in first.racks[1]
    assert played(first, "K5@d+1").mosaic == {"d+1": "K5"}
    second = drawn("d *; rack: R7 R7 K1 K1 K2 K2 K3; next: O1; pool-left: 1")
    assert refused(played(second, "R7@d+1"), "K1@c0")[0] == "not_on_rack"


def test_checks_see_the_table() -> None:
    state = played(drawn("d * R7 R8"), "R11xd+1")
    assert SEPMOSA.notation.check("floating", state) == "d+2"
    assert SEPMOSA.notation.check("tiles", state) == "1"
    assert SEPMOSA.notation.check("scores", state) == "0-0"
    assert SEPMOSA.notation.check("reset", state) == "-"
    assert SEPMOSA.notation.check("reset", played(drawn(FULL), "K7@d+7")) == ""
    assert SEPMOSA.notation.check("reset", drawn("d *")) == "-"
    with pytest.raises(BadText, match="unknown_check"):
        SEPMOSA.notation.check("tokens", state)


def test_a_picture_of_any_moment_can_be_played_on() -> None:
    state = drawn("d * R7; rack: R8 K1 K2 K3 K4 K5 K6")
    text = "\n".join(["```sepmosa", *SEPMOSA.notation.picture(state), "R8@d+2 => 0; tiles 2", "```"])
    (block,) = blocks(text)
    assert play(block) == (1, [])
    assert "R8@d+2" in legal(state)
