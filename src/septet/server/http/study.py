"""The study: a position and moves to try on it, and games to be seen again. Nothing of it is stored."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody, QueryParameter

from septet.games.log import write
from septet.i18n import words
from septet.server.http.answers import TablePath, get, post
from septet.server.http.asking import STATUS, address, asker, language, problem
from septet.server.http.finished import finished
from septet.server.tables.imaging import ImageWish
from septet.server.tables.questions import ImageQuestion, PlacesQuestion, Questions, SeenAgain, StudyQuestion
from septet.server.tables.replaying import MOMENTS, Look, Replayed, ReplayQuestion, ReplayWish
from septet.server.tables.studying import RECORD, PlacesFound, PlacesWish, Studied, StudyWish

BODY = 2 * RECORD  # a record is written as a string, with a sign before each of its quotation marks
PLACES = "/api/study/places"
PATH, REPLAY, SVG, PNG = "/api/study", "/api/study/replay", "/api/study/svg", "/api/study/png"
FROM = "/api/tables/from"  # whose work is of the same kind
LOOKS = "/api/looks"
PATHS = frozenset({PATH, PLACES, REPLAY, SVG, PNG, FROM, LOOKS})
COMMON: dict[str, Any] = {"tags": ("study",), "request_max_body_size": BODY, "status_code": 200}
Ask = Request[Any, Any, State]


async def answered(request: Ask, question: Questions, about: str) -> bytes | Response[Any]:
    """What the process for such things finds; its work counts for whoever has asked."""
    state, who = request.app.state, address(request)
    found = await state.studies.ask(who, question)
    state.hall.shares.took(who, found.seconds)
    if found.fault:
        state.hall.node.sparing.warn("study_failed", found.code, game=about, why=found.fault)
    if found.code:
        state.hall.node.metrics.not_served.labels(found.code).inc()
        return problem(STATUS.get(found.code, 400), found.code, found.words, found.facts)
    return bytes(found.found)


async def told(request: Ask, question: Questions, about: str) -> Response[Any]:
    found = await answered(request, question, about)
    return found if isinstance(found, Response) else Response(found, media_type="application/json", status_code=200)


async def _too_large(request: Ask, position: StudyWish) -> Response[Any] | None:
    """A record may be long; everything else has the limit that every message has."""
    most = request.app.state.hall.node.limits.message_bytes
    if position.record is not None or len(await request.body()) <= most:
        return None
    return problem(413, "too_large", words(language(request))("table.too_large", most=most), {"most": most})


@post(PATH, **COMMON)
async def study(request: Ask, data: JSONBody[StudyWish]) -> Response[Studied]:
    """Try moves on a position that is drawn, or on one out of a record of yours: what a seat sees then, what it may do,
    what that would bring, and what has come of each move; or why a move is refused. No account is needed."""
    refused = await _too_large(request, data)
    return refused or await told(request, StudyQuestion(language(request), data), data.game)


@post(PLACES, **COMMON)
async def study_places(request: Ask, data: JSONBody[PlacesWish]) -> Response[PlacesFound]:
    """What can lie where in a picture of a game, all its pieces, and a deal to begin drawing with."""
    return await told(request, PlacesQuestion(language(request), data), data.game)


@post(REPLAY, **COMMON)
async def replay_record(request: Ask, data: JSONBody[ReplayWish]) -> Response[Replayed]:
    """See a game again that you have a record of, or its text (SEPN): it is replayed by the rules, and refused where it
    does not hold. Nobody vouches for the names in it. No account is needed."""
    return await told(request, SeenAgain(language(request), ReplayQuestion(data.record, data.look)), "replay")


@post(SVG, media_type="image/svg+xml", **COMMON)
async def as_svg(request: Ask, data: JSONBody[ImageWish]) -> Response[bytes]:
    """The position after the moves as a picture: every piece has its name in it, and no font is needed to see it."""
    return await _picture(request, data, pixels=False)


@post(PNG, media_type="image/png", **COMMON)
async def as_png(request: Ask, data: JSONBody[ImageWish]) -> Response[bytes]:
    """The same in pixels."""
    return await _picture(request, data, pixels=True)


async def _picture(request: Ask, data: ImageWish, *, pixels: bool) -> Response[bytes]:
    if refused := await _too_large(request, data.position):
        return refused
    found = await answered(request, ImageQuestion(language(request), data, pixels), data.position.game)
    return found if isinstance(found, Response) else Response(msgspec.json.decode(found, type=bytes), status_code=200)


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
    question = ReplayQuestion(write(log).decode(), look, here=True, you=you, began=room.dealt_at)
    return await told(request, SeenAgain(language(request), question), room.setup.game)


STUDY = (study, study_places, replay_record, replay_table, as_svg, as_png)
