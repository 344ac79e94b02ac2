"""Does studying hold up play? `python bench/study.py [--seconds 10] [--rounds 3] [--rate 1000]`.

Twenty people play, half of them against bots. One other address sends a thousand requests a second, in turns to
`/health` and to `POST /api/study`: positions with moves, and records as long as they may be. Asked is that the median
answer to a move is at most 1.5 times as slow under the second flood as under the first, in the same run.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from attacker import Place
from hostile import Part
from server import Process

LINES = 40
encode = msgspec.json.encode
PICTURE = {
    "game": "sepmosa",
    "picture": "c . K9 K10 . . .\nd * R9 R10 R1 . .\nrack: R2 R13 K1 O2 B3 B4 O7\nscores: 0-0",
    "moves": [{"seat": 0, "move": {"type": "set_aside", "tile": "O2"}}],
    "goal": "+1",
}


def records() -> list[dict[str, Any]]:
    """Records of the tests, and one that is too long to be any."""
    folder = Path(__file__).parent.parent / "tests/records"
    found = [(file, file.read_text()) for file in sorted(folder.glob("coopset-*.jsonl"))]
    return [{"game": "coopset", "record": text} for _, text in found] + [{"game": "sep", "record": "x" * 262_000}]


class Flood:
    """So many requests a second from one address, however they are answered."""

    def __init__(self, server: str, rate: float) -> None:
        self.place, self.rate = Place(server, 0, False), rate
        self.statuses: Counter[str] = Counter()
        self.bodies = [encode(one) for one in (PICTURE, PICTURE, PICTURE, *records())]
        self.sent = 0

    def request(self, path: str) -> bytes:
        if path == "/health":
            return b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"
        body = self.bodies[self.sent % len(self.bodies)]
        head = (
            f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body

    async def line(self, path: str, until: float) -> None:
        """One connection after the other: whoever is refused has to come again."""
        while time.monotonic() < until:
            with suppress(OSError, asyncio.IncompleteReadError, ValueError, IndexError):
                reader, writer = await asyncio.open_connection(
                    self.place.host, self.place.port, local_addr=self.place.local
                )
                try:
                    while time.monotonic() < until:
                        began = time.monotonic()
                        self.sent += 1
                        writer.write(self.request(path))
                        self.statuses[await self.answer(reader)] += 1
                        await asyncio.sleep(max(0.0, LINES / self.rate - (time.monotonic() - began)))
                finally:
                    writer.close()
            await asyncio.sleep(LINES / self.rate)

    @staticmethod
    async def answer(reader: asyncio.StreamReader) -> str:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = next(int(one.split(":")[1]) for one in head.split("\r\n") if one.startswith("content-length"))
        await reader.readexactly(length)
        status = head.split()[1]
        if "connection: close" in head:
            raise ValueError(status)
        return status

    async def run(self, path: str, seconds: float) -> None:
        until = time.monotonic() + seconds
        await asyncio.gather(*(self.line(path, until) for _ in range(LINES)))


def flood(server: str, rate: float) -> None:
    """For every line that comes, `PATH SECONDS`, do it and tell how it was answered."""
    print("ready", flush=True)
    while line := sys.stdin.readline():
        path, seconds = line.split()
        one = Flood(server, rate)
        asyncio.run(one.run(path, float(seconds)))
        print(encode({"sent": one.sent, **one.statuses}).decode(), flush=True)


def measure(seconds: float, rounds: int, rate: float, people: int) -> None:
    medians: dict[str, list[float]] = {"quiet": [], "/health": [], "/api/study": []}
    with tempfile.TemporaryDirectory() as folder:
        where = ["--port", "0", "--workers", "1", "--data", folder, "--lang", "en"]
        server = Process([sys.executable, "-m", "septet", "serve", *where])
        playing = Part("--people", str(people), "--at", server.address)
        flooding = Part("--at", server.address, "--rate", str(rate), program="study.py")
        try:
            time.sleep(3)
            for _ in range(rounds):
                for path, found in medians.items():
                    playing.median()
                    if path == "quiet":
                        time.sleep(seconds)
                    else:
                        flooding.nod(f"{path} {seconds}")
                        print(f"{path}: {flooding.line().strip()}", flush=True)
                    found.append(playing.median())
                    time.sleep(1)
        finally:
            for part in (playing, flooding):
                part.process.kill()
                part.process.wait()
            server.stop()
    for path, found in medians.items():
        print(f"{path}: median answer to a move {statistics.median(found):.2f} ms, of {found}")
    print(
        f"{statistics.median(medians['/api/study']) / statistics.median(medians['/health']):.2f} times, 1.5 are allowed"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1_000)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--at", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.at:
        flood(args.at, args.rate)
    else:
        measure(args.seconds, args.rounds, args.rate, args.people)


if __name__ == "__main__":
    main()
