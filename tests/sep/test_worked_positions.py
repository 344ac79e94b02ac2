"""Every worked position and every ruling that can be drawn, played from `worked.md`."""

import re
from pathlib import Path

import pytest

from septet.games.pictures import Block, blocks, play

WORKED = Path(__file__).with_name("worked.md").read_text(encoding="utf-8")
BLOCKS = list(blocks(WORKED))
POSITIONS = (
    "1 3 4 5 7 8 9 11 12 13 14 16 18 19 20 22 23 25 26 27 29 31 32 34 35 37 38 40 41 43 44 45 48 49 51 53".split()
)


@pytest.mark.parametrize("block", BLOCKS, ids=[block.lines[0][1].lstrip("# ") for block in BLOCKS])
def test_the_position_plays_as_drawn(block: Block) -> None:
    passed, failures = play(block)
    assert failures == []
    assert passed


def test_every_worked_position_is_drawn_once() -> None:
    assert sorted(re.findall(r"^# W(\d+):", WORKED, re.MULTILINE), key=int) == POSITIONS


def test_every_block_has_a_name() -> None:
    assert all(block.lines[0][1].startswith("# ") for block in BLOCKS)
