"""What one seat sees of a game of SET: all but the deck; and a whole state guessed from that."""

import random

from septet.games.chance import SEED_BYTES
from septet.games.game import Seat
from septet.games.setgame.classic.state import SetState, SetView
from septet.games.setgame.state import shown


def view(state: SetState, seat: Seat | None) -> SetView:
    calling, voting = state.calling, state.voting
    return SetView(
        *shown(state),
        lock=calling.holder,
        picked=calling.picked,
        cooling=calling.cooling,
        excused=calling.excused,
        frozen=calling.frozen,
        flags=voting.flags,
        looks=voting.looks,
        resting=voting.resting,
        won=state.won,
        faults=state.faults,
        bonus=state.bonus,
        sets=state.sets,
        all_faults=state.all_faults,
        left=state.left,
        additions=state.additions,
        largest=state.largest,
        seat=seat,
        deck_left=len(state.deck),
    )


def whole(view: SetView, unseen: list[str], rng: random.Random) -> SetState:
    return SetState(
        *shown(view),
        seed=rng.randbytes(SEED_BYTES),
        deck=tuple(unseen),
        calling=view.calling,
        voting=view.voting,
        won=view.won,
        faults=view.faults,
        bonus=view.bonus,
        sets=view.sets,
        all_faults=view.all_faults,
        left=view.left,
        additions=view.additions,
        largest=view.largest,
    )
