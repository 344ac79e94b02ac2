"""A table in play in this process: one request after the other, on disk before anybody hears of it.

In other words: every request carries an idempotency key; an ear is a subscriber.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from septet.games.errors import Refusal
from septet.games.game import Seat
from septet.server.errors import Denied
from septet.server.live.absence import Absence
from septet.server.live.node import Node, table_id
from septet.server.live.races import PendingClaim, Races
from septet.server.live.summary import summary_after
from septet.server.live.ticking import Later
from septet.server.live.turn_lock import TurnLock
from septet.server.store.store import CannotWrite, Patch
from septet.server.tables import commands, telling, wire
from septet.server.tables.asides import Asides
from septet.server.tables.commands import Decide, Rematch, Step
from septet.server.tables.events import (
    Again,
    Played,
    Resized,
    Row,
    Said,
    Sat,
    Stood,
)
from septet.server.tables.room import Room

RETRY_S = 1.0
SETTLE_S = 60  # how long after the last one has gone a table still counts as in use
encode = msgspec.json.Encoder().encode


Heard = Callable[[int | Exception], None]  # the number that a request has in the log, or what went wrong


class Ear(Protocol):
    """Somebody who is told about a table: a socket of a person, or a worker's seat."""

    user: str | None

    def tell(self, message: bytes) -> None:
        """Send, or queue, or give up on this ear; never waits."""
        ...


class SeatMind(Protocol):
    """Whoever thinks for a bot's seat."""

    def told(self, live: "LiveTable", seat: Seat, row: Row, moment: wire.Moment | None) -> None:
        """The game of this seat has changed."""

    def end(self, live: "LiveTable", seat: Seat) -> None:
        """No more thinking for this seat."""


class Hooks(Protocol):
    """What a table asks of whoever has it in hand with others."""

    def written(self, row: Row) -> None:
        """A row is on disk: other processes may want to know."""

    def seats_changed(self, live: "LiveTable") -> None:
        """Somebody or something else plays a seat now."""

    def game_over(self, live: "LiveTable") -> None:
        """The game has ended."""

    def presence_changed(self, live: "LiveTable") -> None:
        """Somebody has come or gone through this process."""

    def elsewhere(self, table: str) -> set[str]:
        """Who is connected to the table through other processes."""

    def stirred(self, table: str, user: str) -> None:
        """Somebody who is connected here has done something at a table that another process looks after."""

    async def rematch(self, live: "LiveTable", table: str, wanted: Rematch, again: Row) -> bool:
        """Set up the same again as `table`, together with the row that names it; False if that came too late."""

    def drop(self, live: "LiveTable", why: str) -> None:
        """What is known of this table is not what is written: let go of it."""

    def damaged(self, table: str, error: Exception) -> Exception:
        """What to raise for an error while a table was read."""


