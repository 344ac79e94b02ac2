"""Reviews of games that are over are kept with their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table", sa.String(length=12), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("review", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table"),
    )
