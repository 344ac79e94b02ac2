"""`septet admin doctor`: is all well with a house, and what to do where it is not. It changes nothing."""

import argparse
import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from septet.cli import FAILED, OK
from septet.cli.files import data_folder
from septet.i18n import Words
from septet.server.limits import Limits
from septet.server.people.sessions import LEAST_SECRET, secret_in
from septet.server.store import backup
from septet.server.store.migrations import revisions
from septet.server.store.store import CannotOpen, hidden

NO_ROOM, LITTLE_ROOM = 100_000_000, 1_000_000_000  # bytes
FEW_FILES = 4_096
OLD_BACKUP_S = 36 * 3_600
AHEAD_S = 60  # how far what was written last may be ahead of the clock
PATIENCE_S = 10
SCHEMA = "SELECT version_num FROM alembic_version"
State = Literal["well", "mind", "bad"]
MARKS: dict[State, str] = {"well": "✓", "mind": "!", "bad": "✗"}


class Finding(msgspec.Struct, frozen=True):
    """What was looked at, how it is, and in words what that means and what to do."""

    what: str
    state: State
    words: str


def run(args: argparse.Namespace, t: Words) -> int:
    found = list(Doctor(data_folder(args.data), args.database, t).findings())
    bad, mind = (sum(one.state == state for one in found) for state in ("bad", "mind"))
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        for one in found:
            print(MARKS[one.state], one.words)
        print(t("doctor.some", bad=bad, mind=mind) if bad or mind else t("doctor.well"))
    return FAILED if bad else OK


class Doctor:
    """Looks at everything that a server needs."""

    def __init__(self, folder: Path, address: str | None, t: Words) -> None:
        self.folder, self.address, self.t = folder, address, t
        self.database = folder / "septet.db"

    def finding(self, what: str, state: State, said: str, **facts: Any) -> Finding:
        return Finding(what, state, self.t(f"doctor.{said}", **facts))

    def findings(self) -> Iterator[Finding]:
        yield from self.limits()
        yield from self.secret()
        if self.address:
            yield from self.shared()
        elif not self.database.exists():
            yield self.finding("files", "bad", "no_database", folder=self.folder)
        else:
            yield from self.files()
            yield self.disk()
            yield from self.own_database()
            yield self.backups()

    def limits(self) -> Iterator[Finding]:
        try:
            import resource
        except ImportError:  # Windows counts otherwise
            return
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        most = min(Limits().connections, files - 100)
        state: State = "well" if files >= FEW_FILES else "mind"
        yield self.finding("limits", state, "files" if state == "well" else "few_files", files=files, connections=most)

    def secret(self) -> Iterator[Finding]:
        given = os.environ.get("SEPTET_SECRET")
        if given is None and not (self.folder / "secret").exists():
            yield self.finding("secret", "mind", "no_secret")
            return
        try:
            short = len(given.strip() if given is not None else secret_in(self.folder)) < LEAST_SECRET
            yield self.finding("secret", "bad" if short else "well", "short_secret" if short else "secret")
        except CannotOpen as error:
            yield Finding("secret", "bad", self.t(f"store.{error.code}", **error.facts))

    def files(self) -> Iterator[Finding]:
        """May the server write them, and nobody else read them?"""
        well = True
        for file in (self.folder, self.database, self.folder / "secret", backup.folder(self.database)):
            if not file.exists():
                continue
            if not os.access(file, os.W_OK) or file.stat().st_uid != self.folder.stat().st_uid:
                well = False
                yield self.finding("files", "bad", "not_ours", file=file)
            if os.name != "nt" and file.is_file() and file.stat().st_mode & 0o077:
                well = False
                yield self.finding("files", "mind", "others_read", file=file)
        if well:
            yield self.finding("files", "well", "folder", folder=self.folder)

    def disk(self) -> Finding:
        free = shutil.disk_usage(self.folder).free
        need = max(LITTLE_ROOM, 2 * self.database.stat().st_size)  # a copy takes as much again
        state: State = "bad" if free < NO_ROOM else "mind" if free < need else "well"
        said = {"bad": "no_room", "mind": "little_room", "well": "room"}[state]
        return self.finding("disk", state, said, free=f"{free / 1e9:.1f}", folder=self.folder)

    def own_database(self) -> Iterator[Finding]:
        try:
            with closing(sqlite3.connect(f"{self.database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
                (pages,) = connection.execute("PRAGMA quick_check(1)").fetchone()
                if pages != "ok":
                    yield self.finding("database", "bad", "damaged", file=self.database, why=" ".join(pages.split()))
                    return
                (schema,) = connection.execute(SCHEMA).fetchone()
                yield self.schema(schema)
                if schema == revisions()[0]:
                    (last,) = connection.execute("SELECT max(wall) FROM log").fetchone()
                    yield self.clock(last or 0, time.time_ns() // 1_000_000)
        except (sqlite3.Error, TypeError) as error:
            yield self.finding("database", "bad", "damaged", file=self.database, why=error)

    def schema(self, found: str) -> Finding:
        known = revisions()
        state: State = "well" if found == known[0] else "mind" if found in known else "bad"
        said = {"well": "schema", "mind": "old_schema", "bad": "newer_schema"}[state]
        return self.finding("schema", state, said, found=found, newest=known[0])

    def clock(self, last: int, now: int) -> Finding:
        told = datetime.fromtimestamp(now / 1_000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        if last > now + AHEAD_S * 1_000:
            return self.finding("clock", "bad", "clock_behind", now=told, seconds=(last - now) // 1_000)
        return self.finding("clock", "well", "clock", now=told)

    def backups(self) -> Finding:
        copies = backup.kept(self.database)
        if not copies:
            return self.finding("backups", "mind", "no_backup")
        hours = round((time.time() - copies[-1].stat().st_mtime) / 3_600)
        old = hours * 3_600 > OLD_BACKUP_S
        said = "old_backup" if old else "backup"
        return self.finding("backups", "mind" if old else "well", said, file=copies[-1].name, hours=hours)

    def shared(self) -> Iterator[Finding]:
        """A PostgreSQL: can it be reached, is its schema ours, and does its clock agree with this machine's?"""
        assert self.address is not None
        try:
            schema, there, here = asyncio.run(asked(self.address))
        except ImportError:
            yield Finding("database", "bad", self.t("store.extra", what="PostgreSQL", package="asyncpg"))
        except Exception as error:  # whatever the driver, the network and the database have to say
            why = str(error) or type(error).__name__
            yield Finding("database", "bad", self.t("store.database", path=hidden(self.address), why=why))
        else:
            yield self.schema(schema)
            yield self.clock(max(there, here), min(there, here))
            yield self.finding("backups", "well", "backup_elsewhere")


async def asked(address: str) -> tuple[str, int, int]:
    """The schema of a PostgreSQL, its time and ours, in milliseconds since 1970."""
    import asyncpg

    connection = await asyncpg.connect(address, timeout=PATIENCE_S)
    try:
        schema = await connection.fetchval(SCHEMA)
        there = await connection.fetchval("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return str(schema), int(there), time.time_ns() // 1_000_000
    finally:
        await connection.close()
