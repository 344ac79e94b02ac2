"""What one seat sees of a game of 20/20, its own cards and what others have shown, and a state guessed from that."""

import random

from septet.games.chance import SEED_BYTES
from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.state import shown
from septet.games.setgame.twenty.state import Seen, TwentyState, TwentyView


def hands_are_open(seen: Seen) -> bool:
    return seen.options.tt_hands == "open"


def hand_of(seen: Seen, seat: Seat) -> Cards:
    """The hand of a seat; a view has only that of its own."""
    return seen.hands[seat] if isinstance(seen, TwentyState) else seen.hand


def view(state: TwentyState, seat: Seat | None) -> TwentyView:
    return TwentyView(
        *shown(state),
        lock=state.calling.holder,
        picked=state.calling.picked,
        cooling=state.calling.cooling,
        drawing=state.drawing,
        flags=state.voting.flags,
        backs=state.backs,
        ages=state.ages,
        buried=state.buried,
        burials=state.burials,
        discards=state.discards,
        claims=state.claims,
        table_sets=state.table_sets,
        draws=state.draws,
        refreshes=state.refreshes,
        seat=seat,
        deck_left=len(state.deck),
        hand=() if seat is None else state.hands[seat],
    )


def whole(view: TwentyView, unseen: list[str], rng: random.Random) -> TwentyState:
    hands = _hands(view, unseen, rng)
    return TwentyState(
        *shown(view),
        seed=rng.randbytes(SEED_BYTES),
        deck=tuple(unseen),
        calling=view.calling,
        voting=view.voting,
        drawing=view.drawing,
        hands=hands,
        backs=view.backs,
        ages=view.ages,
        buried=view.buried,
        burials=view.burials,
        discards=view.discards,
        claims=view.claims,
        table_sets=view.table_sets,
        draws=view.draws,
        refreshes=view.refreshes,
    )


def _hands(view: TwentyView, unseen: list[str], rng: random.Random) -> tuple[Cards, ...]:
    """A card that was shuffled into the pile is in no hand that was drawn before.

    The oldest backs have the fewest cards to choose from, and those are among the choices of all others: dealt in
    that order, every world is as likely as any other.
    """
    buried = dict(view.buried)
    hands = [list(view.hand if seat == view.seat else backs) for seat, backs in enumerate(view.backs)]
    unknown = [
        (view.ages[seat][at], seat, at) for seat, hand in enumerate(hands) for at, card in enumerate(hand) if not card
    ]
    for age, seat, at in sorted(unknown):
        card = next(card for card in unseen if buried.get(card, 0) <= age)
        hands[seat][at] = card
        unseen.remove(card)
    rng.shuffle(unseen)
    return tuple(map(tuple, hands))
