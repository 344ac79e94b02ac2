"""What a move costs the thread that plays, without kernel and disk: `python bench/moves.py [--tables 100]`.

A whole server in this process, with lines that end in lists and a store that says at once that all is written. Told are
microseconds of the processor for a move, of the quickest tenth of all rounds (a busy machine only adds to them); and
how many instructions of the interpreter a move takes, in all and function by function, in the half of the turns that
take fewest. That number changes by one part in a hundred from run to run, however busy the machine is.
"""

import argparse
import asyncio
import gc
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import msgspec
import uvloop
from load import Heard, Moment
from server import COUNTS, RATES
from uvicorn.server import ServerState

from septet.games import GAMES
from septet.server.app import Server, Settings
from septet.server.gate.door import Config, Door, Doorstep
from septet.server.limits import Limits
from septet.server.people.sessions import COOKIE
from septet.server.serving import COLLECT, Line
from septet.server.store.sqlite import SqliteStore
from septet.server.tables.seating import SeatPlan, Setup

encode, decode = msgspec.json.encode, msgspec.json.Decoder(Heard).decode
TURNS = 20  # moves of each table in a round
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"


class Ears(asyncio.Transport):
    """The other end of a line."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[bytes] = []

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("127.0.0.1", 5_555), "sockname": ("127.0.0.1", 80)}.get(name, default)

    def write(self, data: Any) -> None:
        self.heard.append(data)

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def close(self) -> None:
        pass


def texts(data: bytes) -> Iterator[bytes]:
    """The texts in what a server has written."""
    at = 0
    while at < len(data):
        kind, size, at = data[at], data[at + 1], at + 2
        if more := {126: 2, 127: 8}.get(size, 0):
            size, at = int.from_bytes(data[at : at + more], "big"), at + more
        if kind == 0x81:
            yield data[at : at + size]
        at += size


class Seated:
    """Somebody with a line, and what is known at its end."""

    def __init__(self, user: Any, line: Line) -> None:
        self.user, self.line, self.ears = user, line, Ears()
        self.table, self.said = "", 0
        self.moment: Moment | None = None
        line.connection_made(self.ears)

    def say(self, kind: str, **more: Any) -> bytes:
        self.said += 1
        text = encode({"type": kind, "id": str(self.said), "table": self.table, **more})
        size = bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        return b"\x81" + size + bytes(4) + text

    def listen(self) -> None:
        for data in self.ears.heard:
            for message in map(decode, texts(data)):
                self.moment = message.moment or self.moment
        self.ears.heard.clear()

    def move(self) -> bytes | None:
        moment = self.moment
        if moment is None or not moment.offers or moment.outcome:
            return None
        self.moment = None
        return self.say("play", move=random.choice(moment.offers), rev=moment.rev)


class Instructions:
    """Counts what the interpreter does, by function."""

    def __init__(self) -> None:
        self.done: Counter[CodeType] = Counter()
        self.calls: Counter[CodeType] = Counter()

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "opcode":
            self.done[frame.f_code] += 1
        elif event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
            self.calls[frame.f_code] += 1
        return self


async def opened(folder: str, tables: int) -> tuple[Server, list[Seated]]:
    limits = Limits(**dict.fromkeys(RATES, 1_000_000), **dict.fromkeys(COUNTS, 20_000))
    server = Server(Settings(data=Path(folder), limits=limits))
    config = Config(server, http=Door, ws=Line, ws_ping_interval=None, ws_per_message_deflate=False, log_config=None)
    config.doorstep = Doorstep(limits, None, 20_000)
    config.load()
    await server.open()
    people = []
    for _ in range(2 * tables):
        user = await server.people.guest("en")
        people.append(one := Seated(user, Line(config, ServerState(), {})))
        more = f"Sec-WebSocket-Key: {KEY}\r\nCookie: {COOKIE}={server.people.cookie(user)}\r\n\r\n"
        one.line.data_received((UPGRADE + more).encode())
    await settled(server, people)
    plan = (SeatPlan("me"), SeatPlan("anyone"))
    for host, guest in zip(people[::2], people[1::2], strict=True):
        setup = Setup(game="sep", options={}, seats=2, host=host.user.id, rules=GAMES["sep"].rules, absent="wait")
        host.table = guest.table = await server.hall.make(host.user.person, setup, plan, "127.0.0.1")
        for one, kind in ((guest, "sit"), (host, "watch"), (guest, "watch")):
            one.line.data_received(one.say(kind))
    await settled(server, people)
    return server, people


async def settled(server: Server, people: list[Seated]) -> None:
    """Wait until nothing more is told."""
    store: Any = server.store
    quiet = 0
    while quiet < 5:
        await asyncio.sleep(0.02)
        quiet = 0 if store.busy or any(one.ears.heard for one in people) else quiet + 1
        for one in people:
            one.listen()


def at_once(store: SqliteStore) -> list[int]:
    """From now on rows count as written as soon as they are handed over; what ends a game is written, and listed."""
    hand_over, ends = store._hand_over, list[int]()

    def instead() -> None:
        if all(isinstance(job, tuple) for job, _ in store.waiting):
            jobs, store.waiting, store.before = store.waiting, [], 0
            store.loop.call_soon(store._committed, [(told, True, True) for _, told in jobs])
        else:
            ends.append(len(store.waiting))
            hand_over()

    store._hand_over = instead  # type: ignore[method-assign]
    return ends


async def main(tables: int, rounds: int, shown: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server, people = await opened(folder, tables)
        store = server.store
        assert isinstance(store, SqliteStore)
        ends = at_once(store)
        took: list[float] = []
        turns: list[tuple[float, int, Instructions]] = []
        for number in range(TURNS * rounds):
            counting = number >= TURNS * (rounds - 1)  # the last round
            while store.busy:  # a game has ended
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.001)
            for one in people:
                one.listen()
            said = [(one, text) for one in people if (text := one.move())]
            ends.clear()
            turn = Instructions()
            sys.settrace(turn if counting else None)
            began = time.thread_time()
            for one, text in said:
                one.line.data_received(text)
            for _ in range(4):  # the commit, what comes of it, and what is written
                await asyncio.sleep(0)
            sys.settrace(None)
            if counting and said and not ends:
                turns.append((turn.done.total() / len(said), len(said), turn))
            elif not counting and len(said) > tables / 2:
                took.append((time.thread_time() - began) / len(said))
        took.sort()
        print(f"{1e6 * took[len(took) // 10]:.1f} µs a move")
        counted, moves = Instructions(), 0
        for _, many, turn in sorted(turns, key=lambda one: one[0])[: len(turns) // 2]:  # in others there was more to do
            counted.done += turn.done
            counted.calls += turn.calls
            moves += many
        every, calls = counted.done.total() / moves, counted.calls.total() / moves
        print(f"{every:,.0f} instructions in {calls:.0f} functions")
        for code, done in counted.done.most_common(shown):
            file = Path(code.co_filename)
            where = f"{file.parent.name}/{file.name}:{code.co_firstlineno}"
            print(f"{done / moves:8.1f} {counted.calls[code] / moves:6.2f}  {code.co_qualname}  {where}")
        await server.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--shown", type=int, default=40, help="functions that are told one by one")
    args = parser.parse_args()
    gc.freeze()
    gc.set_threshold(*COLLECT)
    uvloop.run(main(args.tables, args.rounds, args.shown))
