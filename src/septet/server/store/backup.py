"""Copies of a SQLite database, made while people play, and how to go back to one."""

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from septet.server.store.disk import hand_over, sync
from septet.server.store.folder_lock import FolderLock
from septet.server.store.migrations import revisions
from septet.server.store.store import CannotOpen
from septet.server.store.verdicts import every_table, verdict

SAMPLE = 10  # tables from either end that are folded to see that a copy holds
NIGHTLY = "[0-9]*"  # of which the oldest may go
UPGRADES, UPGRADES_S = "before-upgrade-*", 90 * 86_400  # the way back to the version before, as long as anybody goes it
ENDS = [f"-{number}" for number in range(2, 100)]


def folder(database: Path) -> Path:
    """Where copies are kept unless somebody says otherwise."""
    return database.parent / "backups"


def new_name(database: Path, what: str = "") -> Path:
    """A name for a copy, after the time, that nothing has yet."""
    now = time.strftime("%Y%m%d-%H%M%S")
    names = (folder(database) / f"{database.stem}-{what}{now}{end}{database.suffix}" for end in ("", *ENDS))
    return next(name for name in names if not name.exists())


def kept(database: Path, pattern: str = "*") -> list[Path]:
    """The copies that there are, the newest last."""
    found = folder(database).glob(f"{database.stem}-{pattern}{database.suffix}")
    return sorted(found, key=lambda one: (one.stat().st_mtime_ns, one.name))


def prune(database: Path, keep: int) -> None:
    """Throw away all but the newest of the copies that were made of themselves, and those from before an upgrade when
    that is long ago: what was deleted since then is in them."""
    long_ago = time.time() - UPGRADES_S
    old = [one for one in kept(database, UPGRADES) if one.stat().st_mtime < long_ago]
    for one in (*kept(database, NIGHTLY)[:-keep], *old):
        one.unlink(missing_ok=True)


def back_up(database: Path, target: Path) -> None:
    """Copy the database as it is at one moment; nobody has to wait, and the copy has its name only when it is whole."""
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        if not target.parent.exists():
            target.parent.mkdir(parents=True, mode=0o700)
            hand_over(target.parent, database.parent)
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=0o600)
        hand_over(unfinished, database.parent)
        with closing(_connect(database, "ro")) as source, closing(sqlite3.connect(unfinished)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, and nothing beside it
        check(unfinished)
        sync(unfinished)
        unfinished.replace(target)
        sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            unfinished.unlink()
        raise CannotOpen("backup", path=str(target), why=_why(error)) from error


def note(database: Path, target: Path) -> None:
    """Write down that a copy was made, for the log of the server; if that fails, the copy is there all the same."""
    with suppress(sqlite3.Error), closing(_connect(database, "rw")) as connection, connection:
        values = (time.time_ns() // 1_000_000, "backup", target.name[:400])
        connection.execute("INSERT INTO audit (wall, what, about) VALUES (?, ?, ?)", values)


def restore(backup: Path, database: Path) -> Path | None:
    """Put a copy in the place of a database that no server uses now; where the old one is, if there was one.

    Nothing of what was there stays beside the copy: a log of the old database would be applied to the new one. What
    now stands there is checked, and if it does not hold, everything is as it was.
    """
    check(backup)
    lock = FolderLock(database.with_suffix(".lock"))
    lock.take()
    fresh = database.with_name(database.name + ".restored")
    try:
        _clear(fresh)
        with closing(_connect(backup, "ro")) as source, closing(sqlite3.connect(fresh)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        fresh.chmod(0o600)
        hand_over(fresh, database.parent)
        check(fresh)
        sync(fresh)
        return _put_in_place(fresh, database)
    except (OSError, sqlite3.Error) as error:
        raise CannotOpen("backup", path=str(backup), why=_why(error)) from error
    finally:
        _clear(fresh)
        lock.give_back()


def _put_in_place(fresh: Path, database: Path) -> Path | None:
    """Put everything aside that has this name, and this file there; if that goes wrong, back again."""
    aside, there = _aside(database), False
    try:
        moved = _move(database, aside)
        fresh.replace(database)
        there = True
        sync(database.parent)
        check(database)
    except (OSError, CannotOpen):
        if there:
            _clear(database)
        _move(aside, database)
        raise
    return aside if moved else None


def check(database: Path) -> None:
    """Is every page of the file sound, is its schema one that we know, and can games be read?"""
    engine = create_engine("sqlite://", creator=lambda: _connect(database, "ro"), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
            why = str(found) if found != "ok" else _unknown(connection)
    except (sqlite3.Error, DBAPIError) as error:
        raise CannotOpen("backup", path=str(database), why=_why(error)) from error
    if why:
        raise CannotOpen("backup", path=str(database), why=why)


def _unknown(connection: Connection) -> str | None:
    """Fold some tables, the newest and the oldest. A few that do not hold are the database's own misfortune, and no
    reason to have no copy; if none does, it is no copy of a house."""
    schema, known = MigrationContext.configure(connection).get_current_revision(), revisions()
    if schema not in known:
        return f"schema {schema}"
    if schema != known[0]:  # its games are read when it has been brought up to date
        return None
    tables = every_table(connection)
    some = {*tables[:SAMPLE], *tables[-SAMPLE:]}
    found = [verdict(connection, table) for table in some]
    bad = [one.why for one in found if one and one.why]
    return f"no table can be read: {bad[0]}" if bad and len(bad) == len(some) else None


def _aside(database: Path) -> Path:
    """A name for the old database that nothing has yet."""
    now = time.strftime("%Y%m%d-%H%M%S")
    names = (database.with_name(f"{database.stem}-before-{now}{end}{database.suffix}") for end in ("", *ENDS))
    return next(name for name in names if not any(one.exists() for one in _with(name)))


def _with(database: Path) -> list[Path]:
    """A database, and every file that SQLite may have left beside it."""
    return [database.with_name(database.name + ending) for ending in ("", "-wal", "-shm", "-journal")]


def _move(old: Path, new: Path) -> bool:
    """A database under another name, with all that belongs to it; whether there was anything."""
    found = [(one, other) for one, other in zip(_with(old), _with(new), strict=True) if one.exists()]
    for one, other in found:
        one.rename(other)
    return bool(found)


def _clear(database: Path) -> None:
    for one in _with(database):
        one.unlink(missing_ok=True)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(getattr(error, "orig", None) or error)
