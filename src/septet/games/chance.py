"""Chance comes in through this door: a seed, its commitment, and one shuffle that is promised for ever.

In other words: a commitment scheme.
"""

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

SEED_BYTES = 32
WORD = 1 << 32


def new_seed() -> bytes:
    """Thirty-two bytes that nobody can foresee, from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def seed_from(text: str) -> bytes:
    """The seed that `--seed TEXT` means: the SHA-256 of the text."""
    return hashlib.sha256(text.encode()).digest()


def commitment(seed: bytes) -> str:
    """What is shown when a game is dealt, so that its seed can be checked when it is over."""
    return hashlib.sha256(seed).hexdigest()


def shuffled(items: Iterable[Item], seed: bytes, nth: int) -> tuple[Item, ...]:
    """The items in the order of this seed's nth shuffle.

    The order is a promise: records replay with it. Blocks SHA-256(seed, nth, block) with both numbers as eight
    big-endian bytes give 32-bit big-endian words; a Fisher-Yates shuffle from the last place down takes a word for
    each place, and passes over words that would favour some of the places.
    """
    order = list(items)
    words = _words(seed, nth)
    for last in range(len(order) - 1, 0, -1):
        places = last + 1
        fair = WORD - WORD % places
        while (word := next(words)) >= fair:
            pass  # one word in a hundred million for a pack of cards
        chosen = word % places
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


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
