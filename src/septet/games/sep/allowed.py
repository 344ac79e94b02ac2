"""What may be done in SEP: the legal moves, what they would score, and why others are refused."""

from abc import abstractmethod
from functools import cache
from typing import Any, ClassVar

from septet.games.game import Gain, Game, IllegalMove, Move, Seat, Timeout
from septet.games.sep.cards import CONNECTED, LIFTS, Cards
from septet.games.sep.combinations import Circle
from septet.games.sep.effect import Seen, effect, points
from septet.games.sep.moves import (
    SLOTS,
    ActionTurn,
    Discard,
    Draw,
    Fill,
    Pass,
    Place,
    SepMove,
    TakeReserve,
    Use,
)
from septet.games.sep.options import SharedOptions
from septet.games.sep.state import Phase, State
from septet.games.sep.view import View

HEIGHT = 3  # a stack of the circle holds at most three cards
PHASES: dict[type[Move], Phase] = {
    Draw: "choose",
    TakeReserve: "choose",
    ActionTurn: "choose",
    Place: "place",
    Pass: "place",
    Use: "use",
    Discard: "use",
    Fill: "fill",
}


@cache
def between(left: str, right: str) -> frozenset[str]:
    """The cards that connect with one of two neighbours."""
    return CONNECTED[left] | CONNECTED[right]


def placeable(circle: Circle, card: str, slot: int) -> bool:
    """A card goes on a stack that is not full, if it connects with the top card to its left or to its right."""
    return len(circle[slot]) < HEIGHT and card in between(circle[slot - 1][-1], circle[(slot + 1) % 6][-1])


def placements(circle: Circle, cards: Cards) -> list[Place]:
    """Every way to place one of these cards, in the order of the cards and then of the slots."""
    tops = [stack[-1] for stack in circle]
    free = [
        (slot, between(tops[slot - 1], tops[(slot + 1) % 6]))
        for slot, stack in enumerate(circle)
        if len(stack) < HEIGHT
    ]
    return [Place(card, slot) for card in cards for slot, fitting in free if card in fitting]


def fits(circle: Circle, cards: Cards) -> bool:
    """Can any of these cards be placed?"""
    for card in cards:
        for slot in SLOTS:
            if placeable(circle, card, slot):
                return True
    return False


def usable(options: SharedOptions, circle: Circle, card: str, slot: int) -> bool:
    """An action card lifts cards off a stack whose top has its suit: a jack one, a queen two, a king three."""
    stack, count = circle[slot], LIFTS[card[0]]
    if len(stack) < count or stack[-1][1] != card[1]:
        return False
    return options.action_match == "top" or all(one[1] == card[1] for one in stack[-count:])


def uses(options: SharedOptions, circle: Circle, cards: Cards) -> list[Use]:
    """Every way to use one of these cards, in the order of the cards and then of the slots."""
    suits = [(slot, stack[-1][1]) for slot, stack in enumerate(circle) if stack]
    found = [(card, slot) for card in cards for slot, suit in suits if suit == card[1]]
    return [Use(card, slot) for card, slot in found if usable(options, circle, card, slot)]


def any_usable(options: SharedOptions, circle: Circle, cards: Cards) -> bool:
    for card in cards:
        for slot in SLOTS:
            if usable(options, circle, card, slot):
                return True
    return False


