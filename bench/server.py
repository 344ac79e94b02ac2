"""How much one server process carries, per second of its own processor time: `python bench/server.py [--seconds 20]`.

The load comes from another process. Every move goes through session, rules, a view for each seat, and the durable log.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent
LIMITS = "messages=1000000 guests=1000000 tables=1000000 sockets=20000 sockets_each=20000".split()
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Process:
    """A server in a process of its own, and what it has used."""

    def __init__(self, folder: str) -> None:
        options = [part for limit in LIMITS for part in ("--limit", limit)]
        command = [sys.executable, "-m", "septet", "serve", "--port", "0", "--workers", "0", "--data", folder, *options]
        self.process = subprocess.Popen([*command, "--lang", "en"], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.address = self.process.stdout.readline().split()[-1]

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE

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


def steady(server: Process, seconds: float) -> dict[str, Any]:
    """A thousand players, a move a second each; memory at the start, in the middle and at the end."""
    load = Load(server.address, 500, seconds, pause=2)
    before, memory = server.cpu(), [server.memory()]
    load.nod()
    for _ in range(4):
        time.sleep(seconds / 4)
        memory.append(server.memory())
    found = msgspec.json.decode(load.line())
    share = (server.cpu() - before) / seconds
    load.end()
    return {**found, "cpu_share": share, "memory_mb": [round(one / 1e6, 1) for one in memory]}


def idle(server: Process, clients: int) -> dict[str, Any]:
    """What a client costs that only listens."""
    before = server.memory()
    load = Load(server.address, 0, 1, idle=clients)
    each = (server.memory() - before) / clients
    load.report()
    load.end()
    return {"clients": clients, "kb_each": round(each / 1e3, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", choices=("throughput", "steady", "idle"))
    args = parser.parse_args()
    parts = {"throughput": throughput, "steady": steady, "idle": lambda server, _: idle(server, 1_000)}
    for name, part in parts.items():
        if args.only in (None, name):
            with tempfile.TemporaryDirectory() as folder:
                server = Process(folder)
                print(name, msgspec.json.encode(part(server, args.seconds)).decode(), flush=True)
                server.stop()


if __name__ == "__main__":
    main()
