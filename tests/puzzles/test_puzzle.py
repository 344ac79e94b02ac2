"""What a puzzle is."""

import msgspec

from septet.games import GAMES
from septet.puzzles.puzzle import KINDS, ByMove, ByNone, BySeat, BySet, Step, name_of


def test_every_kind_is_of_a_game_that_there_is_and_says_so_in_its_name() -> None:
    for name, kind in KINDS.items():
        assert kind.game in GAMES
        assert name.startswith(f"{kind.game}-")


def test_a_name_comes_from_kind_and_position_alone() -> None:
    assert name_of("sep-win", "a") == name_of("sep-win", "a")
    assert len({name_of(kind, position) for kind in KINDS for position in "abc"}) == 3 * len(KINDS)


def test_steps_of_all_sorts_are_told_apart_on_the_wire() -> None:
    steps: list[Step] = [ByMove({"type": "pass"}), BySet(("1", "2", "3")), ByNone(), BySeat(1)]
    assert msgspec.json.decode(msgspec.json.encode(steps), type=list[Step]) == steps
