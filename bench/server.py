"""How much one server process carries, per second of its own processor time: `python bench/server.py [--seconds 20]`.

The load comes from another process. Every move goes through session, rules, a view for each seat, and the durable log.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent
RATES = "busy messages messages_here guests tables tables_here requests requests_here sockets_new arrivals".split()
COUNTS = "sockets sockets_each sockets_here sockets_known_here connections connections_here tables_open".split()
LIMITS = [f"{name}=1000000" for name in RATES] + [f"{name}=20000" for name in COUNTS]
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Process:
    """A server in a process of its own, and what it has used."""

    def __init__(self, command: list[str], stderr: Any = None) -> None:
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=stderr, text=True, start_new_session=True
        )
        assert self.process.stdout
        self.address = next(line for line in self.process.stdout if "ready" in line).split()[-1]

    @classmethod
    def septet(cls, folder: str, workers: int = 0, more: Sequence[str] = ()) -> "Process":
        options = [part for limit in LIMITS for part in ("--limit", limit)]
        where = ["--port", "0", "--workers", str(workers), "--data", folder, "--lang", "en"]
        return cls([sys.executable, "-m", "septet", "serve", *where, *options, *more])

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE

    def files(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Load:
    """The players' process."""

    def __init__(self, address: str, tables: int, seconds: float, pause: float = 0, idle: int = 0) -> None:
        command = [sys.executable, str(HERE / "load.py"), address, *map(str, (tables, seconds, pause, idle))]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.line()

    def line(self) -> str:
        assert self.process.stdout
        text = self.process.stdout.readline()
        if not text:
            raise SystemExit("the load generator has failed; see above")
        return text

    def nod(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def report(self) -> Any:
        self.nod()
        return msgspec.json.decode(self.line())

    def end(self) -> None:
        self.nod()
        self.process.wait(30)


def throughput(server: Process, seconds: float) -> dict[str, Any]:
    """Fifty tables of two, as fast as they can."""
    load = Load(server.address, 50, seconds)
    before = server.cpu()
    found = load.report()
    used = server.cpu() - before
    load.end()
    return {**found, "cpu_s": used, "moves_per_cpu_s": round(found["moves"] / used)}


def steady(server: Process, seconds: float, tables: int = 500, samples: int = 4) -> dict[str, Any]:
    """Players with a move a second each; memory and open files as it goes on."""
    load = Load(server.address, tables, seconds, pause=0.5)  # two players, so a move a second each
    before, memory, files = server.cpu(), [server.memory()], [server.files()]
    load.nod()
    for number in range(samples):
        time.sleep(seconds / samples)
        memory.append(server.memory())
        files.append(server.files())
        if samples > 4:
            print(f"{number + 1}/{samples}: {memory[-1] / 1e6:.1f} MB, {files[-1]} files", file=sys.stderr, flush=True)
    found = msgspec.json.decode(load.line())
    share = (server.cpu() - before) / seconds
    load.end()
    return {**found, "cpu_share": share, "memory_mb": [round(one / 1e6, 1) for one in memory], "files": files}


def soak(server: Process, seconds: float) -> dict[str, Any]:
    """Half of that load for long: `--only soak --seconds 3600`."""
    return steady(server, seconds, tables=250, samples=60)


def idle(server: Process, seconds: float, clients: int = 1_000) -> dict[str, Any]:
    """What a client costs that only listens."""
    before = server.memory()
    load = Load(server.address, 0, 1, idle=clients)
    each = (server.memory() - before) / clients
    load.report()
    load.end()
    return {"clients": clients, "kb_each": round(each / 1e3, 1)}


class Peer:
    """boardgame.io from npm, in a folder of its own."""

    STORES = ("in memory", "in files")

    def __init__(self, folder: str) -> None:
        self.folder = folder
        for name in ("server.cjs", "load.cjs"):
            shutil.copy(HERE / "boardgame" / name, folder)
        packages = ["boardgame.io@0.50.2", "socket.io-client@4", "node-persist@3"]
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", *packages], cwd=folder, check=True)

    def throughput(self, store: str, seconds: float) -> dict[str, Any]:
        """The same tables there."""
        where = tempfile.mkdtemp(dir=self.folder)
        server = Process(["node", f"{self.folder}/server.cjs", *([where] if store == "in files" else [])])
        command = ["node", f"{self.folder}/load.cjs", server.address, "50", str(seconds)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as load:
            assert load.stdout
            load.stdout.readline()
            before = server.cpu()
            moves = int(load.stdout.readline())
            used = server.cpu() - before
        server.process.kill()
        return {"moves": moves, "cpu_s": used, "moves_per_cpu_s": round(moves / used)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", choices=("throughput", "steady", "idle", "soak"))
    parser.add_argument("--peers", action="store_true", help="also boardgame.io, which needs Node and npm")
    args = parser.parse_args()
    parts = {"throughput": throughput, "steady": steady, "idle": idle, "soak": soak}
    wanted = [args.only] if args.only else ["throughput", "steady", "idle"]
    for name, part in parts.items():
        if name in wanted:
            with tempfile.TemporaryDirectory() as folder:
                server = Process.septet(folder)
                print(name, msgspec.json.encode(part(server, args.seconds)).decode(), flush=True)
                server.stop()
    if args.peers:
        with tempfile.TemporaryDirectory() as folder:
            peer = Peer(folder)
            for store in Peer.STORES:
                print("boardgame.io", store, peer.throughput(store, args.seconds), flush=True)


if __name__ == "__main__":
    main()
