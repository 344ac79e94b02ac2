"""Moves of the SET family as text, whichever of its games they belong to; and the moves that an offer stands for."""

import random
from itertools import combinations
from typing import get_args

import msgspec

from septet.games.errors import BadText
from septet.games.game import Choose, Move
from septet.games.setgame.cards import PACK, Cards, card_from
from septet.games.setgame.chipset.moves import ChipMove
from septet.games.setgame.classic.moves import SetMove
from septet.games.setgame.coopset.moves import CoopMove
from septet.games.setgame.scout.moves import ScoutMove
from septet.games.setgame.setup.moves import SetupMove
from septet.games.setgame.twenty.moves import TwentyMove

GAMES_MOVES = (SetMove, ScoutMove, ChipMove, SetupMove, CoopMove, TwentyMove)


def tag_of(kind: type[Move]) -> str:
    return str(kind.__struct_config__.tag)


KINDS: dict[str, type[Move]] = {tag_of(kind): kind for moves in GAMES_MOVES for kind in get_args(moves)}

WITH_ONE_CARD = frozenset(tag for tag, kind in KINDS.items() if kind.__struct_fields__ == ("card",))


def say(move: Move) -> str:
    """`call`, `pick=2ROF`, `claim=2ROE,2ROF,2ROH`, `bet=3`, `noset=off`."""
    name = tag_of(type(move))
    match msgspec.structs.astuple(move):
        case [bool(on)]:
            return name if on else f"{name}=off"
        case [tuple(cards)]:
            return f"{name}={','.join(cards)}"
        case [argument]:
            return f"{name}={argument}"
    return name


def hear(text: str) -> Move:
    name, sign, argument = text.partition("=")
    kind = KINDS.get(name)
    if kind is None or bool(sign) != bool(argument):
        raise BadText("unknown_move", text=text)
    match kind.__struct_fields__:
        case ("card",) if argument:
            return kind(card_from(argument))
        case ("cards",) if argument:
            return kind(tuple(card_from(card) for card in argument.split(",")))
        case ("chips",) if argument.isascii() and argument.isdigit() and len(argument) < 7:
            return kind(int(argument))
        case ("on",) if argument in {"", "on", "off"}:
            return kind(argument != "off")
        case () if not argument:
            return kind()
    raise BadText("unknown_move", text=text)


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


def imagined(kind: type[Move], seen: Cards, rng: random.Random) -> Move:
    """A move of this kind that somebody might try, with more or fewer of these cards, or with any others."""
    name = tag_of(kind)
    among = [*seen, *rng.sample(PACK, 2)]
    cards = [*rng.sample(among, 2), rng.choice(among)]
    match kind.__struct_fields__:
        case ("card",):
            guises = [f"{name}={cards[0]}"]
        case ("cards",):
            guises = [f"{name}={','.join(cards[: rng.choice((1, 2, 3, 3))])}"]
        case ("chips",):
            guises = [f"{name}={rng.randrange(5)}"]
        case ("on",):
            guises = [name, f"{name}=off"]
        case _:
            guises = [name]
    return hear(rng.choice(guises))
