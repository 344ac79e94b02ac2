"""A table as its log folds to: who sits, what was played, what was proposed. No clock, no disk, no socket.

In other words: event sourcing; a room is the aggregate, folded from its events.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

import msgspec

from septet.games import GAMES
from septet.games.chance import commitment
from septet.games.game import Join, Outcome, Resign, Seat, TableMove, Timeout, Timer, Undo, as_of
from septet.games.log import Entry, Log, Sitter
from septet.games.options import from_record
from septet.games.table import GameTable
from septet.server.tables.clocks import Times
from septet.server.tables.dealing import Dealing
from septet.server.tables.events import (
    Again,
    Answered,
    Became,
    By,
    Forgotten,
    Hinted,
    Hurried,
    Played,
    Proposal,
    Proposed,
    Row,
    Said,
    Sat,
    Shared,
    Started,
    StoodIn,
    Stored,
)
from septet.server.tables.renaming import relabel, unsaid, wordless
from septet.server.tables.seating import ChairState, Seating, Setup, Status

CHAT_KEPT = 200
GLANCE_S = 0.4  # how long a rest takes that nobody needs


class RemarkEntry(msgspec.Struct, frozen=True):
    """Something that was said, and whether only spectators may read it."""

    n: int
    said: Said
    apart: bool


@cache
def moves_of(game: str) -> "msgspec.json.Decoder[Any]":
    """Reads any move of a game's log: its own, the table's, a timeout."""
    return msgspec.json.Decoder(GAMES[game].moves | TableMove | Timeout)


@cache
def moves_for(game: str) -> "msgspec.json.Decoder[Any]":
    """Reads a move that a player may send: one of the game's own, or giving up."""
    return msgspec.json.Decoder(GAMES[game].moves | Resign)


_event = msgspec.json.Decoder(Stored)


