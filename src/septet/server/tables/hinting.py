"""Hints at a table: who may have them, what is counted, and how they are told.

Only where nobody else is a person, never where it would count for a ranking; and where a hint says that there is a set,
only to somebody who plays alone.
"""

from septet.bots.hints import HELPERS
from septet.bots.hints.hint import Degree
from septet.games.game import Seat
from septet.server.errors import Denied
from septet.server.tables import wire
from septet.server.tables.commands import Step, running, seated
from septet.server.tables.events import Hinted
from septet.server.tables.room import Room


def why_not(room: Room, seat: Seat) -> str | None:
    """Why nobody may help this seat at this table, if nobody may: a code of a refusal."""
    helper = HELPERS.get(room.setup.game)
    if helper is None:
        return "no_hints"
    if room.setup.rated:
        return "no_hints_rated"
    if room.setup.day is not None:
        return "deal_of_day"
    if any(chair.user for other, chair in enumerate(room.chairs) if other != seat):
        return "no_hints_people"
    return "no_hints_company" if helper.alone and len(room.chairs) > 1 else None


def hints_for(room: Room, seat: Seat | None) -> bool:
    if seat is None:
        return False
    if (found := room.helped.get(seat)) is None:
        found = room.helped[seat] = room.chairs[seat].bot is None and why_not(room, seat) is None
    return found


def may_ask(room: Room, who: wire.Person) -> Seat:
    """The seat of somebody who may be helped with a move now; raises Denied."""
    seat, log = seated(room, who), running(room)
    if code := why_not(room, seat):
        raise Denied(code)
    if log.table.paused or seat not in room.game.to_move(log.table.state):
        raise Denied("no_hint_now")
    return seat


def told_so_far(room: Room, seat: Seat) -> int:
    """The furthest degree that this seat was told as the game stands; 0 for none."""
    found = 0
    for _, event, moves in reversed(room.happened):
        if moves != room.moves:
            break
        if isinstance(event, Hinted) and event.seat == seat:
            found = max(found, event.degree)
    return found


def hinted(room: Room, who: wire.Person, degree: Degree, moves: int) -> Step:
    """Count a hint for the game as it was asked for."""
    seat = may_ask(room, who)
    if room.moves != moves:
        raise Denied("stale")
    return Step(Hinted(seat, degree))
