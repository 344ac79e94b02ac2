"""A drill of one's own mistakes in games that were reviewed."""

from typing import Any

from litestar import Controller, Request
from litestar.datastructures import State
from litestar.params import JSONBody

from septet.server.hall.drilling import Drilling
from septet.server.http.answers import TablePath, get, post
from septet.server.http.asking import address, not_too_fast, somebody
from septet.server.tables.puzzling import DrillState, PuzzleTry

Ask = Request[Any, Any, State]


class DrillRoutes(Controller):
    path = "/api/drill"
    tags = ("puzzles",)

    @get("/")
    async def next(self, request: Ask, state: State) -> DrillState:
        """How many of your mistakes there are, how many are due, and the next one."""
        user = await somebody(request)
        not_too_fast(state.hall.shares.records, address(request))
        drill: Drilling = state.drill
        return await drill.next(user)

    @post("/{card:str}/try", status_code=200)
    async def attempt(self, request: Ask, card: TablePath, data: JSONBody[PuzzleTry], state: State) -> DrillState:
        """Try one of them again; when it comes back depends on how it went."""
        drill: Drilling = state.drill
        return await drill.attempt(await somebody(request), card, data)
