"""The moves of games that are long over are packed."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
TO_PACK = sa.text("status = 'over' AND packed IS NULL")


def upgrade() -> None:
    op.create_table(
        "packed",
        sa.Column("table", sa.String(length=12), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table"),
    )
    op.add_column("tables", sa.Column("packed", sa.Integer(), nullable=True))
    op.create_index("tables_to_pack", "tables", ["ended"], sqlite_where=TO_PACK, postgresql_where=TO_PACK)
