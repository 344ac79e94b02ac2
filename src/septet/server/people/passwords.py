"""Passwords: kept as Argon2 hashes, which take so much work that only a few are looked at at once."""

import asyncio
from contextlib import suppress

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from septet.server.errors import Denied

AT_ONCE = 2
LOOKED_AT = 32  # signs; what begins so well that it cannot be guessed needs no more
STRONG = 2  # of 4: more than a million guesses
OF_THE_HOUSE = ("septet", "sepmosa", "scout", "chipset", "setup", "coopset")


def is_weak(password: str, name: str) -> bool:
    from zxcvbn import zxcvbn  # its lists of words take a while to read, and nobody needs them but here

    known = [name, *name.split(), *OF_THE_HOUSE]
    return int(zxcvbn(password[:LOOKED_AT], user_inputs=known)["score"]) < STRONG


class Passwords:
    """Makes and checks hashes beside the event loop."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher()
        self.few = asyncio.Semaphore(AT_ONCE)
        self.nobodys: str | None = None

    async def hashed(self, password: str) -> str:
        async with self.few:
            return await asyncio.to_thread(self.hasher.hash, password)

    async def not_weak(self, password: str, name: str) -> None:
        """Refuse what is guessed first: common passwords in any spelling, dates, rows of keys, and the name itself."""
        async with self.few:
            if await asyncio.to_thread(is_weak, password, name):
                raise Denied("weak_password")

    async def fits(self, kept: str | None, password: str) -> bool:
        """Is it this one? Where there is none it takes as long, so that nobody learns who has an account."""
        if kept is None and self.nobodys is None:
            self.nobodys = await self.hashed("nobody's")
        async with self.few:
            good = await asyncio.to_thread(self._fits, kept or self.nobodys or "", password)
        return good and kept is not None

    def _fits(self, kept: str, password: str) -> bool:
        with suppress(VerificationError, InvalidHashError):
            return self.hasher.verify(kept, password)
        return False
