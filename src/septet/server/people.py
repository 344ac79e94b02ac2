"""People: guests who play at once, accounts that keep their games, and what is known of either."""

import secrets
import time
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from septet.server import schema
from septet.server.names import friendly_name
from septet.server.sessions import Session, Signer, token_hash
from septet.server.store import Store
from septet.server.wire import Person

users, tokens = schema.users, schema.tokens


class User(msgspec.Struct, frozen=True):
    """Somebody that the server knows."""

    id: str
    name: str
    key: str | None
    settings: dict[str, Any]
    epoch: int
    banned: str | None

    @property
    def person(self) -> Person:
        return Person(self.id, self.name, guest=self.key is None)


class People:
    """Finds out who is speaking, and makes guests."""

    def __init__(self, store: Store, signer: Signer) -> None:
        self.store = store
        self.signer = signer

    async def guest(self, lang: str) -> User:
        """A new guest with a friendly name."""
        made = User(new_id("u"), friendly_name(lang), None, {"lang": lang}, 0, None)
        await self.store.write(add_user, made, now())
        return made

    async def of_cookie(self, cookie: str) -> User | None:
        session = self.signer.read(cookie)
        user = await self.store.read(find_user, session.user) if session else None
        return user if user and session and user.epoch == session.epoch else None

    async def of_token(self, token: str) -> User | None:
        return await self.store.read(token_user, token_hash(token))

    def cookie(self, user: User) -> str:
        return self.signer.sign(Session(user.id, user.epoch))


def now() -> int:
    return time.time_ns() // 1_000_000


def new_id(kind: str) -> str:
    return kind + secrets.token_hex(10)


def add_user(connection: Connection, user: User, wall: int) -> None:
    values = msgspec.structs.asdict(user)
    connection.execute(insert(users).values(**values, created=wall, seen=wall))


def find_user(connection: Connection, user: str) -> User | None:
    return _user(connection, users.c.id == user)


def token_user(connection: Connection, sha256: str) -> User | None:
    return _user(connection, users.c.id == select(tokens.c.user).where(tokens.c.sha256 == sha256).scalar_subquery())


def _user(connection: Connection, which: Any) -> User | None:
    c = users.c
    row = connection.execute(select(c.id, c.name, c.key, c.settings, c.epoch, c.banned).where(which)).one_or_none()
    return User(*row) if row else None


def change_user(connection: Connection, user: str, **values: Any) -> None:
    connection.execute(update(users).where(users.c.id == user).values(values))
