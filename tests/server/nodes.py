"""Real servers for tests, each in a process of its own, that can be killed and started again."""

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import septet
from tests.server.running import RATES
from tests.server.services import free_port, until

SOURCE = str(Path(septet.__file__).parent.parent)
PLENTY = [word for name in RATES.split() for word in ("--limit", f"{name}=1000000")] + ["--limit", "daily_ahead=0"]


@cache
def bytecode() -> str:
    """Where the servers of these tests keep what Python has compiled: a server starts in a third of the time, also
    where the tests themselves are told to write no such files."""
    folder = tempfile.mkdtemp(prefix="septet-bytecode-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


class Node:
    """A server in a process of its own, that can be killed and started again on the same port."""

    def __init__(self, folder: Path, *options: str, workers: int = 0, **environ: str) -> None:
        self.folder = folder
        self.port = free_port()
        own = ["--port", str(self.port), "--data", str(folder), "--workers", str(workers), "--log-format", "json"]
        self.command = [sys.executable, "-m", "septet", "serve", *own, *PLENTY, *options]
        compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": bytecode()}
        self.environ = {**os.environ, "PYTHONPATH": SOURCE, **compiled, **environ}
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.begin()
        self.ready()

    def begin(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "log.txt").open("a") as log:
            self.process = subprocess.Popen(
                self.command, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environ
            )

        (self.folder / "pid").write_text(str(self.process.pid))

    def clear(self) -> None:
        """End what runs in this folder still because the program that started it was killed. Linux only."""
        with suppress(OSError, ValueError):
            pid = int((self.folder / "pid").read_text())
            if str(self.folder).encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)
                until(lambda: not Path(f"/proc/{pid}/exe").exists())

    def ready(self) -> None:
        assert self.process
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert str(self.port) in line, self.log()[-2_000:]

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, how: int = signal.SIGTERM) -> int | None:
        if self.process is None:
            return None
        self.process.send_signal(how)
        with self.process:  # closes the pipe, and waits
            pass
        code, self.process = self.process.returncode, None
        return code

    def log(self) -> str:
        return (self.folder / "log.txt").read_text()


@contextmanager
def node(folder: Path, *options: str, workers: int = 0, **environ: str) -> Iterator[Node]:
    made = Node(folder, *options, workers=workers, **environ)
    made.start()
    try:
        yield made
    finally:
        made.end(signal.SIGKILL)
