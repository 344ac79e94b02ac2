"""Being somebody: a guest at once, an account with a password later; signing in and out."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response
from litestar.datastructures import Cookie, State
from litestar.params import FromQuery, JSONBody
from litestar.response import Stream
from msgspec import Meta

from septet.server.http.answers import Before, delete, get, patch, post
from septet.server.http.asking import address, in_person, language, not_too_fast, somebody, visitor
from septet.server.people import accounts
from septet.server.people.accounts import User
from septet.server.people.export import export
from septet.server.people.names import name_key
from septet.server.people.sessions import COOKIE, DEVICE, MAX_AGE_S, Device
from septet.server.store import queries
from septet.server.store.queries import Listed

Ask = Request[Any, Any, State]
Name = Annotated[str, Meta(min_length=1, max_length=100)]  # what is left of it counts, not what was typed
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Typed = Annotated[str, Meta(max_length=200)]


class Me(msgspec.Struct, frozen=True):
    """What is known of you."""

    id: str
    name: str
    guest: bool
    settings: dict[str, Any]


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Typed


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`old` may be left out by an account that has only passkeys so far."""

    password: Password
    old: Typed | None = None


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays as it is; settings are replaced as a whole."""

    name: Name | None = None
    settings: dict[str, Any] | None = None


def me(user: User) -> Me:
    return Me(user.id, user.name, user.guest, user.settings)


def cookie(request: Ask, name: str, value: str, seconds: int) -> Cookie:
    """A cookie that scripts cannot read and other sites cannot send."""
    secure = request.url.scheme == "https"
    return Cookie(name, value=value, max_age=seconds, httponly=True, samesite="lax", secure=secure)


def signed_in(request: Ask, user: User, status: int = 200) -> Response[Me]:
    """Tell who somebody is, and remember it in a signed cookie."""
    people, signer = request.app.state.people, request.app.state.people.signer
    cookies = [cookie(request, COOKIE, people.cookie(user, request.cookies.get(COOKIE, "")), signer.age_s)]
    if not user.guest:
        device = (signer.read_device(request.cookies.get(DEVICE, "")) or Device()).known_to(user.id)
        cookies.append(cookie(request, DEVICE, signer.sign_device(device), MAX_AGE_S))
    return Response(me(user), cookies=cookies, status_code=status)


async def not_too_many_guesses(request: Ask, name: str) -> None:
    """Whoever guesses is slowed down by address, and by address and name; the owner's own device has its own tries, so
    that nobody can shut an owner out by guessing."""
    state, key = request.app.state, name_key(name)
    device = state.people.signer.read_device(request.cookies.get(DEVICE, ""))
    user = await state.store.read(accounts.named_user, name) if device else None
    if device and user and user.id in device.users:
        not_too_fast(state.guesses, f"device {device.id} {user.id}")
    else:
        not_too_fast(state.sign_ins, address(request))
        not_too_fast(state.guesses, f"{address(request)} {key}")


class PeopleRoutes(Controller):
    path = "/api"
    tags = ("people",)

    @post("/guest")
    async def guest(self, request: Ask, state: State) -> Response[Me]:
        """Be a guest with a friendly name; whoever has a session already keeps it."""
        known = await visitor(request)
        if known:
            return signed_in(request, known, 201)
        return signed_in(request, await new_guest(request), 201)

    @post("/account")
    async def sign_up(self, request: Ask, state: State, data: JSONBody[NewAccount]) -> Response[Me]:
        """Have an account; a guest takes games, seats and settings along."""
        not_too_fast(state.sign_ins, address(request))
        user = await state.people.sign_up(await known_or_guest(request), data.name, data.password)
        await state.sign_in.check(user.id)
        state.hall.node.tell("account_made", user=user.id)
        return signed_in(request, user, 201)

    @post("/session")
    async def sign_in(self, request: Ask, state: State, data: JSONBody[SignIn]) -> Response[Me]:
        """Sign in; the games of the guest that one was until now become the account's."""
        await not_too_many_guesses(request, data.name)
        before = await visitor(request)
        user = await state.people.known(data.name, data.password)
        return signed_in(request, await state.sign_in.sign_in(user, before), 201)

    @delete("/session")
    async def sign_out(self, request: Ask, state: State, everywhere: FromQuery[bool] = False) -> Response[None]:
        """Sign out here, or everywhere: then every other browser of this account is signed out too."""
        user = await in_person(request) if everywhere else await visitor(request)
        if user and everywhere:
            await state.store.write(accounts.new_epoch, user.id)
        elif user:
            await state.people.sign_out(request.cookies[COOKIE])
        if user:
            await state.sign_in.check(user.id)
        return Response(None, cookies=[cookie(request, COOKIE, "", 0)])

    @get("/me")
    async def me(self, request: Ask) -> Me:
        """Who am I?"""
        return me(await somebody(request))

    @patch("/me")
    async def change(self, request: Ask, state: State, data: JSONBody[Change]) -> Me:
        """Another name, other settings."""
        user = await in_person(request)
        if data.settings is not None:
            user = await state.people.set_settings(user, data.settings)
        if data.name is not None:
            not_too_fast(state.sign_ins, address(request))
            user = await state.sign_in.rename(user, data.name)
        return me(user)

    @post("/me/password")
    async def password(self, request: Ask, state: State, data: JSONBody[NewPassword]) -> Response[Me]:
        """Another password; other browsers are signed out."""
        user = await in_person(request)
        not_too_fast(state.guesses, f"{address(request)} {user.id}")
        changed = await state.people.change_password(user, data.old, data.password)
        await state.sign_in.check(user.id)
        return signed_in(request, changed, 201)

    @delete("/me")
    async def forget(self, request: Ask, state: State) -> Response[None]:
        """Delete the account: its name is free again, and its games stay without a name."""
        await state.sign_in.forget(await in_person(request))
        return Response(None, cookies=[cookie(request, COOKIE, "", 0)])

    @get("/me/export", media_type="application/json")
    async def export(self, request: Ask, state: State) -> Stream:
        """All that is known of you: your account, and your games with their records when they are over."""
        user = await in_person(request)
        not_too_fast(state.exports, user.id)
        name = {"content-disposition": 'attachment; filename="septet-export.json"'}
        return Stream(export(state.store, user.id), headers=name, media_type="application/json")

    @get("/me/games")
    async def games(self, request: Ask, state: State, before: Before = None) -> list[Listed]:
        """My tables, the newest first."""
        user = await somebody(request)
        every = ("waiting", "running", "over", "closed")
        found: list[Listed] = await state.store.search(
            queries.listed, public=False, status=every, user=user.id, before=before
        )
        return found

    @get("/me/turns")
    async def turns(self, request: Ask, state: State) -> list[Listed]:
        """The games that wait for my move, those that have waited longest first."""
        user = await somebody(request)
        found: list[Listed] = await state.store.read(queries.turns, user.id)
        return found


async def new_guest(request: Ask) -> User:
    state = request.app.state
    not_too_fast(state.new_guests, address(request))
    made: User = await state.people.guest(language(request))
    return made


async def known_or_guest(request: Ask) -> User:
    """The person who has a session, or else somebody new."""
    if await visitor(request) is None:
        return await new_guest(request)
    return await in_person(request)
