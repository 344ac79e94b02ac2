"""A small house: without the compiler it serves, plays with plain bots, and says why it lends no searching ones."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator

import msgspec
import pytest

from septet.bots import BOTS
from septet.bots.engine import COMPILES
from septet.client import RefusedError
from tests.server.guests import Guest
from tests.server.nodes import SOURCE, Node, node

# As if neither had been installed.
WITHOUT = """
from importlib.machinery import PathFinder

real = PathFinder.find_spec.__func__


def find_spec(cls, name, path=None, target=None):
    return None if name.partition(".")[0] in ("numba", "llvmlite") else real(cls, name, path, target)


PathFinder.find_spec = classmethod(find_spec)
"""


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What PYTHONPATH is in a house without the compiler."""
    folder = tmp_path_factory.mktemp("without")
    (folder / "sitecustomize.py").write_text(WITHOUT)
    return os.pathsep.join((str(folder), SOURCE))


@pytest.fixture(scope="module")
def small(without: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with node(tmp_path_factory.mktemp("small"), workers=1, PYTHONPATH=without) as found:
        yield found


def septet(path: str, *args: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "septet", *args, "--lang", "en")
    env = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=120)


def test_a_small_house_plays_with_plain_bots_and_lends_no_searching_ones(small: Node) -> None:
    seats = [{"who": "me"}, {"who": "bot", "bot": "casual"}]

    async def play() -> None:
        guest = Guest(small.address)
        await guest.come()
        try:
            table = await guest.make("sep", seats=seats)
            turns = 0
            async for moment in table.turns():  # the bot has answered each time but the first
                await table.play(moment["offers"][0])
                turns += 1
                if turns == 3:
                    break
            for game, bot in (("sep", "expert"), ("sepmosa", "strong"), ("coopset", "expert")):
                with pytest.raises(RefusedError, match=f"does not lend the bot “{bot}”") as refused:
                    await guest.make(game, seats=[{"who": "me"}, {"who": "bot", "bot": bot}])
                assert refused.value.code == "bot_not_lent"
        finally:
            await guest.go()

    asyncio.run(play())
    assert "_failed" not in small.log()


def test_what_a_small_house_offers_needs_no_compiler(small: Node, without: str) -> None:
    found = septet(without, "bots", "--json")
    lent = {(one["game"], one["bot"]) for one in msgspec.json.decode(found.stdout)}
    searching = {(game, name) for game, bots in BOTS.items() for name, bot in bots.items() if hasattr(bot, "engine")}
    assert COMPILES
    assert searching
    assert lent == {(game, name) for game, bots in BOTS.items() for name in bots} - searching
    assert {("chipset", "expert"), ("set", "expert"), ("coopset", "strong")} <= lent


@pytest.mark.parametrize("task", [("play", "sep", "--bot", "expert"), ("simulate", "sep", "--bots", "random,expert")])
def test_whoever_asks_a_small_install_for_a_searching_bot_reads_what_to_add(
    without: str, task: tuple[str, ...]
) -> None:
    done = septet(without, *task)
    assert done.returncode == 2
    assert 'pip install "septet[search]"' in done.stderr
    assert len(done.stderr.splitlines()) == 1
