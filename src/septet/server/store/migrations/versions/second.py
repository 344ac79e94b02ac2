"""Alone against time: results, and who knows a deck."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "knowers",
        sa.Column("deck", sa.String(length=12), nullable=False),
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("deck", "user"),
    )
    op.add_column("tables", sa.Column("deck", sa.String(length=12), nullable=True))
    op.add_column("tables", sa.Column("ways", sa.String(length=32), nullable=True))
    op.add_column("tables", sa.Column("fresh", sa.Boolean(), nullable=True))
    op.add_column("tables", sa.Column("took", sa.BigInteger(), nullable=True))
    op.add_column("tables", sa.Column("points", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("won", sa.Boolean(), nullable=True))
    op.create_index(op.f("ix_tables_deck"), "tables", ["deck"], unique=False)
    op.create_index("tables_by_time", "tables", ["game", "ways", "took"], unique=False)