class Room:
    """A table, made by folding its rows one after the other."""

    def __init__(self, table: str, setup: Setup, secret: bytes) -> None:
        self.table = table
        self.setup = setup
        self.secret = secret  # what the server adds to the deal
        self.commitment = commitment(secret)
        self.game = as_of(GAMES[setup.game], setup.rules)
        self.options = from_record(self.game.Options, setup.options)
        self.seating = Seating([ChairState() for _ in range(setup.seats)], setup.host)
        self.dealing = Dealing()
        self.n = 0
        self.at = 0
        self.wall = 0
        self.began = 0
        self.moved = 0  # when the last move was made, in milliseconds since 1970 like `wall`
        self.moved_by: dict[Seat, int] = {}  # and the last one of each person
        self.log: Log | None = None
        self.times = Times(setup.clock)
        self.rev = 0
        self.rev_by: tuple[Seat | None, int] = (None, 0)  # which seat's move made this revision, and its number
        self.proposals: dict[str, Proposal] = {}
        self.remarks: list[RemarkEntry] = []
        self.happened: list[tuple[int, Any, int]] = []  # table time, event, and how many moves there were after it
        self.answered: dict[tuple[str, str], int] = {}  # whose message with which id did what number
        self.helped: dict[
            Seat, bool
        ] = {}  # may it ask for hints? As far as that was asked since somebody sat down or got up
        self.hurried = False  # has somebody who only watches asked the bots for speed?
        self.again: str | None = None
        self.sealed = setup.given  # others may still be playing this deck: its seed is not told

    @property
    def chairs(self) -> list[ChairState]:
        return self.seating.chairs

    @property
    def status(self) -> Status:
        return self.seating.status

    @property
    def seed(self) -> bytes:
        """What the cards were dealt from."""
        assert self.log is not None
        return self.log.seed

    @property
    def dealt_at(self) -> int | None:
        """When the cards were dealt, in table time."""
        return next((at for at, event, _ in self.happened if isinstance(event, Started)), None)

    @property
    def outcome(self) -> Outcome | None:
        return self.log.outcome if self.log else None

    @property
    def moves(self) -> int:
        return 0 if self.log is None else len(self.log.entries)

    @property
    def joinable(self) -> bool:
        """May somebody sit down although the game has begun?"""
        log = self.log
        if log is None or not self.game.company.joins(log.table.state) or log.table.paused:
            return False
        return self.status == "running" and not self.setup.rated and self.setup.day is None

    @property
    def bots_alone(self) -> bool:
        """Have all people at this table nothing to do any more, while the bots play on?"""
        out = self.game.company.out_of_play(self.log.table.state) if self.log else None
        if not out or self.status != "running":
            return False
        people = {seat for seat, chair in enumerate(self.chairs) if not chair.mind}
        return bool(people) and people <= out

    @property
    def only_person(self) -> Seat | None:
        """The seat of whoever plays alone or among bots, whom nobody waits for."""
        people = [seat for seat, chair in enumerate(self.chairs) if not chair.mind]
        return people[0] if len(people) == 1 else None

    def last_sign(self, seat: Seat, seen: Mapping[str, int]) -> int:
        """When a person last moved or was here; `seen` is when people were here."""
        return max(self.moved_by.get(seat, self.began), seen.get(self.chairs[seat].user or "", 0))

    def changed(self, n: int) -> bool:
        """Was the game another one after event `n`, or played at another pace?"""
        _, event, moves = self.happened[n - 1]
        return moves != (self.happened[n - 2][2] if n > 1 else 0) or isinstance(event, Started | Hurried)

    def seat_of(self, user: str | None) -> Seat | None:
        return None if user is None else self.seating.seats.get(user)

    def last_move_of(self, seat: Seat) -> By | None:
        """The last move of a seat, and its number."""
        moves = enumerate(reversed(self.happened))
        found = (back for back, (_, event, _) in moves if isinstance(event, Played) and event.seat == seat)
        return next((By(seat, self.n - back) for back in found), None)

    def read(self, row: Row) -> Stored:
        """The event of a row, its move as a move."""
        event: Stored = _event.decode(row.event)
        if isinstance(event, Played):
            move = msgspec.convert(event.move, moves_of(self.setup.game).type)
            return msgspec.structs.replace(event, move=move)
        return event

    def fold(self, row: Row, event: Stored | None = None, after: GameTable | None = None) -> None:
        """Add the next row; `after` is the game's table after its move, if it is known already."""
        if row.n != self.n + 1:
            raise ValueError(f"event {row.n} after {self.n}")  # a log without a hole has the next one
        if event is None:
            event = self.read(row)
        self.n, self.at, self.wall = row.n, row.at, row.wall
        if row.user and row.message:
            self.answered[row.user, row.message] = row.n
        if isinstance(event, Played):  # nearly all are
            self._play(event.seat, event.move, event.credit, after)
        else:
            self._happen(event, after)
        self.happened.append((row.at, event, self.moves))

    def _happen(self, event: Stored, after: GameTable | None) -> None:
        """Whatever is no move."""
        self.dealing.fold(event, self.chairs, self.at)
        self.seating.fold(event)
        self.helped.clear()
        match event:
            case Sat(_, name) if self.log is not None:
                joined = after or self.log.after(None, Join(name), self.at)
                self.log.add(Entry(None, Join(name), self.at), joined)
            case Started(_, numbers):
                self._start(numbers)
            case Proposed(seat, what, to, pledge):
                self.proposals[what] = Proposal(what, seat, (seat,), to, (pledge,))
            case Answered(seat, what, yes, pledge):
                self._answer(seat, what, yes, pledge)
            case Said():
                apart = event.seat is None and self.status == "running"
                self.remarks.append(RemarkEntry(self.n, event, apart))
                del self.remarks[:-CHAT_KEPT]
            case StoodIn():
                self.proposals.clear()
            case Hurried():
                self.hurried = True
                self._turn_time(None)
            case Hinted(seat, degree) if self.log is not None:
                self.log.helped(seat, degree)
            case Again(table):
                self.again = table
                self.proposals.clear()
            case Shared():
                self.sealed = self.sealed or self.status != "over"
            case Became() | Forgotten():
                self._name_again(event)

    def _start(self, numbers: tuple[str | None, ...] | None) -> None:
        sitters = tuple(Sitter(chair.name or "", chair.bot) for chair in self.chairs)
        started = datetime.fromtimestamp(self.wall / 1_000, UTC).isoformat(timespec="seconds")
        added = None if numbers is None else tuple(bytes.fromhex(one) if one else None for one in numbers)
        start = self.setup.start
        self.log = Log.new(self.game, self.options, sitters, self.secret, started, numbers=added, start=start)
        self.times.begin(len(self.chairs))
        self.began = self.moved = self.wall
        self._turn_time(None)

    def _play(self, seat: Seat | None, move: Any, credit: int, after: GameTable | None) -> None:
        assert self.log is not None
        before = self.log.table
        if after is None:
            after = self.log.after(seat, move, self.at)
        self.log.add(Entry(seat, move, self.at), after)
        game = self.game
        if isinstance(move, Undo) or game.rev(before.state) != game.rev(after.state):
            self.rev += 1
            self.rev_by = (seat, self.n)
        self.proposals.clear()
        self.moved = self.wall
        if seat is not None and not self.chairs[seat].mind:
            self.moved_by[seat] = self.wall
        self.times.charge(self.at, credit)
        if after.ended or game.outcome(after.state):
            self.seating.status = "over"
            self.times.stop()
        else:
            self._turn_time(seat)

    def _turn_time(self, moved: Seat | None) -> None:
        assert self.log is not None
        table = self.log.table
        timers: frozenset[Timer] = self.game.timers(table.state)
        if timers or table.paused or self.times.tick:
            movers = self.game.to_move(table.state)
            running = self._running(timers) if timers else timers
            self.times.go_on(self.at, movers, running, paused=table.paused, moved=moved)

    def _running(self, timers: frozenset[Timer]) -> frozenset[Timer]:
        """Those of the game's timers that run with the people who are at this table."""
        if self.hurried and self.bots_alone:
            return frozenset(self._at_a_glance(timer) for timer in timers)
        if self.only_person is not None and not self.bots_alone:
            awaited = {None, self.only_person}
            return frozenset(one for one in timers if one.name not in self.game.waits or one.seat not in awaited)
        return timers

    def _at_a_glance(self, timer: Timer) -> Timer:
        return msgspec.structs.replace(timer, seconds=GLANCE_S) if timer.name in self.game.rests else timer

    def _answer(self, seat: Seat, what: str, yes: bool, pledge: str | None) -> None:
        proposal = self.proposals.pop(what)
        if yes:
            self.proposals[what] = proposal.with_yes(seat, pledge)

    def hush(self, n: int) -> None:
        """The words of a remark have had their time; that something was said stays."""
        at, said, moves = self.happened[n - 1] if 0 < n <= self.n else (0, None, 0)
        if isinstance(said, Said):
            self.happened[n - 1] = at, wordless(said), moves
            replace = msgspec.structs.replace
            self.remarks = [replace(one, said=wordless(one.said)) if one.n == n else one for one in self.remarks]

    def _name_again(self, event: Became | Forgotten) -> None:
        """The record names the seats as they are named now; what the forgotten have said is gone."""
        if self.log is not None:
            relabel(self.log, self.chairs)
        if isinstance(event, Forgotten):
            replace = msgspec.structs.replace
            self.remarks = [replace(one, said=unsaid(one.said, event)) for one in self.remarks]
            self.happened = [
                (at, unsaid(said, event) if isinstance(said, Said) else said, moves)
                for at, said, moves in self.happened
            ]
