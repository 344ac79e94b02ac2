"""Puzzles: which there are, the next one, a try, a report, and a race."""

from typing import Annotated, Any

from litestar import Controller, Request
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from septet.puzzles.puzzle import KINDS
from septet.server.hall.puzzles import Puzzles
from septet.server.http.answers import get, post
from septet.server.http.asking import address, asker, not_too_fast, somebody
from septet.server.tables.puzzling import PuzzleKinds, PuzzleReport, PuzzleState, PuzzleTry, RaceState, RaceWish

Ask = Request[Any, Any, State]
KindQuery = Annotated[str, QueryParameter(pattern=f"^({'|'.join(KINDS)})$")]
ThemeQuery = Annotated[str | None, QueryParameter(max_length=40)]
LevelQuery = Annotated[int | None, QueryParameter(ge=0, le=4_000)]
PuzzleName = Annotated[str, PathParameter(pattern="^[0-9a-z]{12}$")]


class PuzzleRoutes(Controller):
    path = "/api/puzzles"
    tags = ("puzzles",)

    @get("/")
    async def kinds(self, request: Ask, state: State) -> PuzzleKinds:
        """The kinds of puzzles, how many there are of each, and how far you are."""
        puzzles: Puzzles = state.puzzles
        return await puzzles.kinds(await asker(request))

    @get("/next")
    async def next(
        self, request: Ask, state: State, kind: KindQuery, theme: ThemeQuery = None, level: LevelQuery = None
    ) -> PuzzleState:
        """One that you have not tried yet, near your rating or the level that you ask for."""
        puzzles: Puzzles = state.puzzles
        return await puzzles.next(await asker(request), kind, theme, level)

    @get("/{puzzle:str}")
    async def puzzle(self, request: Ask, puzzle: PuzzleName, state: State) -> PuzzleState:
        """A puzzle by its name, from its beginning."""
        puzzles: Puzzles = state.puzzles
        return await puzzles.shown(await asker(request), puzzle)

    @post("/{puzzle:str}/try", status_code=200)
    async def attempt(self, request: Ask, puzzle: PuzzleName, data: JSONBody[PuzzleTry], state: State) -> PuzzleState:
        """Where these steps lead. What is right is told when it is solved or failed; your first try counts."""
        puzzles: Puzzles = state.puzzles
        return await puzzles.attempt(await asker(request), puzzle, data)

    @post("/{puzzle:str}/report", status_code=204)
    async def report(self, request: Ask, puzzle: PuzzleName, data: JSONBody[PuzzleReport], state: State) -> None:
        """Say what is wrong with a puzzle."""
        user = await somebody(request)
        not_too_fast(state.hall.shares.records, address(request))
        puzzles: Puzzles = state.puzzles
        await puzzles.report(user, puzzle, data.why)

    @post("/race", status_code=200)
    async def race(self, request: Ask, data: JSONBody[RaceWish], state: State) -> RaceState:
        """Begin a race: three minutes by the clock of the house."""
        user = await somebody(request)
        not_too_fast(state.new_tables, user.id)
        puzzles: Puzzles = state.puzzles
        return await puzzles.begin_race(user, data.kind)

    @post("/race/{race:str}/try", status_code=200)
    async def race_on(self, request: Ask, race: PuzzleName, data: JSONBody[PuzzleTry], state: State) -> RaceState:
        """The steps of the puzzle that your race has come to."""
        puzzles: Puzzles = state.puzzles
        return await puzzles.race_on(await somebody(request), race, data)
