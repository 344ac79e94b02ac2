"""The studio: rules compared on the same deals, asked for, looked at and stopped; and what came of it, as files."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from septet.server.errors import Denied
from septet.server.hall.comparisons import Comparisons, FileKind
from septet.server.http.answers import delete, get, post
from septet.server.http.asking import address, asker, language, somebody
from septet.server.http.study import answered
from septet.server.tables.comparing import ComparisonPlan, ComparisonState, ComparisonWish, StudioAbout
from septet.server.tables.questions import Compares

Ask = Request[Any, Any, State]
PATH = "/api/studio"
ComparisonPath = Annotated[str, PathParameter(pattern="^[0-9a-f]{16}$")]


@get(PATH, tags=("studio",))
async def studio(request: Ask, state: State) -> StudioAbout:
    """What can be compared here, by whom, and on how many deals; or that this house has no studio."""
    found: StudioAbout = await state.comparisons.about(address(request))
    return found


@post(PATH, tags=("studio",), status_code=200)
async def compare(request: Ask, data: JSONBody[ComparisonWish], state: State) -> Response[ComparisonState]:
    """Compare rules on the same deals. The same question is answered once: where it is under way or kept already, that
    one is told of."""
    comparisons: Comparisons = state.comparisons
    comparisons.not_closed()
    user, where = await somebody(request), address(request)
    if state.hall.stopping:
        raise Denied("stopping")
    answer = await answered(request, Compares(language(request), data), data.game)
    if isinstance(answer, Response):  # refused, in words
        return answer
    plan = msgspec.json.decode(answer, type=ComparisonPlan)
    return Response(await comparisons.begin(user.id, where, plan), status_code=200)


@get(f"{PATH}/{{comparison:str}}", tags=("studio",))
async def comparison_state(request: Ask, comparison: ComparisonPath, state: State) -> ComparisonState:
    """How far a comparison is, and what was asked. For whoever has its link."""
    user = await asker(request)
    found: ComparisonState = await state.comparisons.state(comparison, user.id if user else None)
    return found


@delete(f"{PATH}/{{comparison:str}}", tags=("studio",))
async def stop_comparison(request: Ask, comparison: ComparisonPath, state: State) -> None:
    """Stop one that you have asked for; it goes on if somebody else wants it too. One that was made stays."""
    user = await somebody(request)
    state.comparisons.stop(comparison, user.id)


@get(f"{PATH}/{{comparison:str}}/html", tags=("studio",), media_type="text/html")
async def comparison_page(request: Ask, comparison: ComparisonPath, state: State) -> Response[str]:
    """Its report, as one page that explains itself."""
    return await _file(request, comparison, state, "html", "text/html; charset=utf-8")


@get(f"{PATH}/{{comparison:str}}/json", tags=("studio",), media_type="application/json")
async def comparison_json(request: Ask, comparison: ComparisonPath, state: State) -> Response[str]:
    """Its figures for programs, byte for byte what `septet lab --json` prints for the same question."""
    return await _file(request, comparison, state, "json", "application/json; charset=utf-8")


@get(f"{PATH}/{{comparison:str}}/csv", tags=("studio",), media_type="text/csv")
async def comparison_csv(request: Ask, comparison: ComparisonPath, state: State) -> Response[str]:
    """Its figures as a table, a row for each rule set and figure."""
    return await _file(request, comparison, state, "csv", "text/csv; charset=utf-8")


async def _file(request: Ask, comparison: str, state: State, kind: FileKind, media: str) -> Response[str]:
    text = await state.comparisons.file(comparison, kind, language(request))
    name = f'attachment; filename="septet-{comparison}.{kind}"'
    return Response(text.encode(), media_type=media, headers={"content-disposition": name})


STUDIO = (studio, compare, comparison_state, stop_comparison, comparison_page, comparison_json, comparison_csv)
