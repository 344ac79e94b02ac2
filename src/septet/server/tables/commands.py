"""What somebody may do at a table, and the event that it becomes. Nothing here changes anything.

In other words: the command handler.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from septet.bots import bot_named, lent, may_sit
from septet.games.game import AgreeTie, Forfeit, Join, Leave, Pause, Resign, Resume, Return, Seat, Undo, has_races
from septet.games.log import Log
from septet.games.table import GameTable, on_time
from septet.server.errors import Denied
from septet.server.tables.events import (
    Answered,
    CameBack,
    Closed,
    Hurried,
    Played,
    Proposal,
    Proposed,
    Resized,
    Said,
    Sat,
    Settled,
    Started,
    Stood,
    StoodIn,
    Stored,
    What,
)
from septet.server.tables.phrases import spoken
from septet.server.tables.room import Room, moves_for
from septet.server.tables.wire import Person

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


class Step(msgspec.Struct, frozen=True, gc=False):
    """An event that may be written, and the game's table after it if it is a move."""

    event: Stored
    after: GameTable | None = None


class Rematch(msgspec.Struct, frozen=True):
    """Everybody wants to play again; with the hashes of numbers for its deal, by the seats of this game."""

    pledges: dict[Seat, str]


Decide = Callable[[Room, int], Step | Rematch]  # from the table and its time


def sit(room: Room, who: Person, wanted: Seat | None, pledge: str | None = None) -> Step:
    """Take a free seat before the game, a new one in a game that can be joined, or be back on one's own."""
    own = room.seat_of(who.id)
    if own is not None and room.status == "running" and wanted in (None, own):
        return come_back(room, who.id)
    if own is None and room.joinable and wanted in (None, len(room.chairs)):
        joined = running(room).after(None, Join(who.name), room.at)
        return Step(Sat(len(room.chairs), who.name, user=who.id), joined)
    undealt(room)
    pledge = None if room.setup.given else pledge
    if own is not None and wanted in (None, own) and room.chairs[own].name != who.name:
        return Step(Sat(own, who.name, user=who.id, pledge=pledge))  # under another name
    if own is not None:
        raise Denied("already_seated", seat=own)
    if room.setup.rated and who.guest:
        raise Denied("not_rated")
    free = [seat for seat, chair in enumerate(room.chairs) if chair.free]
    if wanted is not None and not 0 <= wanted < len(room.chairs):
        raise Denied("no_such_seat", seat=wanted)
    if wanted is not None and wanted not in free:
        raise Denied("seat_taken", seat=wanted)
    if not free:
        raise Denied("no_free_seat")
    return Step(Sat(free[0] if wanted is None else wanted, who.name, user=who.id, pledge=pledge))


def undealt(room: Room) -> None:
    """Nobody comes or goes, or has a bot come or go, while the numbers for the deal are shown."""
    if room.status != "waiting":
        raise Denied("not_waiting")
    if room.dealing.seats is not None:
        raise Denied("being_dealt")


def is_away(room: Room, seat: Seat) -> bool:
    """Does a bot play for this seat's person, or the game go on without it?"""
    log = room.log
    return room.seating.chairs[seat].stand_in is not None or (log is not None and seat in log.table.absent)


def come_back(room: Room, user: str) -> Step:
    """A person is there again."""
    log, seat = running(room), room.seat_of(user)
    if seat is None:
        raise Denied("not_seated")
    if room.chairs[seat].stand_in:
        return Step(CameBack(seat))
    if seat in log.table.absent:
        return played(room, seat, Return(), room.at)
    raise Denied("already_seated", seat=seat)


def silence(room: Room, seat: Seat) -> Step:
    """A person who is asked says nothing: from now on nobody waits for that word."""
    log = running(room)
    if is_away(room, seat) or seat not in room.game.company.awaited(log.table.state):
        raise Denied("not_seated")
    return played(room, seat, Leave(), room.at)


def invite(room: Room, who: Person, seat: Seat, bot: str | None) -> Step:
    """The host gives a free seat to a bot, or sends a bot away."""
    undealt(room)
    if who.id != room.seating.host:
        raise Denied("not_host")
    if not 0 <= seat < len(room.chairs):
        raise Denied("no_such_seat", seat=seat)
    chair = room.chairs[seat]
    if bot is None:
        if chair.bot is None:
            raise Denied("seat_taken" if chair.user else "no_bot_there", seat=seat)
        return Step(Stood(seat))
    if not chair.free:
        raise Denied("seat_taken", seat=seat)
    return Step(Sat(seat, bot, bot=known_bot(room.setup.game, bot)))


