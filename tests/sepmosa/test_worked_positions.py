"""Every worked position, every scripted turn and every ruling that can be drawn, played from `worked.md`."""

import re
from pathlib import Path

import pytest

from septet.games.pictures import Block, blocks, play

WORKED = Path(__file__).with_name("worked.md").read_text(encoding="utf-8")
BLOCKS = list(blocks(WORKED))
POSITIONS = "01 02 03 04 05 06 07 08 09 10 12 13 15 16 18 19 20 22 23 25 26 27 29 31 32 34 36 38 41".split()


@pytest.mark.parametrize("block", BLOCKS, ids=[block.lines[0][1].lstrip("# ") for block in BLOCKS])
def test_the_position_plays_as_drawn(block: Block) -> None:
    passed, failures = play(block)
    assert failures == []
    assert passed


def test_every_worked_position_is_drawn_once() -> None:
    assert re.findall(r"^# P(\d+):", WORKED, re.MULTILINE) == POSITIONS


def test_every_block_has_a_name() -> None:
    assert all(block.lines[0][1].startswith("# ") for block in BLOCKS)
