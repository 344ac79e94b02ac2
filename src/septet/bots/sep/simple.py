"""Simple players of SEP and SEP solo: `greedy` takes what a turn pays, `cautious` minds what it leaves behind."""

import random
from collections.abc import Iterable
from typing import Any

from septet.bots.bot import Budget
from septet.bots.simple import Greedy
from septet.games.game import Game, Seat
from septet.games.sep.allowed import placeable, placements, usable, uses
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS, Cards
from septet.games.sep.combinations import Circle
from septet.games.sep.effect import effect, placed, points, used
from septet.games.sep.moves import SLOTS, ActionTurn, Discard, Draw, Fill, Pass, SepMove, TakeReserve
from septet.games.sep.options import SharedOptions
from septet.games.sep.view import View

# Leanings between turns that score nothing, smaller than any token: place if something held fits, else lift if
# something held lifts, else mostly draw and hope; now and then spend an action turn, or two bots could stall.
PLACES, LIFTS_SOMETHING, DRAWS, SPENDS = 0.3, 0.2, 0.1, 0.15


class SepGreedy(Greedy):
    """Chooses the turn whose best move with the cards in hand pays most, and never passes if it can place."""

    spend_chance = 0.5
    new_cards = True  # when the action cards have run out

    def worth(self, view: View, move: SepMove) -> float:
        match move:
            case Draw():
                return self.number_turn(view, view.number_hand)
            case TakeReserve():
                return self.number_turn(view, (*view.number_hand, view.reserve[-1]))
            case ActionTurn():
                return self.action_turn(view)
            case Pass() | Discard():
                return self.game.preview(view, move).points - 10
            case Fill("draw"):
                return 0.1
        return self.value(view, move)

    def value(self, view: View, move: SepMove) -> float:
        """What a move on the circle is worth."""
        return self.game.preview(view, move).points

    def number_turn(self, view: View, hand: Cards) -> float:
        moves = placements(view.circle, hand)
        return PLACES + self.best(view, moves) if moves else DRAWS

    def action_turn(self, view: View) -> float:
        if not view.action_left and self.new_cards:  # three: one of them will lift something, and most likely well
            return LIFTS_SOMETHING
        moves = uses(view.options, view.circle, view.action_hand)
        if moves:
            return LIFTS_SOMETHING + self.best(view, moves)
        return SPENDS if self.rng.random() < self.spend_chance else 0.0

    def best(self, view: View, moves: Iterable[SepMove]) -> float:
        return max(self.value(view, move) for move in moves)


class SoloGreedy(SepGreedy):
    """Alone, action cards are points: they are spent in vain only to get out of a dead circle."""

    spend_chance = 0.1
    new_cards = False


class SepCautious(SepGreedy):
    """Greedy, but a move that opens something for the opponent is worth less."""

    FEAR = 0.6

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        super().__init__(game, seat, rng, budget)
        self.threats: dict[Circle, float] = {}
        self.known: frozenset[str] = frozenset()

    def value(self, view: View, move: SepMove) -> float:
        return self.game.preview(view, move).points - self.FEAR * self.threat(view, self.left(view, move))

    def left(self, view: View, move: SepMove) -> Circle:
        """The circle that the opponent may find; a slot that is to be filled counts as empty, whatever fills it."""
        return view.circle if isinstance(move, Fill) else effect(view, move).circle

    def threat(self, view: View, circle: Circle) -> float:
        """What the opponent may be expected to score on this circle, over the cards that this seat has not seen."""
        named = self.game.named(view)
        if named != self.known:
            self.known = named
            self.threats.clear()
        if circle not in self.threats:
            self.threats[circle] = self.reply(view, circle, named)
        return self.threats[circle]

    def reply(self, view: View, circle: Circle, named: frozenset[str]) -> float:
        numbers = [best_placement(view.options, circle, card) for card in NUMBER_CARDS if card not in named]
        actions = [best_use(view.options, circle, card) for card in ACTION_CARDS if card not in named]
        sure = best_placement(view.options, circle, view.reserve[-1]) if view.reserve else 0.0
        either = 1 - (1 - likely(numbers, 3)) * (1 - likely(actions, 3))
        return max(sure, either)


def best_placement(options: SharedOptions, circle: Circle, card: str) -> float:
    """What this card could score on the circle."""
    best = 0
    for slot in SLOTS:
        if circle[slot] and circle[slot - 1] and circle[(slot + 1) % 6] and placeable(circle, card, slot):
            best = max(best, points(placed(options, circle, card, slot).why))
    return best


def best_use(options: SharedOptions, circle: Circle, card: str) -> float:
    """What this action card could score on the circle."""
    slots = [slot for slot in SLOTS if usable(options, circle, card, slot)]
    return max([points(used(options, circle, card, slot).why) for slot in slots], default=0)


def likely(scores: list[float], held: int) -> float:
    """The best score among so many cards held, taken at random from these."""
    if not scores:
        return 0.0
    scoring = [score for score in scores if score]
    if not scoring:
        return 0.0
    miss = (1 - len(scoring) / len(scores)) ** held
    return (1 - miss) * sum(scoring) / len(scoring)
