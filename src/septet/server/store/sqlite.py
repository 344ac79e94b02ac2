"""One file: a single thread writes, many rows to a commit, and every commit is on disk before it counts.

In other words: write-ahead logging with group commit.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec.structs import astuple
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool, StaticPool

from septet.server.store import backup, queries
from septet.server.store.folder_lock import FolderLock
from septet.server.store.migrations import migrate, outdated
from septet.server.store.store import CannotOpen, CannotWrite, Damaged, Patch, Store
from septet.server.tables.events import Row

P = ParamSpec("P")
T = TypeVar("T")
BATCH = 100  # rows in one commit, and statement, at most
INSERT = 'INSERT INTO log ("table", n, at, wall, user, message, event) VALUES '
ONE = INSERT + "(?,?,?,?,?,?,?) ON CONFLICT DO NOTHING"
TOGETHER = [INSERT + ",".join(["(?,?,?,?,?,?,?)"] * rows) for rows in range(BATCH + 1)]
LOCKED_S = 5.0  # how long to wait for another program that has locked the file
SCRUB_S = 0.1  # and for readers, when the log is to be emptied
GATHER_S = 0.001  # in a busy moment, how long to wait for each row that can share a commit,
GATHER_MOST_S = 0.008  # and at most: the busier the house, the more there are
TROUBLE = {  # what SQLite says of the disk and the file; everything else is said of a statement
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOTADB,
}
Work = Callable[[Connection], Any] | tuple[Any, ...]  # a function of the connection, or the values of a row
Told = Callable[[Any], None]  # hears an answer, or the exception that says what went wrong
Job = tuple[Work, Told]
Answers = list[tuple[Told, Any, bool]]  # and whether all is well


class SqliteStore(Store):
    """A database in a file of the data folder, which no other server may use meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.where = str(path)
        self.lock = FolderLock(path.with_suffix(".lock"))
        self.jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()  # each list is one commit
        self.waiting: list[Job] = []  # to be written next
        self.busy = False  # does the writer write, or will it in a moment?
        self.before = 0  # how much it wrote the last time
        self.readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self.searchers = ThreadPoolExecutor(2, thread_name_prefix="searcher")

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._open)
        self.thread = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self.thread.start()

    def _open(self) -> None:
        self.lock.take()
        try:
            self._not_alone()
            self.path.touch(mode=0o600)
            self.writing = _engine(f"file:{self.path}", StaticPool)
            self._copy_before()
            migrate(self.writing)
        except (OSError, DBAPIError) as error:
            self.lock.give_back()
            raise CannotOpen("database", path=str(self.path), why=_why(error)) from error
        except CannotOpen:
            self.lock.give_back()
            raise
        self.reading = _engine(f"file:{self.path}?mode=ro", QueuePool)

    def _copy_before(self) -> None:
        """Nothing is changed of which there is no copy: that is the way back to the version before."""
        with self.writing.connect() as connection:
            found = outdated(connection)
        if found:
            self.copied = backup.new_name(self.path, f"before-upgrade-from-{found}-")
            backup.back_up(self.path, self.copied)

    def _not_alone(self) -> None:
        """A log whose database is gone would be applied to a new one, which it does not belong to."""
        log = self.path.with_name(self.path.name + "-wal")
        if not self.path.exists() and log.exists() and log.stat().st_size:
            raise CannotOpen("orphan", log=str(log), path=str(self.path))

    async def close(self) -> None:
        with suppress(CannotWrite):
            await self._written(_nothing)  # all others come before it
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)
        self.readers.shutdown()
        self.searchers.shutdown()
        self.reading.dispose()
        self.writing.dispose()
        self.lock.give_back()

    async def append(self, row: Row, patch: Patch | None = None) -> bool:
        if patch is not None:
            return await self.write(queries.append, row, patch)
        return bool(await self._written(astuple(row)))

    def append_soon(self, row: Row, then: Callable[[bool | Exception], None]) -> bool:
        self._hear(astuple(row), then)
        return True

    async def read(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._read(self.readers, function, *args, **kwargs)

    async def search(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._read(self.searchers, function, *args, **kwargs)

    async def _read(
        self,
        lane: ThreadPoolExecutor,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        def job() -> T:
            with self.reading.connect() as connection:
                return function(connection, *args, **kwargs)

        try:
            return await self.loop.run_in_executor(lane, job)
        except DBAPIError as error:
            damaged = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT
            raise (Damaged if damaged else CannotWrite)(_why(error)) from error

    async def scrub(self) -> bool:
        return await self.loop.run_in_executor(self.searchers, self._scrub)

    def _scrub(self) -> bool:
        """Empty the write-ahead log, which still has every page as it was; while it waits, nobody writes."""
        try:
            with closing(sqlite3.connect(self.path, timeout=SCRUB_S)) as connection:
                busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error:
            return False
        return not busy

    async def write(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        def job(connection: Connection) -> T:
            with _whole(connection):
                return function(connection, *args, **kwargs)

        written: T = await self._written(job)
        return written

    def _written(self, job: Work) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = self.loop.create_future()
        self._hear(job, partial(_settle, future))
        return future

    def _hear(self, job: Work, told: Told) -> None:
        self.waiting.append((job, told))
        if not self.busy:
            self._gather()

    def _gather(self) -> None:
        """Give the writer what there is in a moment: in a busy one, together with what comes until then."""
        self.busy = True
        if self.before > 1:
            self.loop.call_later(min(GATHER_MOST_S, self.before * GATHER_S), self._hand_over)
        else:
            self.loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        jobs, self.waiting = self.waiting[:BATCH], self.waiting[BATCH:]
        self.before = len(jobs)
        self.jobs.put(jobs)

    def _write_all(self) -> None:
        """Write what is handed over, commit, and only then say so. Each call of SQLite hands the interpreter over to
        the thread that plays, and waits to have it back: there are few of them."""
        jobs = self.jobs.get()
        while jobs is not None:
            with self.writing.connect() as connection:  # a new one after a failure, whatever it was
                well = True
                while well and jobs is not None:
                    answers = _commit(connection, jobs)
                    well = all(map(itemgetter(2), answers))
                    self.loop.call_soon_threadsafe(self._committed, answers)
                    jobs = self.jobs.get()

    def _committed(self, answers: Answers) -> None:
        self.busy = False
        if self.waiting:
            self._gather()
        for told, answer, _ in answers:
            try:
                told(answer)
            except Exception as error:  # of whoever is told: all others hear their answer
                self.loop.call_exception_handler({"message": "an answer was not heard", "exception": error})


def _nothing(connection: Connection) -> None:
    pass


def _commit(connection: Connection, jobs: list[Job]) -> Answers:
    """All of these in one transaction; if that fails and the disk is well, each for itself: one may be to blame."""
    try:
        rows = [job for job, _ in jobs if isinstance(job, tuple)]
        if len(rows) == len(jobs) and _together(connection, rows):  # a statement is a transaction of its own
            return [(told, True, True) for _, told in jobs]
        return _mixed(connection, jobs, rows)
    except Exception as error:
        if len(jobs) > 1 and not _is_trouble(error):
            return [answer for job in jobs for answer in _commit(connection, [job])]
        failure = CannotWrite(_why(error)) if _is_trouble(error) else error
        return [(told, failure, False) for _, told in jobs]


def _together(connection: Connection, rows: list[tuple[Any, ...]]) -> bool:
    """All rows in one statement; False if a number is taken, and none of them went in."""
    driver: Any = connection.connection.driver_connection
    try:
        driver.execute(TOGETHER[len(rows)], list(chain.from_iterable(rows)))
    except sqlite3.IntegrityError:
        return False
    return True


@contextmanager
def _whole(connection: Connection) -> Iterator[None]:
    """All of what one job writes, or nothing, whatever becomes of the others that share its transaction."""
    driver: Any = connection.connection.driver_connection
    driver.execute("SAVEPOINT job")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):  # on a full disk the whole transaction may be undone already
            driver.execute("ROLLBACK TO job")
            driver.execute("RELEASE job")
        raise
    driver.execute("RELEASE job")


def _mixed(connection: Connection, jobs: list[Job], rows: list[tuple[Any, ...]]) -> Answers:
    """Rows and functions in one transaction. Nobody at a table asks for more before an answer has come, so that rows
    need not wait for functions that came before them."""
    answers: Answers = []
    with connection.begin():
        driver: Any = connection.connection.driver_connection
        added = bool(rows) and _together(connection, rows)
        for job, told in jobs:
            if isinstance(job, tuple):
                answers.append((told, added or driver.execute(ONE, job).rowcount == 1, True))
                continue
            try:
                answers.append((told, job(connection), True))
            except (DBAPIError, sqlite3.Error):
                raise
            except Exception as error:  # the function's own word, for whoever asked
                answers.append((told, error, False))
    return answers


def _is_trouble(error: BaseException) -> bool:
    """Is it the disk or the file that is in trouble, and not what was asked that is wrong?"""
    cause = getattr(error, "orig", None) or error
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF in TROUBLE


def _settle(future: "asyncio.Future[Any]", answer: Any) -> None:
    if future.done():  # nobody waits any more
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


class Beside(SqliteStore):
    """The database of a server that may be running: its folder is not ours alone."""

    def _open(self) -> None:
        if not self.path.exists():
            raise CannotOpen("missing", path=str(self.path))
        try:
            super()._open()  # nobody serves it: bring it up to date as a server would
            self.lock.give_back()
        except CannotOpen as error:
            if error.code != "in_use":
                raise
            self.writing = _engine(f"file:{self.path}", StaticPool)
            self.reading = _engine(f"file:{self.path}?mode=ro", QueuePool)


def _engine(uri: str, pool: Any) -> Engine:
    join = "&" if "?" in uri else "?"
    engine = create_engine(
        f"sqlite+pysqlite:///{uri}{join}uri=true",
        poolclass=pool,
        connect_args={"timeout": LOCKED_S, "check_same_thread": False},
    )
    event.listen(engine, "connect", _by_hand)
    if pool is StaticPool:
        event.listen(engine, "connect", _on_disk)
    event.listen(engine, "begin", _begin if pool is StaticPool else _begin_reading)
    return engine


def _by_hand(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say
    connection.execute("PRAGMA foreign_keys=ON")


def _on_disk(connection: Any, _: Any) -> None:
    """A commit returns when its bytes are on disk, and readers are not held up meanwhile."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _why(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error)
