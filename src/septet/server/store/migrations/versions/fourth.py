"""What the names of accounts look like."""

import sqlalchemy as sa
from alembic import op

from septet.server.store.lookalikes import looks

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("users", sa.Column("looks", sa.String(length=80), nullable=True))
    op.create_index(op.f("ix_users_looks"), "users", ["looks"], unique=False)
    connection = op.get_bind()
    users = sa.table("users", *(sa.column(name) for name in ("id", "name", "key", "looks")))
    for user, name in connection.execute(sa.select(users.c.id, users.c.name).where(users.c.key.is_not(None))).all():
        connection.execute(sa.update(users).where(users.c.id == user).values(looks=looks(name)))
