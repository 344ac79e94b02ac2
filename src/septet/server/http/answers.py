"""What the routes of the HTTP half share: what they are asked by, and what their answers may be besides good."""

from functools import partial
from typing import Annotated, Any

import litestar
import msgspec
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Reference, SecurityScheme
from litestar.params import PathParameter, QueryParameter

from septet.games import GAMES
from septet.server.people.sessions import COOKIE

GamePath = Annotated[str, PathParameter(pattern=f"^({'|'.join(GAMES)})$")]
GameQuery = Annotated[str | None, QueryParameter(pattern=f"^({'|'.join(GAMES)})$")]
TablePath = Annotated[str, PathParameter(pattern="^[a-z0-9]{12}$")]
KeyPath = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_=-]{1,400}$")]  # of a passkey or a token
Before = Annotated[int | None, QueryParameter(ge=0, le=2**53)]  # the time of the last table of the page before


class Problem(msgspec.Struct, frozen=True):
    """Why not: a code for programs, words for people in the language that was asked for, and the facts in them."""

    code: str
    words: str
    facts: dict[str, Any] = {}


ABOUT = "The HTTP half of Septet; games are played over the WebSocket at /ws, which docs/protocol.md describes."
WAYS_IN: dict[str, SecurityScheme | Reference] = {
    "session": SecurityScheme(
        "apiKey",
        name=COOKIE,
        security_scheme_in="cookie",
        description="A person in a browser: the cookie that POST /api/guest or POST /api/session gives.",
    ),
    "token": SecurityScheme(
        "http",
        scheme="bearer",
        description="A program: a token of POST /api/tokens. It plays, and does not change the account.",
    ),
}
REASONS = {
    400: "The request cannot be understood, or the rules of the house refuse it",
    401: "This needs a session, or name and password do not fit",
    403: "Not allowed: banned, another origin, or a token where a person must be signed in",
    404: "There is no such thing",
    405: "Not with this method",
    409: "The name is taken, or something else came before",
    413: "Too large",
    415: "Not this kind of body",
    429: "Too fast; `facts.seconds` says how long to wait",
    500: "The server has failed; it says no more, its log does",
    503: "Nothing can be written at the moment, or the server is about to stop",
}
PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, description=reason) for status, reason in REASONS.items()
}
# Every route is made with these, so that its document is whole.
get = partial(litestar.get, responses=PROBLEMS)
post = partial(litestar.post, responses=PROBLEMS)
patch = partial(litestar.patch, responses=PROBLEMS)
delete = partial(litestar.delete, responses={**PROBLEMS, 204: ResponseSpec(None, description="Done")})
