"""Comparisons of rules are kept under the name of their question."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "comparisons",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.Column("wish", sa.LargeBinary(), nullable=False),
        sa.Column("files", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_comparisons_used", "comparisons", ["used"])
