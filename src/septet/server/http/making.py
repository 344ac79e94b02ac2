"""New tables: dealt anew, or begun where another game was or where somebody has drawn a position."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Meta

from septet.games import GAMES
from septet.games.game import Game
from septet.server.errors import Denied
from septet.server.http.answers import post
from septet.server.http.asking import address, language, not_too_fast, somebody
from septet.server.http.finished import finished
from septet.server.http.study import BODY, FROM, answered
from septet.server.people.people import User
from septet.server.tables.beginning import Beginning, StartQuestion, StartWish, after
from septet.server.tables.questions import Begins
from septet.server.tables.seating import Absent, Clock, SeatPlan, Setup
from septet.server.tables.wire_base import GameName, Hex, TableId

Ask = Request[Any, Any, State]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as somebody wants it; what is left out is as usual."""

    game: GameName
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=16)]
    options: dict[str, bool | int | str] = {}
    public: bool = False
    rated: bool = False
    absent: Absent | None = None
    clock: Clock | None = None
    call_window_ms: Annotated[int, Meta(ge=0, le=500)] = 0
    pledge: Hex | None = None  # the hash of a number that your seat adds to the deal


class TableFrom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is not dealt: who sits there, and where it begins.

    Its house rules are those of the game that it goes on from, and it is never rated.
    """

    table: NewTable
    start: StartWish


class Made(msgspec.Struct, frozen=True):
    id: TableId


async def a_host(request: Ask, *, bots: int = 0, public: bool = False) -> User:
    """Whoever sent this, if a table may be made now."""
    user, state = await somebody(request), request.app.state
    shares = state.hall.shares
    not_too_fast(state.new_tables, user.id)
    not_too_fast(shares.made_here, address(request))
    shares.may_make(user.id, address(request), bots=bots, public=public)
    if state.hall.stopping:
        raise Denied("stopping")
    return user


def usually(game: Game[Any, Any, Any], data: NewTable) -> Absent:
    """What happens where somebody is away, unless the host says something else."""
    if data.rated and len(data.seats) == 2:
        return "forfeit"
    if game.leisurely and sum(place.who != "bot" for place in data.seats) > 1:
        return "wait"
    return "leave" if len(data.seats) > 2 and game.company.goes_on else "bot"


@post("/api/tables", tags=("tables",))
async def make(request: Ask, data: JSONBody[NewTable], state: State) -> Made:
    """A new table; its game starts when no seat is free."""
    return await _make(request, data, state)


@post(FROM, tags=("tables",), request_max_body_size=BODY)
async def make_from(request: Ask, data: JSONBody[TableFrom], state: State) -> Response[Made]:
    """A new table that begins after some moves of a game that is over, yours or one of this house, or in a picture."""
    await somebody(request)
    wish, plan = data.start, data.table
    if sum(one is not None for one in (wish.table, wish.record, wish.picture)) != 1:
        raise Denied("bad_request", where="start: one of table, record, picture")
    if wish.table is not None:
        log, room = await finished(request, wish.table, state)
        if room.setup.game != plan.game:
            raise Denied("bad_request", where="table.game")
        begins = after(log, wish, room.table)
    else:
        question = Begins(language(request), StartQuestion(plan.game, plan.options, wish))
        answer = await answered(request, question, plan.game)
        if isinstance(answer, Response):
            return answer
        begins = msgspec.json.decode(answer, type=Beginning)
    if len(plan.seats) != begins.seats:
        raise Denied("begins_with", seats=begins.seats)
    plan = msgspec.structs.replace(plan, options=begins.options, rated=False)
    return Response(await _make(request, plan, state, begins), status_code=201)


async def _make(request: Ask, data: NewTable, state: State, begins: Beginning | None = None) -> Made:
    bots = sum(place.who == "bot" for place in data.seats)
    user = await a_host(request, bots=bots, public=data.public)
    game = GAMES[data.game]
    if len(data.seats) not in game.seats:
        raise Denied("bad_seats", least=min(game.seats), most=max(game.seats), seats=len(data.seats))
    if sum(place.who == "me" for place in data.seats) > 1:
        raise Denied("already_seated", seat=0)
    if data.clock and (len(data.seats) > 2):
        raise Denied("no_clock")
    if data.rated and (user.key is None or len(data.seats) < 2 or game.team):
        raise Denied("not_rated")
    if data.rated and game.leisurely and data.clock is None:
        raise Denied("rated_clock")
    absent = data.absent or usually(game, data)
    if absent == "forfeit" and len(data.seats) > 2:
        raise Denied("no_forfeit")
    if absent == "wait" and (data.rated or not game.leisurely):
        raise Denied("cannot_wait")
    setup = Setup(
        game=data.game,
        options=data.options,
        seats=len(data.seats),
        host=user.id,
        rules=begins.rules if begins else game.rules,
        public=data.public,
        rated=data.rated,
        absent=absent,
        clock=data.clock,
        call_window_ms=data.call_window_ms,
        start=begins.origin if begins else None,
    )
    return Made(await state.hall.make(user.person, setup, data.seats, address(request), data.pledge))
