"""What is shown of a link in a chat: a title, a sentence and a picture, and nothing that a passer-by may not see."""

import re
from collections import OrderedDict
from html import escape
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.params import JSONBody

from septet.games import GAMES
from septet.i18n import Words, words
from septet.images import preview, svg
from septet.server.hall.hall import Hall
from septet.server.http.answers import TablePath, get, post
from septet.server.http.asking import address, language, not_too_fast, problem
from septet.server.http.finished import finished
from septet.server.tables.against_time import guarded
from septet.server.tables.imaging import MomentLook, moment
from septet.server.tables.questions import PixelQuestion
from septet.server.tables.room import Room

TABLE = re.compile(r"/table/([a-z0-9]{12})(?:/.*)?")
GAME = re.compile(r"/(?:game|learn|rules)/([a-z-]+)(?:/.*)?")
HOST = re.compile(r"[\w.:\[\]-]{1,255}")
WIDE = MOMENT_WIDE = 1200
Ask = Request[Any, Any, State]
REMEMBERED = 100  # pictures
NOBODY = "–"


class Previews:
    """The titles of pages, and the pictures of tables that were asked for last."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.drawn: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()

    def head(self, scope: Any, headers: dict[str, str]) -> str:
        """What stands in the head of a page for those who only look at that; of a table, as far as it is at hand."""
        path, lang, origin = scope["path"], language(ASGIConnection(scope)), origin_of(scope, headers)
        t = words(lang)
        title, told, picture = "Septet", t("preview.house"), f"{origin}/icon-512.png"
        if found := TABLE.fullmatch(path):
            picture = f"{origin}/api/tables/{found[1]}/preview?lang={lang}"
            if live := self.hall.tables.get(found[1]):
                title, told = t(f"game.{live.room.setup.game}"), t(f"preview.{live.room.status}")
        elif (found := GAME.fullmatch(path)) and found[1] in GAMES:
            title, told = t(f"game.{found[1]}"), t(f"web.game.about.{found[1]}")
        large = "summary_large_image" if TABLE.fullmatch(path) else "summary"
        names = {"og:type": "website", "og:site_name": "Septet", "og:title": title, "og:description": told}
        names |= {"og:image": picture, "og:locale": lang}
        tags = [f'<meta property="{name}" content="{escape(said)}" />' for name, said in names.items()]
        return "".join([*tags, f'<meta name="twitter:card" content="{large}" />'])

    def picture(self, room: Room, t: Words) -> str:
        """Of a table that everybody may find, or of a game that is over, with its board; of another one without."""
        names = [chair.name or NOBODY for chair in room.chairs]
        shown = room.log is not None and (room.setup.public or room.status == "over")
        board = None
        if shown and room.log is not None and not guarded(room.setup):
            board = svg(room.game, [room.log.view(None)], names, language=t.language)
        who = [" – ".join(names)] if shown else []
        return preview(t, t(f"game.{room.setup.game}"), [*who, t(f"preview.{room.status}")], board)


@get("/api/tables/{table:str}/preview", media_type="image/png", tags=("tables",))
async def table_preview(request: Ask, table: TablePath, state: State) -> Response[bytes]:
    """A picture of a table for chats: what anybody who passes by may see of it now. The cards of a game against time,
    whose deck others may play, are never in it."""
    not_too_fast(state.hall.shares.records, address(request))
    room: Room = await state.hall.room(table)
    previews: Previews = state.previews
    lang = language(request)
    key = table, room.n, lang
    if key not in previews.drawn:
        picture = previews.picture(room, words(lang))
        found = await state.studies.ask(address(request), PixelQuestion(lang, picture, WIDE))
        if found.code:
            return problem(503, found.code, found.words, found.facts)
        previews.drawn[key] = msgspec.json.decode(found.found, type=bytes)
        if len(previews.drawn) > REMEMBERED:
            previews.drawn.popitem(last=False)
    return Response(previews.drawn[key])


@post("/api/tables/{table:str}/svg", media_type="image/svg+xml", tags=("tables",), status_code=200)
async def moment_svg(request: Ask, table: TablePath, data: JSONBody[MomentLook], state: State) -> Response[bytes]:
    """A moment of a game that is over here as a picture, for whoever may see it again."""
    log, _ = await finished(request, table, state)
    return Response(moment(log, data, words(language(request))).encode(), status_code=200)


@post("/api/tables/{table:str}/png", media_type="image/png", tags=("tables",), status_code=200)
async def moment_png(request: Ask, table: TablePath, data: JSONBody[MomentLook], state: State) -> Response[bytes]:
    """The same in pixels."""
    log, _ = await finished(request, table, state)
    picture, lang = moment(log, data, words(language(request))), language(request)
    found = await state.studies.ask(address(request), PixelQuestion(lang, picture, data.width or MOMENT_WIDE))
    if found.code:
        return problem(503, found.code, found.words, found.facts)
    return Response(msgspec.json.decode(found.found, type=bytes), status_code=200)


PREVIEWS = (table_preview, moment_svg, moment_png)


def origin_of(scope: Any, headers: dict[str, str]) -> str:
    """How those who ask have called us, as far as it is a name at all."""
    host = headers.get("host", "")
    scheme = headers.get("x-forwarded-proto", scope.get("scheme", "http"))
    return f"{scheme}://{host}" if HOST.fullmatch(host) and scheme in ("http", "https") else ""
