"""Looking at one game together: a new look, and what its branch shows; all else goes over the socket."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody, QueryParameter

from septet.games.log import write
from septet.server.errors import Denied
from septet.server.hall.looks import Looks, OpenLook
from septet.server.http.answers import TablePath, get, post
from septet.server.http.asking import address, language, not_too_fast, somebody
from septet.server.http.finished import finished
from septet.server.http.study import BODY, LOOKS, answered, told
from septet.server.tables.against_time import against_time, deck_of
from septet.server.tables.branching import Tryable, TryQuestion
from septet.server.tables.looking import LookMade, LookSource, LookWish
from septet.server.tables.questions import SeenAgain, Tries
from septet.server.tables.replaying import MOMENTS, Look, Replayed, ReplayQuestion

Ask = Request[Any, Any, State]


class _Found(msgspec.Struct, frozen=True):
    """As much of a game as a look has to know."""

    game: str
    sitters: tuple[Any, ...]
    length: int


@post(LOOKS, tags=("study",), request_max_body_size=BODY)
async def open_look(request: Ask, data: JSONBody[LookWish], state: State) -> Response[LookMade]:
    """Look at a game with others: at one that is over here, for whoever may see it again, or at one that you have a
    record of. You lead; whoever has the id may come in, as long as the game may be seen."""
    user = await somebody(request)
    looks: Looks = state.looks
    looks.may_open(user.person, address(request))
    if (data.table is None) == (data.record is None):
        raise Denied("bad_request", where="table, record: one of them")
    table, deck, began, record = data.table, None, None, data.record or ""
    if table is not None:
        log, room = await finished(request, table, state)
        record, began = write(log).decode(), room.dealt_at
        deck = deck_of(room) if against_time(room.setup) else None
    if state.hall.stopping:
        raise Denied("stopping")
    place = data.place
    first = Look(place.at, 1, place.seat, history=False)
    answer = await answered(request, SeenAgain(language(request), ReplayQuestion(record, first)), "look")
    if isinstance(answer, Response):
        return answer
    found = msgspec.json.decode(answer, type=_Found)
    source = LookSource(
        game=found.game, seats=len(found.sitters), length=found.length, table=table, deck=deck, began=began
    )
    return Response(LookMade(looks.make(user.person, address(request), source, record, place)), status_code=201)


async def _seen(request: Ask, look: str, state: State) -> OpenLook:
    """The look, for somebody who may ask for its game now."""
    await somebody(request)
    not_too_fast(state.hall.shares.studied_here, address(request))
    looks: Looks = state.looks
    return await looks.may_see(look)


@get(f"{LOOKS}/{{look:str}}/record", media_type="application/jsonl", tags=("study",))
async def look_record(request: Ask, look: TablePath, state: State) -> Response[bytes]:
    """The record that a look is about."""
    found = await _seen(request, look, state)
    record = await state.looks.record(found)
    return Response(record.encode(errors="surrogatepass"))


@get(f"{LOOKS}/{{look:str}}/branch", tags=("study",))
async def look_branch(
    request: Ask,
    look: TablePath,
    state: State,
    *,
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOMENTS)] = 64,
    seat: Annotated[int, QueryParameter(ge=0, le=63)] = 0,
    open: FromQuery[bool] = False,  # noqa: A002
    hide: FromQuery[bool] = False,
    history: FromQuery[bool] = True,
) -> Response[Replayed]:
    """Moments of the game up to where moves were tried, and of those moves, as a replay tells them."""
    found = await _seen(request, look, state)
    branch = found.look.branch
    if branch is None:
        raise Denied("no_branch")
    wish = Look(first, count, seat, open, hide, history)
    question = await state.looks.question(found, language(request), branch, wish)
    return await told(request, question, found.look.source.game)


@get(f"{LOOKS}/{{look:str}}/tryable", tags=("study",))
async def look_tryable(
    request: Ask,
    look: TablePath,
    state: State,
    *,
    at: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    seat: Annotated[int | None, QueryParameter(ge=0, le=63)] = None,
    branch: FromQuery[bool] = False,
) -> Response[Tryable]:
    """What may be tried after so many moves, by this seat if it may move then, or else by the one
    whose time runs, or by the first who may."""
    found = await _seen(request, look, state)
    if branch and found.look.branch is None:
        raise Denied("no_branch")
    record = await state.looks.record(found)
    wish = TryQuestion(record, at, seat, found.look.branch if branch else None)
    return await told(request, Tries(language(request), wish), found.look.source.game)


LOOK_ROUTES = (open_look, look_record, look_branch, look_tryable)
