"""The study: a position and moves to try on it, and games to be seen again. Nothing of it is stored."""

from typing import Annotated, Any

from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody, QueryParameter

from septet.games.log import write
from septet.i18n import words
from septet.server.http.answers import TablePath, get, post
from septet.server.http.asking import STATUS, address, asker, language, problem
from septet.server.http.finished import finished
from septet.server.tables.replaying import MOMENTS, Look, Replayed, ReplayQuestion, ReplayWish
from septet.server.tables.studying import RECORD, Studied, StudyWish

BODY = 2 * RECORD  # a record is written as a string, with a sign before each of its quotation marks
PATH, REPLAY = PATHS = "/api/study", "/api/study/replay"
EACH_S = 0.02  # of work that a question may make before it counts as more than one
Ask = Request[Any, Any, State]


async def _answered(request: Ask, asked: StudyWish | ReplayQuestion, about: str) -> Response[Any]:
    """What the process for such things finds; its work counts for whoever has asked."""
    state, who = request.app.state, address(request)
    found = await state.studies.ask(who, language(request), asked)
    state.hall.shares.studied_here.owe(who, found.seconds / EACH_S)
    if found.fault:
        state.hall.node.sparing.warn("study_failed", found.code, game=about, why=found.fault)
    if found.code:
        state.hall.node.metrics.not_served.labels(found.code).inc()
        return problem(STATUS.get(found.code, 400), found.code, found.words, found.facts)
    return Response(bytes(found.found), media_type="application/json", status_code=200)


@post(PATH, tags=("study",), request_max_body_size=BODY, status_code=200)
async def study(request: Ask, data: JSONBody[StudyWish], state: State) -> Response[Studied]:
    """Try moves on a position that is drawn, or on one out of a record of yours: what a seat sees then, what it may do,
    what that would bring, and what has come of each move; or why a move is refused. No account is needed."""
    most = state.hall.node.limits.message_bytes
    if data.record is None and len(await request.body()) > most:
        return problem(413, "too_large", words(language(request))("table.too_large", most=most), {"most": most})
    return await _answered(request, data, data.game)


@post(REPLAY, tags=("study",), request_max_body_size=BODY, status_code=200)
async def replay_record(request: Ask, data: JSONBody[ReplayWish]) -> Response[Replayed]:
    """See a game again that you have a record of, or its text (SEPN): it is replayed by the rules, and refused where it
    does not hold. Nobody vouches for the names in it. No account is needed."""
    question = ReplayQuestion(data.record, data.look)
    return await _answered(request, question, "replay")


@get("/api/tables/{table:str}/replay", tags=("study",))
async def replay_table(
    request: Ask,
    table: TablePath,
    state: State,
    *,
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOMENTS)] = 64,
    seat: Annotated[int | None, QueryParameter(ge=0, le=63)] = None,
    open: FromQuery[bool] = False,  # noqa: A002
    hide: FromQuery[bool] = False,
    history: FromQuery[bool] = True,
) -> Response[Replayed]:
    """A game that is over, seen again: so many of its moments, as any seat saw it or with all cards open. For whoever
    may watch the table; not while somebody who does not know its deck plays it."""
    log, room = await finished(request, table, state)
    user = await asker(request)
    you = room.seat_of(user.id if user else None)
    look = Look(first, count, you if seat is None else seat, open, hide, history)
    question = ReplayQuestion(write(log).decode(), look, here=True, you=you)
    return await _answered(request, question, room.setup.game)


STUDY = (study, replay_record, replay_table)
