"""Puzzles are made from a seed alone, by one command that can be cut off."""

from pathlib import Path

import pytest

from septet.background.chunks import made as made_here
from septet.puzzles.making import first, first_chunk, first_made
from septet.puzzles.proving import prove
from septet.puzzles.puzzle import KINDS
from septet.puzzles.shelf import shelf
from septet.puzzles.stock import Stock

COUNT = 200
BYTES = 1_500_000
QUICK = ["set-six", "set-any", "coopset-packing", "chipset-pot"]


@pytest.mark.parametrize("kind", QUICK)
def test_the_same_seed_makes_the_same_puzzle_and_another_one_another(kind: str) -> None:
    puzzle = first(kind, "a")
    assert first(kind, "a") == puzzle
    assert first(kind, "b") != puzzle
    assert first_made(made_here(first_chunk(kind, "a"))) == puzzle
    prove(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*QUICK, "sep-win", "sepmosa-points", "sepmosa-cut", "sep-best"])
def test_the_shelf_is_what_its_seed_makes(kind: str) -> None:
    assert first(kind, "shelf/0") == shelf(kind)[0]


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_more_of_the_shelf_is_what_its_seed_makes(kind: str) -> None:
    for number in (1, 57, 199):
        assert first(kind, f"shelf/{number}") == shelf(kind)[number]


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_two_hundred_of_each_kind(kind: str) -> None:
    puzzles = shelf(kind)
    assert len(puzzles) == COUNT
    assert len({puzzle.level for puzzle in puzzles}) > 10, "some are harder than others"


def test_half_of_the_tables_have_no_set() -> None:
    none = sum("no-set" in puzzle.themes for puzzle in shelf("set-any"))
    assert 0.35 * COUNT < none < 0.65 * COUNT


def test_the_shelf_is_small() -> None:
    folder = Path(__file__).parents[2] / "src/septet/puzzles/data"
    assert sum(file.stat().st_size for file in folder.iterdir()) < BYTES


def test_a_stock_that_was_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    stock = Stock(tmp_path, ["set-any"], "x", 6)
    assert [len(stock.missing())] == [2]
    half, rest = stock.missing()
    stock.keep(half, made_here(half))
    with stock.part("set-any").open("ab") as file:
        file.write(b'\n["1","x",')  # cut off in the middle of a line
    again = Stock(tmp_path, ["set-any"], "x", 6)
    assert again.missing() == [rest]
    assert Stock(tmp_path, ["set-any"], "another seed", 6).missing() != [rest]
    again.keep(rest, made_here(rest))
    again.make(1)
    assert again.puzzles("set-any") == tuple(first("set-any", f"x/{number}") for number in range(6))
    assert [file.name for file in tmp_path.iterdir()] == ["set-any.jsonl"]
