"""Chunks made on a Ray cluster: one that runs already, or one of this machine that ends with this program.

Ray is an extra: `pip install "septet[ray]"`, here and on every node, in the same version of Septet. Nothing is told to
anybody about its use, and no dashboard is started.
"""

import asyncio
import logging
import os
import re
import socket
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import msgspec

from septet import __version__
from septet.background.chunks import Chunk
from septet.background.cores import cores
from septet.background.processes import TRIES, ChunkFailed, MadeHere, answered

RAY = "ray"  # whatever cluster is to be found, or a new one
ADDRESS = re.compile(r"(ray://)?[\w.\-]+:\d{1,5}|(ray://)?\[[0-9a-fA-F:]+\]:\d{1,5}")
LEFT = "/tmp" if os.name == "posix" else gettempdir()  # where Ray leaves the address of the cluster of this machine
ANSWERS_S = 10.0  # within which a cluster answers, if there is one
LOSSES = 10  # nodes or processes that one chunk may take along before it is given up
QUIET = {  # asked for before Ray is imported
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_USAGE_STATS_PROMPT_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # else it warns of what it will do one day
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",  # nodes have Septet already
}


TOKENS = ("~/.ray/auth_token", os.environ.get("RAY_AUTH_TOKEN_PATH", "~/.ray/auth_token"))


class NoCluster(Exception):
    """No cluster can be started or joined; says why."""


def can_join() -> bool:
    return find_spec("ray") is not None


def is_address(text: str) -> bool:
    """`ray`, `HOST:PORT` of a cluster, or `ray://HOST:PORT` of one that is reached from outside."""
    return text == RAY or ADDRESS.fullmatch(text) is not None


def joined(address: str, count: int | None) -> Any:
    """Ray, at home on that cluster; raises NoCluster. Asked again, it is still there."""
    os.environ.update(QUIET)
    if any(Path(one).expanduser().is_file() for one in TOKENS) or os.environ.get("RAY_AUTH_TOKEN"):
        os.environ.setdefault("RAY_AUTH_MODE", "token")  # clusters ask for it; whoever has one shows it
    ray: Any = import_module("ray")
    logging.getLogger("ray").setLevel(logging.ERROR)
    if ray.is_initialized():
        return ray
    quiet = {"log_to_driver": False, "configure_logging": False, "namespace": "septet"}
    try:
        wanted = known() if address == RAY else address
        if wanted:
            _answers(wanted)
            ray.init(wanted, **quiet)
        else:
            ray.init("local", num_cpus=count or cores(), include_dashboard=False, **quiet)
    except (ConnectionError, RuntimeError, ValueError, OverflowError, OSError) as error:
        why = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise NoCluster(why) from error
    return ray


def known() -> str | None:
    """The cluster that the environment names, or that of this machine; one that was killed leaves its address behind,
    and does not answer."""
    named = os.environ.get("RAY_ADDRESS", "")
    if ADDRESS.fullmatch(named):
        return named
    file = Path(os.environ.get("RAY_TMPDIR") or LEFT) / "ray" / "ray_current_cluster"
    with suppress(OSError, ValueError):
        found = file.read_text().strip()
        _answers(found)
        return found
    return None


def _answers(address: str) -> None:
    """Ray itself would try for minutes; raises OSError."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    with socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWERS_S):
        pass


class RayCluster:
    """A place where chunks are made: as many at once as the cluster has processors, or no more than `count`."""

    def __init__(self, address: str = RAY, count: int | None = None) -> None:
        self.ray = joined(address, count)
        self.free = asyncio.Semaphore(count) if count else None
        self.remote: Any = self.ray.remote(num_cpus=1, max_retries=LOSSES)(answered_there)

    async def make(self, chunk: Chunk) -> bytes:
        """What comes of it; raises ChunkFailed. What a node takes along is made again elsewhere, by Ray."""
        if self.free is None:
            return await self._made(chunk)
        async with self.free:
            return await self._made(chunk)

    async def _made(self, chunk: Chunk) -> bytes:
        why, line = "", msgspec.json.encode(chunk)
        for _ in range(TRIES):
            asked = self.remote.remote(line, __version__)
            try:
                answer = msgspec.json.decode(await asked, type=MadeHere)
            except asyncio.CancelledError:
                self.ray.cancel(asked, force=True)
                raise
            except self.ray.exceptions.RayError as error:
                raise ChunkFailed(chunk.kind, f"{type(error).__name__}: {error}"[:2_000]) from error
            if answer.found is not None:
                return answer.found
            why = answer.fault
        raise ChunkFailed(chunk.kind, why)

    async def stop(self) -> None:
        """The cluster stays as long as this program does: it may have more to do."""


def answered_there(line: bytes, version: str) -> bytes:
    """On a node: what comes of the chunk in a line, unless it would be made by other rules there."""
    if version != __version__:
        return msgspec.json.encode(MadeHere(fault=f"a node has Septet {__version__}, and not {version}"))
    return msgspec.json.encode(answered(line))
