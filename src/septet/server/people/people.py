"""People: guests who play at once, accounts that keep their games, and how either is known again."""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from septet.server.errors import Denied
from septet.server.people import accounts
from septet.server.people.accounts import Token, User
from septet.server.people.names import friendly_name, given_name
from septet.server.people.passwords import Passwords
from septet.server.people.sessions import Session, Signer, token_hash
from septet.server.store.store import CannotWrite, Store

__all__ = ["People", "User", "new_id", "now"]

MOST_SETTINGS, DEEPEST = 4_096, 16  # bytes, and levels of lists in lists
LABEL = 60
HOUR_MS = 3_600_000
MOST_NOTED = 50_000


class People:
    """Finds out who is speaking, and makes guests and accounts."""

    def __init__(self, store: Store, signer: Signer) -> None:
        self.store = store
        self.signer = signer
        self.passwords = Passwords()
        self.noted: dict[str, int] = {}  # when we last wrote down that a user was seen, or a token used

    # Who is it?

    async def guest(self, lang: str) -> User:
        """A new guest with a friendly name."""
        made = User(new_id("u"), friendly_name(lang), None, {"lang": lang}, 0, None)
        await self.store.write(accounts.add_user, made, now())
        self.noted[made.id] = now()
        return made

    async def of_cookie(self, cookie: str) -> User | None:
        session = self.signer.read(cookie)
        user = await self.store.read(accounts.session_user, session) if session else None
        if user is not None:
            await self._note(user.id, accounts.user_seen)
        return user

    async def of_token(self, token: str) -> User | None:
        sha256 = token_hash(token)
        user = await self.store.read(accounts.token_user, sha256)
        if user is not None:
            await self._note(sha256, accounts.token_used)
            await self._note(user.id, accounts.user_seen)
        return user

    async def _note(self, key: str, write: Callable[[Connection, str, int], None]) -> None:
        """Write down when somebody or something was last here, once an hour; if that fails, it does not matter."""
        wall = now()
        if wall - self.noted.get(key, 0) < HOUR_MS:
            return
        if len(self.noted) >= MOST_NOTED:
            self.noted.clear()
        self.noted[key] = wall
        with suppress(CannotWrite):
            await self.store.write(write, key, wall)

    def cookie(self, user: User, before: str = "") -> str:
        """A session of this user: the one that the browser has already, if it has one, or else a new one."""
        session = self.signer.read(before)
        if session is None or (session.user, session.epoch) != (user.id, user.epoch):
            session = Session(user.id, user.epoch)
        return self.signer.sign(session)

    async def sign_out(self, cookie: str) -> None:
        """End the session of this cookie."""
        if session := self.signer.read(cookie):
            await self.store.write(accounts.end_session, session.id, now())

    # Accounts

    async def sign_up(self, guest: User, name: str, password: str | None) -> User:
        """A guest becomes an account under this name."""
        given_name(name)  # before the work of hashing
        if not guest.guest:
            raise Denied("has_account")
        kept = None
        if password is not None:
            await self.passwords.not_weak(password, name)
            kept = await self.passwords.hashed(password)
        try:
            return await self.store.write(accounts.become_account, guest.id, name, kept)
        except IntegrityError as error:  # two at the same moment, on two servers
            raise Denied("name_taken", name=name) from error

    async def known(self, name: str, password: str) -> User:
        """The account of this name and password; raises the same for a wrong name and a wrong password."""
        user = await self.store.read(accounts.named_user, name)
        kept = await self.store.read(accounts.password_of, user.id) if user else None
        fits = await self.passwords.fits(kept, password)
        if user is None or not fits:
            raise Denied("wrong_password")
        return user

    async def change_password(self, user: User, old: str | None, new: str) -> User:
        """Another password, or a first one; whoever is signed in elsewhere no longer is."""
        kept = await self.store.read(accounts.password_of, user.id)
        if user.guest:
            raise Denied("no_account")
        if kept is not None and not await self.passwords.fits(kept, old or ""):
            raise Denied("wrong_password")
        await self.passwords.not_weak(new, user.name)
        made = await self.passwords.hashed(new)
        return await self.store.write(accounts.change_user, user.id, password=made, epoch=accounts.users.c.epoch + 1)

    async def rename(self, user: User, name: str) -> User:
        try:
            return await self.store.write(accounts.rename, user.id, name)
        except IntegrityError as error:
            raise Denied("name_taken", name=name) from error

    async def set_settings(self, user: User, settings: dict[str, Any]) -> User:
        """Whatever a client wants to remember for its user, as long as it is small."""
        if len(msgspec.json.encode(settings)) > MOST_SETTINGS:
            raise Denied("too_large", most=MOST_SETTINGS)
        if not _is_shallow(settings, DEEPEST):  # what cannot be read again must not be written
            raise Denied("bad_request", where="settings: too deep")
        return await self.store.write(accounts.change_user, user.id, settings=settings)

    async def new_token(self, user: User, label: str) -> tuple[Token, str]:
        """A token for a program; it is shown this once, and only its hash is kept."""
        secret = f"septet_{secrets.token_urlsafe(32)}"
        token = Token(new_id("t"), label[:LABEL], now())
        await self.store.write(accounts.add_token, user.id, token, token_hash(secret))
        return token, secret


def _is_shallow(value: Any, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not inner or (levels > 0 and all(_is_shallow(one, levels - 1) for one in inner))


def now() -> int:
    return time.time_ns() // 1_000_000


def new_id(kind: str) -> str:
    return kind + secrets.token_hex(10)
