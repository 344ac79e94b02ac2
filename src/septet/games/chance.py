"""Chance comes in through this door: a seed that nobody chose, its commitment, and one shuffle promised for ever.

In other words: a commitment scheme.
"""

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

import msgspec

Item = TypeVar("Item")

SEED_BYTES = 32  # of a secret and of a number too
DEAL = b"septet deal"  # so that no other hash can be taken for one of these
WORD, LONG = 1 << 32, 1 << 64


def new_seed() -> bytes:
    """Thirty-two bytes that nobody can foresee, from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def seed_from(text: str) -> bytes:
    """The seed that `--seed TEXT` means: the SHA-256 of the text."""
    return hashlib.sha256(text.encode()).digest()


def commitment(seed: bytes) -> str:
    """What is shown before a game is dealt, so that a seed, a secret or a number can be checked afterwards."""
    return hashlib.sha256(seed).hexdigest()


def deal_seed(secret: bytes, numbers: Sequence[bytes | None]) -> bytes:
    """The seed of a deal that nobody chose: from the server's secret and a number of each seat, in their order.

    It is a promise like the shuffle: the SHA-256 of `DEAL`, the secret and the numbers, before each of them its length
    as eight big-endian bytes. A seat that adds nothing is there with length 0.
    """
    whole = hashlib.sha256()
    for part in (DEAL, secret, *(number or b"" for number in numbers)):
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.digest()


class Shuffle(msgspec.Struct, frozen=True):
    """One shuffle as it was made: its number, what was shuffled, and in which order that came out."""

    nth: int
    items: tuple[str, ...]
    order: tuple[str, ...]


class WatchedSeed(bytes):
    """A seed that keeps every shuffle that is made with it, for those who want to make them again."""

    def __init__(self, seed: bytes) -> None:
        self.shuffles: list[Shuffle] = []


class Stream(NamedTuple):
    """One of the things that are shuffled in a game: which, and which time."""

    name: str
    first: int = 0
    second: int = 0


class Streams(bytes):
    """A seed with a stream for each thing that is shuffled, instead of one for each number.

    For studies, not for games of people: a rule that shuffles the action cards once more moves no other card.
    """

    def of(self, stream: Stream) -> "Xorshift":
        word = int.from_bytes(self[:8], "big") ^ stream_name(stream.name)
        return Xorshift(mixed(mixed(mixed(word) + stream.first) + stream.second))


class Xorshift:
    """A quick generator of words of 32 bits (xorshift64*), the same that the compiled twins of the rules have."""

    def __init__(self, word: int) -> None:
        self.state = word % LONG or 1

    def word(self) -> int:
        state = self.state
        state ^= state >> 12
        state ^= state << 25 & LONG - 1
        state ^= state >> 27
        self.state = state
        return (state * 0x2545F4914F6CDD1D % LONG) >> 32

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, each as likely as any other but for one part in a hundred million."""
        return (self.word() * count) >> 32


@cache
def stream_name(name: str) -> int:
    """A name as a word."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


def mixed(word: int) -> int:
    """Words that are alike become words that are not (the last steps of SplitMix64)."""
    word = (word + 0x9E3779B97F4A7C15) % LONG
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % LONG
    word = (word ^ word >> 27) * 0x94D049BB133111EB % LONG
    return word ^ word >> 31


def shuffled(items: Iterable[Item], seed: bytes, nth: int, stream: Stream | None = None) -> tuple[Item, ...]:
    """The items in the order of this seed's nth shuffle; in studies, in the order of the stream.

    The order is a promise: records replay with it. Blocks SHA-256(seed, nth, block) with both numbers as eight
    big-endian bytes give 32-bit big-endian words; a Fisher-Yates shuffle from the last place down takes a word for
    each place, and passes over words that would favour some of the places.
    """
    before = list(items)
    order = list(before)
    words = seed.of(stream) if isinstance(seed, Streams) and stream else _Words(seed, nth)
    for last in range(len(order) - 1, 0, -1):
        chosen = words.below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    if isinstance(seed, WatchedSeed):
        seed.shuffles.append(Shuffle(nth, tuple(map(str, before)), tuple(map(str, order))))
    return tuple(order)


class _Words:
    """The words of one shuffle."""

    def __init__(self, seed: bytes, nth: int) -> None:
        self.words = _words(seed, nth)

    def below(self, places: int) -> int:
        fair = WORD - WORD % places
        while (word := next(self.words)) >= fair:
            pass  # one word in a hundred million for a pack of cards
        return word % places


def _words(seed: bytes, nth: int) -> Iterator[int]:
    start = hashlib.sha256(seed + nth.to_bytes(8, "big"))
    block = 0
    while True:
        digest = start.copy()
        digest.update(block.to_bytes(8, "big"))
        found = digest.digest()
        for at in range(0, len(found), 4):
            yield int.from_bytes(found[at : at + 4], "big")
        block += 1
