"""Being somebody: a guest at once, an account later."""

import time
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromQuery
from msgspec import Meta

from septet.server import queries
from septet.server.desk import NotHere
from septet.server.http.asking import asker, language, somebody
from septet.server.people import User
from septet.server.queries import Listed
from septet.server.sessions import COOKIE, MAX_AGE_S

Ask = Request[Any, Any, State]
Name = Annotated[str, Meta(min_length=2, max_length=24)]


class Me(msgspec.Struct, frozen=True):
    """What is known of you."""

    id: str
    name: str
    guest: bool
    settings: dict[str, Any]


def me(user: User) -> Me:
    return Me(user.id, user.name, user.key is None, user.settings)


def signed_in(request: Ask, user: User, status: int = 200) -> Response[Me]:
    """Tell who somebody is, and remember it in a signed cookie."""
    cookie = Cookie(
        COOKIE,
        value=request.app.state.people.cookie(user),
        max_age=MAX_AGE_S,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return Response(me(user), cookies=[cookie], status_code=status)


class People(Controller):
    path = "/api"
    tags = ("people",)

    @post("/guest")
    async def guest(self, request: Ask, state: State) -> Response[Me]:
        """Be a guest with a friendly name; whoever has a session already keeps it."""
        known = await asker(request)
        if known:
            return signed_in(request, known, 201)
        address = request.client.host if request.client else ""
        if wait := state.new_guests.take(address, time.monotonic()):
            raise NotHere("too_fast", seconds=round(wait + 0.05, 1))
        return signed_in(request, await state.people.guest(language(request)), 201)

    @get("/me")
    async def me(self, request: Ask) -> Me:
        """Who am I?"""
        return me(await somebody(request))

    @get("/me/games")
    async def games(self, request: Ask, state: State, before: FromQuery[int | None] = None) -> list[Listed]:
        """My tables, the newest first."""
        user = await somebody(request)
        every = ("waiting", "running", "over", "closed")
        found: list[Listed] = await state.hall.store.read(
            queries.listed, public=False, status=every, user=user.id, before=before
        )
        return found
