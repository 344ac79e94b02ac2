"""Bot seats and the workers that think for them; when a worker is gone, its seats go to another."""

import asyncio
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Protocol

import msgspec

from septet.games.game import Seat
from septet.server.errors import Denied
from septet.server.live.table import LiveTable
from septet.server.metrics import Metrics
from septet.server.tables import telling, wire
from septet.server.tables.events import Row

LONGEST_S = 8.0  # for what a worker is asked beside: pages give up a line on which nothing is heard for ten


class WorkerLine(Protocol):
    """A worker's socket."""

    def tell(self, message: bytes) -> None: ...


class Worker:
    """A connected worker and the seats that it has."""

    def __init__(self, line: WorkerLine, capacity: int) -> None:
        self.line = line
        self.capacity = capacity
        self.seats: set[tuple[str, Seat]] = set()
        self.questions: dict[int, asyncio.Future[wire.Advice]] = {}  # that it was asked beside, and has not answered

    @property
    def room_left(self) -> int:
        return self.capacity - len(self.seats)

    def begin(self, live: LiveTable, seat: Seat, bot: str, share: str) -> None:
        room = live.room
        self.seats.add((room.table, seat))
        live.workers[seat] = self
        now = live.now()
        options = msgspec.structs.asdict(room.options)
        moment = telling.moment(room, seat, now)
        job = wire.Job(room.table, room.n, now, seat, room.setup.game, options, bot, moment, share)
        self.line.tell(msgspec.json.encode(job))

    def told(self, live: LiveTable, seat: Seat, row: Row, moment: wire.Moment | None) -> None:
        event = wire.Event(table=row.table, n=row.n, at=row.at, event=None, moment=moment, seat=seat)
        self.line.tell(msgspec.json.encode(event))

    async def asked(self, question: int, game: str, view: Any, share: str) -> wire.Advice:
        """What it thinks of a view; it is asked beside all its seats, and in the turn of this share."""
        future: asyncio.Future[wire.Advice] = asyncio.get_running_loop().create_future()
        self.questions[question] = future
        self.line.tell(msgspec.json.encode(wire.Consult(question, game, view, share)))
        try:
            return await future
        finally:
            del self.questions[question]

    def end(self, live: LiveTable, seat: Seat) -> None:
        self.seats.discard((live.room.table, seat))
        live.workers.pop(seat, None)
        self.line.tell(msgspec.json.encode(wire.Drop(live.room.table, seat)))


class Pool:
    """Gives every bot seat to the worker with most room."""

    def __init__(
        self,
        tables: Mapping[str, LiveTable],
        metrics: Metrics,
        share_of: Callable[[LiveTable], str],
        changed: Callable[[], None],
    ) -> None:
        self.tables = tables
        self.metrics = metrics
        self.share_of = share_of  # under which the thinking for a table counts
        self.changed = changed  # a worker has come or gone
        self.workers: dict[WorkerLine, Worker] = {}
        self.waiting: set[str] = set()  # tables with a bot seat that no worker has
        self.numbers = count(1)

    def room_left(self) -> int:
        """Bot seats that our workers would still take."""
        return sum(max(0, worker.room_left) for worker in self.workers.values())

    def join(self, line: WorkerLine, capacity: int) -> None:
        if line in self.workers:  # it says so again
            self.workers[line].capacity = capacity
        else:
            self.workers[line] = Worker(line, capacity)
        self.metrics.workers.set(len(self.workers))
        self._try_again()
        self.changed()

    def leave(self, line: WorkerLine) -> None:
        worker = self.workers.pop(line, None)
        self.metrics.workers.set(len(self.workers))
        if worker is None:
            return
        for future in worker.questions.values():
            future.cancel()
        for table, seat in worker.seats:
            live = self.tables.get(table)
            if live and live.workers.get(seat) is worker:
                del live.workers[seat]
                self.waiting.add(table)
        self._try_again()
        self.changed()

    def has(self, line: WorkerLine, table: str, seat: Seat) -> bool:
        worker = self.workers.get(line)
        return worker is not None and (table, seat) in worker.seats

    async def consult(self, live: LiveTable, view: Any) -> str:
        """What a worker would do with this view at this table; raises Denied if none is there, or none answers."""
        worker = min(self.workers.values(), key=lambda one: len(one.questions), default=None)
        if worker is None:
            raise Denied("hint_failed")
        asking = asyncio.ensure_future(
            worker.asked(next(self.numbers), live.room.setup.game, view, self.share_of(live))
        )
        done, _ = await asyncio.wait([asking], timeout=LONGEST_S)
        asking.cancel()
        if not done or asking.cancelled():  # too long, or its worker is gone
            raise Denied("hint_failed")
        answer = asking.result()
        if not answer.ready:
            raise Denied("hint_not_ready")
        return answer.hint

    def advised(self, line: WorkerLine, answer: wire.Advice) -> None:
        """A worker has answered; what nobody waits for any more is forgotten."""
        worker = self.workers.get(line)
        future = worker.questions.get(answer.question) if worker else None
        if future and not future.done():
            future.set_result(answer)

    def assign(self, live: LiveTable) -> None:
        """See to it that every bot seat of a running table has a worker, and nothing else has."""
        room = live.room
        wanted = room.seating.minds() if room.status == "running" and live.kept else {}
        for seat, had in tuple(live.workers.items()):
            if seat not in wanted:
                had.end(live, seat)
        self.waiting.discard(room.table)
        for seat, bot in wanted.items():
            if seat in live.workers:
                continue
            if not self.room_left() and live.in_use():
                self._make_room()
            free = max(self.workers.values(), key=lambda one: one.room_left, default=None)
            if free is None or free.room_left <= 0:
                self.waiting.add(room.table)
                return
            free.begin(live, seat, bot, self.share_of(live))

    def _make_room(self) -> None:
        """The bots of a table that nobody is at wait, until there is room or somebody is back."""
        for live in self.tables.values():
            if live.workers and not live.in_use():
                for seat, worker in tuple(live.workers.items()):
                    worker.end(live, seat)
                self.waiting.add(live.room.table)
                return

    def release(self, live: LiveTable) -> None:
        for seat, worker in tuple(live.workers.items()):
            worker.end(live, seat)
        self.waiting.discard(live.room.table)
        self._try_again()

    def _try_again(self) -> None:
        waiting = [live for table in self.waiting if (live := self.tables.get(table))]
        for live in sorted(waiting, key=lambda live: not live.in_use()):  # where somebody waits, first
            self.assign(live)
