"""Games that are over, for whoever may look at them."""

from typing import Any

from litestar import Request
from litestar.datastructures import State

from septet.games.log import Log
from septet.server.hall.same_deck import SameDeck
from septet.server.http.asking import address, not_too_fast
from septet.server.tables.room import Room


async def finished(request: Request[Any, Any, State], table: str, state: State) -> tuple[Log, Room]:
    """The game of a table, if it is over and nobody plays its deck who does not know it."""
    not_too_fast(state.hall.shares.records, address(request))
    decks: SameDeck = state.decks
    return await decks.finished(table)
