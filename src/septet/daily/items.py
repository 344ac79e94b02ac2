"""What is played on a day: a puzzle of each kind, and a deal for each game that one plays alone."""

from typing import Any

import msgspec

from septet.puzzles.puzzle import KINDS


class DealOfDay(msgspec.Struct, frozen=True):
    """A deal of the day: of which game, under which house rules, and what its result is."""

    game: str
    options: dict[str, Any] = {}
    timed: bool = False  # the time counts; else the points


DEALS = {
    deal.game: deal
    for deal in (
        DealOfDay("sep-solo"),
        DealOfDay("set-solo", timed=True),
        DealOfDay("set-quick", timed=True),
        DealOfDay("coopset"),
    )
}
ITEMS = (*KINDS, *DEALS)  # the order in which a day is told


def game_of(item: str) -> str:
    return item if item in DEALS else KINDS[item].game