class LiveTable:
    """Takes requests, writes what they become, tells everybody, and plays for the clock."""

    def __init__(self, node: Node, hooks: Hooks, room: Room, behind: int = 0) -> None:
        self.node = node
        self.hooks = hooks
        self.room = room
        self.lock = TurnLock()
        self.ears: set[Ear] = set()
        self.workers: dict[Seat, SeatMind] = {}  # which worker thinks for which seat
        self.base = room.at + behind
        self.started = node.ticker.now()
        self.still: int | None = None  # table time, while it stands still
        self.alarm: Later | None = None
        self.quiet_since = node.ticker.now()  # when the last ear went, or somebody asked for the table
        self.ratings: dict[str, float] = {}  # at a rated table, what those who sit there are worth
        self.asides = Asides(node.limits.events, (event for _, event, _ in room.happened))
        self.histories: dict[Seat | None, telling.History] = {}  # the moves so far, as each seat knows them
        self.kept = False  # do we look after its clocks and bots?
        self.races = Races(node.spawn)
        self.absence = Absence(self, hooks.stirred)
        self._stand_still()

    def now(self) -> int:
        """Table time in milliseconds; what happened while no server ran does not count."""
        if self.still is not None:
            return max(self.room.at, self.still)
        return max(self.room.at, self.base + round((self.node.ticker.now() - self.started) * 1_000))

    def in_use(self) -> bool:
        """Whether somebody is here, or has only just gone."""
        return bool(self.ears) or self.node.ticker.now() - self.quiet_since < SETTLE_S

    # Requests

    async def submit(self, decide: Decide, user: str | None = None, message: str | None = None) -> int:
        """Do what was asked for, once; the number that it has in the log."""
        try:
            return await self._submit(decide, user, message)
        except CannotWrite as error:
            self.node.troubled(error)
            raise Denied("cannot_write") from error

    def submit_now(self, decide: Decide, user: str, message: str, then: Heard) -> bool:
        """The same for a move at a table where nobody else is at it: `then` hears the number, or what went wrong.

        False if it has to be submitted after all, because it has to wait or becomes more than a row.
        """
        room = self.room
        if (user, message) in room.answered or not self.lock.take():
            return False
        handed, now = False, self.now()
        try:
            step = decide(room, now)
            if isinstance(step, Step):
                self.asides.room_for(step.event)
                row = self._row(step.event, now, user, message)
                if not self._patch(step, row):
                    handed = self.node.store.append_soon(row, lambda written: self._appended(written, row, step, then))
        except Refusal:
            pass  # which is said when it is submitted
        finally:
            if not handed:
                self.lock.release()
        return handed

    def _appended(self, written: bool | Exception, row: Row, step: Step, then: Heard) -> None:
        found: int | Exception = row.n
        try:
            if isinstance(written, Exception):
                found = written
                if isinstance(written, CannotWrite):
                    self.node.troubled(written)
                    found = Denied("cannot_write")
            elif not self._written(written, row, step):  # the database has lost what we wrote
                self.hooks.drop(self, "log_lost")
                found = Denied("cannot_write")
        except Exception as error:
            found = error
        finally:
            self.lock.release()
        then(found)

    async def _submit(self, decide: Decide, user: str | None, message: str | None) -> int:
        async with self.lock:
            while True:
                if user and message and (n := self.room.answered.get((user, message))):
                    return n
                try:
                    step = decide(self.room, self.now())
                except Refusal:
                    if await self._was_behind():
                        continue
                    raise
                if user and isinstance(step, Step):
                    self.asides.room_for(step.event)
                if isinstance(step, Rematch):
                    written = await self._rematch(step, user, message)
                else:
                    written = await self._append(step, user, message)
                if written:
                    break
                await self._read_more()
            n = self.room.n
            await self._follow()
            return n

    async def _follow(self) -> None:
        """What now happens by itself. If that cannot be written it does later; what was asked for is done."""
        try:
            while (more := commands.follow(self.room)) and await self._append(more, None, None):
                pass
        except CannotWrite as error:
            self.node.troubled(error)

    async def race(self, decide: Decide, message: tuple[str, str], arrived: float) -> int:
        """A claim, gathered with others for a moment; the earliest on the scale of measured delays is played first."""
        claim = PendingClaim(arrived, decide, *message, asyncio.get_running_loop().create_future())
        return await self.races.enter(claim, self.submit, self.room.setup.call_window_ms / 1_000)

    def _row(self, event: Any, now: int, user: str | None, message: str | None) -> Row:
        room = self.room
        return Row(room.table, room.n + 1, now, self.node.wall(), user, message, encode(event))

    async def _append(self, step: Step, user: str | None, message: str | None) -> bool:
        row = self._row(step.event, self.now(), user, message)
        patch = self._patch(step, row)
        written = await self.node.store.append(row, patch)
        if written and patch and "turn" in patch.columns:
            self.absence.turn = patch.columns["turn"]
        return self._written(written, row, step)

    def _patch(self, step: Step, row: Row) -> Patch | None:
        """What the lists say after this."""
        patch = summary_after(self.room, step, row)
        if turn := self.absence.turn_after(step, row.wall):
            patch = Patch({**(patch.columns if patch else {}), **turn}, patch.users if patch else None)
        return patch

    async def _rematch(self, wanted: Rematch, user: str | None, message: str | None) -> bool:
        """The new table and the event that names it are written together."""
        table = table_id()
        event = Again(table)
        row = self._row(event, self.now(), user, message)
        return self._written(await self.hooks.rematch(self, table, wanted, row), row, Step(event))

    def _written(self, written: bool, row: Row, step: Step) -> bool:
        if written:
            self._fold(row, step)
            self.hooks.written(row)
        return written

    def _fold(self, row: Row, step: Step | None = None) -> None:
        event = step.event if step else self.room.read(row)
        self.room.fold(row, event, step.after if step else None)
        self.asides.see(event)
        self.tell_event(row, event)
        self._set_alarm()
        if step is None or not isinstance(event, Played):  # who moves here was seen when the move came in
            self.absence.stir(row.user)
        if isinstance(event, Played):  # nearly all are
            self.absence.moved(event.move)
            if self.room.status == "over":
                self.hooks.game_over(self)
            return
        if isinstance(event, Said):
            self.absence.mind()
        else:
            self.hooks.seats_changed(self)
        if isinstance(event, Sat | Stood | Resized):
            self.show_presence()  # whoever watched has a seat now, or the other way round

    async def catch_up(self, rows: list[Row] | None = None) -> None:
        """Read what another process has written."""
        for row in rows or await self.node.store.rows(self.room.table, self.room.n):
            if row.n == self.room.n + 1:
                if row.at > self.now():
                    self.base += row.at - self.now()
                self._fold(row)

    async def _read_more(self) -> None:
        """Our number could not be had: another process has written, or the database has lost what we wrote."""
        before = self.room.n
        await self.catch_up()
        if self.room.n == before:
            self.hooks.drop(self, "log_lost")
            raise Denied("cannot_write")

    async def read_on(self) -> None:
        """Read what another process has written, if anything; what cannot be read now is read later."""
        try:
            async with self.lock:
                await self.catch_up()
        except CannotWrite:
            pass
        except Exception as error:  # a row that cannot be read
            self.hooks.damaged(self.room.table, error)
            self.hooks.drop(self, "damaged_table")

    async def _was_behind(self) -> bool:
        """Before anything is refused: has another process written what we have not read?"""
        before = self.room.n
        if self.node.store.shared:
            await self.catch_up()
        return self.room.n > before

    # Time

    def _set_alarm(self) -> None:
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None
        coming = self.room.times.next()
        if coming and self.room.status == "running" and self.kept and self.still is None:
            delay = max(0, coming[0] - self.now()) / 1_000
            self.alarm = self.node.ticker.later(delay, self._ring)

    def _ring(self) -> None:
        self.alarm = None
        self.node.spawn(self._time_is_up())

    async def _time_is_up(self) -> None:
        """Play what the clock says, unless somebody was faster."""
        try:
            await self.submit(self._due)
        except Denied as refusal:
            if refusal.code == "cannot_write":
                self.alarm = self.node.ticker.later(RETRY_S, self._ring)
            else:
                self._set_alarm()
        except Refusal:
            self._set_alarm()

    @staticmethod
    def _due(room: Room, now: int) -> Step:
        coming = room.times.next() if room.status == "running" else None
        if coming is None or coming[0] > now:
            raise Denied("not_running")
        return commands.played(room, coming[1], coming[2], now)

    def keep(self, kept: bool) -> None:
        """Begin or cease to look after clocks and bots."""
        self.kept = kept
        self._set_alarm()
        self.absence.mind()

    def _stand_still(self) -> None:
        """While nobody is there of two who play by the clock, it costs neither of them anything."""
        people = self.absence.people() if self.room.setup.clock and self.room.status == "running" else {}
        still = len(people) > 1 and not any(self.here())
        if still and self.still is None:
            self.still = self.now()
        elif not still and self.still is not None:
            self.base, self.started, self.still = self.now(), self.node.ticker.now(), None
        else:
            return
        self._set_alarm()

    def asleep(self) -> bool:
        """Will nothing happen here before somebody comes?"""
        room = self.room
        if self.ears or self.races.claims or self.lock.locked() or room.status != "running" or room.log is None:
            return False
        table = room.log.table
        busy = not table.paused and room.seating.minds().keys() & room.game.to_move(table.state)
        return not busy and (self.still is not None or room.times.next() is None)

    # Ears

    def here(self) -> tuple[bool, ...]:
        users = {ear.user for ear in self.ears if ear.user} | self.hooks.elsewhere(self.room.table)
        return tuple(chair.user in users for chair in self.room.chairs)

    def watchers(self) -> int:
        seated = {chair.user for chair in self.room.chairs if chair.user}
        everybody = {ear.user or str(id(ear)) for ear in self.ears} | self.hooks.elsewhere(self.room.table)
        return len(everybody - seated)

    def listen(self, ear: Ear, have: int | None) -> int:
        """Tell this ear everything, or what it has missed, and from now on every event; how many were told again."""
        room = self.room
        catching_up = have is not None and 0 <= room.n - have <= CATCH_UP and have > 0
        if have is not None and catching_up:
            seat = room.seat_of(ear.user)
            for n in range(have + 1, room.n + 1):
                ear.tell(self._retold(n, seat))
        else:
            ear.tell(self._whole(ear.user))
        known = any(other.user == ear.user for other in self.ears if other.user)
        self.ears.add(ear)
        if not known:
            self.presence()
        if ear.user and self.absence.waits:
            self.node.spawn(self.absence.come(ear.user))  # whoever is back takes the seat back at once
        return room.n - have if have is not None and catching_up else min(room.n, WHOLE)

    def _whole(self, user: str | None) -> bytes:
        """Everything, with the latest moves if all would be more than anybody could be told at once."""
        room, most = self.room, self.node.limits.queued_bytes // 2
        known = self.histories.setdefault(room.seat_of(user), telling.History())
        here = self.here(), self.watchers(), self.now()
        about = telling.table(room, user, *here, ratings=self.ratings, history=known, seen=self.absence.seen)
        while len(told := encode(about)) > most and about.history:
            about = msgspec.structs.replace(about, history=about.history[len(about.history) // 2 + 1 :])
        return told

    def forget(self, ear: Ear) -> None:
        self.ears.discard(ear)
        if not self.ears:
            self.quiet_since = self.node.ticker.now()
        if not any(other.user == ear.user for other in self.ears if other.user):
            self.presence()

    def presence(self) -> None:
        """Who is connected here has changed."""
        self.show_presence()
        self.hooks.presence_changed(self)

    def show_presence(self) -> None:
        """Who is connected, here or through another process, has changed."""
        self.absence.note()
        here = self.here()
        seen = telling.last_seen(self.room, here, self.absence.seen)
        message = encode(wire.Presence(self.room.table, self.room.n, here, self.watchers(), seen))
        for ear in tuple(self.ears):
            ear.tell(message)
        self._stand_still()
        self.absence.mind()

    # Telling

    def tell_event(self, row: Row, event: Any) -> None:
        """One message for each seat and one for spectators, whoever listens."""
        room = self.room
        told: dict[Seat | None, bytes] = {}
        apart, deal, changed = False, None, True
        if not isinstance(event, Played):  # nearly all are
            apart = bool(room.remarks) and isinstance(event, Said) and room.remarks[-1].apart
            deal, changed = telling.deal_after(room, event), room.changed(row.n)
        moments = telling.Moments(room, self.now() if room.times.tick else room.at) if changed else None
        seen, seats = telling.event_seen(event, None), room.seating.seats
        for ear in tuple(self.ears):
            seat = seats.get(ear.user or "")
            message = told.get(seat)
            if message is None:
                moment = moments.seen_by(seat) if moments else None
                if apart:
                    seen = telling.event_seen(event, seat, apart)
                about = wire.Event(table=room.table, n=row.n, at=row.at, event=seen, moment=moment, deal=deal)
                message = told[seat] = encode(about)
            ear.tell(message)
        if moments and self.workers:
            for seat, worker in self.workers.items():
                worker.told(self, seat, row, moments.seen_by(seat))

    def _retold(self, n: int, seat: Seat | None) -> bytes:
        """An event of the past, or the last one with all that may be done now."""
        room = self.room
        at, event, moves = room.happened[n - 1]
        apart = any(one.n == n and one.apart for one in room.remarks)
        moment = None
        if room.changed(n):
            latest = moves == room.moves
            moment = telling.moment(room, seat, self.now()) if latest else telling.past(room, moves, seat)
        seen, deal = telling.event_seen(event, seat, apart), telling.deal_after(room, event)
        return encode(wire.Event(table=room.table, n=n, at=at, event=seen, moment=moment, deal=deal))


WHOLE = 100  # events whose telling is as much work as that of everything at once
CATCH_UP = 300  # events that are told again one by one; beyond that everything is told anew
