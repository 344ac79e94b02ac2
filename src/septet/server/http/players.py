"""What everybody may know of players: their ratings, the ladder of each game, what a game did to a rating."""

from typing import Annotated

import msgspec
from litestar import Controller
from litestar.datastructures import State
from litestar.params import FromPath, QueryParameter

from septet.server.errors import Denied
from septet.server.http.answers import GamePath, TablePath, get
from septet.server.people import accounts
from septet.server.store import queries, ratings
from septet.server.store.queries import Listed
from septet.server.store.ratings import Rank, RatingChange


class PlayerPage(msgspec.Struct, frozen=True):
    """An account as everybody sees it: its ratings, and the latest of its public games that are over."""

    name: str
    ratings: dict[str, Rank]
    games: list[Listed]


class Players(Controller):
    path = "/api"
    tags = ("players",)

    @get("/ratings/{game:str}")
    async def ladder(
        self,
        state: State,
        game: GamePath,
        limit: Annotated[int, QueryParameter(ge=1, le=200)] = 100,
        offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    ) -> list[Rank]:
        """People and bots who have played rated games, and the measured levels of bots.

        The best first: by two widths below the rating."""
        found: list[Rank] = await state.store.search(ratings.ladder, game, limit, offset)
        return found

    @get("/players/{name:str}")
    async def player(self, state: State, name: FromPath[str]) -> PlayerPage:
        """An account by its name, whatever its case and accents."""
        store = state.store
        user = await store.read(accounts.named_user, name)
        if user is None:
            raise Denied("no_player", name=name[:40])
        games = await store.search(queries.listed, status=("over",), user=user.id, limit=20)
        return PlayerPage(user.name, await store.read(ratings.of_user, user.id), games)

    @get("/tables/{table:str}/ratings")
    async def steps(self, state: State, table: TablePath) -> list[RatingChange]:
        """What a rated game did to the ratings of those who played; empty while it has done nothing."""
        found: list[RatingChange] = await state.store.read(ratings.steps, table)
        return found
