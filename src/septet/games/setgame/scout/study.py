"""Figures about games of Scout."""

from collections.abc import Iterable
from copy import copy

from septet.games.chance import shuffled
from septet.games.setgame.cards import Cards
from septet.games.setgame.scout.options import ScoutOptions
from septet.games.setgame.scout.state import ScoutState, ScoutView
from septet.games.setgame.scout.verdicts import Verdict
from septet.games.setgame.state import Counts
from septet.games.setgame.study import FamilyStudy


class ScoutStudy(FamilyStudy[ScoutOptions, ScoutState, ScoutView]):
    def figures(self, state: ScoutState) -> dict[str, float]:
        names = {
            Verdict.HIT: "hits",
            Verdict.OTHER_SET: "other_sets",
            Verdict.WRONG_SECOND: "wrong_seconds",
            Verdict.GIVEN_UP: "given_up",
            Verdict.WRONG_SCOUT: "wrong_scouts",
        }
        row = {name: state.outcomes.count(letter) / state.deal for letter, name in names.items()}
        return {"rounds": len(state.outcomes.replace(Verdict.WRONG_SECOND, "")) / state.deal, **row}

    def counts(self, state: ScoutState) -> dict[str, Counts]:
        return {"left": state.left}

    def reshuffled(self, state: ScoutState, seed: bytes) -> ScoutState:
        """The cards that all saw being put under the deck stay there."""
        state = copy(state)
        under, over = state.deck[: len(state.sunk)], state.deck[len(state.sunk) :]
        state.seed, state.deck = seed, (*under, *shuffled(over, seed, 0))
        return state

    def pieces(self, state: ScoutState) -> Iterable[str]:
        yield from self.game.located(state)
        yield from state.deck[len(state.sunk) :]

    def hands(self, state: ScoutState) -> tuple[Cards, ...]:
        """The two cards that the scout means."""
        return tuple(state.commit if seat == state.scout else () for seat in range(state.seats))
