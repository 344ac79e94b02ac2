"""Hints for those who play SET or CoopSet alone: a set that is told to one is a race that all others have lost."""

import random
from collections.abc import Iterable
from typing import Any

from septet.bots.bot import Budget
from septet.bots.hints.hint import Hint, Part, Sentence, said
from septet.bots.setgame.classic import SetReflex
from septet.bots.setgame.coopset.levels import CoopExpert
from septet.bots.setgame.skill import MOST
from septet.games import GAMES
from septet.games.game import Move, tag_of
from septet.games.setgame.cards import FEATURES, Cards, Triple
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.classic.state import SetView
from septet.games.setgame.coopset.moves import CommitLayout
from septet.games.setgame.coopset.state import CoopView
from septet.games.setgame.moves import Abort, Call, Mark, Noset, Pick

AMONG = 6  # cards that are pointed at where a set is to be looked for
PLAYOUTS = Budget(playouts=200)


def quick_hint(view: SetView, seed: int) -> Hint | None:
    return _set_hint("set-quick", view, seed)


def solo_hint(view: SetView, seed: int) -> Hint | None:
    return _set_hint("set-solo", view, seed)


def _set_hint(name: str, view: SetView, seed: int) -> Hint | None:
    """The set that an expert would see first, or that there is none."""
    if view.seat is None or not _offered(name, view) - {"ready"}:
        return None
    expert = SetReflex(GAMES[name], view.seat, random.Random(seed), MOST)
    expert.see(view, 0)
    shown = view.picked if view.lock == view.seat else ()
    finds = sorted((when, one) for one, when in expert.finds.items() if {*shown} <= {*one})
    if finds:
        return _found(view.table, finds[0][1], _next(view, finds[0][1], shown), "set")
    if view.lock == view.seat:
        return _none(Abort(), "abort", "abort")
    return _none(Noset(), "noset", "noset") if "noset" in _offered(name, view) else None


def coop_hint(view: CoopView, seed: int) -> Hint | None:
    """The set that the expert would mark next, or that all are marked."""
    if view.seat is None or not _offered("coopset", view):
        return None
    expert = CoopExpert(GAMES["coopset"], view.seat, random.Random(seed), PLAYOUTS)
    chosen = expert.next_set(view)
    if chosen is None:
        return _none(CommitLayout(), "take" if view.marks else "no_layout", "call")
    return _found(view.table, chosen, Mark(chosen), "mark")


def _offered(name: str, view: Any) -> set[str]:
    """The kinds of moves that may be made."""
    offers = GAMES[name].offers(view)
    return {tag_of(offer) if isinstance(offer, Move) else offer.kind for offer in offers}


def _next(view: SetView, cards: Cards, shown: Cards) -> Move:
    if view.lock == view.seat:
        return Pick(next(card for card in cards if card not in shown))
    return Claim(cards) if view.options.claim_mode == "direct" else Call()


def _found(table: Cards, cards: Triple, move: Move, key: str) -> Hint:
    """Half of the cards, one of the three, and all three with what makes them a set."""
    apart = _spread(table, cards)
    look = Part((said("hint.look.set"),), _spots(apart))
    card = Part((said("hint.card.set", card=cards[0]),), _spots(cards[:1]))
    return Hint(
        (look, card, Part((said(f"hint.move.{key}", cards=" ".join(cards)), *_features(cards)), _spots(cards))), move
    )


def _none(move: Move, key: str, button: str) -> Hint:
    look, card = Part((said(f"hint.look.{key}"),)), Part((said(f"hint.card.{key}"),))
    return Hint((look, card, Part((said(f"hint.move.{key}"),), (f"act-{button}",))), move)


def _spread(table: Cards, cards: Triple) -> Cards:
    """The three cards among others, as they lie on the table."""
    others = [card for card in table if card not in cards][: AMONG - len(cards)]
    return tuple(card for card in table if card in cards or card in others)


def _spots(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"card-{card}" for card in cards)


def _features(cards: Triple) -> list[Sentence]:
    """What makes three cards a set: each feature all alike, or all different."""
    alike = [feature for feature, values in zip(FEATURES, zip(*cards, strict=True), strict=True) if len({*values}) == 1]
    different = [feature for feature in FEATURES if feature not in alike]
    told = [said("hint.alike", features=" ".join(alike))] if alike else []
    return [*told, said("hint.different", features=" ".join(different))]
