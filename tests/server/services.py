"""A real PostgreSQL and a real Redis for tests, on loopback, in folders that go with them."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

MISSING = "{what} is missing here; ./septet test installs it where it may, or: apt install postgresql redis-server"


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def until(true: object, seconds: float = 20) -> None:
    """Wait until something holds."""
    assert callable(true)
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)


def listens(port: int) -> bool:
    with socket.socket() as sock:
        return sock.connect_ex(("127.0.0.1", port)) == 0


@cache
def postgres_tools() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    at_hand = shutil.which("initdb")
    assert found or at_hand, MISSING.format(what="PostgreSQL")
    return found[-1].parent if found else Path(at_hand or "").parent


def as_somebody_else() -> list[str]:
    """PostgreSQL refuses to be run by root."""
    if os.getuid():
        return []
    names = {entry.pw_name for entry in pwd.getpwall()}
    name = "postgres" if "postgres" in names else "nobody"
    group = str(pwd.getpwnam(name).pw_gid)
    return ["setpriv", f"--reuid={name}", f"--regid={group}", "--clear-groups"]


class Service:
    """A program that listens on a port."""

    def __init__(self, command: list[str], port: int) -> None:
        self.command = command
        self.port = port
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: listens(self.port))

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait(timeout=20)
            self.process = None


class Postgres(Service):
    def url(self, database: str = "postgres") -> str:
        return f"postgresql://septet@127.0.0.1:{self.port}/{database}"

    def new_database(self, name: str) -> str:
        """An empty database of this name; its address."""
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)

    def sql(self, command: str, database: str = "postgres") -> str:
        psql = [str(postgres_tools() / "psql"), "-qtAX", "-v", "ON_ERROR_STOP=1", self.url(database), "-c", command]
        return subprocess.run(psql, check=True, capture_output=True, text=True).stdout.strip()

    def start(self) -> None:
        super().start()
        until(lambda: _ready(self))

    def stop(self, how: int = signal.SIGQUIT) -> None:
        super().stop(how)  # at once, as if the power had gone


@contextmanager
def postgres(folder: Path | None = None) -> Iterator[Postgres]:
    """A server in a folder that goes with it, or in one that stays and may have been left in any state."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # where a sync costs nothing
    with tempfile.TemporaryDirectory(prefix="septet-postgres-", dir=memory, ignore_cleanup_errors=True) as passing:
        server = _made(folder or Path(passing))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _made(folder: Path) -> Postgres:
    tools, other, port = postgres_tools(), as_somebody_else(), free_port()
    folder.mkdir(parents=True, exist_ok=True)
    if other:
        os.chown(folder, pwd.getpwnam(other[1].partition("=")[2]).pw_uid, -1)
    data = folder / "data"
    _clear(data)
    make = [*other, str(tools / "initdb"), "-D", str(data), "-U", "septet", "-A", "trust", "-E", "UTF8"]
    if not data.exists():
        subprocess.run([*make, "--no-sync", "--locale=C"], check=True, capture_output=True, cwd="/")
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": "",
        "shared_buffers": "16MB",
        "dynamic_shared_memory_type": "mmap",  # in its folder, which goes with it
    }
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return Postgres([*other, str(tools / "postgres"), "-D", str(data), *options], port)


def _clear(data: Path) -> None:
    """End the server that runs there still because the program that started it was killed. Linux only."""
    with suppress(OSError, ValueError, IndexError):
        pid = int((data / "postmaster.pid").read_text().split()[0])
        if str(data).encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGQUIT)
            until(lambda: not (data / "postmaster.pid").exists())


def with_us() -> list[str]:
    """Before a command: it ends when we do, however that happens."""
    return ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []


def _ready(server: Postgres) -> bool:
    try:
        return server.sql("SELECT 1") == "1"
    except subprocess.CalledProcessError:
        return False


class Redis(Service):
    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"


@contextmanager
def redis() -> Iterator[Redis]:
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    assert program, MISSING.format(what="Redis")
    port = free_port()
    options = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", "/tmp"]
    server = Redis([program, *options], port)
    server.start()
    try:
        yield server
    finally:
        server.stop()
