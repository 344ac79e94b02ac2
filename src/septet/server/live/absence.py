"""Who is away from a table, or there and silent, and what becomes of it."""

import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from septet.games.errors import Refusal
from septet.games.game import TABLE_MOVES, Seat
from septet.server.live.node import Node
from septet.server.live.ticking import Later
from septet.server.store import queries
from septet.server.store.store import CannotWrite
from septet.server.tables import commands, pledging
from septet.server.tables.dealing import SHOW_MS
from septet.server.tables.events import Played, Settled, Started, Stood
from septet.server.tables.room import Room

BACK_S = 15.0  # how long after a start everybody has to be connected again
SHOW_S = SHOW_MS / 1_000 + 0.01  # by then it has passed by the table's clock as well
TURNS = (Played, Started, Settled, Stood)  # after which it may be somebody else's turn
AGAIN_S = 0.5  # when to try again what could not be written


class Attended(Protocol):
    """A table whose people come and go."""

    node: Node
    room: Room
    kept: bool

    def here(self) -> tuple[bool, ...]:
        """Who of those who sit there is connected."""

    async def submit(self, decide: commands.Decide, user: str | None = None, message: str | None = None) -> int:
        """Do what was asked for."""


class Absence:
    """Looks after those who are not there: only while somebody else is, who would have to wait."""

    def __init__(self, live: Attended, stirred: Callable[[str, str], None]) -> None:
        self.live: Attended = weakref.proxy(live)  # no circle: a table that is let go is gone at once
        self.node = live.node
        self.tell_others = stirred
        self.room = live.room
        self.gone: dict[Seat, Later] = {}  # people who are away, until it counts
        self.stirred: dict[Seat, float] = {}  # when somebody last did anything
        self.since = self.node.ticker.now()
        self.alarm: Later | None = None
        self.late: Later | None = None  # when somebody counts as too late who does not show a number
        self.until: dict[tuple[int, Seat], float] = {}  # and when that is for each who was asked at some table time
        self.before = live.room.n > 0  # was the table there before this process had it?
        self.here: frozenset[str] = frozenset()  # of those who sit here, as we last saw them
        self.seen: dict[str, int] = {}  # when somebody who is away was last here, in milliseconds since 1970
        self.unwritten: set[str] = set()  # who has come or gone since that was last written down
        self.turn: Seat | None = None  # whose turn it is, as the list of tables has it

    def know(self, seen: dict[str, int], turn: Seat | None) -> None:
        """What was written down when somebody last came or went."""
        self.seen, self.turn = dict(seen), turn

    @property
    def waits(self) -> bool:
        """Does this table wait for whoever is away, however long?"""
        return self.room.setup.absent == "wait"

    def people(self) -> dict[Seat, str]:
        """Those who play for themselves."""
        chairs = enumerate(self.room.chairs)
        return {seat: chair.user for seat, chair in chairs if chair.user and not chair.stand_in}

    def mind(self) -> None:
        """Somebody has come, gone, or done something; or we look after this table from now on, or no more."""
        people = self.people() if self.live.kept and self.room.status == "running" else {}
        here = self.live.here() if people else ()
        there = {seat for seat in people if here[seat]}
        self._mind_the_absent(people.keys() - there if there else set())
        self._mind_the_silent(there)
        self._mind_the_late()

    def moved(self, move: Any) -> None:
        """After a move there is seldom anything to mind: nobody is away, and nobody's word is waited for."""
        room, minding = self.room, self.gone or self.alarm or type(move) in TABLE_MOVES
        if minding or room.log is None or room.status == "over" or room.game.company.awaited(room.log.table.state):
            self.mind()

    # Before the deal

    def _mind_the_late(self) -> None:
        """Whoever is asked for a number and keeps others waiting has so long from then on; after a start, those who
        are not back yet have longer."""
        if self.late:
            self.late.cancel()
            self.late = None
        waiting = self.live.kept and self.room.status == "waiting"
        here = self.live.here()
        late = pledging.late(self.room, here) if waiting else ()
        now, since = self.node.ticker.now(), self.room.dealing.since
        back = max(now, self.since + BACK_S if self.before else 0.0)
        until = {(since, seat): (now if here[seat] else back) + SHOW_S for seat in late}
        self.until = {asked: min(then, self.until.get(asked, then)) for asked, then in until.items()}
        if self.until:
            wait = min(self.until.values()) - now
            self.late = self.node.ticker.later(wait if wait > 0 else AGAIN_S, self._too_late)

    def _too_late(self) -> None:
        self.late = None
        now = self.node.ticker.now()
        late = [seat for (_, seat), until in self.until.items() if until <= now]
        if late:
            self.node.spawn(self._give_up(late[0]))

    async def _give_up(self, seat: Seat) -> None:
        await self._submit(lambda room, now: pledging.give_up(room, seat, now, self.live.here()))
        self._mind_the_late()  # if it could not be written: again

    # Away

    def _mind_the_absent(self, away: set[Seat]) -> None:
        """A player who stays away for long is taken care of; one who is back is waited for no longer."""
        if away and self.room.log:
            away = set() if self.waits else away - self.room.log.table.absent
        if not away and not self.gone:
            return
        for seat in self.gone.keys() - away:
            self.gone.pop(seat).cancel()
        for seat in away - self.gone.keys():
            self.gone[seat] = self.node.ticker.later(self.node.limits.away_s, self._too_long, seat)

    def _too_long(self, seat: Seat) -> None:
        self.gone.pop(seat, None)
        self.node.spawn(self._submit(lambda room, now: commands.absence(room, seat)))

    async def _submit(self, decide: commands.Decide) -> None:
        with suppress(Refusal):  # back in time, or already taken care of
            await self.live.submit(decide)

    # Silent

    def _mind_the_silent(self, there: set[Seat]) -> None:
        """Whoever is asked and does nothing for a while is asked no more, until they do something."""
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None
        waiting = self._silent(there)
        if waiting:
            first = min(waiting.values()) - self.node.ticker.now()
            self.alarm = self.node.ticker.later(first, self._ring)

    def _silent(self, there: set[Seat]) -> dict[Seat, float]:
        """Those whose word others wait for, and when they count as silent."""
        log = self.room.log
        if log is None or log.table.paused or not there:
            return {}
        asked = self.room.game.company.awaited(log.table.state)
        asked = asked & self.people().keys() if asked else asked
        until = self.node.limits.silent_s
        return {seat: self.stirred.get(seat, self.since) + until for seat in asked if there - {seat}}

    def _ring(self) -> None:
        self.alarm = None
        here = self.live.here()
        there = {seat for seat in self.people() if here[seat]}
        now = self.node.ticker.now()
        for seat, due in self._silent(there).items():
            if due <= now:
                self.node.spawn(self._submit(lambda room, at, seat=seat: commands.silence(room, seat)))  # type: ignore[misc]
        if not any(due <= now for due in self._silent(there).values()):
            self.mind()

    def stir(self, user: str | None) -> bool:
        """Somebody has done something; whether they were away."""
        room = self.room
        seat = room.seating.seats.get(user or "")
        if seat is None:
            return False
        self.stirred[seat] = self.node.ticker.now()
        return commands.is_away(room, seat)

    def did(self, user: str | None) -> bool:
        """Somebody has done something that may become no event: if another process minds this table, it should know."""
        if user and self.node.store.shared and not self.live.kept:
            self.tell_others(self.room.table, user)
        return self.stir(user)

    async def come(self, user: str) -> None:
        """Whoever does anything at a table is there, and back if they were away."""
        if self.did(user):
            await self._submit(lambda room, now: commands.come_back(room, user))

    # What the lists say of it

    def note(self) -> None:
        """Somebody may have come or gone: a table that waits remembers when."""
        seated = {chair.user for chair in self.room.chairs if chair.user}
        there = self.live.here()
        both = zip(self.room.chairs, there, strict=True)
        here = frozenset(chair.user for chair, is_there in both if chair.user and is_there)
        changed, self.here = (here ^ self.here) & seated, here
        self.seen.update(dict.fromkeys(changed, self.node.wall()))
        if changed and self.waits and self.room.status == "running":
            self.unwritten |= changed
            self.node.spawn(self.write())

    async def write(self) -> None:
        """Write down when people were here, and whose turn it is."""
        users, self.unwritten = sorted(self.unwritten), set()
        if not users:
            return
        columns = self.turn_now()
        try:
            await self.node.store.write(queries.saw, self.room.table, users, self.node.wall(), columns)
            self.turn = columns["turn"]
        except CannotWrite as error:
            self.unwritten |= set(users)
            self.node.troubled(error)

    def turn_now(self) -> dict[str, Any]:
        """The columns that say whose turn it is, and since when."""
        log = self.room.log
        return {"turn": self._mover(log.table) if log else None, "moved": self.room.moved}

    def turn_after(self, step: commands.Step, wall: int) -> dict[str, Any]:
        """What the list of tables says after a move that somebody has not seen; while all are there it says nothing."""
        everybody = self.room.seating.seats.keys() <= self.here
        if everybody and self.turn is None and type(step.event) is Played:  # nearly always
            return {}
        if not self.waits or not isinstance(step.event, TURNS):
            return {}
        turn = None if everybody or step.after is None else self._mover(step.after)
        if isinstance(step.event, Settled):
            turn = self._awaited(step.event.seats)
        if turn is None and self.turn is None:
            return {}
        return {"turn": turn, "moved": wall}

    def _awaited(self, seats: tuple[Seat, ...]) -> Seat | None:
        """Somebody who is away, and whose number the deal waits for."""
        away = (
            seat for seat in seats if self.room.dealing.joined((seat,)) and self.room.chairs[seat].user not in self.here
        )
        return next(away, None)

    def _mover(self, table: Any) -> Seat | None:
        """The one person whose turn it is, unless the game rests or is over."""
        if table.ended or table.paused:
            return None
        movers = self.room.game.to_move(table.state)
        seat = next(iter(movers)) if len(movers) == 1 else None
        return None if seat is None or self.room.chairs[seat].mind else seat
