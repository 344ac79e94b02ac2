"""All that the server knows of somebody, as one JSON document: a piece at a time, since games can be many."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from septet.daily.days import day_of
from septet.games.log import write
from septet.server.people import accounts, merging
from septet.server.store import dailies, decks, puzzling, ratings, schema
from septet.server.store.folding import folded
from septet.server.store.store import CannotWrite, Damaged, Store
from septet.server.tables.against_time import deck_of

encode = msgspec.json.encode


def about(connection: Connection, user: str) -> dict[str, Any]:
    """The account itself; neither password nor the secrets of keys are told, since we do not have them."""
    c = schema.users.c
    row = connection.execute(select(c.id, c.name, c.created, c.seen, c.settings, c.banned).where(c.id == user)).one()
    return {
        **row._asdict(),
        "passkeys": accounts.passkey_list(connection, user),
        "tokens": accounts.token_list(connection, user),
        "ratings": ratings.of_user(connection, user),
        "puzzles": puzzling.about_user(connection, user),
        "daily": dailies.about_user(connection, user),
    }


def game(connection: Connection, table: str, user: str) -> dict[str, Any] | None:
    """One table: who sat where, what this user said, and the whole record if the game is over."""
    room = folded(connection, table)
    if room is None:
        return None
    wall = time.time_ns() // 1_000_000
    secret = decks.in_play(connection, deck_of(room), wall, but=table)  # others still play this deck
    if room.setup.day is not None:
        secret = secret or room.setup.day >= max(day_of(wall), dailies.last_begun(connection))
    said = [
        {"at": at, "text": event.text, "phrase": event.phrase}
        for at, event, _ in room.happened
        if getattr(event, "user", None) == user and hasattr(event, "phrase")
    ]
    return {
        "table": table,
        "game": room.setup.game,
        "status": room.status,
        "seat": room.seat_of(user),
        "outcome": room.outcome,
        "said": said,
        "record": write(room.log).decode() if room.log and room.status == "over" and not secret else None,
    }


async def export(store: Store, user: str) -> AsyncIterator[bytes]:
    """The document, piece by piece; other work goes on between two games."""
    known = await store.read(about, user)
    head = encode(known)[:-1]
    yield head + b',"games":[\n'
    comma = b""
    for table in await store.search(merging.tables_of, user):
        try:
            one = await store.search(game, table, user)
        except CannotWrite as error:
            if not isinstance(error, Damaged):
                raise
            one = {"table": table, "damaged": True}
        except Exception:  # a row that cannot be read; verify-all says which
            one = {"table": table, "damaged": True}
        if one is not None:
            yield comma + encode(one)
            comma = b",\n"
        await asyncio.sleep(0)
    yield b"]}\n"