class Allowed(Game[State, SepMove, View]):
    """The half of the rules that asks; two players and a soloist answer the questions at the end differently."""

    family = "sep"
    refusals: ClassVar[frozenset[str]] = frozenset(
        "game_over not_your_turn wrong_phase no_such_timer unknown_move not_in_hand stack_full not_connected "
        "must_place reserve_empty reserve_does_not_fit nothing_to_place wrong_suit too_few_cards must_use".split()
    )

    def legal(self, view: View) -> tuple[SepMove, ...]:
        if view.seat != view.mover:
            return ()
        numbers, actions = view.number_hand, view.action_hand
        found: list[SepMove] = []
        match view.phase:
            case "choose":
                found.append(Draw())
                if not self.reserve_refusal(view, numbers):
                    found.append(TakeReserve())
                if not self.action_refusal(view):
                    found.append(ActionTurn())
            case "place":
                may = numbers[-1:] if self.must_place_taken(view) else numbers
                found += placements(view.circle, may)
                if not self.pass_refusal(view, numbers):
                    found += map(Pass, numbers)
            case "use":
                found += uses(view.options, view.circle, actions)
                if not found or self.may_discard(view):
                    found += map(Discard, actions)
            case "fill":
                found.append(Fill("draw"))
                if view.reserve:
                    found.append(Fill("reserve"))
        return tuple(found)

    def refuse(self, state: State, seat: Seat | None, move: Move) -> None:
        """Say why the rules do not allow this move now, if they do not."""
        if state.phase == "over":
            raise IllegalMove(move, "game_over")
        phase = PHASES.get(type(move))
        if phase is None:
            raise IllegalMove(move, "no_such_timer" if isinstance(move, Timeout) else "unknown_move")
        if seat != state.mover:
            raise IllegalMove(move, "not_your_turn", seat=state.mover)
        if phase != state.phase:
            raise IllegalMove(move, "wrong_phase", phase=state.phase)
        player = state.players[state.mover]
        code = None
        match move:
            case Draw():  # which is always possible
                return
            case Place(card) | Pass(card) if card not in player.number_hand:
                raise IllegalMove(move, "not_in_hand", card=card)
            case Place(card, slot):
                code = self.placement_refusal(state, player.number_hand, card, slot)
            case ActionTurn():
                code = self.action_refusal(state)
            case Use(card) | Discard(card) if card not in player.action_hand:
                raise IllegalMove(move, "not_in_hand", card=card)
            case Use(card, slot):
                code = self.use_refusal(state, card, slot)
            case Pass():
                code = self.pass_refusal(state, player.number_hand)
            case Discard():
                must = not self.may_discard(state) and any_usable(state.options, state.circle, player.action_hand)
                code = "must_use" if must else None
            case TakeReserve():
                code = self.reserve_refusal(state, player.number_hand)
            case Fill("reserve") if not state.reserve:
                code = self.reserve_refusal(state, player.number_hand)
        if code:
            raise IllegalMove(move, code, **_circumstances(state, move))

    def placement_refusal(self, seen: Seen, hand: Cards, card: str, slot: int) -> str | None:
        if self.must_place_taken(seen) and card != hand[-1]:
            return "must_place_taken"
        if len(seen.circle[slot]) >= HEIGHT:
            return "stack_full"
        return None if placeable(seen.circle, card, slot) else "not_connected"

    def use_refusal(self, seen: Seen, card: str, slot: int) -> str | None:
        if usable(seen.options, seen.circle, card, slot):
            return None
        enough = len(seen.circle[slot]) >= LIFTS[card[0]]
        return "too_few_cards" if not enough and seen.circle[slot][-1][1] == card[1] else "wrong_suit"

    def preview(self, view: View, move: SepMove) -> Gain:
        """What a placement, a use, or a fill from the reserve would earn, and what a pass or a discard would cost."""
        if back := self.given_back(view, move, view.tokens[view.mover]):
            return Gain(-back)
        why = effect(view, move).why
        return Gain(self.payable(view, points(why)), why)

    def given_back(self, seen: Seen, move: SepMove, held: int) -> int:
        """How many of the tokens that the mover holds a pass or a discard returns to the centre."""
        match move:
            case Pass():
                costs = self.pass_costs(seen)
            case Discard():
                costs = self.discard_costs(seen)
            case _:
                return 0
        return min(1, held) if costs else 0

    def must_place_taken(self, seen: Seen) -> bool:
        """Must the card that was taken from the reserve itself be placed?"""
        return False

    def may_discard(self, seen: Seen) -> bool:
        """May an action card be discarded although one is usable?"""
        return False

    @abstractmethod
    def reserve_refusal(self, seen: Seen, hand: Cards) -> str | None:
        """Why the top of the reserve may not be taken, if it may not."""

    @abstractmethod
    def action_refusal(self, seen: Seen) -> str | None:
        """Why there may be no action turn now, if there may not."""

    @abstractmethod
    def pass_refusal(self, seen: Seen, hand: Cards) -> str | None:
        """Why the player may not pass, if it may not."""

    @abstractmethod
    def pass_costs(self, seen: Seen) -> bool:
        """Does a pass cost a token?"""

    @abstractmethod
    def discard_costs(self, seen: Seen) -> bool:
        """Does the discard of an action card cost a token?"""

    @abstractmethod
    def payable(self, view: View, earned: int) -> int:
        """How many tokens the mover gets when it has earned so many."""


def _circumstances(state: State, move: Move) -> dict[str, Any]:
    """What a person needs to know to understand a refusal."""
    match move:
        case Place(card, slot) | Use(card, slot):
            circle = state.circle
            left, right = circle[slot - 1], circle[(slot + 1) % 6]
            others = [one for one in circle[slot][-LIFTS.get(card[0], 1) :] if one[1] != card[1]]
            return {
                "card": card,
                "slot": slot,
                "left": left[-1],
                "right": right[-1],
                "in_the_way": (others or circle[slot])[-1],  # the uppermost card of another suit
                "height": len(circle[slot]),
                "needed": LIFTS.get(card[0], 0),
            }
        case Pass(card) | Discard(card):
            return {"card": card}
        case TakeReserve() if state.reserve:
            return {"card": state.reserve[-1]}
    return {}
