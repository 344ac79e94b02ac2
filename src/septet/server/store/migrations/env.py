"""Alembic's way in: the connection is given, and the transaction is the caller's."""

from alembic import context

from septet.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
