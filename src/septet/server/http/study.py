"""The study: a position and moves to try on it. Nothing is stored, nothing is read from the database."""

from typing import Any

from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import JSONBody

from septet.i18n import words
from septet.server.http.answers import post
from septet.server.http.asking import STATUS, address, language, problem
from septet.server.tables.studying import RECORD, Studied, StudyWish

BODY = 2 * RECORD  # a record is written as a string, with a sign before each of its quotation marks
PATH = "/api/study"
EACH_S = 0.02  # of work that a question may make before it counts as more than one


@post(PATH, tags=("study",), request_max_body_size=BODY, status_code=200)
async def study(request: Request[Any, Any, State], data: JSONBody[StudyWish], state: State) -> Response[Studied]:
    """Try moves on a position that is drawn, or on one out of a record of yours: what a seat sees then, what it may do,
    what that would bring, and what has come of each move; or why a move is refused. No account is needed."""
    most = request.app.state.hall.node.limits.message_bytes
    if data.record is None and len(await request.body()) > most:
        return problem(413, "too_large", words(language(request))("table.too_large", most=most), {"most": most})
    asker, node = address(request), state.hall.node
    found = await state.studies.ask(asker, language(request), data)
    state.hall.shares.studied_here.owe(asker, found.seconds / EACH_S)
    if found.fault:
        node.sparing.warn("study_failed", found.code, game=data.game, why=found.fault)
    if found.code:
        node.metrics.not_served.labels(found.code).inc()
        return problem(STATUS.get(found.code, 400), found.code, found.words, found.facts)
    return Response(bytes(found.found), media_type="application/json", status_code=200)  # type: ignore[arg-type]
