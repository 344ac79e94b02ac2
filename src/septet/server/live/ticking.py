"""The clock that tables go by: the machine's own, and in tests one that can be moved on."""

import asyncio
import time
from collections.abc import Callable
from typing import Any


class Later:
    """Something that will happen, unless it is called off."""

    def __init__(self, ticker: "Ticker", due: float, call: Callable[[], object]) -> None:
        self.ticker = ticker
        self.due = due
        self.call = call
        self.handle: asyncio.TimerHandle | None = None
        self.wait()

    def wait(self) -> None:
        """Count from now on how long there is still to wait."""
        if self.handle is not None:
            self.handle.cancel()
        self.ticker.coming.add(self)
        self.handle = asyncio.get_running_loop().call_later(max(0.0, self.due - self.ticker.now()), self._ring)

    def cancel(self) -> None:
        self.ticker.coming.discard(self)
        if self.handle is not None:
            self.handle.cancel()

    def _ring(self) -> None:
        self.ticker.coming.discard(self)
        self.call()


class Ticker:
    """Seconds that only grow, and what is to happen when."""

    def __init__(self) -> None:
        self.moved = 0.0
        self.coming: set[Later] = set()

    def now(self) -> float:
        return time.monotonic() + self.moved

    def later(self, seconds: float, call: Callable[..., object], *args: Any) -> Later:
        return Later(self, self.now() + seconds, lambda: call(*args))

    def move(self, seconds: float) -> None:
        """So much time has passed at once."""
        self.moved += seconds
        for one in tuple(self.coming):
            one.wait()
