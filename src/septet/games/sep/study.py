"""Figures about games of SEP, and moves that somebody might try."""

import random
from collections.abc import Iterable
from copy import copy

from septet.games.chance import shuffled
from septet.games.game import Study
from septet.games.sep.cards import Cards
from septet.games.sep.moves import ALL_MOVES, SepMove
from septet.games.sep.state import State
from septet.games.sep.view import View


class SepStudy(Study[State, SepMove, View]):
    """What is the same for two players and for one."""

    def reshuffled(self, state: State, seed: bytes) -> State:
        state = copy(state)
        state.seed = seed  # whose first two shuffles nobody else makes: the deal has counted further
        state.draw, state.action_draw = shuffled(state.draw, seed, 0), shuffled(state.action_draw, seed, 1)
        return state

    def pieces(self, state: State) -> Iterable[str]:
        for stack in (*state.circle, state.draw, state.reserve, state.discard):
            yield from stack
        yield from state.action_draw + state.action_discard
        for player in state.players:
            yield from player.number_hand + player.action_hand
        yield from ["token"] * (state.centre + sum(player.tokens for player in state.players))

    def hands(self, state: State) -> tuple[Cards, ...]:
        return tuple(player.number_hand + player.action_hand for player in state.players)

    def imagine(self, view: View, rng: random.Random) -> SepMove:
        return rng.choice(ALL_MOVES)


class DuelStudy(SepStudy):
    def figures(self, state: State) -> dict[str, float]:
        return {"turns": state.turn, "action_resets": state.action_resets, "pile_resets": state.pile - 1}


class SoloStudy(SepStudy):
    def figures(self, state: State) -> dict[str, float]:
        rounds = len(state.points) or 1
        return {"turns": state.turn / rounds, "points": sum(state.points) / rounds}
