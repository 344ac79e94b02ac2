"""How processes that serve the same tables tell each other what was written. A message may get lost, the log not.

In other words: publish/subscribe, at most once.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

Heard = Callable[[str, bytes], Awaitable[None]]


class Bus(ABC):
    """Carries short messages from one process to all others, by channel."""

    well = True  # does it carry messages now?
    others = True  # is there anybody to hear them?

    @abstractmethod
    async def open(self, heard: Heard) -> None:
        """Connect; `heard` is called with channel and message for everything that others send."""

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def listen(self, channel: str) -> None:
        """Hear this channel from now on."""

    @abstractmethod
    async def forget(self, channel: str) -> None:
        """Hear it no more."""

    @abstractmethod
    def send(self, channel: str, message: bytes) -> None:
        """Tell the others, soon; never waits."""


class Alone(Bus):
    """One process needs no bus."""

    others = False

    async def open(self, heard: Heard) -> None:
        pass

    async def close(self) -> None:
        pass

    async def listen(self, channel: str) -> None:
        pass

    async def forget(self, channel: str) -> None:
        pass

    def send(self, channel: str, message: bytes) -> None:
        pass
