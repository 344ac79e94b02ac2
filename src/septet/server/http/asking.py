"""Who asks, in which language, and how a refusal is answered."""

from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException

from septet.games.errors import Refusal
from septet.i18n import LANGUAGES, words
from septet.server.desk import NotHere
from septet.server.people import User
from septet.server.sessions import COOKIE
from septet.server.store import CannotWrite

STATUS = {
    "no_session": 401,
    "wrong_password": 401,
    "banned": 403,
    "wrong_origin": 403,
    "not_yours": 403,
    "no_table": 404,
    "no_player": 404,
    "not_found": 404,
    "name_taken": 409,
    "too_fast": 429,
    "cannot_write": 503,
    "stopping": 503,
}


def language(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The language that is asked for, by name or by what the browser prefers."""
    wanted = [connection.query_params.get("lang", "")]
    wanted += connection.headers.get("accept-language", "").replace(" ", "").split(",")
    return next((one[:2] for one in wanted if one[:2] in LANGUAGES), "en")


async def asker(connection: ASGIConnection[Any, Any, Any, Any]) -> User | None:
    """Whoever sent this, by token or by cookie."""
    people = connection.app.state.people
    token = connection.headers.get("authorization", "")
    if token.startswith("Bearer "):
        user: User | None = await people.of_token(token.removeprefix("Bearer "))
        return user
    cookie = connection.cookies.get(COOKIE)
    return await people.of_cookie(cookie) if cookie else None


async def somebody(connection: ASGIConnection[Any, Any, Any, Any]) -> User:
    """Whoever sent this; it must be somebody, and not somebody who is banned."""
    user = await asker(connection)
    if user is None:
        raise NotHere("no_session")
    if user.banned:
        raise NotHere("banned", why=user.banned)
    return user


def same_origin(headers: Any, host: str) -> bool:
    """A page of another site may not speak for its visitors."""
    origin = headers.get("origin")
    return origin is None or origin.split("://")[-1] == host


def refused(request: Request[Any, Any, Any], refusal: Refusal) -> Response[Any]:
    """Why not, as a code, as facts and in words."""
    facts = {
        name: value if isinstance(value, str | int | float) else str(value) for name, value in refusal.facts.items()
    }
    said = words(language(request)).refusal(refusal)
    body = {"code": refusal.code, "words": said, "facts": facts}
    return Response(body, status_code=STATUS.get(refusal.code, 400))


def cannot_write(request: Request[Any, Any, Any], error: CannotWrite) -> Response[Any]:
    request.app.state.hall.troubled(error)
    return refused(request, NotHere("cannot_write"))


def failed(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What the framework itself refuses: no such page, not such a body."""
    code = {404: "not_found", 405: "not_found", 429: "too_fast"}.get(error.status_code, "bad_request")
    said = words(language(request))(f"table.{code}", where=str(error.detail)[:200], seconds=1)
    body = {"code": code, "words": said, "facts": {"where": str(error.detail)[:200]}}
    return Response(body, status_code=error.status_code)
