"""Alone against time: the best results, and the same deck for several."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request
from litestar.datastructures import State
from litestar.params import QueryParameter

from septet.server.errors import Denied
from septet.server.hall.same_deck import Deck
from septet.server.http.answers import GamePath, TablePath, get, post
from septet.server.http.asking import address, asker, not_too_fast
from septet.server.http.making import Made, a_host
from septet.server.store import decks
from septet.server.store.decks import Best
from septet.server.tables.against_time import ways

Ask = Request[Any, Any, State]
Values = Annotated[str, QueryParameter(max_length=2_000)]  # house rules, as JSON


class Decks(Controller):
    path = "/api"
    tags = ("decks",)

    @get("/best/{game:str}")
    async def best(self, request: Ask, state: State, game: GamePath, options: Values = "{}") -> Best:
        """The best times and points, yours and the house's, of a game that is played alone under these house rules."""
        try:
            named = ways(game, msgspec.json.decode(options, type=dict[str, Any]))
        except (msgspec.DecodeError, ValueError, UnicodeEncodeError, RecursionError) as error:
            raise Denied("bad_request", where=f"options: {error}"[:200]) from None
        user = await asker(request)
        found: Best = await state.store.search(decks.best, game, named, user.id if user else None)
        return found

    @get("/decks/{table:str}")
    async def about(self, request: Ask, state: State, table: TablePath) -> Deck:
        """Everybody's games with the deck of this table: how far they are, never what the cards are."""
        not_too_fast(state.hall.shares.records, address(request))
        user = await asker(request)
        found: Deck = await state.decks.about(table, user.id if user else None)
        return found

    @post("/decks/{table:str}")
    async def again(self, request: Ask, state: State, table: TablePath) -> Made:
        """A new table for you alone, with the very same deck; if you know it already, it counts for no best time."""
        user = await a_host(request)
        return Made(await state.decks.again(user.person, table, address(request)))
