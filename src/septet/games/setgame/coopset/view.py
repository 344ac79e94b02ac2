"""What one seat sees of a game of CoopSet: all but the deck; and a whole state guessed from that."""

import random

from septet.games.chance import SEED_BYTES
from septet.games.game import Seat
from septet.games.setgame.coopset.state import CoopState, CoopView
from septet.games.setgame.state import shown


def view(state: CoopState, seat: Seat | None) -> CoopView:
    return CoopView(
        *shown(state),
        marks=state.marks,
        proposed=state.proposed,
        proposer=state.proposer,
        proposals=state.proposals,
        warned=state.warned,
        points=state.points,
        taken=state.taken,
        layouts=state.layouts,
        extras=state.extras,
        rating=state.rating,
        seat=seat,
        deck_left=len(state.deck),
    )


def whole(view: CoopView, unseen: list[str], rng: random.Random) -> CoopState:
    return CoopState(
        *shown(view),
        seed=rng.randbytes(SEED_BYTES),
        deck=tuple(unseen),
        marks=view.marks,
        proposed=view.proposed,
        proposer=view.proposer,
        proposals=view.proposals,
        warned=view.warned,
        points=view.points,
        taken=view.taken,
        layouts=view.layouts,
        extras=view.extras,
        rating=view.rating,
    )