def resize(room: Room, who: Person, seats: int) -> Step:
    """The host wants more seats, or fewer; whoever sits keeps the seat."""
    undealt(room)
    if who.id != room.seating.host:
        raise Denied("not_host")
    if seats not in room.game.seats or seats == len(room.chairs):
        raise Denied("bad_seats", least=min(room.game.seats), most=max(room.game.seats), seats=seats)
    if seats > 2 and room.setup.clock:
        raise Denied("no_clock")
    if seats > 2 and room.setup.absent == "forfeit":
        raise Denied("no_forfeit")
    for seat, chair in enumerate(room.chairs[seats:], seats):
        if not chair.free:
            raise Denied("seat_taken", seat=seat)
    return Step(Resized(seats))


def known_bot(game: str, bot: str) -> str:
    if bot_named(game, bot) is None:
        raise Denied("unknown_bot", bot=bot, known=", ".join(lent(game)))
    if not may_sit(game, bot):
        raise Denied("bot_not_lent", bot=bot, known=", ".join(lent(game)))
    return bot


def start(room: Room, who: Person) -> Step:
    """The host begins with those who are there."""
    undealt(room)
    if who.id != room.seating.host:
        raise Denied("not_host")
    seats = tuple(seat for seat, chair in enumerate(room.chairs) if not chair.free)
    if len(seats) not in room.game.seats:
        raise Denied("too_few", least=min(room.game.seats))
    return settle(room, seats)


def settle(room: Room, seats: tuple[Seat, ...]) -> Step:
    """These will play: the numbers are asked for, or the cards are dealt at once where there are none."""
    if room.setup.given:
        return Step(Started(seats))
    return Step(Settled(seats)) if room.dealing.joined(seats) else deal(room, seats)


def deal(room: Room, seats: tuple[Seat, ...]) -> Step:
    numbers = room.dealing.numbers
    return Step(Started(seats, tuple(numbers.get(seat) for seat in seats)))


def follow(room: Room) -> Step | None:
    """What happens by itself: a full table starts, an empty one closes."""
    if room.status != "waiting" or room.n == 0:
        return None
    if not any(chair.user for chair in room.chairs):
        return Step(Closed("empty"))
    if room.dealing.seats is not None:
        return None if room.dealing.awaited else deal(room, room.dealing.seats)
    if not any(chair.free for chair in room.chairs):
        return settle(room, tuple(range(len(room.chairs))))
    return None


def leave(room: Room, who: Person, *, for_good: bool = False) -> Step:
    """Get up: before the game the seat is free again; afterwards what the table has agreed on happens."""
    seat = seated(room, who)
    if room.status == "waiting":
        return Step(Stood(seat))
    running(room)
    return absence(room, seat, for_good=for_good)


def absence(room: Room, seat: Seat, *, for_good: bool = False) -> Step:
    """A player is gone: a bot sits in, the game goes on without the seat, or it is lost.

    Who is gone for good is waited for nowhere.
    """
    log = running(room)
    if room.chairs[seat].stand_in or seat in log.table.absent:
        raise Denied("not_seated")
    match room.setup.absent:
        case "wait" if not for_good:
            raise Denied("table_waits")
        case "bot" | "wait":
            return Step(StoodIn(seat, stand_in(room.setup.game)))
        case "leave":
            return played(room, seat, Leave(), room.at)
        case "forfeit":
            return played(room, seat, Forfeit("left"), room.at)


def stand_for(room: Room, who: Person, seat: Seat, here: tuple[bool, ...]) -> Step:
    """At a table that waits, somebody asks a bot to sit in for a person who is away."""
    seated(room, who)
    running(room)
    if room.setup.absent != "wait":
        raise Denied("does_not_wait")
    if not 0 <= seat < len(room.chairs):
        raise Denied("no_such_seat", seat=seat)
    chair = room.chairs[seat]
    if chair.user is None or chair.stand_in or here[seat]:
        raise Denied("is_here", name=chair.name)
    return Step(StoodIn(seat, stand_in(room.setup.game)))


