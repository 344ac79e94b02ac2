"""Ratings: how well somebody plays a game, and how sure that is. Every rated game counts exactly once.

A rating is a normal distribution: its middle `mu`, 25 for somebody new, and its width `sigma`. Bradley and Terry's
model moves both after a game: every two seats are compared, and a tie draws them together. (Plackett and Luce's, which
looks at the order as a whole, may put two who share the first place behind the third.) People and bots stand on the
same scale.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, and_, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from septet.bots.standing import MIDDLE, MODEL, SCALE, WIDTH, measured, of_bot, shown
from septet.server.store import schema
from septet.server.tables.seating import bot_key

LEVELS = ("novice", "casual", "strong", "expert")
users, tables, ratings, rated = schema.users, schema.tables, schema.ratings, schema.rated


class Rank(msgspec.Struct, frozen=True):
    """A rating as people read it: a number, how far off it may be (95 %), and what it is made of."""

    name: str
    bot: bool
    rating: int
    spread: int
    games: int
    mu: float
    sigma: float


class RatingChange(msgspec.Struct, frozen=True):
    """What a game did to somebody's rating."""

    name: str
    before: int
    after: int


class RatedSeat(msgspec.Struct, frozen=True):
    """Who had a seat at the deal, and the place it came to."""

    key: str
    bot: str | None
    place: int


def first(key: str) -> tuple[float, float]:
    """Where somebody starts: in the middle, and a bot where it was measured."""
    game, bot = key.split(":", 2)[1:] if key.startswith("bot:") else ("", "")
    return of_bot(game, bot)


# Writing


def rate(connection: Connection, table: str) -> bool:
    """Count a rated game that is over, unless it has been counted; all of it or nothing."""
    found = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
    if found is None or not found.rated or found.status != "over" or not found.outcome:
        return False
    players = _players(found)
    names = _names(connection, players)
    before = _locked(connection, found.game, names)
    if connection.execute(select(rated.c.user).where(rated.c.table == table)).first() is not None:
        return False
    teams = [[MODEL.rating(*before.get(player.key, (MIDDLE, WIDTH)))] for player in players]
    after = [team[0] for team in MODEL.rate(teams, ranks=[float(player.place) for player in players])]
    for key in names:
        mine = [after[n] for n, player in enumerate(players) if player.key == key]
        mu, sigma = _joined(before[key], [(one.mu, one.sigma) for one in mine])
        _write(connection, found, key, before[key], (mu, sigma))
    return True


def _players(found: Any) -> list[RatedSeat]:
    """A bot that stood in played for the person who sat there."""
    return [
        RatedSeat(chair.get("user") or bot_key(found.game, chair.get("bot")), chair.get("bot"), place)
        for chair, place in zip(found.chairs, found.outcome["places"], strict=True)
    ]


def _names(connection: Connection, players: list[RatedSeat]) -> dict[str, str]:
    """Whose ratings change: everybody's who is still there."""
    bots = {player.key: player.bot for player in players if player.bot}
    query = select(users.c.id, users.c.name).where(users.c.id.in_([player.key for player in players]))
    return bots | {row[0]: row[1] for row in connection.execute(query)}


def _locked(connection: Connection, game: str, names: dict[str, str]) -> dict[str, tuple[float, float]]:
    """The ratings so far; nobody else changes them until we have."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    for key in sorted(names):
        mu, sigma = first(key)
        values = {"user": key, "game": game, "name": names[key], "mu": mu, "sigma": sigma, "games": 0}
        connection.execute(dialect.insert(ratings).values(values).on_conflict_do_nothing())
    mine = and_(ratings.c.game == game, ratings.c.user.in_(names))
    query = select(ratings.c.user, ratings.c.mu, ratings.c.sigma).where(mine).order_by(ratings.c.user)
    return {row[0]: (row[1], row[2]) for row in connection.execute(query.with_for_update())}


def _joined(before: tuple[float, float], after: list[tuple[float, float]]) -> tuple[float, float]:
    """A bot may have had several seats: it moves by what they did together."""
    mu = before[0] + sum(one[0] - before[0] for one in after)
    return mu, min(one[1] for one in after)


def _write(
    connection: Connection, table: Any, key: str, before: tuple[float, float], after: tuple[float, float]
) -> None:
    mine = and_(ratings.c.user == key, ratings.c.game == table.game)
    values = {"mu": after[0], "sigma": after[1], "games": ratings.c.games + 1}
    connection.execute(update(ratings).where(mine).values(values))
    row = {"table": table.id, "user": key, "before_mu": before[0], "before_sigma": before[1]}
    connection.execute(insert(rated).values(**row, mu=after[0], sigma=after[1]))


# Reading


def unrated(connection: Connection) -> list[str]:
    """Rated games that are over and have not been counted: the server stopped in between."""
    counted = select(rated.c.table).where(rated.c.table == tables.c.id).exists()
    query = select(tables.c.id).where(tables.c.rated, tables.c.status == "over", ~counted).order_by(tables.c.ended)
    return list(connection.execute(query).scalars())


def ladder(connection: Connection, game: str, limit: int = 100, offset: int = 0) -> list[Rank]:
    """The best first, by what is nearly certain: two widths below the middle. The levels of bots that nobody has met in
    a rated game stand where they were measured."""
    c = ratings.c
    order = (c.mu - 2 * c.sigma).desc()
    query = select(ratings).where(c.game == game, c.games > 0).order_by(order, c.user).limit(limit).offset(offset)
    found = [_rank(row) for row in connection.execute(query)]
    if offset:
        return found
    met = set(
        connection.execute(select(c.user).where(c.game == game, c.games > 0, c.user.startswith("bot:"))).scalars()
    )
    unmet = [_unmet(game, bot) for bot in LEVELS if bot in measured().get(game, {}) and bot_key(game, bot) not in met]
    return sorted([*found, *unmet], key=lambda rank: rank.mu - 2 * rank.sigma, reverse=True)[:limit]


def _unmet(game: str, bot: str) -> Rank:
    mu, sigma = first(bot_key(game, bot))
    return Rank(bot, True, shown(mu), round(1.96 * SCALE * sigma), 0, mu, sigma)


def of_user(connection: Connection, user: str) -> dict[str, Rank]:
    """Somebody's rating in each game."""
    query = select(ratings).where(ratings.c.user == user, ratings.c.games > 0).order_by(ratings.c.game)
    return {row.game: _rank(row) for row in connection.execute(query)}


def at_table(connection: Connection, game: str, keys: list[str]) -> dict[str, float]:
    """What those at a table are worth."""
    query = select(ratings.c.user, ratings.c.mu).where(ratings.c.game == game, ratings.c.user.in_(keys))
    found = {key: first(key)[0] for key in keys} | {row[0]: row[1] for row in connection.execute(query)}
    return {key: float(shown(mu)) for key, mu in found.items()}


def steps(connection: Connection, table: str) -> list[RatingChange]:
    """What a game did to everybody's rating."""
    joined = rated.join(ratings, ratings.c.user == rated.c.user).join(
        tables, and_(tables.c.id == rated.c.table, tables.c.game == ratings.c.game)
    )
    query = select(ratings.c.name, rated.c.before_mu, rated.c.mu).select_from(joined).where(rated.c.table == table)
    rows = connection.execute(query.order_by(rated.c.user))
    return [RatingChange(row[0], shown(row[1]), shown(row[2])) for row in rows]


def _rank(row: Any) -> Rank:
    bot = row.user.startswith("bot:")
    return Rank(row.name, bot, shown(row.mu), round(1.96 * SCALE * row.sigma), row.games, row.mu, row.sigma)
