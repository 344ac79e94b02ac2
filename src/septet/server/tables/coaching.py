"""What a coach says to a seat, from what that seat may know; with other people at the table only names and results."""

from septet.games.coaching import since_own
from septet.games.game import Seat
from septet.games.table import seen
from septet.server.tables import wire
from septet.server.tables.commands import running
from septet.server.tables.room import Room
from septet.server.tables.telling import History


def coached(room: Room, seat: Seat, asked: str, history: History) -> wire.Coached:
    """The answer to `asked`; raises Denied before the game and after it."""
    table, game = running(room).table, room.game
    view, coach = seen(game, table, seat), game.coach
    if view is None:  # paused
        return wire.Coached(asked, room.table, room.n, {})
    moves = ((past.seat, past.last) for past in reversed(history.told(room, seat)) if not past.undone)
    happened = tuple(coach.since(view, since_own(seat, moves)))
    names = dict(coach.places)
    if any(chair.user for other, chair in enumerate(room.chairs) if other != seat):
        return wire.Coached(asked, room.table, room.n, names, happened)
    now, rules = coach.now(view, game.offers(view)), coach.rules(game.chapters, view)
    return wire.Coached(asked, room.table, room.n, names, happened, now, coach.goal(view), rules)
