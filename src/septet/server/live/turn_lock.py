"""A lock for a table, which lets one request in after the other."""

import asyncio
from typing import Any


class TurnLock(asyncio.Lock):
    """A lock that can also be had without waiting."""

    _locked: bool
    _waiters: Any

    def take(self) -> bool:
        """Have it now, if it is free and nobody waits for it."""
        if self._locked or self._waiters:
            return False
        self._locked = True
        return True

    def release(self) -> None:
        if self._locked and not self._waiters:  # nearly always
            self._locked = False
        else:
            super().release()
