"""A game that was played elsewhere, put down as a finished table of a house: to be looked at, without playing it."""

from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec

from septet.games import log
from septet.games.game import Join
from septet.games.log import Log
from septet.server.store import queries
from septet.server.store.store import Patch
from septet.server.tables.events import Played, Row, Sat, Started
from septet.server.tables.room import Room
from septet.server.tables.seating import Setup
from tests.server.running import House

RECORDS = Path(__file__).parent.parent / "records"
# One of each game, none of them long.
SAMPLES = {
    "sep": "sep-tie",
    "sep-solo": "sep-solo-seven",
    "sepmosa": "sepmosa-target",
    "set": "set-checked",
    "set-quick": "set-quick-deals",
    "set-solo": "set-solo-perfect",
    "scout": "scout-house-rules",
    "chipset": "chipset-rounds",
    "setup": "setup-auto",
    "coopset": "coopset-team",
    "twenty": "twenty-target",
}


def sample(game: str) -> bytes:
    return (RECORDS / f"{SAMPLES[game]}.jsonl").read_bytes()


def put_down(house: House, found: Log, *users: str, public: bool = False) -> str:
    """The game of this log as a table of the house; the first seats are these people's."""
    seats, table = len(found.header.seats), token_hex(6)
    host = users[0] if users else None
    setup = Setup(
        game=found.game.name,
        options=found.header.options,
        seats=seats,
        host=host,
        rules=found.header.rules,
        public=public,
    )
    room, rows = Room(table, setup, found.seed), list[Row]()

    def add(event: Any, at: int = 0) -> None:
        rows.append(Row(table, room.n + 1, at, 1_000 + at, None, None, msgspec.json.encode(event)))
        room.fold(rows[-1], event)

    for seat, sitter in enumerate(found.header.seats):
        user = users[seat] if seat < len(users) else None
        add(Sat(seat, sitter.name, user=user, bot=None if user else "casual"))
    add(Started(tuple(range(seats))))
    for entry in found.entries:
        if isinstance(entry.move, Join):
            add(Sat(len(room.chairs), entry.move.name, bot="casual"), entry.at)
        else:
            add(Played(entry.seat, entry.move), entry.at)
    assert room.outcome, "only finished games"
    columns = {
        "status": "over",
        "chairs": msgspec.to_builtins(room.chairs),
        "outcome": msgspec.to_builtins(room.outcome),
        "ended": rows[-1].wall,
    }
    told = Patch(columns, dict(enumerate(users)))
    begun = queries.Begun(
        table=table, setup=setup, seed=found.seed, wall=1_000, rows=rows, patch=told, keeper=None, kept_until=0
    )
    house.call(house.server.store.write_surely(queries.make_table, begun))
    return table


def lay(house: House, game: str, *users: str, public: bool = False) -> str:
    """The sample of a game."""
    return put_down(house, log.read(sample(game)), *users, public=public)
