"""What one seat sees of a game of Scout, and a whole state guessed from that."""

import random
from itertools import combinations

from septet.games.chance import SEED_BYTES
from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.scout.state import ScoutState, ScoutView
from septet.games.setgame.scout.verdicts import Verdict, verdict_on
from septet.games.setgame.state import shown


def view(state: ScoutState, seat: Seat | None) -> ScoutView:
    return ScoutView(
        *shown(state),
        flags=state.voting.flags,
        looks=state.voting.looks,
        resting=state.voting.resting,
        scout=state.scout,
        pointed=state.pointed,
        tried=state.tried,
        barred=state.barred,
        given_up=state.given_up,
        frozen=state.frozen,
        won=state.won,
        debts=state.debts,
        sunk=state.sunk,
        left=state.left,
        additions=state.additions,
        largest=state.largest,
        outcomes=state.outcomes,
        seat=seat,
        deck_left=len(state.deck),
        commit=state.commit if seat is not None and seat == state.scout else (),
    )


def whole(view: ScoutView, unseen: list[str], rng: random.Random) -> ScoutState:
    """The cards that were put under the deck lie there; what the scout means is guessed."""
    commit = _meant(view, rng)
    return ScoutState(
        *shown(view),
        seed=rng.randbytes(SEED_BYTES),
        deck=(*view.sunk, *unseen),
        voting=view.voting,
        left=view.left,
        additions=view.additions,
        largest=view.largest,
        scout=view.scout,
        pointed=view.pointed,
        commit=commit,
        tried=view.tried,
        barred=view.barred,
        given_up=view.given_up,
        frozen=view.frozen,
        won=view.won,
        debts=view.debts,
        sunk=view.sunk,
        outcomes=view.outcomes,
    )


def _meant(view: ScoutView, rng: random.Random) -> Cards:
    """The scout may mean any two cards with which every second so far was wrong."""
    if view.phase != "seconding" or view.seat == view.scout:
        return view.commit
    others = sorted(card for card in view.table if card != view.pointed)
    return rng.choice([pair for pair in combinations(others, 2) if _all_were_wrong(view, pair)])


def _all_were_wrong(view: ScoutView, pair: Cards) -> bool:
    meant = (view.pointed, *pair)
    return all(verdict_on(view.table, meant, chosen) == Verdict.WRONG_SECOND for chosen in view.tried)