def call_off(room: Room, who: Person, here: tuple[bool, ...], seen: Mapping[str, int], wall: int) -> Step:
    """At a table that waits, somebody calls the game off because another has not been there for a day."""
    mine = seated(room, who)
    running(room)
    if room.setup.absent != "wait":
        raise Denied("does_not_wait")
    away = [seat for seat, chair in enumerate(room.chairs) if seat != mine and chair.user and not here[seat]]
    if not away:
        raise Denied("nobody_away")
    left = min(room.last_sign(seat, seen) for seat in away) + DAY_MS - wall
    if left > 0:
        raise Denied("too_early", hours=-(-left // HOUR_MS))
    return Step(Closed("called_off", mine))


def hurry(room: Room, who: Person) -> Step:
    """Somebody who has nothing left to do asks the bots, who alone play on, for speed."""
    seat = seated(room, who)
    running(room)
    if room.hurried or not room.bots_alone:
        raise Denied("cannot_hurry")
    return Step(Hurried(seat))


def stand_in(game: str) -> str:
    """The bot that sits in for people: neither the weakest nor the strongest."""
    bots = lent(game)
    return next(name for name in ("casual", "greedy", *bots) if name in bots)


def play(room: Room, seat: Seat, move: msgspec.Raw, at: int, *, rev: int | None, credit: int = 0) -> Step:
    """A player's own move on the table that was looked at; only to give up one need not have seen the last one."""
    made = heard(room, move)
    if rev is not None and not isinstance(made, Resign) and not on_time(rev, room.rev):
        raise Denied("stale")
    return played(room, seat, made, at, room.times.credit(seat, credit))


def heard(room: Room, move: msgspec.Raw) -> Any:
    try:
        return moves_for(room.setup.game).decode(move)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Denied("bad_message", where=str(error)[:200]) from None


def played(room: Room, seat: Seat | None, move: Any, at: int, credit: int = 0) -> Step:
    """Any move, if the rules allow it."""
    after = running(room).after(seat, move, max(at, room.at))
    return Step(Played(seat, move, credit), after)


def propose(
    room: Room, who: Person, what: What, to: int | None, at: int, *, pledge: str | None = None
) -> Step | Rematch:
    """Ask the others; where nobody has to be asked it happens at once."""
    seat = seated(room, who)
    if what == "resume":
        return played(room, seat, Resume(), at)
    if proposal := room.proposals.get(what):
        if what == "undo" or seat in proposal.agreed:
            raise Denied("already_proposed")
        return answer(room, who, what, True, at, pledge=pledge)  # two who want the same agree
    log = running(room) if what != "again" else None
    if what == "again" and (room.status != "over" or room.again):
        raise Denied("not_over")
    if what == "tie" and not room.game.ties:
        raise Denied("no_ties")
    if what in ("undo", "pause") and room.setup.day is not None:
        raise Denied("deal_of_day")
    if what == "undo":
        assert log is not None
        if has_races(room.game):
            raise Denied("never_undone")
        if room.setup.rated:
            raise Denied("rated_undo")
        to = undo_point(log, seat) if to is None else to
        if to is None or not log.may_undo(seat, to):
            raise Denied("cannot_undo")
    pledge = pledge if what == "again" else None
    if to_ask(room, what, (seat,)):
        return Step(Proposed(seat, what, to, pledge))
    if what == "tie":  # only bots sit opposite, and they play on
        raise Denied("bots_play_on")
    if what == "pause" and room.setup.rated:
        raise Denied("rated_pause")
    return agreed(room, Proposal(what, seat, (seat,), to, (pledge,)), at)


def answer(room: Room, who: Person, what: What, yes: bool, at: int, *, pledge: str | None = None) -> Step | Rematch:
    """Agree or not; with the last yes it happens."""
    seat = seated(room, who)
    proposal = room.proposals.get(what)
    if proposal is None:
        raise Denied("nothing_proposed")
    if yes and seat in proposal.agreed:
        raise Denied("own_proposal")
    pledge = pledge if yes and what == "again" else None
    if not yes or to_ask(room, what, (*proposal.agreed, seat)):
        return Step(Answered(seat, what, yes, pledge))
    return agreed(room, proposal.with_yes(seat, pledge), at)


def to_ask(room: Room, what: What, agreed: tuple[Seat, ...]) -> list[Seat]:
    """The persons who have not agreed yet; bots agree to everything but a tie."""
    people = [seat for seat, chair in enumerate(room.chairs) if chair.user and not chair.stand_in]
    if what == "tie":
        people = [seat for seat, chair in enumerate(room.chairs) if not chair.mind]
        if len(people) < len(room.chairs):
            return []
    return [seat for seat in people if seat not in agreed]


def agreed(room: Room, proposal: Proposal, at: int) -> Step | Rematch:
    match proposal.what:
        case "tie":
            return played(room, None, AgreeTie(), at)
        case "undo":
            assert proposal.to is not None
            return played(room, proposal.seat, Undo(proposal.to), at)
        case "pause":
            return played(room, proposal.seat, Pause(), at)
        case _:
            both = zip(proposal.agreed, proposal.pledges, strict=True)
            return Rematch({seat: pledge for seat, pledge in both if pledge})


def undo_point(log: Log, seat: Seat) -> int | None:
    """Where the last move of this seat that still stands was made."""
    return next((number for number in reversed(log.line()) if log.entries[number].seat == seat), None)


def say(room: Room, who: Person, text: str | None, phrase: str | None) -> Step:
    """Words of one's own, or a phrase of the house."""
    said = spoken(text, phrase)
    if room.status == "closed":
        raise Denied("no_table", table=room.table)
    return Step(Said(who.id, who.name, room.seat_of(who.id), said, phrase))


def seated(room: Room, who: Person) -> Seat:
    seat = room.seat_of(who.id)
    if seat is None:
        raise Denied("not_seated")
    return seat


def running(room: Room) -> Log:
    if room.status != "running" or room.log is None:
        raise Denied("not_running")
    return room.log
