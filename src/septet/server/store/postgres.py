"""A PostgreSQL database that several servers share: rows are appended many at once, and a number is given once."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from septet.server.store import queries
from septet.server.store.postgres_sql import Key, append_rows, clock, find_row, migrate_alone
from septet.server.store.store import CannotOpen, CannotWrite, Patch, Store, hidden
from septet.server.tables.events import Row

P = ParamSpec("P")
T = TypeVar("T")
BATCH = 1_000
CONNECT_S, COMMAND_S = 5.0, 15.0
VACUUM = "VACUUM (SKIP_LOCKED) users, tables, log, seats, ratings"
VACUUM_S = 600.0
AGAIN_S = (0.05, 0.2, 0.5, 1.0)  # how long to wait before the next try to find out
SETTINGS = {
    "application_name": "septet",
    "synchronous_commit": "on",  # on disk before it counts
    "idle_in_transaction_session_timeout": "15000",  # a server that hangs must not hold up the others
    "lock_timeout": "10000",
    "TimeZone": "UTC",
}
# Kinds of SQLSTATE that say something of the database, not of what was asked: broken connection, deadlock, no room
# left, locked, shut down, disk; and one that writes no more.
TROUBLE = ("08", "40", "53", "55", "57", "58")
READ_ONLY = "25006"
Waiting = tuple[Row, "asyncio.Future[bool]"]


class Unsure(CannotWrite):
    """The connection broke while a commit was under way: it may have happened, or not."""


class PostgresStore(Store):
    """Connects again by itself; while it cannot, nothing is written and whoever asks is told so."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.where = hidden(url)
        self.waiting: list[Waiting] = []
        self.wake = asyncio.Event()
        self.closing = False
        self.tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        try:
            import asyncpg  # noqa: F401
        except ImportError as error:
            raise CannotOpen("extra", what="PostgreSQL", package="asyncpg") from error
        self.engine = self._engine(10)
        self.searching = self._engine(3)
        self.appending = self._engine(1)
        try:
            await self._transaction(self.engine, migrate_alone)
        except (CannotWrite, SQLAlchemyError) as error:
            await self._dispose()
            raise CannotOpen("database", path=hidden(self.url), why=_why(error)) from error
        except CannotOpen:
            await self._dispose()
            raise
        self._spawn(self._append_all())

    def _engine(self, size: int) -> AsyncEngine:
        return create_async_engine(
            "postgresql+asyncpg://", async_creator=self._connect, pool_size=size, max_overflow=size, pool_timeout=10
        )

    async def _connect(self, command_s: float = COMMAND_S) -> Any:
        import asyncpg

        try:
            return await asyncpg.connect(
                self.url, timeout=CONNECT_S, command_timeout=command_s, server_settings=SETTINGS
            )
        except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise CannotWrite(_why(error)) from error

    async def close(self) -> None:
        """Write what is waiting; what cannot be found out any more stays open."""
        self.closing = True
        self.wake.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self._dispose()

    async def _dispose(self) -> None:
        await self.engine.dispose()
        await self.searching.dispose()
        await self.appending.dispose()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # Reading and writing

    async def read(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._transaction(self.engine, function, *args, **kwargs)

    async def search(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._transaction(self.searching, function, *args, **kwargs)

    async def write(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._transaction(self.engine, function, *args, **kwargs)

    async def write_surely(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        try:
            return await self.write(function, *args, **kwargs)
        except Unsure:
            return await self._until_known(lambda: self.write(function, *args, **kwargs))

    async def scrub(self) -> bool:
        """Let the database clear away what was deleted; on its disk it is gone when that room is used again."""
        import asyncpg

        try:
            connection = await self._connect(VACUUM_S)
            try:
                await connection.execute(VACUUM)
            finally:
                await connection.close()
        except (OSError, TimeoutError, CannotWrite, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        return True

    async def clock(self) -> int:
        return await self.read(clock)

    async def _transaction(
        self,
        engine: AsyncEngine,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """All of it or nothing; on a connection that has died in the pool, once more on a new one."""
        for last in (False, True):
            committing = False
            try:
                async with engine.connect() as connection:
                    result = await connection.run_sync(function, *args, **kwargs)
                    committing = True
                    await connection.commit()
                    return result
            except (OSError, TimeoutError, SQLAlchemyError) as error:
                if not is_trouble(error):
                    raise
                if committing:
                    raise Unsure(_why(error)) from error
                if last or not getattr(error, "connection_invalidated", False):
                    raise CannotWrite(_why(error)) from error
        raise AssertionError

    # The log

    async def append(self, row: Row, patch: Patch | None = None) -> bool:
        if self.closing:
            raise CannotWrite("stopping")
        if patch is None:
            future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            self.waiting.append((row, future))
            self.wake.set()
            return await future
        try:
            return await self.write(queries.append, row, patch)
        except Unsure:
            return await self._until_known(lambda: self._is_there(self.write(queries.append, row, patch), row))

    async def _append_all(self) -> None:
        """Take whatever has piled up, write it in one transaction, and only then say so."""
        while self.waiting or not self.closing:
            self.wake.clear()
            if not self.waiting:
                await self.wake.wait()
            batch, self.waiting = self.waiting[:BATCH], self.waiting[BATCH:]
            if batch:
                await self._append_batch(sorted(batch, key=_key))

    async def _append_batch(self, batch: list[Waiting]) -> None:
        """In the order of their keys, so that two servers never wait for each other."""
        try:
            taken = await self._transaction(self.appending, append_rows, [row for row, _ in batch])
        except Unsure:
            for row, future in batch:
                self._spawn(self._settle(row, future))
        except CannotWrite as error:
            for _, future in batch:
                _tell(future, error)
        except Exception as error:  # one of them may be to blame: each for itself
            if len(batch) == 1:
                _tell(batch[0][1], error)
            else:
                for one in batch:
                    await self._append_batch([one])
        else:
            for row, future in batch:
                _tell(future, (row.table, row.n) in taken)

    async def _settle(self, row: Row, future: "asyncio.Future[bool]") -> None:
        try:
            _tell(future, await self._until_known(lambda: self._is_there(self._append_one(row), row)))
        except CannotWrite as error:
            _tell(future, error)

    async def _append_one(self, row: Row) -> bool:
        return bool(await self._transaction(self.appending, append_rows, [row]))

    async def _is_there(self, append: Coroutine[Any, Any, bool], row: Row) -> bool:
        """Append again: then the database says what is there, this row or another's.

        A commit that is still under way holds the number, so appending waits for it; looking would not.
        """
        return await append or await self.read(find_row, row.table, row.n) == row

    async def _until_known(self, ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Ask again and again until the database answers."""
        tries = 0
        while not self.closing:
            try:
                return await ask()
            except CannotWrite:
                await asyncio.sleep(AGAIN_S[min(tries, len(AGAIN_S) - 1)])
                tries += 1
        raise CannotWrite("stopped before the database was back")


def is_trouble(error: BaseException) -> bool:
    """Is it the database that is in trouble, and not what was asked that is wrong?"""
    if isinstance(error, DBAPIError):
        state = getattr(error.orig, "sqlstate", None) or ""
        return error.connection_invalidated or state.startswith(TROUBLE) or state == READ_ONLY
    return isinstance(error, OSError | TimeoutError | PoolTimeout)


def _key(waiting: Waiting) -> Key:
    return waiting[0].table, waiting[0].n


def _tell(future: "asyncio.Future[bool]", answer: bool | Exception) -> None:
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def _why(error: BaseException) -> str:
    """One line: what the driver says, without the statement."""
    said = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
    return said.splitlines()[0].rpartition(">: ")[2].rstrip(".")
