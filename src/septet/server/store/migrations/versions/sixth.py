"""Tables that wait: whose turn it is, and who was last there when."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("turn", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("moved", sa.BigInteger(), nullable=True))
    op.add_column("seats", sa.Column("seen", sa.BigInteger(), nullable=True))
