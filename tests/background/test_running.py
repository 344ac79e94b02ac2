"""Chunks of work on processes of this machine: the same on any number of them, and whatever becomes of one."""

import asyncio
import os
import signal
import threading
from pathlib import Path

import msgspec
import pytest

from septet.background.chunks import Chunk, made
from septet.background.processes import LOWEST, PATIENT, ChunkFailed, Processes
from septet.background.running import Stopped, made_at, run
from septet.lab.playouts import Batch

pytestmark = pytest.mark.slow
CHUNKS = [Chunk("playouts", msgspec.json.encode(Batch(seed, 400))) for seed in range(1, 9)]
ENDLESS = Chunk("playouts", msgspec.json.encode(Batch(1, 1_000_000)))
BROKEN = Chunk("playouts", b'{"seed": 1, "games": "many"}')


@pytest.fixture(scope="module")
def wanted() -> list[bytes]:
    """What comes of them here."""
    return [made(chunk) for chunk in CHUNKS]


def test_one_process_and_two_give_the_same_in_the_order_of_the_chunks(wanted: list[bytes]) -> None:
    assert len(set(wanted)) == len(CHUNKS)
    for count in (1, 2):
        told: list[float] = []
        assert run(CHUNKS, on=count, progress=told.append) == wanted
        assert told == [number / len(CHUNKS) for number in range(1, len(CHUNKS) + 1)]


def test_nothing_to_do_is_done_at_once() -> None:
    assert run([]) == []


def test_what_a_process_was_at_when_it_died_is_made_again(wanted: list[bytes]) -> None:
    async def work() -> None:
        processes = Processes(2)
        killed: list[int] = []

        def kill(done: float) -> None:
            if not killed:
                killed.extend(process.pid for process in processes.busy)
                for pid in killed:
                    os.kill(pid, signal.SIGTERM)

        try:
            assert await made_at(processes, CHUNKS, kill) == wanted
        finally:
            await processes.stop()
        assert killed

    asyncio.run(work())


def test_a_chunk_of_which_nothing_can_come_fails_with_its_reason() -> None:
    with pytest.raises(ChunkFailed, match=r"playouts: ValidationError: Expected `int`, got `str`"):
        run([CHUNKS[0], BROKEN], on=2)
    with pytest.raises(ChunkFailed, match="no such kind"):
        run([Chunk("no such kind", b"{}")])


def test_it_stops_when_it_is_told() -> None:
    stop = threading.Event()
    threading.Timer(1.0, stop.set).start()
    with pytest.raises(Stopped):
        run([ENDLESS, ENDLESS], on=2, stop=stop)


def test_processes_that_have_nothing_to_do_end_and_are_started_again(wanted: list[bytes]) -> None:
    async def work() -> None:
        processes = Processes(1)
        assert await processes.make(CHUNKS[0]) == wanted[0]
        (idle,) = processes.idle
        processes.rest()
        await idle.wait()
        assert await processes.make(CHUNKS[1]) == wanted[1]
        await processes.stop()
        assert not processes.idle

    asyncio.run(work())


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells")
def test_they_let_everything_else_on_the_machine_go_first() -> None:
    async def work() -> None:
        for processes, priority, scheduler in (
            (Processes(1), min(LOWEST, os.getpriority(os.PRIO_PROCESS, 0) + PATIENT), os.sched_getscheduler(0)),
            (Processes(1, LOWEST), LOWEST, os.SCHED_IDLE),
        ):
            await processes.make(CHUNKS[0])
            (idle,) = processes.idle
            assert os.getpriority(os.PRIO_PROCESS, idle.pid) == priority
            assert os.sched_getscheduler(idle.pid) == scheduler
            await processes.stop()

    asyncio.run(work())
