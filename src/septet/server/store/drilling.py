"""Cards of a drill in the store: somebody's own mistakes, and when each is due."""

import zlib
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, update

from septet.puzzles.puzzle import Puzzle
from septet.server.store import schema
from septet.server.store.dailies import added
from septet.server.store.reviews import KeptReview, kept

cards, drilled, seats, tables, reviews = schema.cards, schema.drilled, schema.seats, schema.tables, schema.reviews
MOST = 3  # reviews that are looked at in one go


class CardRow(msgspec.Struct, frozen=True, kw_only=True):
    """A mistake as a puzzle, and how well it is remembered."""

    id: str
    user: str
    table: str
    number: int
    played: int
    puzzle: Puzzle
    memory: dict[str, Any]
    seen: int = 0
    due: int


class NewReview(msgspec.Struct, frozen=True):
    """A reviewed game that somebody played and has no cards of yet."""

    table: str
    seat: int
    ended: int
    review: KeptReview | None


def new_reviews(connection: Connection, user: str) -> list[NewReview]:
    """Some of the games that were reviewed since, the newest first."""
    done = select(drilled.c.table).where(drilled.c.user == user, drilled.c.table == reviews.c.table).exists()
    query = (
        select(reviews.c.table, seats.c.seat, tables.c.ended)
        .join(seats, seats.c.table == reviews.c.table)
        .join(tables, tables.c.id == reviews.c.table)
        .where(seats.c.user == user, ~done)
        .order_by(reviews.c.made.desc())
        .limit(MOST)
    )
    found = connection.execute(query).all()
    return [NewReview(row.table, row.seat, row.ended or 0, kept(connection, row.table)) for row in found]


def keep_cards(connection: Connection, user: str, table: str, some: list[CardRow]) -> None:
    """Cards from one review, unless they were made meanwhile."""
    if not added(connection, drilled, {"user": user, "table": table}):
        return
    for card in some:
        packed = zlib.compress(msgspec.json.encode(card.puzzle), 9)
        added(connection, cards, {**msgspec.structs.asdict(card), "puzzle": packed})


def _card(row: Any) -> CardRow:
    puzzle = msgspec.json.decode(zlib.decompress(row.puzzle), type=Puzzle)
    return CardRow(**{**row._asdict(), "puzzle": puzzle, "memory": row.memory or {}})


def card_of(connection: Connection, card: str, user: str) -> CardRow | None:
    row = connection.execute(select(cards).where(cards.c.id == card, cards.c.user == user)).one_or_none()
    return _card(row) if row else None


def next_card(connection: Connection, user: str) -> CardRow | None:
    """The one that is due first, whether it is by now or not."""
    row = connection.execute(select(cards).where(cards.c.user == user).order_by(cards.c.due).limit(1)).one_or_none()
    return _card(row) if row else None


def count(connection: Connection, user: str) -> int:
    return connection.execute(select(func.count()).select_from(cards).where(cards.c.user == user)).scalar_one()


def count_due(connection: Connection, user: str, wall: int) -> int:
    mine = cards.c.user == user, cards.c.due <= wall
    return connection.execute(select(func.count()).select_from(cards).where(*mine)).scalar_one()


def remember(connection: Connection, card: CardRow) -> bool:
    """How well it is remembered from now on; False if another window came before."""
    same = cards.c.id == card.id, cards.c.seen == card.seen - 1
    values = {"memory": card.memory, "seen": card.seen, "due": card.due}
    return connection.execute(update(cards).where(*same).values(values)).rowcount > 0
