"""Chance in studies: the same deals for all rules, and for bots a stream of their own in each deal."""

import random
from collections.abc import Sequence
from typing import TypeVar

from septet.games.chance import WORD, Stream, Streams, Xorshift, seed_from
from septet.games.game import Seat

Item = TypeVar("Item")


def dealt_from(seed: str, number: int) -> Streams:
    """What deal number n of a study is dealt from."""
    return Streams(seed_from(f"{seed}/{number}"))


def bot_word(deal: Streams, seat: Seat, *, fresh: bool) -> int:
    """Where the chance of the bot on this seat begins; fresh is another one on the same deal."""
    return deal.of(Stream("fresh bot" if fresh else "bot", seat)).state


class BotChance(random.Random):
    """A generator for bots that draws as the compiled twins do."""

    def __init__(self, word: int) -> None:
        super().__init__(0)
        self.words = Xorshift(word)

    def random(self) -> float:
        return self.words.word() / WORD

    def getrandbits(self, k: int) -> int:
        found = 0
        for _ in range(-(-k // 32)):
            found = found << 32 | self.words.word()
        return found >> -k % 32

    def choice(self, seq: Sequence[Item]) -> Item:  # type: ignore[override]
        return seq[self.words.below(len(seq))]
