"""Work that may wait on the workers of a house: nothing is lost with one of them, and none of it goes before a bot."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from septet.background.chunks import Chunk
from septet.background.processes import TRIES, ChunkFailed
from septet.background.running import made_at, run
from septet.lab.playouts import Batch
from septet.server.tables import wire
from septet.server.workers.errands import LOSSES, Errands, ErrandsOf
from tests.server.running import House, running


def chunks(name: str, count: int) -> list[Chunk]:
    return [Chunk(name, b"%d" % number) for number in range(1, count + 1)]


# Who gets what, without any process


class Told:
    """A worker's line that remembers what it was told."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def tell(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))

    def has(self) -> list[tuple[str, str]]:
        return [(one["kind"], one["body"]) for one in self.heard if one["type"] == "chunk"]

    def number(self, at: int) -> int:
        number: int = [one["chunk"] for one in self.heard if one["type"] == "chunk"][at]
        return number


def answer(errands: Errands, line: Told, which: int, **what: Any) -> None:
    errands.heard(line, wire.ChunkMade("1", line.number(which), **what))


async def asked(errands: Errands, name: str, some: list[Chunk], *, soon: bool = False) -> list[asyncio.Task[bytes]]:
    tasks = [asyncio.create_task(errands.make(chunk, name, soon=soon)) for chunk in some]
    await asyncio.sleep(0)
    return tasks


async def over(tasks: "list[asyncio.Task[bytes]]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(0)


def test_each_worker_has_a_few_at_once_and_everybody_has_their_turn() -> None:
    async def work() -> None:
        counted: list[int] = []
        errands, ann, bob = Errands(2, counted.append), Told(), Told()
        first = await asked(errands, "first", chunks("a", 5))
        second = await asked(errands, "second", chunks("b", 2))
        assert counted[-1] == 7, "where there is no worker, all of it waits"
        errands.join(ann)
        assert ann.has() == [("a", "1"), ("b", "1")], "each asker in turn"
        errands.join(bob)
        assert bob.has() == [("a", "2"), ("b", "2")]
        answer(errands, ann, 0, part="[1", more=True)
        answer(errands, ann, 0, part="[1", more=True)  # sent again, after a broken line
        assert not first[0].done()
        answer(errands, ann, 0, at=2, part="]")
        assert await first[0] == b"[1]"
        assert ann.has()[2:] == [("a", "3")]
        answer(errands, bob, 0, part="3")
        answer(errands, ann, 0, part="nobody waits for this any more")
        assert await first[1] == b"3"
        assert counted[-1] == 1
        await over(first + second)
        assert counted[-1] == 0
        assert [one["type"] for one in ann.heard].count("drop_chunk") == 2, "what nobody wants any more is stopped"

    asyncio.run(work())


def test_what_somebody_waits_for_goes_first() -> None:
    async def work() -> None:
        errands, ann = Errands(1), Told()
        errands.join(ann)
        patient = await asked(errands, "patient", chunks("a", 2))
        eager = await asked(errands, "eager", chunks("b", 2), soon=True)
        assert ann.has() == [("a", "1"), ("b", "1")], "beside what may wait, and one at a time"
        answer(errands, ann, 1, part="0")
        assert ann.has()[2:] == [("b", "2")]
        await over(patient + eager)

    asyncio.run(work())


def test_a_house_may_do_without() -> None:
    async def work() -> None:
        errands, ann = Errands(0), Told()
        errands.join(ann)
        tasks = await asked(errands, "anybody", chunks("a", 1))
        assert not ann.has()
        await over(tasks)

    asyncio.run(work())


def test_what_fails_or_takes_its_worker_along_again_and_again_is_given_up() -> None:
    async def work() -> None:
        errands, ann = Errands(1), Told()
        errands.join(ann)
        (task,) = await asked(errands, "anybody", chunks("a", 1))
        for at in range(TRIES):
            answer(errands, ann, at, fault="no luck")
        with pytest.raises(ChunkFailed, match="a: no luck"):
            await task
        (task,) = await asked(errands, "anybody", chunks("b", 1))
        for _ in range(LOSSES):
            assert not task.done()
            errands.join(ann)  # anew, after a broken line
        with pytest.raises(ChunkFailed, match="workers have gone"):
            await task
        errands.heard(Told(), wire.ChunkMade("1", 1))  # of a worker that nobody knows

    asyncio.run(work())


# The same with processes


@contextmanager
def worker(house: House) -> Iterator[subprocess.Popen[bytes]]:
    """A worker from elsewhere."""
    environ = {**os.environ, "SEPTET_WORKER_TOKEN": house.server.signer.worker}
    command = [sys.executable, "-m", "septet.server.workers.worker", house.address]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environ) as process:
        try:
            yield process
        finally:
            process.kill()


async def staffed(house: House, count: int) -> None:
    async with asyncio.timeout(180):
        while len(house.server.hall.errands.hands) != count:
            await asyncio.sleep(0.02)


def made_by_workers(house: House, some: list[Chunk], count: int) -> list[bytes]:
    """What comes of these chunks on so many workers."""
    with ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(worker(house))
        house.call(staffed(house, count))
        return house.call(made_at(ErrandsOf(house.server.hall.errands, "anybody"), some), within_s=1_000)


@pytest.mark.slow
def test_one_core_two_cores_and_two_workers_one_of_which_is_killed_give_the_same(tmp_path: Path) -> None:
    some = [Chunk("playouts", msgspec.json.encode(Batch(seed, 1_000))) for seed in range(1, 13)]
    wanted = run(some, on=1)
    assert len(set(wanted)) == len(some)
    assert run(some, on=2) == wanted
    with running(tmp_path) as house, worker(house) as one, worker(house):
        house.call(staffed(house, 2))
        errands = house.server.hall.errands
        lost: list[int] = []

        def kill(done: float) -> None:
            if done >= 0.25 and not lost:
                lost.extend(number for hands in errands.hands.values() for number in hands.errands)
                one.kill()

        found = house.call(made_at(ErrandsOf(errands, "anybody"), some, kill))
        assert lost, "both had something to do"
        assert found == wanted
        house.call(staffed(house, 1))


@pytest.mark.slow
def test_a_worker_stops_when_it_is_told_and_goes_on_with_the_next(tmp_path: Path) -> None:
    endless = Chunk("playouts", msgspec.json.encode(Batch(1, 10_000_000)))
    short = Chunk("playouts", msgspec.json.encode(Batch(1, 10)))
    broken = Chunk("playouts", b"[]")

    async def work(errands: Errands) -> None:
        tasks = await asked(errands, "anybody", [endless, endless])
        await asyncio.sleep(1.0)
        await over(tasks)
        assert msgspec.json.decode(await errands.make(short, "anybody"))["moves"] > 100
        assert await errands.make(short, "anybody", soon=True) == await errands.make(short, "somebody")
        with pytest.raises(ChunkFailed, match="playouts: ValidationError"):
            await errands.make(broken, "anybody")

    with running(tmp_path, workers=1) as house:
        house.call(staffed(house, 1))
        house.call(work(house.server.hall.errands))
