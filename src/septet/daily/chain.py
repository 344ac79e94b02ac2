"""Seeds of days as a hash chain: each is the hash of the one after it, and the hash of the first is published.

Whoever knows the published anchor can check every seed when its day is over, and nobody can put another one in its
place. Only who holds the secret, the seed of the last day, can foretell any.
"""

import hashlib
from functools import lru_cache

import msgspec

from septet.daily.days import Day

LENGTH = 400  # days
NOTICE = 30  # so many days before a chain ends the next one is announced
BYTES = 32
STRIDE = 20  # so many links apart some are remembered: a day is then found in a moment


class Chain(msgspec.Struct, frozen=True):
    """So many days from the first one on, and the seed of the last."""

    first: Day
    length: int
    secret: bytes

    @property
    def last(self) -> Day:
        return self.first + self.length - 1

    @property
    def anchor(self) -> bytes:
        """What is published: the hash of the first day's seed."""
        return _hashed(self.seed(self.first))

    def holds(self, day: Day) -> bool:
        return self.first <= day <= self.last

    def seed(self, day: Day) -> bytes:
        """The seed of a day; to be told when that day is over, and not before."""
        if not self.holds(day):
            raise ValueError(f"day {day} is not in this chain")
        return _back(self.secret, self.last - day)


@lru_cache(maxsize=1_000)
def _landmark(secret: bytes, number: int) -> bytes:
    return secret if number == 0 else _links(_landmark(secret, number - 1), STRIDE)


def _back(secret: bytes, links: int) -> bytes:
    number, rest = divmod(links, STRIDE)
    return _links(_landmark(secret, number), rest)


def _links(seed: bytes, count: int) -> bytes:
    for _ in range(count):
        seed = _hashed(seed)
    return seed


def _hashed(seed: bytes) -> bytes:
    return hashlib.sha256(seed).digest()


def fits(seed: bytes, day: Day, anchor: bytes, first: Day) -> bool:
    """Is this the seed of that day in the chain with this anchor? So anybody can tell."""
    return len(seed) == BYTES and day >= first and _links(seed, day - first + 1) == anchor


def seed_for(seed: bytes, what: str) -> bytes:
    """The seed of one thing of a day, from that of the day."""
    return _hashed(f"{seed.hex()} {what}".encode())
