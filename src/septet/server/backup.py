"""Copies of a SQLite database, made while people play, and how to go back to one."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from septet.server.lock import FolderLock
from septet.server.store import CannotOpen


def back_up(database: Path, target: Path) -> None:
    """Copy the database as it is at one moment; nobody has to wait, and the copy has its name only when it is whole."""
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=0o600)
        with closing(_connect(database, "ro")) as source, closing(sqlite3.connect(unfinished)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, and nothing beside it
        check(unfinished)
        _sync(unfinished)
        unfinished.replace(target)
        _sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        unfinished.unlink(missing_ok=True)
        raise CannotOpen("backup", path=str(target), why=_why(error)) from error


def restore(backup: Path, database: Path) -> Path | None:
    """Put a copy in the place of a database that no server uses now; where the old one is, if there was one."""
    check(backup)
    lock = FolderLock(database.with_suffix(".lock"))
    lock.take()
    try:
        fresh = database.with_name(database.name + ".restored")
        fresh.unlink(missing_ok=True)
        with closing(_connect(backup, "ro")) as source, closing(sqlite3.connect(fresh)) as copy:
            source.backup(copy)
        fresh.chmod(0o600)
        _sync(fresh)
        aside = _put_aside(database) if database.exists() else None
        fresh.replace(database)
        _sync(database.parent)
        return aside
    except (OSError, sqlite3.Error) as error:
        raise CannotOpen("backup", path=str(backup), why=_why(error)) from error
    finally:
        lock.give_back()


def check(database: Path) -> None:
    """Is every page of the file sound, and every log without a hole?"""
    try:
        with closing(_connect(database, "ro")) as connection:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            holes = connection.execute(
                'SELECT count(*) FROM (SELECT 1 FROM log GROUP BY "table" HAVING max(n) != count(*))'
            )
            if found != "ok" or holes.fetchone()[0]:
                raise CannotOpen("backup", path=str(database), why=found if found != "ok" else "a log has a hole")
    except sqlite3.Error as error:
        raise CannotOpen("backup", path=str(database), why=_why(error)) from error


def _put_aside(database: Path) -> Path:
    """The old database under another name, with all that belongs to it."""
    aside = database.with_name(f"{database.stem}-before-{time.strftime('%Y%m%d-%H%M%S')}{database.suffix}")
    for ending in ("", "-wal", "-shm"):
        old = database.with_name(database.name + ending)
        if old.exists():
            old.rename(aside.with_name(aside.name + ending))
    return aside


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)


def _sync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():  # pragma: no cover
        return
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
