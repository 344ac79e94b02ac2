"""The tables of the database, the same in SQLite and PostgreSQL; migrations/ makes them."""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    TypeDecorator,
    UniqueConstraint,
    text,
)


class Kept(TypeDecorator[Any]):
    """JSON; what is damaged is read as nothing, so that one bad row does not hide all others of a list."""

    impl = JSON
    cache_ok = True

    def coerce_compared_value(self, op: Any, value: Any) -> Any:
        return self.impl_instance.coerce_compared_value(op, value)

    def result_processor(self, dialect: Any, coltype: Any) -> Any:
        read = super().result_processor(dialect, coltype)

        def lenient(value: Any) -> Any:
            try:
                return read(value) if read else value
            except (ValueError, RecursionError):
                return None

        return lenient


metadata = MetaData()

users = Table(
    "users",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("key", String(40), unique=True),  # an account's name as it is compared; a guest has none
    Column("looks", String(80), index=True),  # and as it looks at a glance
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),
    Column("settings", JSON, nullable=False),
    Column("password", String(200)),
    Column("epoch", Integer, nullable=False),  # sessions of an older one are over
    Column("banned", String(200)),  # why, if so
    Column("merged", String(24)),  # the account that took this guest's games along
)

ended = Table(  # sessions that were signed out of before their time
    "ended",
    metadata,
    Column("session", String(24), primary_key=True),
    Column("until", BigInteger, nullable=False),  # no cookie of it is good after that anyhow
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(400), primary_key=True),
    Column("user", String(24), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("user", String(24), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("sha256", String(64), nullable=False, unique=True),
    Column("label", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

TO_PACK = text("status = 'over' AND packed IS NULL")

tables = Table(
    "tables",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("setup", Kept, nullable=False),  # how it was set up: `room.Setup`
    Column("seed", LargeBinary, nullable=False),  # a secret until the game is over
    Column("created", BigInteger, nullable=False),
    # What follows says in short what the log says in full, for lists; it is written together with the log.
    Column("status", String(8), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("bots", Integer, nullable=False),  # seats that a bot plays now
    Column("chairs", Kept, nullable=False),
    Column("outcome", Kept),
    Column("ended", BigInteger),
    # Of a table that waits for whoever is away: whose turn it is, and since when.
    Column("turn", Integer),
    Column("moved", BigInteger),
    # Only of a game that one plays alone against time: whose deck, under which rules, and what came of it.
    Column("deck", String(12), index=True),
    Column("ways", String(32)),
    Column("fresh", Boolean),  # whether it counts: the deck was new to the player, and nobody helped
    Column("took", BigInteger),
    Column("points", Integer),
    Column("won", Boolean),
    Column("packed", Integer),  # of a game that is over: how many moves are packed, if that was seen to
    # Which process looks after its clocks and bots, and until when if it says no more.
    Column("keeper", String(24)),
    Column("kept_until", BigInteger, nullable=False),
    Index("tables_by_status", "status", "public", "created"),
    Index("tables_by_time", "game", "ways", "status", "fresh", "won", "took", "ended"),
    Index("tables_by_points", "game", "ways", "status", "fresh", "points"),
    Index("tables_by_game", "game", "status", "public", "created"),
    Index("tables_to_pack", "ended", sqlite_where=TO_PACK, postgresql_where=TO_PACK),
)

# Rows of the log that are no moves, as each database writes it and as its index is named by it.
_MOVE = b'{"type":"played'.hex()
NO_MOVE = {
    "sqlite": text(f"substr(event, 1, 15) <> x'{_MOVE}'"),
    "postgresql": text(f"substr(event, 1, 15) <> '\\x{_MOVE}'::bytea"),
}

# Remarks that still have words of somebody's own.
_SAID, _WORDS, _SILENT = (said.encode().hex() for said in ('{"type":"said"', '"text":', '"text":"…"'))
WORDS = {
    "sqlite": text(
        f"substr(event, 1, 14) = x'{_SAID}' AND instr(event, x'{_WORDS}') > 0 AND instr(event, x'{_SILENT}') = 0"
    ),
    "postgresql": text(
        f"substr(event, 1, 14) = '\\x{_SAID}'::bytea AND position('\\x{_WORDS}'::bytea in event) > 0"
        f" AND position('\\x{_SILENT}'::bytea in event) = 0"
    ),
}

log = Table(
    "log",
    metadata,
    Column("table", String(12), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),  # milliseconds of table time
    Column("wall", BigInteger, nullable=False),  # milliseconds since 1970
    Column("user", String(24)),
    Column("message", String(40)),  # the id of the message that it answers
    Column("event", LargeBinary, nullable=False),
    Index("log_by_user", "user", sqlite_where=NO_MOVE["sqlite"], postgresql_where=NO_MOVE["postgresql"]),
    Index("log_by_words", "wall", sqlite_where=WORDS["sqlite"], postgresql_where=WORDS["postgresql"]),
)

packed = Table(  # moves of games that are long over: `packing`
    "packed",
    metadata,
    Column("table", String(12), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

reviews = Table(  # of games that are over: what each decision was worth
    "reviews",
    metadata,
    Column("table", String(12), primary_key=True),
    Column("version", String(40), nullable=False),  # of the valuer
    Column("made", BigInteger, nullable=False),
    Column("review", LargeBinary, nullable=False),  # JSON, packed
)

comparisons = Table(  # of rules, that the studio has made: found by the name of their question
    "comparisons",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False, index=True),  # when somebody last opened it, to the day
    Column("wish", LargeBinary, nullable=False),  # JSON
    Column("files", LargeBinary, nullable=False),  # JSON, packed
)

seats = Table(  # who has played where: a person's own list of games
    "seats",
    metadata,
    Column("table", String(12), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", String(24), nullable=False, index=True),
    Column("seen", BigInteger),  # when somebody came to or left a table that waits
)

knowers = Table(  # who has seen a deck without playing it: a user, or "" for everybody
    "knowers",
    metadata,
    Column("deck", String(12), primary_key=True),
    Column("user", String(24), primary_key=True),
)

ratings = Table(
    "ratings",
    metadata,
    Column("user", String(40), primary_key=True),  # bots too: bot:sep:expert
    Column("game", String(20), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ratings_by_game", "game", "mu"),
)

rated = Table(  # a table is rated once: this key says so
    "rated",
    metadata,
    Column("table", String(12), nullable=False),
    Column("user", String(40), nullable=False),
    Column("before_mu", Float, nullable=False),
    Column("before_sigma", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    UniqueConstraint("table", "user", name="rated_once"),
)

audit = Table(  # what administrators did
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("wall", BigInteger, nullable=False),
    Column("what", String(40), nullable=False),
    Column("about", String(400), nullable=False),
)

# Puzzles

puzzle_tries = Table(  # somebody's first try at a puzzle: no other counts
    "puzzle_tries",
    metadata,
    Column("user", String(24), primary_key=True),
    Column("puzzle", String(12), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("ms", BigInteger, nullable=False),  # as the browser tells it, for whoever tried it
    Column("before", Float, nullable=False),  # the rating, and what became of it
    Column("after", Float, nullable=False),
    Index("puzzle_tries_by_kind", "user", "kind"),
)

solvers = Table(  # how well somebody solves a kind of puzzle
    "solvers",
    metadata,
    Column("user", String(24), primary_key=True),
    Column("kind", String(20), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
)

puzzle_levels = Table(  # how hard a puzzle has turned out to be, and whether it is out of use
    "puzzle_levels",
    metadata,
    Column("puzzle", String(12), primary_key=True),
    Column("kind", String(20), nullable=False, index=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("withdrawn", BigInteger),
)

puzzle_reports = Table(
    "puzzle_reports",
    metadata,
    Column("puzzle", String(12), primary_key=True),
    Column("user", String(24), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
    Column("why", String(500), nullable=False),
)

races = Table(  # puzzles against the clock
    "races",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("user", String(24), nullable=False, index=True),
    Column("kind", String(20)),
    Column("began", BigInteger, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
)

cards = Table(  # of a drill: somebody's own mistakes in games that were reviewed
    "cards",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("user", String(24), nullable=False),
    Column("table", String(12), nullable=False, index=True),
    Column("number", Integer, nullable=False),  # of the move
    Column("played", BigInteger, nullable=False),  # when the game ended
    Column("puzzle", LargeBinary, nullable=False),  # JSON, packed
    Column("memory", Kept, nullable=False),  # how well it is remembered
    Column("seen", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    UniqueConstraint("user", "table", "number", name="cards_once"),
    Index("cards_by_due", "user", "due"),
)

drilled = Table(  # reviews that cards were made from
    "drilled",
    metadata,
    Column("user", String(24), primary_key=True),
    Column("table", String(12), primary_key=True, index=True),
)

# The daily

chains = Table(  # seeds of days; the secret is that of the last one
    "chains",
    metadata,
    Column("first", Integer, primary_key=True, autoincrement=False),  # days since 1970
    Column("length", Integer, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("announced", BigInteger, nullable=False),
)

opened = Table(  # days that have begun: none before the last of them is ever open again
    "opened",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

daily_puzzles = Table(  # some days ahead; in no list before their day is over
    "daily_puzzles",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("item", String(20), primary_key=True),
    Column("puzzle", LargeBinary, nullable=False),  # JSON, packed
    Column("made", BigInteger, nullable=False),
)

daily_tries = Table(  # one for each person: the key says so
    "daily_tries",
    metadata,
    Column("user", String(24), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("item", String(20), primary_key=True),
    Column("guest", Boolean, nullable=False),  # whoever was one then is in no histogram
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("status", String(8), nullable=False),
    Column("steps", Kept, nullable=False),  # of a puzzle, the wrong one last
    Column("table", String(12), unique=True),  # of a deal
    Column("took", BigInteger),
    Column("points", Integer),
    Column("won", Boolean),
    Index("daily_tries_by_day", "day", "item"),
)

daily_mends = Table(
    "daily_mends",
    metadata,
    Column("user", String(24), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
