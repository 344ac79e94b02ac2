"""What has had its time is found by an index: people by when they were seen, remarks by when they were made."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
SAID, WORDS, SILENT = "7b2274797065223a227361696422", "2274657874223a", "2274657874223a22e280a622"


def upgrade() -> None:
    op.create_index(op.f("ix_users_seen"), "users", ["seen"], unique=False)
    op.create_index(
        "log_by_words",
        "log",
        ["wall"],
        sqlite_where=sa.text(
            f"substr(event, 1, 14) = x'{SAID}' AND instr(event, x'{WORDS}') > 0 AND instr(event, x'{SILENT}') = 0"
        ),
        postgresql_where=sa.text(
            f"substr(event, 1, 14) = '\\x{SAID}'::bytea AND position('\\x{WORDS}'::bytea in event) > 0"
            f" AND position('\\x{SILENT}'::bytea in event) = 0"
        ),
    )
