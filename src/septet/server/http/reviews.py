"""Reviews of games that are over: asked for, looked at and stopped, and what another move would have been worth."""

from typing import Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import JSONBody

from septet.background.chunks import Chunk
from septet.games.log import write
from septet.review.report import VERSION
from septet.server.errors import Denied
from septet.server.hall.reviews import Reviews
from septet.server.http.answers import TablePath, delete, get, post
from septet.server.http.asking import address, asker, language, somebody
from septet.server.http.finished import finished
from septet.server.http.study import answered
from septet.server.tables.questions import ReviewPlan, ReviewTry
from septet.server.tables.reviewing import ReviewState, TryWish, TryWorth

Ask = Request[Any, Any, State]
PATH = "/api/tables/{table:str}/review"


@get(PATH, tags=("reviews",))
async def review(request: Ask, table: TablePath, state: State) -> ReviewState:
    """How far the review of a game is that is over, and what it says when it is done. For whoever may see the game
    again with all cards open."""
    reviews: Reviews = state.reviews
    user = await asker(request)
    if under_way := reviews.under_way(table, user.id if user else None):
        return under_way
    await finished(request, table, state)
    return await reviews.kept(table)


@post(PATH, tags=("reviews",), status_code=200)
async def start_review(request: Ask, table: TablePath, state: State) -> Response[ReviewState]:
    """Have a game reviewed that is over; where one is under way or kept already, that one is told of."""
    reviews: Reviews = state.reviews
    user, where = await somebody(request), address(request)
    log, room = await finished(request, table, state)
    found = reviews.go_along(table, user.id) or await reviews.kept(table, VERSION)
    if found.status not in ("none", "failed"):
        return Response(found, status_code=200)
    if state.hall.stopping:
        raise Denied("stopping")
    plan = ReviewPlan(language(request), write(log).decode(), table, room.dealt_at)
    answer = await answered(request, plan, room.setup.game)
    if isinstance(answer, Response):  # refused, in words
        return answer
    reviews.begin(user.id, where, plan)
    found = reviews.under_way(table, user.id) or found
    return Response(found, status_code=200)


@delete(PATH, tags=("reviews",))
async def stop_review(request: Ask, table: TablePath, state: State) -> None:
    """Stop a review that one has asked for; it goes on if somebody else wants it too. One that is kept stays."""
    user = await somebody(request)
    reviews: Reviews = state.reviews
    reviews.stop(table, user.id)


@post(f"{PATH}/try", tags=("reviews",), status_code=200)
async def try_instead(request: Ask, table: TablePath, data: JSONBody[TryWish], state: State) -> Response[TryWorth]:
    """What another move would have been worth where somebody had to decide."""
    reviews: Reviews = state.reviews
    user, where = await somebody(request), address(request)
    log, room = await finished(request, table, state)
    reviews.may_try(user.id, where)
    question = ReviewTry(language(request), write(log).decode(), table, data)
    plan = await answered(request, question, room.setup.game)
    if isinstance(plan, Response):
        return plan
    found = await reviews.tried(user.id, where, msgspec.json.decode(plan, type=Chunk))
    return Response(msgspec.json.decode(found, type=TryWorth), status_code=200)


REVIEWS = (review, start_review, stop_review, try_instead)
