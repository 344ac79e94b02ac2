"""Chunks go in, what comes of them goes out, in their order; where they are made is somebody else's matter."""

import asyncio
from collections.abc import Callable, Sequence
from threading import Event
from typing import TYPE_CHECKING, Protocol

import msgspec

from septet.background.chunks import Chunk
from septet.background.cores import cores
from septet.background.processes import Processes

if TYPE_CHECKING:
    from septet.background.ray_cluster import RayCluster

Progress = Callable[[float], None]  # hears how much is done, from 0 to 1
Keep = Callable[[Chunk, bytes], None]  # hears what came of each chunk, in whatever order they are made
LISTEN_S = 0.05  # how often we look whether we are to stop


class Cluster(msgspec.Struct, frozen=True):
    """A Ray cluster, and how many chunks it may make for us at once; None is as many as it can."""

    address: str
    jobs: int | None = None


On = int | Cluster | None


class Stopped(Exception):
    """It was to be stopped."""


class Place(Protocol):
    """Where chunks are made: on this machine, on a Ray cluster, or on the workers of a house."""

    async def make(self, chunk: Chunk) -> bytes:
        """What comes of it; raises ChunkFailed if nothing does, however often it is tried."""


class Keeping:
    """A place where chunks are made, and whatever comes of one is kept at once."""

    def __init__(self, place: Place, keep: Keep) -> None:
        self.place, self.keep = place, keep

    async def make(self, chunk: Chunk) -> bytes:
        result = await self.place.make(chunk)
        self.keep(chunk, result)
        return result


async def made_at(place: Place, chunks: Sequence[Chunk], progress: Progress | None = None) -> list[bytes]:
    """What comes of each chunk, in their order. Whoever cancels this stops all of it."""
    tasks = [asyncio.ensure_future(place.make(chunk)) for chunk in chunks]
    try:
        for count, one in enumerate(asyncio.as_completed(tasks), start=1):
            await one
            if progress:
                progress(count / len(tasks))
        return [task.result() for task in tasks]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def run(
    chunks: Sequence[Chunk],
    *,
    on: On = None,
    progress: Progress | None = None,
    keep: Keep | None = None,
    stop: Event | None = None,
) -> list[bytes]:
    """The same on so many processes of this machine, or on as many as it has cores, or on a Ray cluster.

    Raises ChunkFailed, Stopped and, where there is no such cluster, NoCluster.
    """
    return asyncio.run(_run(chunks, on, progress, keep, stop)) if chunks else []


async def _run(
    chunks: Sequence[Chunk], on: On, progress: Progress | None, keep: Keep | None, stop: Event | None
) -> list[bytes]:
    opened = _opened(on, len(chunks))
    place = Keeping(opened, keep) if keep else opened
    working = asyncio.ensure_future(made_at(place, chunks, progress))
    try:
        while stop and not working.done():
            if stop.is_set():
                raise Stopped
            await asyncio.wait([working], timeout=LISTEN_S)
        return await working
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        await opened.stop()


def _opened(on: On, chunks: int) -> "Processes | RayCluster":
    if not isinstance(on, Cluster):
        return Processes(min(on or cores(), chunks))
    from septet.background.ray_cluster import RayCluster

    return RayCluster(on.address, on.jobs)
