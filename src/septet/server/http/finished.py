"""Games that are over, for whoever may look at them."""

from typing import Any

from litestar import Request
from litestar.datastructures import State

from septet.games.log import Log
from septet.server.errors import Denied
from septet.server.http.asking import address, not_too_fast
from septet.server.tables.room import Room


async def finished(request: Request[Any, Any, State], table: str, state: State) -> tuple[Log, Room]:
    """The game of a table, if it is over and nobody plays its deck who does not know it. Whoever has the link of a
    table may look: the id of a private one is in no list, and only its players have it until they share it."""
    not_too_fast(state.hall.shares.records, address(request))
    room: Room = await state.hall.room(table)
    if room.log is None or room.status != "over":
        raise Denied("not_over")
    await state.decks.show(room)
    return room.log, room
