"""The pile of 20/20: cards are drawn, an empty pile is made anew, and all remember what was shuffled into it."""

from septet.games.chance import Stream
from septet.games.game import Seat
from septet.games.rows import changed
from septet.games.setgame.cards import NONE, Cards
from septet.games.setgame.twenty.state import TwentyState
from septet.games.setgame.twenty.view import hands_are_open


def give(state: TwentyState, seat: Seat) -> None:
    """One more card for a hand."""
    card = next_card(state)
    state.hands = changed(state.hands, seat, (*state.hands[seat], card))
    state.backs = changed(state.backs, seat, (*state.backs[seat], card if hands_are_open(state) else NONE))
    state.ages = changed(state.ages, seat, (*state.ages[seat], state.burials))


def show(state: TwentyState, seat: Seat, card: str) -> None:
    """A card of the hand that was shown is known from then on."""
    hand = state.hands[seat]
    if card in hand:
        state.backs = changed(state.backs, seat, changed(state.backs[seat], hand.index(card), card))


def keep(state: TwentyState, seat: Seat, places: list[int]) -> None:
    """Only the cards in these places of the hand stay."""
    hand, backs, ages = state.hands[seat], state.backs[seat], state.ages[seat]
    state.hands = changed(state.hands, seat, tuple(hand[at] for at in places))
    state.backs = changed(state.backs, seat, tuple(backs[at] for at in places))
    state.ages = changed(state.ages, seat, tuple(ages[at] for at in places))


def next_card(state: TwentyState) -> str:
    """The next card of the pile; an empty pile is made anew from the discards.

    There always is one: eight full hands and the table hold 78 cards.
    """
    if not state.deck:
        bury_discards(state)
        state.tell("reshuffled")
    return state.draw(1)[0]


def bury_discards(state: TwentyState) -> None:
    bury(state, state.discards)
    state.discards = ()


def bury(state: TwentyState, cards: Cards) -> None:
    """Shuffle cards into the pile; all have seen which."""
    state.deck = state.shuffle(sorted(state.deck + cards), Stream("pile", state.deal, state.burials))
    state.burials += 1
    if not hands_are_open(state):
        before = {card: when for card, when in state.buried if card not in cards}
        state.buried = tuple(sorted({**before, **dict.fromkeys(cards, state.burials)}.items()))
