"""Rematches: how often each of those at a table has won before, and what was said at the tables before."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Controller
from litestar.datastructures import State
from sqlalchemy import Connection, select

from septet.server.http.answers import TablePath, get
from septet.server.store import schema
from septet.server.tables import telling
from septet.server.tables.wire_base import Remark

LONGEST = 100  # games of a match that are counted
TALKED = 3  # tables whose chat is told again


class MatchGame(msgspec.Struct, frozen=True):
    """A game of a match that is over."""

    table: str
    chairs: list[dict[str, Any]]
    places: list[int]


class Match(msgspec.Struct, frozen=True):
    """The games before this one: how many, how many each seat of this table has won alone, and what was said."""

    games: int = 0
    wins: tuple[int, ...] = ()
    chat: tuple[Remark, ...] = ()


class Matches(Controller):
    path = "/api"
    tags = ("tables",)

    @get("/tables/{table:str}/match")
    async def match(self, table: TablePath, state: State) -> Match:
        """The match that this table's game belongs to, up to this game."""
        now = await state.hall.room(table)
        games: list[MatchGame] = await state.store.search(before, now.setup.after)
        sitters = _sitters([msgspec.to_builtins(chair) for chair in now.chairs])
        wins = Counter(_winner(game) for game in games)
        said: list[Remark] = []
        for game in games[-TALKED:]:
            said += telling.chat(await state.hall.room(game.table), 0)
        chat = tuple(msgspec.structs.replace(one, n=number, seat=None) for number, one in enumerate(said, -len(said)))
        return Match(len(games), tuple(wins[sitter] for sitter in sitters), chat)


def before(connection: Connection, table: str | None) -> list[MatchGame]:
    """The games of a match up to this table, the first one first."""
    found: list[MatchGame] = []
    columns = schema.tables.c
    while table and len(found) < LONGEST:
        query = select(columns.setup, columns.chairs, columns.outcome).where(columns.id == table)
        row = connection.execute(query).one_or_none()
        if row is None or not row.outcome:
            break
        found.append(MatchGame(table, row.chairs, row.outcome["places"]))
        table = row.setup.get("after")
    return found[::-1]


def _sitters(chairs: Sequence[dict[str, Any]]) -> list[str]:
    """Who sits on each chair, under a name that holds from table to table: bots of a kind are counted."""
    met: Counter[str] = Counter()
    found = []
    for chair in chairs:
        bot = f"bot {chair.get('bot')}"
        met[bot] += 1
        found.append(chair.get("user") or f"{bot} {met[bot]}")
    return found


def _winner(game: MatchGame) -> str:
    """Who has won it alone, or nobody."""
    first = [sitter for sitter, place in zip(_sitters(game.chairs), game.places, strict=True) if place == 1]
    return first[0] if len(first) == 1 and len(game.places) > 1 else ""
