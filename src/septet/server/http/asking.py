"""Who asks, in which language, and how a refusal is answered."""

import math
import time
from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException

from septet.games.errors import Refusal
from septet.i18n import preferred, words
from septet.server.errors import Denied
from septet.server.http.answers import Problem
from septet.server.limits import Buckets, counted
from septet.server.people.people import User
from septet.server.people.sessions import COOKIE, bearer
from septet.server.store.store import CannotWrite
from septet.server.tables import telling

STATUS = {
    "no_session": 401,
    "wrong_password": 401,
    "bad_passkey": 401,
    "banned": 403,
    "wrong_origin": 403,
    "not_by_token": 403,
    "no_table": 404,
    "no_look": 404,
    "damaged_table": 503,
    "no_player": 404,
    "not_found": 404,
    "name_taken": 409,
    "too_fast": 429,
    "busy": 429,
    "too_many_looks": 429,
    "too_many_reviews": 429,
    "too_many_comparisons": 429,
    "too_much_compared_yours": 429,
    "too_much_compared_here": 429,
    **{
        f"too_many_{what}_{who}": 429
        for what in ("tables", "bots", "public", "looks", "reviews", "comparisons")
        for who in ("yours", "here")
    },
    "cannot_write": 503,
    "study_failed": 503,
    "review_failed": 503,
    "no_reviews": 403,
    "no_studio": 403,
    "no_comparison": 404,
    "no_daily": 403,
    "daily_position": 403,
    "daily_over": 409,
    "daily_done": 409,
    "daily_moved_on": 409,
    "daily_making": 503,
    "no_puzzle": 404,
    "puzzle_withdrawn": 404,
    "no_race": 404,
    "no_card": 404,
    "no_day": 404,
    "day_runs": 403,
    "nothing_to_mend": 409,
    "stopping": 503,
}
REFUSED = ("sign_in_refused", "why")  # what the log is told of, and what it calls the code
NOTED = {"limit": ("limit_hit", "limit"), "wrong_password": REFUSED, "bad_passkey": REFUSED, "banned": REFUSED}


def language(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The language that is asked for, by name or by what the browser prefers."""
    return preferred(connection.query_params.get("lang", ""), connection.headers.get("accept-language", ""))


async def asker(connection: ASGIConnection[Any, Any, Any, Any]) -> User | None:
    """Whoever sent this, by token or by cookie."""
    people = connection.app.state.people
    token = bearer(connection.headers.get("authorization", ""))
    if token is not None:
        user: User | None = await people.of_token(token)
        return user
    return await _of_cookie(connection)


async def _of_cookie(connection: ASGIConnection[Any, Any, Any, Any]) -> User | None:
    cookie = connection.cookies.get(COOKIE)
    return await connection.app.state.people.of_cookie(cookie) if cookie else None


async def somebody(connection: ASGIConnection[Any, Any, Any, Any]) -> User:
    """Whoever sent this, a person or a program; it must be somebody, and not somebody who is banned."""
    return _welcome(await asker(connection))


async def visitor(connection: ASGIConnection[Any, Any, Any, Any]) -> User | None:
    """The person who sent this from a browser, or nobody yet. Sessions are made, merged and ended by people:
    whoever comes with a token is turned away, even with one that is no longer good."""
    if bearer(connection.headers.get("authorization", "")) is not None:
        raise Denied("not_by_token")
    return await _of_cookie(connection)


async def in_person(connection: ASGIConnection[Any, Any, Any, Any]) -> User:
    """The person who sent this from a browser: what concerns the account itself is not for tokens."""
    return _welcome(await visitor(connection))


def _welcome(user: User | None) -> User:
    if user is None:
        raise Denied("no_session")
    if user.banned:
        raise Denied("banned", why=user.banned)
    return user


def address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where this comes from, as it counts."""
    return counted(connection.client.host) if connection.client else ""


def not_too_fast(buckets: Buckets, key: str) -> None:
    """Take one, or say how long to wait."""
    if wait := buckets.take(key, time.monotonic()):
        raise Denied("too_fast", seconds=round(wait + 0.05, 1))


def same_origin(headers: Any, host: str) -> bool:
    """A page of another site may not speak for its visitors."""
    origin = headers.get("origin")
    return origin is None or origin.split("://")[-1] == host


def refused(request: Request[Any, Any, Any], refusal: Refusal) -> Response[Any]:
    """Why not, as a code, as facts and in words."""
    said = words(language(request)).refusal(refusal)
    answer = problem(STATUS.get(refusal.code, 400), refusal.code, said, telling.facts(refusal))
    node = request.app.state.hall.node
    node.metrics.not_served.labels(refusal.code).inc()
    if note := NOTED.get("limit" if answer.status_code == 429 else refusal.code):
        event, fact = note
        node.sparing.warn(event, refusal.code, **{fact: refusal.code}, address=address(request))
    if answer.status_code == 429:
        answer.headers["retry-after"] = str(math.ceil(refusal.facts["seconds"]))
    return answer


def problem(status: int, code: str, said: str, facts: dict[str, Any]) -> Response[Any]:
    return Response(Problem(code, said, facts), status_code=status, media_type="application/json")


def cannot_write(request: Request[Any, Any, Any], error: CannotWrite) -> Response[Any]:
    request.app.state.hall.node.troubled(error)
    return refused(request, Denied("cannot_write"))


def failed(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What the framework itself refuses: no such page, not such a body."""
    status = error.status_code
    code = {404: "not_found", 405: "not_found", 413: "too_large"}.get(status, "bad_request")
    if status >= 500:
        return broken(request, error)
    where = _where(error)
    facts: dict[str, Any] = {"where": where} if code == "bad_request" else {"most": _most(request)}
    facts = {} if code == "not_found" else facts
    answer = problem(status, code, words(language(request))(f"table.{code}", **facts), facts)
    answer.headers.update({name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"})
    return answer


def _most(request: Request[Any, Any, Any]) -> Any:
    """How long a body may be here."""
    handler: Any = request.scope.get("route_handler")
    return handler.resolve_request_max_body_size() if handler else request.app.request_max_body_size


def too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Any]:
    """JSON in JSON in JSON, without end: nobody's program sends that by accident."""
    return refused(request, Denied("bad_request", where="too deep"))


def _where(error: HTTPException) -> str:
    """What is wrong with a request, as far as it is known."""
    if isinstance(error.extra, list) and error.extra and isinstance(error.extra[0], dict):
        first = error.extra[0]
        return f"{first.get('key', '')}: {first.get('message', '')}"[:200].lstrip(": ")
    return str(error.detail)[:200]


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A fault of ours: the whole of it in the log, and nothing of it to the client."""
    request.app.state.hall.node.logger.error("request_failed", path=request.url.path, exc_info=error)
    return problem(500, "failed", words(language(request))("table.failed"), {})
