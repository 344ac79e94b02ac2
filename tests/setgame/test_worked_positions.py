"""Every ruling that can be drawn, played from `worked.md`."""

from pathlib import Path

import pytest

from septet.games.pictures import Block, blocks, play

WORKED = Path(__file__).with_name("worked.md").read_text(encoding="utf-8")
BLOCKS = list(blocks(WORKED))


@pytest.mark.parametrize("block", BLOCKS, ids=[f"{block.game} line {block.line}" for block in BLOCKS])
def test_the_position_plays_as_drawn(block: Block) -> None:
    passed, failures = play(block)
    assert failures == []
    assert passed
