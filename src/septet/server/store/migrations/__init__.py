"""Bring a database's schema up to date, one numbered step after the other."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from septet.server.store.store import CannotOpen

HERE = Path(__file__).parent


def migrate(engine: Engine, to: str = "head") -> None:
    """Take every step that this database has not taken yet."""
    with engine.begin() as connection:
        migrate_on(connection, to)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    return config


def revisions() -> list[str]:
    """Every schema that we know, the newest first."""
    return [step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions()]


def outdated(connection: Connection) -> str | None:
    """The schema of this database, if there are steps from it that have to be taken."""
    found, known = MigrationContext.configure(connection).get_current_revision(), revisions()
    return found if found in known[1:] else None


def migrate_on(connection: Connection, to: str = "head") -> None:
    config = _config()
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in revisions():
        raise CannotOpen("newer", found=found)
    config.attributes["connection"] = connection
    command.upgrade(config, to)
