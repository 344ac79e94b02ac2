"""The study: a position and moves to try on it. Nothing is stored, nothing is read from the database."""

from typing import Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import JSONBody

from septet.i18n import words
from septet.server.http.answers import post
from septet.server.http.asking import STATUS, address, language, problem
from septet.server.tables.imaging import ImageWish
from septet.server.tables.studying import RECORD, Studied, StudyWish
from septet.server.workers.studies import ImageQuestion, Questions, StudyQuestion

BODY = 2 * RECORD  # a record is written as a string, with a sign before each of its quotation marks
PATH = "/api/study"
EACH_S = 0.02  # of work that a question may make before it counts as more than one


Ask = Request[Any, Any, State]
SVG, PNG = f"{PATH}/svg", f"{PATH}/png"
PATHS = frozenset({PATH, SVG, PNG})
COMMON: dict[str, Any] = {"tags": ("study",), "request_max_body_size": BODY, "status_code": 200}


@post(PATH, **COMMON)
async def study(request: Ask, data: JSONBody[StudyWish], state: State) -> Response[Studied]:
    """Try moves on a position that is drawn, or on one out of a record of yours: what a seat sees then, what it may do,
    what that would bring, and what has come of each move; or why a move is refused. No account is needed."""
    found = await answered(request, data, StudyQuestion(language(request), data), state)
    if isinstance(found, Response):
        return found
    return Response(found, media_type="application/json", status_code=200)  # type: ignore[arg-type]


@post(SVG, media_type="image/svg+xml", **COMMON)
async def as_svg(request: Ask, data: JSONBody[ImageWish], state: State) -> Response[bytes]:
    """The position after the moves as a picture: every piece has its name in it, and no font is needed to see it."""
    return await picture(request, data, state, pixels=False)


@post(PNG, media_type="image/png", **COMMON)
async def as_png(request: Ask, data: JSONBody[ImageWish], state: State) -> Response[bytes]:
    """The same in pixels."""
    return await picture(request, data, state, pixels=True)


async def picture(request: Ask, data: ImageWish, state: State, *, pixels: bool) -> Response[bytes]:
    question = ImageQuestion(language(request), data, pixels)
    found = await answered(request, data.position, question, state)
    return found if isinstance(found, Response) else Response(msgspec.json.decode(found, type=bytes))


async def answered(request: Ask, position: StudyWish, question: Questions, state: State) -> bytes | Response[Any]:
    """What the process of the studies says, or why it says nothing."""
    asker, node = address(request), state.hall.node
    most = node.limits.message_bytes
    if position.record is None and len(await request.body()) > most:
        return problem(413, "too_large", words(language(request))("table.too_large", most=most), {"most": most})
    found = await state.studies.ask(asker, question)
    state.hall.shares.studied_here.owe(asker, found.seconds / EACH_S)
    if found.fault:
        node.sparing.warn("study_failed", found.code, game=position.game, why=found.fault)
    if found.code:
        node.metrics.not_served.labels(found.code).inc()
        return problem(STATUS.get(found.code, 400), found.code, found.words, found.facts)
    return bytes(found.found)
