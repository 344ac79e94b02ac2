"""Who comes, goes, signs in or is shown the door: what that means for their tables and their open sockets."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from septet.games.errors import Refusal
from septet.server.errors import Denied
from septet.server.hall.hall import Hall
from septet.server.hall.looks import Looks
from septet.server.people import merging
from septet.server.people.accounts import User
from septet.server.people.people import People
from septet.server.people.sessions import Session
from septet.server.store import schema
from septet.server.store.store import CannotWrite
from septet.server.tables import commands
from septet.server.tables.events import Row
from septet.server.tables.wire import Person

P = ParamSpec("P")
T = TypeVar("T")
GUARD_S = 2.0  # how soon a session that was ended elsewhere is noticed
TRIES = 5
CHUNK = 500
ENDED = 4001  # how a socket is closed whose session is over
Standing = tuple[dict[str, int], set[str], set[str]]


class OpenSocket(Protocol):
    """A socket, as far as it matters who it speaks for."""

    user: str | None
    person: Person | None
    session: Session | None
    token: str | None

    def close(self, code: int, why: str) -> None:
        """End it."""


class SigningIn:
    """Moves games between people, and ends the sockets of sessions that are over."""

    def __init__(self, hall: Hall, people: People, sockets: Collection[OpenSocket], looks: Looks) -> None:
        self.hall = hall
        self.node = hall.node
        self.people = people
        self.sockets = sockets
        self.looks = looks

    async def sign_in(self, user: User, before: User | None) -> User:
        """Somebody has shown to be this account; the guest that it was until now becomes one with it."""
        if user.banned:
            raise Denied("banned", why=user.banned)
        self.node.tell("signed_in", user=user.id)
        if before is None or not before.guest or before.id == user.id:
            return user
        merged, told = await self._again(merging.merge, before.id, user.id)
        await self.tell(told)
        self.looks.became(before.id, merged.person)
        await self.check(before.id)
        return merged

    async def forget(self, user: User) -> None:
        """Get up from every table, and be forgotten."""
        for table in await self.node.store.search(merging.tables_of, user.id):
            await self._get_up(table, user)
        known = await self.node.store.search(merging.where_known, user.id)
        await self.tell(await self._again(merging.forget, user.id, known))
        self.looks.forget(user.id)
        await self.check(user.id)
        self.node.scrub()

    async def _get_up(self, table: str, user: User) -> None:
        try:
            live = await self.hall.table(table)
            if live.room.status in ("waiting", "running"):
                await live.submit(lambda room, now: commands.leave(room, user.person, for_good=True))
        except Refusal as refusal:
            if refusal.code in ("cannot_write", "stopping"):
                raise

    async def _again(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Another server may write to one of the tables at the same moment: then once more."""
        for _ in range(TRIES):
            try:
                return await self.node.store.write(function, *args, **kwargs)
            except IntegrityError:
                await asyncio.sleep(0.01)
        raise Denied("cannot_write")

    async def tell(self, rows: Iterable[Row]) -> None:
        """What was written to tables from outside is told to those who are there."""
        for row in rows:
            self.hall.written(row)
            if live := self.hall.tables.get(row.table):
                async with live.lock:
                    await live.catch_up()

    async def rename(self, user: User, name: str) -> User:
        """Another name, also for the sockets that are open."""
        renamed = await self.people.rename(user, name)
        self.node.scrub()
        for socket in tuple(self.sockets):
            if socket.user == user.id:
                socket.person = renamed.person
        return renamed

    # Sessions that are over

    async def check(self, user: str) -> None:
        """End what is over of this user's sockets, now."""
        await self._check([socket for socket in tuple(self.sockets) if socket.user == user])

    async def guard(self) -> None:
        """Every now and then, look for sessions that were ended through another process."""
        while True:
            await asyncio.sleep(GUARD_S)
            known = [socket for socket in tuple(self.sockets) if socket.user]
            for first in range(0, len(known), CHUNK):
                try:
                    await self._check(known[first : first + CHUNK])
                except CannotWrite as error:
                    self.node.troubled(error)

    async def _check(self, sockets: list[OpenSocket]) -> None:
        users = {socket.user for socket in sockets if socket.user}
        tokens = {socket.token for socket in sockets if socket.token}
        sessions = {socket.session.id for socket in sockets if socket.session}
        if not users:
            return
        epochs, good, over = await self.node.store.read(standing, users, tokens, sessions)
        for socket in sockets:
            epoch, session = epochs.get(socket.user or ""), socket.session
            stands = socket.token in good if socket.token else session and session.epoch == epoch
            if epoch is None or not stands or (session and session.id in over):
                socket.close(ENDED, "session")


def standing(connection: Connection, users: set[str], tokens: set[str], sessions: set[str]) -> Standing:
    """The epochs of those who may be here, the tokens that are still good, and the sessions that were ended."""
    c, t, e = schema.users.c, schema.tokens.c, schema.ended.c
    query = select(c.id, c.epoch).where(c.id.in_(users), c.banned.is_(None), c.merged.is_(None))
    good = select(t.sha256).where(t.sha256.in_(tokens))
    epochs = {row[0]: row[1] for row in connection.execute(query)}
    over = select(e.session).where(e.session.in_(sessions))
    return epochs, set(connection.execute(good).scalars()), set(connection.execute(over).scalars())
