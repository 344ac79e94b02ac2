"""The review of a game of the SET family, counted from its record.

ChipSet by its odds, CoopSet by the best packing, and the games where eyes decide by what lay there.
"""

from septet.games.setgame.rules import FamilyRules
from septet.review.odds import weighed
from septet.review.overlooked import overlooked
from septet.review.packing import packed
from septet.review.report import Overlooked, Packed, Weighed
from septet.study.replay import Story


def is_counted(story: Story) -> bool:
    """Is this one of the games that are counted, and not valued by playouts?"""
    return isinstance(story.game, FamilyRules)


def review(story: Story, *, seed: str = "", began: int | None = None) -> Weighed | Packed | Overlooked:
    """What there is to say about a game.

    The seed is for deals that are drawn where there are too many to count; `began` is when the cards were dealt, in the
    time of the moves, where that is known.
    """
    match story.game.name:
        case "chipset":
            return weighed(story, seed)
        case "coopset":
            return packed(story)
    return overlooked(story, began)
