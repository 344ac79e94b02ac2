"""Numbers for the deal: who may pledge one, who shows it, and who is too late."""

from septet.games.chance import commitment
from septet.games.game import Seat
from septet.server.errors import Denied
from septet.server.tables.commands import Step, seated
from septet.server.tables.dealing import SHOW_MS
from septet.server.tables.events import Pledged, Revealed, Stood
from septet.server.tables.room import Room
from septet.server.tables.wire import Person


def pledge(room: Room, who: Person, hashed: str) -> Step:
    """The hash of a number: before the seats are settled any number of times, then only from those who are asked.

    Whoever is the only one to add a number may change it until it is shown: perhaps the device that knew it is gone.
    """
    seat = seated(room, who)
    dealing = room.dealing
    if room.status != "waiting":
        raise Denied("not_waiting")
    if room.setup.given or dealing.pledges.get(seat) == hashed:
        raise Denied("not_asked")
    alone = dealing.pledges.keys() <= {seat}
    if dealing.seats is not None and seat not in dealing.owing and not alone:
        raise Denied("being_dealt")
    return Step(Pledged(seat, hashed))


def reveal(room: Room, who: Person, number: str) -> Step:
    """The number of a hash that is in the log, once all of them are."""
    seat = seated(room, who)
    dealing = room.dealing
    if not dealing.showing or seat not in dealing.awaited:
        raise Denied("not_asked")
    if commitment(bytes.fromhex(number)) != dealing.pledges[seat]:
        raise Denied("other_number")
    return Step(Revealed(seat, number))


def late(room: Room, here: tuple[bool, ...]) -> tuple[Seat, ...]:
    """Who is asked for a hash or a number, and keeps somebody waiting who is here.

    A table that waits for people does so before the deal as well: for those who are away.
    """
    people = {seat for seat in room.dealing.seats or () if room.chairs[seat].user and here[seat]}
    waits = room.setup.absent == "wait"
    return tuple(seat for seat in room.dealing.awaited if people - {seat} and (seat in people or not waits))


def give_up(room: Room, seat: Seat, now: int, here: tuple[bool, ...]) -> Step:
    """A seat whose number is not shown in time is free again."""
    if seat not in late(room, here) or now < room.dealing.since + SHOW_MS:
        raise Denied("not_asked")
    return Step(Stood(seat, late=True))
