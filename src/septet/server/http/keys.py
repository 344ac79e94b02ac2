"""Keys to an account besides the password: passkeys of one's devices, tokens for one's programs."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Meta

from septet.server.errors import Denied
from septet.server.http.answers import KeyPath, delete, get, post
from septet.server.http.asking import address, in_person, not_too_fast, visitor
from septet.server.http.people import Ask, Me, Name, cookie, known_or_guest, signed_in
from septet.server.people import accounts
from septet.server.people.accounts import Passkey, Token
from septet.server.people.passkeys import Site
from septet.server.people.sessions import CHALLENGE, CHALLENGE_S, PasskeyChallenge
from septet.server.tables.phrases import clean


class Registration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name that a guest will have; an account has one already."""

    name: Name | None = None


class Credential(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `navigator.credentials` gave, as JSON."""

    credential: dict[str, Any]


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the token is for."""

    label: Annotated[str, Meta(max_length=60)] = ""


class NewToken(msgspec.Struct, frozen=True):
    """A token, with its secret: it is shown this once."""

    id: str
    label: str
    created: int
    token: str


def site(request: Ask) -> Site:
    """Where the browser thinks it is."""
    host = request.headers.get("host", "")
    if not host:  # as a program of another age asks
        raise Denied("bad_request", where="Host")
    return Site(host.rsplit(":", 1)[0] if not host.endswith("]") else host, f"{request.url.scheme}://{host}")


def challenged(request: Ask, options: dict[str, Any], challenge: PasskeyChallenge) -> Response[dict[str, Any]]:
    """Options for the browser; what it has to sign is kept by itself, under our signature."""
    signed = request.app.state.people.signer.sign_challenge(challenge)
    return Response(options, cookies=[cookie(request, CHALLENGE, signed, CHALLENGE_S)], status_code=201)


def challenge_of(request: Ask) -> PasskeyChallenge:
    found: PasskeyChallenge | None = request.app.state.people.signer.read_challenge(request.cookies.get(CHALLENGE, ""))
    if found is None:
        raise Denied("bad_passkey")
    return found


def done(request: Ask, response: Response[Me]) -> Response[Me]:
    """A challenge is for one use."""
    response.set_cookie(cookie(request, CHALLENGE, "", 0))
    return response


class Keys(Controller):
    path = "/api"
    tags = ("people",)

    @post("/passkeys/options")
    async def registration(self, request: Ask, state: State, data: JSONBody[Registration]) -> Response[dict[str, Any]]:
        """Begin to add a passkey; a guest gives the name of the account that it will have."""
        not_too_fast(state.sign_ins, address(request))
        user = await in_person(request)
        name = await state.store.read(accounts.free_name, data.name or "") if user.guest else user.name
        return challenged(request, *await state.passkeys.to_register(site(request), user, name))

    @post("/passkeys")
    async def register(self, request: Ask, state: State, data: JSONBody[Credential]) -> Response[Me]:
        """Add the passkey that the browser has made; a guest becomes an account with it."""
        not_too_fast(state.sign_ins, address(request))
        user, challenge = await in_person(request), challenge_of(request)
        if challenge.user != user.id:
            raise Denied("bad_passkey")
        user = await state.passkeys.register(site(request), user, challenge, data.credential)
        await state.sign_in.check(user.id)
        return done(request, signed_in(request, user, 201))

    @get("/passkeys")
    async def passkeys(self, request: Ask, state: State) -> list[Passkey]:
        """My passkeys."""
        user = await in_person(request)
        found: list[Passkey] = await state.store.read(accounts.passkey_list, user.id)
        return found

    @delete("/passkeys/{passkey:str}")
    async def drop_passkey(self, request: Ask, state: State, passkey: KeyPath) -> None:
        """Delete a passkey, unless it is the only way in."""
        user = await in_person(request)
        await state.store.write(accounts.drop_passkey, user.id, passkey)

    @post("/session/passkey/options")
    async def authentication(self, request: Ask, state: State) -> Response[dict[str, Any]]:
        """Begin to sign in with a passkey."""
        not_too_fast(state.sign_ins, address(request))
        await visitor(request)
        return challenged(request, *state.passkeys.to_sign_in(site(request)))

    @post("/session/passkey")
    async def sign_in(self, request: Ask, state: State, data: JSONBody[Credential]) -> Response[Me]:
        """Sign in with the passkey that has signed the challenge."""
        not_too_fast(state.sign_ins, address(request))
        before, challenge = await visitor(request), challenge_of(request)
        if challenge.user is not None:
            raise Denied("bad_passkey")
        user = await state.passkeys.signed_in(site(request), challenge, data.credential)
        return done(request, signed_in(request, await state.sign_in.sign_in(user, before), 201))

    @get("/tokens")
    async def tokens(self, request: Ask, state: State) -> list[Token]:
        """My tokens, without their secrets."""
        user = await in_person(request)
        found: list[Token] = await state.store.read(accounts.token_list, user.id)
        return found

    @post("/tokens")
    async def new_token(self, request: Ask, state: State, data: JSONBody[Label]) -> NewToken:
        """A token for a program that plays for me; guests may have one too, until they have an account."""
        not_too_fast(state.sign_ins, address(request))
        user = await known_or_guest(request)
        token, secret = await state.people.new_token(user, clean(data.label))
        return NewToken(token.id, token.label, token.created, secret)

    @delete("/tokens/{token:str}")
    async def drop_token(self, request: Ask, state: State, token: KeyPath) -> None:
        """Delete a token: whatever uses it is signed out."""
        user = await in_person(request)
        await state.store.write(accounts.drop_token, user.id, token)
        await state.sign_in.check(user.id)
