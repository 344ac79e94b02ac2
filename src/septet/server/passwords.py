"""Passwords: kept as Argon2 hashes, which take so much work that only a few are looked at at once."""

import asyncio
from contextlib import suppress

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2


class Passwords:
    """Makes and checks hashes beside the event loop."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher()
        self.few = asyncio.Semaphore(AT_ONCE)
        self.nobodys: str | None = None

    async def hashed(self, password: str) -> str:
        async with self.few:
            return await asyncio.to_thread(self.hasher.hash, password)

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
