"""What makes a player quick or slow, and a set easy or hard to see."""

import math
import random
from collections import Counter
from functools import lru_cache
from itertools import combinations

import msgspec

from septet.games.setgame.cards import Cards, Triple, failing

ROWS = 3


class Skill(msgspec.Struct, frozen=True):
    """What makes a player quick or slow, in seconds; times are spread as the logarithms of chance are."""

    easiest: float  # the median search for a set that differs in one feature, among twelve cards
    harder: float  # each feature more takes so many times as long
    spread: float
    least: float  # to see, and to say so
    errors: float  # the share of the calls that are wrong
    patience: float  # until it believes that there is no set
    wavering: float  # the standard deviation of that

    def search_s(self, features: int, ease: float, rng: random.Random) -> float:
        """How long it searches for a set that differs in so many features."""
        return self.least + self._median(features, ease) * math.exp(self.spread * rng.gauss(0, 1))

    def typical_s(self, features: int, ease: float) -> float:
        """Half of its searches for such a set are shorter."""
        return self.least + self._median(features, ease)

    def _median(self, features: int, ease: float) -> float:
        return self.easiest * self.harder ** (features - 1) * ease

    def patience_s(self, rng: random.Random) -> float:
        return max(rng.gauss(self.patience, self.wavering), self.patience / 4)


LEVELS = {
    "novice": Skill(14, 2.05, 0.85, 0.9, 0.08, 90, 30),
    "casual": Skill(11, 1.62, 0.80, 0.8, 0.04, 60, 20),
    "strong": Skill(8, 1.36, 0.75, 0.7, 0.02, 35, 10),
    "expert": Skill(6, 1.15, 0.70, 0.6, 0.005, 18, 5),
}
MOST = len(LEVELS) - 1
FINDS_S = (41, 21, 12, 7)  # the first set among twelve cards, as measured: the mean of each level


def skill(level: float) -> Skill:
    """From 0, the novice, to 3, the expert; between two levels each number changes by equal factors."""
    level = min(max(level, 0), MOST)
    low = min(int(level), MOST - 1)
    both = [msgspec.structs.astuple(one) for one in [*LEVELS.values()][low : low + 2]]
    return Skill(*(a * (b / a) ** (level - low) for a, b in zip(*both, strict=True)))


def nearly(cards: Cards, through: Cards = ()) -> list[Cards]:
    """Three cards that fail to be a set in one feature only; all of them hold the cards `through`."""
    others = [card for card in cards if card not in through]
    chosen = [(*through, *some) for some in combinations(others, 3 - len(through))]
    return [one for one in chosen if len(failing(one)) == 1]


def conspicuous(one: Triple, slots: Cards) -> float:
    """A set is found sooner if it shares the value that the table has most of, and if its cards lie in the middle."""
    middle = sum(card in one for at, card in enumerate(slots) if central(at, len(slots)))
    value = abundant(slots)
    return (0.9 if value and all(value in card for card in one) else 1.0) * 0.95**middle


@lru_cache(maxsize=64)
def abundant(slots: Cards) -> str:
    """The value that most cards have, though not all; of several the one that is seen first."""
    table = [card for card in slots if card]
    counts = Counter(value for card in table for value in card)
    return max((value for value in counts if counts[value] < len(table)), key=counts.__getitem__, default="")


def central(at: int, size: int) -> bool:
    """Three rows of four, or of three; what was added stands in columns at the right."""
    width = 3 if size <= 9 else 4
    row, column = divmod(at, width) if at < ROWS * width else (at % ROWS, at // ROWS)
    return row == 1 and abs(2 * column - max(width, math.ceil(size / ROWS)) + 1) <= 1
