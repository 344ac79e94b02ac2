"""The rules that SEP and SEP solo share: a turn from its choice to its end."""

import itertools
import random
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from septet.games.chance import Stream, shuffled
from septet.games.game import Move, Seat, Why
from septet.games.rows import without
from septet.games.sep.allowed import Allowed, fits
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS, Cards
from septet.games.sep.combinations import combinations
from septet.games.sep.effect import Effect, effect, points
from septet.games.sep.forms import FORMS
from septet.games.sep.moves import (
    SLOTS,
    ActionTurn,
    Discard,
    Draw,
    Fill,
    Pass,
    Place,
    SepMove,
    Source,
    TakeReserve,
    Use,
)
from septet.games.sep.state import TOKENS, Last, Player, State
from septet.games.sep.view import View, guess, named, turned, view


class CircleGame(Allowed):
    """The half of the rules that acts; what differs for two players and for one stands at the end."""

    moves = SepMove
    forms = FORMS
    views = View
    chapters: ClassVar[Mapping[str, str]] = {
        "turn": "not_your_turn wrong_phase not_in_hand",
        "placing": "stack_full not_connected must_place",
        "actions": "wrong_suit too_few_cards must_use",
    }

    def lay_out(self, state: State) -> None:
        """Six cards in a circle, seven tokens in the centre, two number and two action cards to each player."""
        number = len(state.points)
        for attempt in itertools.count():
            state.draw = self.shuffle(state, NUMBER_CARDS, Stream("deal", number, attempt))
            state.circle = tuple((self.draw_card(state),) for _ in SLOTS)
            if state.options.start_dealt_combo == "ignore" or not combinations(state.options, state.circle):
                break
        state.action_draw = self.shuffle(state, ACTION_CARDS, Stream("actions", number))
        state.reserve = state.discard = state.action_discard = ()
        state.face_down = frozenset()
        state.players = tuple(
            Player(
                tuple(self.draw_card(state) for _ in range(2)),
                tuple(self.draw_action(state) for _ in range(2)),
            )
            for _ in range(self.seats.start)
        )
        state.centre, state.pile, state.phase, state.after_action = TOKENS, 1, "choose", False

    def shuffle(self, state: State, cards: Iterable[str], stream: Stream) -> Cards:
        """In the order of the next shuffle; in studies, of this stream."""
        state.shuffles += 1
        return shuffled(cards, state.seed, state.shuffles - 1, stream)

    def draw_card(self, state: State) -> str:
        card = state.draw[-1]
        state.draw = state.draw[:-1]
        return card

    def draw_reserve(self, state: State) -> str:
        card = state.reserve[-1]
        state.reserve = state.reserve[:-1]
        return card

    def draw_action(self, state: State) -> str:
        card = state.action_draw[-1]
        state.action_draw = state.action_draw[:-1]
        return card

    def to_move(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.phase == "over" else frozenset({state.mover})

    def rev(self, state: State) -> int:
        return state.moves

    def apply(self, state: State, seat: Seat | None, move: Move) -> State:
        self.refuse(state, seat, move)
        state = replace(state)
        state.players = tuple([replace(player) for player in state.players])
        state.moves += 1
        me = state.players[state.mover]
        state.last = last = Last(state.mover, move)  # type: ignore[arg-type]  # any other was refused
        match move:
            case Draw():
                last.card = self.draw_card(state)
                self.take(state, me, last.card, "draw")
            case TakeReserve():
                last.card = self.draw_reserve(state)
                me.shown |= {last.card}
                self.take(state, me, last.card, "reserve")
            case ActionTurn():
                self.take_action(state, me, last)
                state.phase = "use"
            case Place(card):
                self.leave_hand(me, card)
                self.act(state, last, effect(state, move))
            case Pass(card):
                self.leave_hand(me, card)
                self.pass_on(state, card)
                self.give_back(state, me, last)
                self.end_turn(state, last)
            case Use(card):
                self.lay_action(state, me, card)
                self.act(state, last, effect(state, move))
            case Discard(card):
                self.lay_action(state, me, card)
                self.give_back(state, me, last)
                self.end_turn(state, last)
            case Fill(source):
                done = effect(state, move, state.draw[-1:])
                last.card = self.draw_card(state) if source == "draw" else self.draw_reserve(state)
                self.act(state, last, done)
        return state

    def take(self, state: State, me: Player, card: str, source: Source) -> None:
        me.number_hand = (*me.number_hand, card)
        state.source, state.phase = source, "place"

    def leave_hand(self, me: Player, card: str) -> None:
        me.number_hand = without(me.number_hand, card)
        me.shown -= {card}

    def lay_action(self, state: State, me: Player, card: str) -> None:
        me.action_hand = without(me.action_hand, card)
        state.action_discard = (*state.action_discard, card)

    def act(self, state: State, last: Last, done: Effect) -> None:
        """Change the circle and take what that earns; a slot that is empty then is filled next, else the turn ends."""
        state.circle, state.empty, last.lifted = done.circle, None, done.lifted
        if done.lifted:
            state.discard = tuple(sorted(state.discard + done.lifted))
        if self.gain(state, last, done.why):
            return
        if () in state.circle:
            state.phase, state.empty = "fill", state.circle.index(())
        else:
            self.end_turn(state, last)

    def gain(self, state: State, last: Last, why: tuple[Why, ...]) -> bool:
        """Take a token for each point; the seventh stops everything. Is it the seventh?"""
        me = state.players[state.mover]
        last.why += why
        for _ in range(points(why)):
            self.take_token(state, me, last)
            if me.tokens == TOKENS:
                self.end_with_seven(state, last)
                return True
        return False

    def give_back(self, state: State, me: Player, last: Last) -> None:
        """Return a token to the centre, if the move costs one and there is one to return."""
        last.returned = self.given_back(state, last.move, me.tokens)
        me.tokens -= last.returned
        state.centre += last.returned

    def new_pile(self, state: State, last: Last) -> None:
        """Discard and reserve are shuffled into a new draw pile; the circle and the hands stay."""
        cards = sorted(state.discard + state.reserve)
        state.draw = self.shuffle(state, cards, Stream("pile", len(state.points), state.pile))
        state.discard, state.reserve, state.face_down = (), (), frozenset()
        state.pile += 1
        last.new_pile = len(state.draw)

    view, turned, named = staticmethod(view), staticmethod(turned), staticmethod(named)

    def guess(self, view: View, rng: random.Random) -> State:
        """Whoever took from the reserve holds a card that can be placed."""
        while True:
            state = guess(view, rng)
            taken = state.phase == "place" and state.source == "reserve"
            if not taken or fits(state.circle, state.players[state.mover].number_hand):
                return state

    @abstractmethod
    def take_action(self, state: State, me: Player, last: Last) -> None:
        """Draw an action card."""

    @abstractmethod
    def pass_on(self, state: State, card: str) -> None:
        """Lay the card down that is not placed."""

    @abstractmethod
    def take_token(self, state: State, me: Player, last: Last) -> None:
        """Take one token that was earned."""

    @abstractmethod
    def end_with_seven(self, state: State, last: Last) -> None:
        """The mover has all seven tokens."""

    @abstractmethod
    def end_turn(self, state: State, last: Last) -> None:
        """What happens when a turn has been completed."""
