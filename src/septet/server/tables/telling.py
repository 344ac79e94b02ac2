"""What a table looks like to a seat: the messages about it, each built from what that seat may know.

In other words: projections of the log (read models), one for each seat.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from septet.games.errors import Refusal
from septet.games.game import NO_PLAYERS_MOVES, Move, Seat, Timeout, Undo
from septet.games.table import GameTable, seen
from septet.games.table import outcome as outcome_of
from septet.games.timers import by_name
from septet.server.tables import wire
from septet.server.tables.against_time import against_time, deck_of
from septet.server.tables.events import Closed, Deal, Nothing, Pace, Played, Said, Started, Stored
from septet.server.tables.hinting import hints_for
from septet.server.tables.room import Room
from septet.server.tables.seating import ChairState, Setup, bot_key
from septet.server.tables.wire_base import Remark


def facts(refusal: Refusal) -> dict[str, Any]:
    """The facts of a refusal as they may go over the wire."""
    simple = (str, int, float, bool, type(None))

    def told(value: Any) -> Any:
        if isinstance(value, tuple) and all(isinstance(one, simple) for one in value):
            return list(value)
        return value if isinstance(value, simple) else str(value)

    return {name: told(value) for name, value in refusal.facts.items()}


class Moments:
    """The game as it stands now, as one seat after the other sees it: what is the same for all is worked out once."""

    def __init__(self, room: Room, now: int) -> None:
        self.room = room
        self.first: Any = None  # the view of whoever was first
        self.terms: Any = None
        self.table = None if room.log is None else room.log.table
        if self.table is not None:
            self._look(self.table, now)

    def _look(self, table: GameTable, now: int) -> None:
        room, game, state = self.room, self.room.game, table.state
        over = table.ended or game.outcome(state)
        self.live = live = over is None and not table.paused
        self.bots_alone = live and room.bots_alone
        self.alike = wire.Moment(
            room.rev,
            room.moves,
            None,
            scores=game.scores(state),
            to_move=tuple(sorted(game.to_move(state))) if live else (),
            timers=countdowns(room, now) if live and room.times.due else (),
            clocks=room.times.clocks(now) if room.times.clock else None,
            paused=table.paused,
            absent=tuple(sorted(table.absent)) if live and table.absent else (),
            joinable=live and room.joinable,
            joining=tuple(sorted(game.company.joining(state))) if live else (),
            outcome=over,
            seed=told_seed(room) if over else None,
            secret=told_secret(room) if over else None,
        )

    def seen_by(self, seat: Seat | None) -> wire.Moment | None:
        """The moment of one seat; None before the game."""
        table = self.table
        if table is None:
            return None
        room, game = self.room, self.room.game
        if self.first is not None and game.turned is not None:  # most of it is known
            view = game.turned(self.first, table.state, seat)
        else:
            self.first = view = seen(game, table, seat)
            self.terms = None if view is None else game.terms(view)
        offers = game.offers(view) if self.live and seat is not None else ()
        own = pace(room, seat) if self.bots_alone else "usual"
        return replace(self.alike, view=view, terms=self.terms, offers=offers, pace=own, hints=hints_for(room, seat))


def moment(room: Room, seat: Seat | None, now: int) -> wire.Moment | None:
    """The game as this seat sees it now."""
    return Moments(room, now).seen_by(seat)


def pace(room: Room, seat: Seat | None) -> Pace:
    """How fast the bots play who alone play on, and whether this seat may ask for speed."""
    if room.hurried:
        return "quick"
    return "usual" if seat is None else "may_hurry"


def told_seed(room: Room) -> str | None:
    """The seed of a game that is over, unless others still play the same deck."""
    return None if room.sealed else room.seed.hex()


def told_secret(room: Room) -> str | None:
    """What the server added to the seed, where others had a part in it; told when the seed is."""
    return None if room.sealed or room.log is None else room.log.header.secret or None


def deal(room: Room) -> Deal | None:
    """How far the deal is, to everybody."""
    dealing, seats = room.dealing, range(len(room.chairs))
    own = room.log.header.numbers is not msgspec.UNSET if room.log else not room.setup.given
    if not own:
        return None
    pledges = tuple(dealing.pledges.get(seat) for seat in seats)
    numbers = tuple(dealing.numbers.get(seat) for seat in seats)
    return Deal(pledges, numbers, dealing.seats, dealing.awaited, dealing.showing)


def deal_after(room: Room, event: Stored) -> Deal | None:
    """What an event says of the deal: all of it, until the cards are dealt."""
    return deal(room) if room.status == "waiting" or isinstance(event, Started) else None


def countdowns(room: Room, now: int) -> tuple[wire.Countdown, ...]:
    """The timers that run, but for those that would give something away."""
    due = [(timer, at) for timer, at in room.times.due.items() if timer.name not in room.game.untold]
    ordered = sorted(due, key=lambda one: by_name(one[0]))
    rests = room.game.rests
    return tuple(
        wire.Countdown(timer.name, timer.seat, max(0, at - now), round(timer.seconds * 1_000), timer.name in rests)
        for timer, at in ordered
    )


def past(room: Room, moves: int, seat: Seat | None) -> wire.Moment:
    """The game as this seat saw it after so many moves; while it is paused nobody sees any of it."""
    assert room.log is not None
    table = room.log.tables[moves]
    over = outcome_of(room.game, table)
    seed = told_seed(room) if over else None
    view = None if room.log.table.paused else seen(room.game, table, seat)
    terms = None if view is None else room.game.terms(view)
    scores = room.game.scores(table.state)
    secret = told_secret(room) if over else None
    return wire.Moment(
        0, moves, view, terms, scores=scores, paused=table.paused, outcome=over, seed=seed, secret=secret
    )


def spoken(move: Move) -> Move | None:
    """A move of the table itself; of one of the game everybody is told in the view what may be known."""
    return move if type(move) in NO_PLAYERS_MOVES else None


def event_seen(event: Stored, seat: Seat | None, apart: bool = False) -> Any:
    """What this seat is told of an event: not another's hidden move, nor what spectators say to each other."""
    if isinstance(event, Played):
        return Played(event.seat, spoken(event.move))
    return Nothing() if isinstance(event, Said) and apart and seat is not None else event


