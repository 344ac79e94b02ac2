"""The daily: today, one try at each of its puzzles, its deals, and the days before."""

from typing import Annotated, Any

from litestar import Controller, Request
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from septet.daily.items import DEALS
from septet.puzzles.puzzle import KINDS
from septet.server.hall.dailies import Dailies
from septet.server.http.answers import get, post
from septet.server.http.asking import address, asker, language, not_too_fast, somebody
from septet.server.http.making import Made, a_host
from septet.server.tables.dailies import DailyChain, DailyDay, DailyPosition, DailyTry, PastDay

Ask = Request[Any, Any, State]
DatePath = Annotated[str, PathParameter(pattern=r"^\d{4}-\d{2}-\d{2}$")]
PuzzlePath = Annotated[str, PathParameter(pattern=f"^({'|'.join(KINDS)})$")]
DealPath = Annotated[str, PathParameter(pattern=f"^({'|'.join(DEALS)})$")]


class DailyRoutes(Controller):
    path = "/api/daily"
    tags = ("daily",)

    @get("/")
    async def today(self, request: Ask, state: State) -> DailyDay:
        """Today by UTC, what there is to do, and how far you are."""
        daily: Dailies = state.daily
        return await daily.day(await asker(request), language(request))

    @get("/chains")
    async def chains(self, state: State) -> tuple[DailyChain, ...]:
        """The chains of seeds of this house: what was published, and when."""
        daily: Dailies = state.daily
        return await daily.chain_list()

    @get("/{date:str}")
    async def past(self, request: Ask, date: DatePath, state: State) -> PastDay:
        """A day that is over: its seed, the solutions, and everybody's tries."""
        not_too_fast(state.hall.shares.records, address(request))
        daily: Dailies = state.daily
        return await daily.past(await asker(request), date, language(request))

    @get("/{item:str}/position")
    async def position(self, request: Ask, item: PuzzlePath, state: State) -> DailyPosition:
        """A puzzle of today as far as you are. Your time runs from the first look on."""
        daily: Dailies = state.daily
        return await daily.position(await somebody(request), item, language(request))

    @post("/{item:str}/try", status_code=200)
    async def attempt(self, request: Ask, item: PuzzlePath, data: JSONBody[DailyTry], state: State) -> DailyPosition:
        """The next step of your one try at a puzzle of today. It is stored before you hear whether it is right."""
        daily: Dailies = state.daily
        return await daily.attempt(await somebody(request), item, data, language(request))

    @post("/{deal:str}/table", status_code=200)
    async def table(self, request: Ask, deal: DealPath, state: State) -> Made:
        """Your table with a deal of today: a new one, or the one that you have."""
        daily: Dailies = state.daily
        user = await a_host(request)
        return Made(await daily.table(user, deal, address(request)))

    @post("/mend", status_code=200)
    async def mend(self, request: Ask, state: State) -> DailyDay:
        """Mend the day that you have missed: one a week."""
        daily: Dailies = state.daily
        return await daily.mend(await somebody(request), language(request))
