"""What every answer of the HTTP half may be besides a good one, for its OpenAPI document."""

from functools import partial
from typing import Any

import litestar
import msgspec
from litestar.openapi.datastructures import ResponseSpec


class Problem(msgspec.Struct, frozen=True):
    """Why not: a code for programs, words for people in the language that was asked for, and the facts in them."""

    code: str
    words: str
    facts: dict[str, Any] = {}


REASONS = {
    400: "The request cannot be understood, or the rules of the house refuse it",
    401: "This needs a session, or name and password do not fit",
    403: "Not allowed: banned, another origin, or a token where a person must be signed in",
    404: "There is no such thing",
    405: "Not with this method",
    409: "The name is taken",
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
delete = partial(litestar.delete, responses=PROBLEMS)
