"""Every kind of move of the SET family by its name, and the moves that an offer stands for."""

from itertools import combinations
from typing import get_args

from septet.games.game import Choose, Move, tag_of
from septet.games.setgame.chipset.moves import ChipMove
from septet.games.setgame.classic.moves import SetMove
from septet.games.setgame.coopset.moves import CoopMove
from septet.games.setgame.scout.moves import ScoutMove
from septet.games.setgame.setup.moves import SetupMove
from septet.games.setgame.twenty.moves import TwentyMove

GAMES_MOVES = (SetMove, ScoutMove, ChipMove, SetupMove, CoopMove, TwentyMove)


KINDS: dict[str, type[Move]] = {tag_of(kind): kind for moves in GAMES_MOVES for kind in get_args(moves)}

WITH_ONE_CARD = frozenset(tag for tag, kind in KINDS.items() if kind.__struct_fields__ == ("card",))


def spelt(offer: Move | Choose) -> list[Move]:
    """The moves that an offer stands for."""
    if not isinstance(offer, Choose):
        return [offer]
    kind = KINDS[offer.kind]
    if offer.kind in WITH_ONE_CARD:
        return [kind(card) for card in offer.cards]
    return [kind(cards) for cards in combinations(offer.cards, offer.k)]


def example(offer: Move | Choose) -> Move | None:
    """The first of the moves that an offer stands for, if it stands for any."""
    if not isinstance(offer, Choose):
        return offer
    if len(offer.cards) < offer.k:
        return None
    return KINDS[offer.kind](offer.cards[0] if offer.kind in WITH_ONE_CARD else offer.cards[: offer.k])
