"""Lists that are read by an index, however many games there are."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
MOVE = "7b2274797065223a22706c61796564"  # {"type":"played


def upgrade() -> None:
    op.drop_index("tables_by_time", "tables")
    op.create_index("tables_by_time", "tables", ["game", "ways", "status", "fresh", "won", "took", "ended"])
    op.create_index("tables_by_points", "tables", ["game", "ways", "status", "fresh", "points"])
    op.create_index("tables_by_game", "tables", ["game", "status", "public", "created"])
    op.create_index(
        "log_by_user",
        "log",
        ["user"],
        sqlite_where=sa.text(f"substr(event, 1, 15) <> x'{MOVE}'"),
        postgresql_where=sa.text(f"substr(event, 1, 15) <> '\\x{MOVE}'::bytea"),
    )
