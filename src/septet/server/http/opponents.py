"""Whom somebody may play against, in the order in which they are offered."""

from functools import cache
from typing import Literal

import msgspec

from septet.bots import lent
from septet.bots.setgame.skill import FINDS_S
from septet.bots.standing import measured

LEVELS = ("novice", "casual", "strong", "expert")
Rank = Literal["first", "level", "more"]


class BotAbout(msgspec.Struct, frozen=True):
    """A bot: what a newcomer should meet first, one of the levels, or something for the curious."""

    name: str
    rank: Rank
    rating: float | None = None  # as the arena has measured it; alone and in a team, the points that it makes
    finds_s: tuple[int, ...] = ()  # where its skill can be set: in how many seconds each level finds a set


@cache
def opponents(game: str) -> tuple[BotAbout, ...]:
    """First the one that suits a newcomer, then the levels, then the others: each from weak to strong."""
    here = lent(game)
    newcomer = next((name for name in ("adaptive", *LEVELS) if name in here), here[0])

    def rank(name: str) -> Rank:
        if name == newcomer:
            return "first"
        return "level" if name in LEVELS else "more"

    def rating(name: str) -> float | None:
        found = measured().get(game, {}).get(name)
        return float(found["rating"]) if found else None

    known = [BotAbout(name, rank(name), rating(name), FINDS_S if name == "reflex" else ()) for name in here]
    ranks: tuple[Rank, ...] = ("first", "level", "more")
    return tuple(sorted(known, key=lambda one: (ranks.index(one.rank), one.rating or 0.0)))
