"""Steps are judged by the plain rules, and what they do not allow counts for nothing."""

import pytest

from septet.games.game import IllegalMove
from septet.puzzles.judging import go, position
from septet.puzzles.puzzle import KINDS, ByMove, ByNone, BySeat, BySet, Puzzle, Step, name_of
from septet.puzzles.shelf import find, shelf

HERE = [kind for kind in KINDS if shelf(kind)]


@pytest.fixture(params=HERE)
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return shelf(request.param)[0]


@pytest.mark.parametrize("kind", HERE)
def test_every_right_line_solves_its_puzzle_step_by_step(kind: str) -> None:
    for puzzle in shelf(kind):
        for line in puzzle.right:
            assert [go(puzzle, line[:made]).status for made in range(len(line) + 1)] == [
                *["open"] * len(line),
                "solved",
            ]


def test_a_puzzle_bears_the_name_of_its_position_and_is_found_by_it(puzzle: Puzzle) -> None:
    assert puzzle.id == name_of(puzzle.kind, puzzle.picture)
    assert find(puzzle.id) == puzzle
    assert find("nothing") is None


def test_no_two_puzzles_are_the_same() -> None:
    names = [puzzle.id for kind in HERE for puzzle in shelf(kind)]
    assert len(set(names)) == len(names)


def test_a_wrong_step_ends_the_puzzle(puzzle: Puzzle) -> None:
    wrong = [one.step for one in puzzle.proof if one.worth < puzzle.worth]
    for step in wrong:
        going = go(puzzle, [step])
        assert going.status == "failed"
        assert going.wrong == step


def test_what_comes_after_the_end_is_not_looked_at(puzzle: Puzzle) -> None:
    line = puzzle.right[0]
    assert go(puzzle, [*line, ByNone()]).steps == line


def test_a_step_of_another_sort_is_refused(puzzle: Puzzle) -> None:
    other: Step = BySeat(0) if isinstance(puzzle.right[0][0], ByMove) else ByMove({"type": "draw"})
    with pytest.raises(IllegalMove):
        go(puzzle, [other])


def test_a_move_that_the_rules_do_not_know_is_refused() -> None:
    for told in ({"type": "castle"}, {}, {"type": "place", "card": "KH", "slot": 9}):
        with pytest.raises(IllegalMove):
            go(shelf("sep-tokens")[0], [ByMove(told)])


def test_sets_may_be_found_in_any_order_and_each_only_once() -> None:
    puzzle = shelf("set-six")[0]
    line = puzzle.right[0]
    assert go(puzzle, line[::-1]).status == "solved"
    with pytest.raises(IllegalMove):
        go(puzzle, [line[0], line[0]])


def test_three_cards_that_are_no_set_are_wrong_and_cards_that_are_not_there_refused() -> None:
    puzzle = shelf("set-six")[0]
    table = position(puzzle).state.table
    sets = {step.cards for step in puzzle.right[0] if isinstance(step, BySet)}
    one, two, three = next(
        cards for cards in zip(table, table[1:], table[2:], strict=False) if tuple(sorted(cards)) not in sets
    )
    assert go(puzzle, [BySet((one, two, three))]).status == "failed"
    away = next(card for card in position(puzzle).state.deck if card not in table)
    with pytest.raises(IllegalMove):
        go(puzzle, [BySet((one, two, away))])


def test_marks_of_a_packing_lie_on_the_table() -> None:
    puzzle = shelf("coopset-packing")[0]
    line = puzzle.right[0]
    assert len(position(puzzle, line[:1]).state.marks) == 1
    with pytest.raises(IllegalMove):
        go(puzzle, [line[0], line[0]])


def test_only_somebody_who_is_in_the_hand_can_take_the_pot() -> None:
    puzzle = shelf("chipset-pot")[0]
    with pytest.raises(ValueError, match="no_such_seat"):
        go(puzzle, [BySeat(9)])
    view = position(puzzle).game.view(position(puzzle).state, puzzle.seat)
    assert all(view.backs[seat] for seat in view.live)
