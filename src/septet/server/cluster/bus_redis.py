"""A bus over Redis: it connects again by itself, and whatever is said meanwhile is lost."""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import deque
from contextlib import suppress
from typing import Any

import structlog

from septet.server.cluster.bus import Bus, Heard
from septet.server.store.store import CannotOpen, hidden
from septet.server.tasks import end

ANSWER_S = 5.0  # a bus that does not answer for so long is down
AGAIN_S = (0.1, 0.5, 1.0, 2.0)
MOST_WAITING = 20_000  # messages; older ones are lost, as they may be
AT_ONCE = 500
OWN = 8  # bytes that say who sent a message: one's own are not heard
PROOF = 16  # bytes that show that it came from this house


class RedisBus(Bus):
    """Channels are those of one house: servers of another house on the same Redis do not hear them. What was said by
    somebody who does not have the house's secret is not believed."""

    def __init__(self, url: str, secret: str) -> None:
        self.url = url
        self.prefix = f"septet:{house_of(secret)}:"
        self.key = bus_key(secret)
        self.own = secrets.token_bytes(OWN)
        self.channels: set[str] = set()
        self.waiting: deque[tuple[str, bytes]] = deque(maxlen=MOST_WAITING)
        self.wake = asyncio.Event()
        self.well = False
        self.heard_at = 0.0
        self.tasks: list[asyncio.Task[None]] = []
        self.listening: Any = None
        self.log: Any = structlog.get_logger("septet")

    async def open(self, heard: Heard) -> None:
        """Connect; the first time it must be there."""
        try:
            from redis import asyncio as client
            from redis.exceptions import RedisError
        except ImportError as error:
            raise CannotOpen("extra", what="Redis", package="redis") from error
        self.errors: tuple[type[Exception], ...] = (RedisError, OSError, TimeoutError)
        self.client: Any = None
        try:
            self.client = client.Redis.from_url(
                self.url, socket_connect_timeout=ANSWER_S, socket_timeout=ANSWER_S, socket_keepalive=True
            )
            await self.client.ping()
        except (*self.errors, ValueError) as error:
            if self.client:
                await self.client.aclose()
            raise CannotOpen("bus", url=hidden(self.url), why=str(error).rstrip(".")) from error
        self.heard = heard
        self.well = True
        ready = asyncio.Event()
        self.tasks = [asyncio.create_task(self._listening(ready)), asyncio.create_task(self._sending())]
        await ready.wait()

    async def close(self) -> None:
        if not self.tasks:
            return
        until = time.monotonic() + 1
        while self.waiting and self.well and time.monotonic() < until:
            await asyncio.sleep(0.01)
        await end(self.tasks)
        with suppress(*self.errors):
            await self.client.aclose()

    async def listen(self, channel: str) -> None:
        self.channels.add(channel)
        await self._tell(lambda listening: listening.subscribe(self.prefix + channel))

    async def forget(self, channel: str) -> None:
        self.channels.discard(channel)
        await self._tell(lambda listening: listening.unsubscribe(self.prefix + channel))

    async def _tell(self, what: Any) -> None:
        """Change what we hear; if the bus is down it is made good with the next connection."""
        if self.listening:
            with suppress(*self.errors):
                await what(self.listening)

    def send(self, channel: str, message: bytes) -> None:
        if self.well:
            self.waiting.append((channel, message))
            self.wake.set()

    # Two connections: one hears, one speaks

    async def _listening(self, ready: asyncio.Event) -> None:
        tries = 0
        while True:
            try:
                async with self.client.pubsub() as listening:
                    await listening.subscribe(*(self.prefix + one for one in (*self.channels, "alive")))
                    self.listening, self.heard_at = listening, time.monotonic()
                    self._is(True)
                    ready.set()
                    tries = 0
                    await self._hear(listening)
            except self.errors as error:
                self.log.warning("bus_down", why=str(error))
            self.listening = None
            self._is(False)
            await asyncio.sleep(AGAIN_S[min(tries, len(AGAIN_S) - 1)])
            tries += 1

    async def _hear(self, listening: Any) -> None:
        """Until the connection breaks, or not even our own voice comes back."""
        asked = 0.0
        while True:
            now = time.monotonic()
            if now - self.heard_at > ANSWER_S:
                raise TimeoutError("no answer")
            if now - max(asked, self.heard_at) > ANSWER_S / 3:
                asked = now
                self.send("alive", b"")
            message = await listening.get_message(ignore_subscribe_messages=True, timeout=1.0)
            if message is None:
                continue
            self.heard_at = time.monotonic()
            data: bytes = message["data"]
            if data[:OWN] != self.own:
                channel = message["channel"].decode().removeprefix(self.prefix)
                sender, proof, said = data[:OWN], data[OWN : OWN + PROOF], data[OWN + PROOF :]
                if not hmac.compare_digest(proof, self._proof(channel, sender, said)):
                    self.log.warning("bus_stranger", channel=channel)
                    continue
                try:
                    await self.heard(channel, said)
                except Exception as error:  # a word of another version, for one; the log is read anyhow
                    self.log.error("bus_message", channel=channel, exc_info=error)

    async def _sending(self) -> None:
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self.waiting:
                batch = [self.waiting.popleft() for _ in range(min(AT_ONCE, len(self.waiting)))]
                try:
                    async with self.client.pipeline(transaction=False) as pipe:
                        for channel, message in batch:
                            proof = self._proof(channel, self.own, message)
                            pipe.publish(self.prefix + channel, self.own + proof + message)
                        await pipe.execute()
                except self.errors:  # lost, as a message may be; the listener finds out and connects again
                    await asyncio.sleep(0.05)

    def _proof(self, channel: str, sender: bytes, message: bytes) -> bytes:
        said = channel.encode() + b"\0" + sender + message
        return hashlib.blake2b(said, key=self.key, digest_size=PROOF).digest()

    def _is(self, well: bool) -> None:
        if well != self.well:
            self.log.info("bus_back" if well else "bus_lost")
        self.well = well
        if not well:
            self.waiting.clear()


def house_of(secret: str) -> str:
    """A name for the house that has this secret, of no use to find the secret."""
    return hmac.new(secret.encode(), b"house", hashlib.sha256).hexdigest()[:16]


def bus_key(secret: str) -> bytes:
    """What the servers of this house sign with what they tell each other."""
    return hmac.new(secret.encode(), b"bus", hashlib.sha256).digest()
