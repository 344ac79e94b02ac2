"""Puzzles, drills and the daily."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.Column("puzzle", sa.String(length=12), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.Float(), nullable=False),
        sa.Column("after", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("user", "puzzle"),
    )
    op.create_index("puzzle_tries_by_kind", "puzzle_tries", ["user", "kind"])
    op.create_table(
        "solvers",
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user", "kind"),
    )
    op.create_table(
        "puzzle_levels",
        sa.Column("puzzle", sa.String(length=12), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("withdrawn", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("puzzle"),
    )
    op.create_index("ix_puzzle_levels_kind", "puzzle_levels", ["kind"])
    op.create_table(
        "puzzle_reports",
        sa.Column("puzzle", sa.String(length=12), nullable=False),
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(length=500), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", "user"),
    )
    op.create_index("ix_puzzle_reports_user", "puzzle_reports", ["user"])
    op.create_table(
        "races",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=True),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_races_user", "races", ["user"])
    op.create_table(
        "cards",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.Column("table", sa.String(length=12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("played", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.LargeBinary(), nullable=False),
        sa.Column("memory", sa.JSON(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("user", "table", "number", name="cards_once"),
    )
    op.create_index("cards_by_due", "cards", ["user", "due"])
    op.create_index("ix_cards_table", "cards", ["table"])
    op.create_table(
        "drilled",
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.Column("table", sa.String(length=12), nullable=False),
        sa.PrimaryKeyConstraint("user", "table"),
    )
    op.create_index("ix_drilled_table", "drilled", ["table"])
    op.create_table(
        "chains",
        sa.Column("first", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("announced", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("first"),
    )
    op.create_table(
        "opened",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day"),
    )
    op.create_table(
        "daily_puzzles",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("item", sa.String(length=20), nullable=False),
        sa.Column("puzzle", sa.LargeBinary(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "item"),
    )
    op.create_table(
        "daily_tries",
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("item", sa.String(length=20), nullable=False),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("table", sa.String(length=12), nullable=True),
        sa.Column("took", sa.BigInteger(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.PrimaryKeyConstraint("user", "day", "item"),
        sa.UniqueConstraint("table"),
    )
    op.create_index("daily_tries_by_day", "daily_tries", ["day", "item"])
    op.create_table(
        "daily_mends",
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", "day"),
    )
