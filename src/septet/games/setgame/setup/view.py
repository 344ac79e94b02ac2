"""What one seat sees of a game of SetUp, and a whole state guessed from that."""

import random

from septet.games.chance import SEED_BYTES
from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.setup.state import Seen, SetupState, SetupView
from septet.games.setgame.state import shown


def hand_of(seen: Seen, seat: Seat) -> Cards:
    """The hand of a seat; a view has only that of its own."""
    return seen.hands[seat] if isinstance(seen, SetupState) else seen.hand


def view(state: SetupState, seat: Seat | None) -> SetupView:
    return SetupView(
        *shown(state),
        mover=state.mover,
        player=state.player,
        window=state.window,
        closing=state.closing,
        barred=state.barred,
        sizes=tuple([len(hand) for hand in state.hands]),
        taken=state.taken,
        fines=state.fines,
        plays=state.plays,
        pick_ups=state.pick_ups,
        seat=seat,
        deck_left=len(state.deck),
        hand=() if seat is None else state.hands[seat],
    )


def whole(view: SetupView, unseen: list[str], rng: random.Random) -> SetupState:
    """The other hands are dealt from the unseen cards."""
    hands = [
        view.hand if seat == view.seat else tuple(sorted(unseen.pop() for _ in range(size)))
        for seat, size in enumerate(view.sizes)
    ]
    return SetupState(
        *shown(view),
        seed=rng.randbytes(SEED_BYTES),
        deck=tuple(unseen),
        hands=tuple(hands),
        mover=view.mover,
        player=view.player,
        window=view.window,
        closing=view.closing,
        barred=view.barred,
        taken=view.taken,
        fines=view.fines,
        plays=view.plays,
        pick_ups=view.pick_ups,
    )