def table(
    room: Room,
    user: str | None,
    here: tuple[bool, ...],
    watchers: int,
    now: int,
    *,
    ratings: Mapping[str, float],
    history: "History | None" = None,
    seen: Mapping[str, int] | None = None,
) -> wire.Table:
    """Everything about a table, to one user."""
    seat = room.seat_of(user)
    setup = room.setup
    return wire.Table(
        table=room.table,
        n=room.n,
        game=setup.game,
        options=msgspec.structs.asdict(room.options),
        status=room.status,
        chairs=chairs(room, here, ratings, seen or {}),
        seat=seat,
        host=room.seating.host,
        public=setup.public,
        rated=setup.rated,
        absent=setup.absent,
        clock=setup.clock,
        commitment=room.commitment,
        watchers=watchers,
        moment=moment(room, seat, now),
        history=(history or History()).told(room, seat),
        chat=chat(room, seat),
        proposals=tuple(room.proposals.values()),
        again=room.again,
        started=room.dealt_at,
        deck=deck_of(room) if against_time(setup) else None,
        fresh=setup.fresh,
        after=setup.after,
        closed=next((event for _, event, _ in reversed(room.happened) if isinstance(event, Closed)), None),
        call_window_ms=setup.call_window_ms,
        deal=deal(room),
        start=begins_at(setup),
    )


def begins_at(setup: Setup) -> wire.BeginsAt | None:
    start = setup.start
    if start is None:
        return None
    return wire.BeginsAt(start.of, None if start.picture is not None else start.at, start.same)


def chairs(
    room: Room, here: tuple[bool, ...], ratings: Mapping[str, float], seen: Mapping[str, int]
) -> tuple[wire.Chair, ...]:
    def told(chair: ChairState, there: bool, last: int | None) -> wire.Chair:
        rating = ratings.get(chair.user or bot_key(room.setup.game, chair.bot or ""))
        here = there or chair.bot is not None
        return wire.Chair(chair.name, chair.user, chair.bot, chair.stand_in, here, rating, last)

    return tuple(told(*one) for one in zip(room.chairs, here, last_seen(room, here, seen), strict=True))


def last_seen(room: Room, here: tuple[bool, ...], seen: Mapping[str, int]) -> tuple[int | None, ...]:
    """When those were last here whom a table waits for."""
    if room.setup.absent != "wait" or room.status != "running":
        return (None,) * len(room.chairs)
    away = [bool(chair.user) and not there for chair, there in zip(room.chairs, here, strict=True)]
    return tuple(room.last_sign(seat, seen) if gone else None for seat, gone in enumerate(away))


class History:
    """The moves so far, as far as a seat may know them; what was worked out once is kept until a move is taken back."""

    def __init__(self) -> None:
        self.past: list[wire.Past] = []
        self.seen = 0  # events

    def told(self, room: Room, seat: Seat | None) -> tuple[wire.Past, ...]:
        if room.log is None:
            return ()
        fresh = room.happened[self.seen :]
        if any(isinstance(event, Played) and isinstance(event.move, Undo) for _, event, _ in fresh):
            self.past, self.seen, fresh = [], 0, room.happened
        standing = set(room.log.line()) if fresh else set[int]()
        for n, (at, event, moves) in enumerate(fresh, start=self.seen + 1):
            if isinstance(event, Played):
                view = seen(room.game, room.log.tables[moves], seat)
                own = spoken(event.move)
                last = view.last if view and (own is None or isinstance(own, Timeout)) else None
                undone = moves - 1 not in standing and own is None
                self.past.append(wire.Past(n, at, event.seat, last, own, undone=undone))
        self.seen = len(room.happened)
        return tuple(self.past)


def chat(room: Room, seat: Seat | None) -> tuple[Remark, ...]:
    open_now = room.status != "running"
    return tuple(
        Remark(one.n, one.said.name, one.said.seat, one.said.text, one.said.phrase)
        for one in room.remarks
        if not one.apart or seat is None or open_now
    )
