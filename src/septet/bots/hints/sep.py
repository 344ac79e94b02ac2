"""Hints for SEP and SEP solo."""

import random
from typing import Any

from septet.bots.bot import Budget
from septet.bots.hints.hint import Hint, Part, Ranked, Sentence, compared, paid, said
from septet.bots.sep.levels import SepExpert, SoloExpert
from septet.bots.sep.simple import SepCautious
from septet.games import GAMES
from septet.games.game import Gain
from septet.games.sep.allowed import placements, uses
from septet.games.sep.moves import ActionTurn, Discard, Draw, Fill, Pass, Place, SepMove, TakeReserve, Use
from septet.games.sep.options import SepSoloOptions
from septet.games.sep.view import View

DUEL, SOLO = Budget(playouts=600), Budget(playouts=300)
BLOCKED = 0.3  # tokens that the other may expect less: then a move is said to be in the way
FEWEST, RANGE = -7, 17  # what a solo round is worth, as the search counts it from 0 to 1


def duel_hint(view: View, seed: int) -> Hint | None:
    game = GAMES["sep"]
    mind = SepExpert(game, view.mover, random.Random(seed), DUEL)
    return _hint("sep", mind, view, seed)


def solo_hint(view: View, seed: int) -> Hint | None:
    mind = SoloExpert(GAMES["sep-solo"], view.mover, random.Random(seed), SOLO)
    return _hint("sep-solo", mind, view, seed)


def _hint(name: str, mind: Any, view: View, seed: int) -> Hint | None:
    ranked: Ranked = mind.ranked(view)
    if not ranked:
        return None
    move = ranked[0][0]
    look, card = _look(view, move), _card(view, move)
    why = [said("hint.only")] if len(ranked) == 1 else _why(name, view, move, ranked, seed)
    spots = (*look.spots, *card.spots) if isinstance(move, Place | Use | Fill) else card.spots
    return Hint((look, card, Part((_told(view, move), *why), spots)), move)


def _look(view: View, move: SepMove) -> Part:
    """Where to look: a place of the circle, or the cards in the hand that the turn is about."""
    match move:
        case Draw() | TakeReserve():
            return Part((said("hint.look.numbers"),), ("hand-numbers",))
        case ActionTurn():
            return Part((said("hint.look.actions"),), ("hand-actions",))
        case Place(_, slot) | Use(_, slot):
            return Part((said("hint.look.slot", slot=slot),), (f"slot-{slot}",))
        case Fill():
            return Part((said("hint.look.fill"),), (f"slot-{view.empty}",))
        case Pass():
            return Part((said("hint.look.spare"),), ("hand-numbers",))
        case _:
            return Part((said("hint.look.spare"),), ("hand-actions",))


def _card(view: View, move: SepMove) -> Part:
    """The card that it is about, or the pile that it comes from."""
    match move:
        case Place(card) | Use(card) | Pass(card) | Discard(card):
            return Part((said("hint.card.held", card=card),), (f"card-{card}",))
        case TakeReserve() | Fill("reserve"):
            return Part((said("hint.card.reserve", card=view.reserve[-1]),), ("reserve",))
        case ActionTurn():
            return Part((said("hint.card.actions"),), ("actions",))
        case _:
            return Part((said("hint.card.draw"),), ("draw",))


def _told(view: View, move: SepMove) -> Sentence:
    match move:
        case Place(card, slot):
            return said("hint.move.place", card=card, slot=slot)
        case Use(card, slot):
            return said("hint.move.use", card=card, slot=slot)
        case Pass(card):
            return said("hint.move.pass", card=card)
        case Discard(card):
            return said("hint.move.discard", card=card)
        case TakeReserve():
            return said("hint.move.take_reserve", card=view.reserve[-1])
        case ActionTurn():
            return said("hint.move.action_turn")
        case Fill("reserve"):
            return said("hint.move.fill_reserve", card=view.reserve[-1])
        case Fill():
            return said("hint.move.fill_draw")
        case _:
            return said("hint.move.draw")


def _why(name: str, view: View, move: SepMove, ranked: Ranked, seed: int) -> list[Sentence]:
    """What it pays now or later in this turn, takes from the other, or blocks; else what the search has counted."""
    game = GAMES[name]
    gain = game.preview(view, move)
    if gain.points > 0:
        return paid(gain) + _taken(name, view, move, seed)
    if then := _then(name, view, move):
        return [then]
    if len(view.tokens) == 2 and isinstance(move, Place | Use) and _blocked(view, move, seed) >= BLOCKED:
        return [said("hint.blocks")]
    if isinstance(view.options, SepSoloOptions) and view.options.solo_match == "single":
        return [compared([(one, tries, FEWEST + RANGE * worth) for one, tries, worth in ranked], "points", 10)]
    return [compared(ranked)]


def _taken(name: str, view: View, move: SepMove, seed: int) -> list[Sentence]:
    """What of it comes from the other one: the rules tell it of any world that looks like this one."""
    game = GAMES[name]
    last = game.apply(game.guess(view, random.Random(seed)), view.mover, move).last
    return [said("hint.takes", n=last.from_opponent)] if last and last.from_opponent else []


def _then(name: str, view: View, move: SepMove) -> Sentence | None:
    """What the cards that are known already could pay in the turn that this move begins."""
    match move:
        case Draw() | TakeReserve():
            hand = (*view.number_hand, *(view.reserve[-1:] if isinstance(move, TakeReserve) else ()))
            coming: list[Any] = list(placements(view.circle, hand))
        case ActionTurn() if view.action_left:
            coming = list(uses(view.options, view.circle, view.action_hand))
        case _:
            return None
    gains: list[tuple[Gain, Any]] = [(GAMES[name].preview(view, one), one) for one in coming]
    gain, best = max(gains, key=lambda one: one[0].points, default=(Gain(), None))
    return said("hint.then", card=best.card, slot=best.slot, n=gain.points) if best and gain.points > 0 else None


def _blocked(view: View, move: SepMove, seed: int) -> float:
    """How many tokens fewer the other may expect on the circle that this move leaves."""
    careful = SepCautious(GAMES["sep"], view.mover, random.Random(seed))
    return careful.threat(view, view.circle) - careful.threat(view, careful.left(view, move))
