"""A bot of your own for SEP: septet arena sep greedy examples/miser.py:Miser"""

import random

from septet.bots.bot import Budget, Plan
from septet.games.game import Game, Seat
from septet.games.sep.moves import SepMove
from septet.games.sep.state import State
from septet.games.sep.view import View


class Miser:
    """Never spends a number turn when an action turn is possible, and takes what pays most."""

    def __init__(
        self, game: Game[State, SepMove, View], seat: Seat, rng: random.Random, budget: Budget | None = None
    ) -> None:
        self.game = game

    def see(self, view: View | None, now_ms: int) -> Plan | None:
        moves = self.game.legal(view) if view else ()  # a table that is paused shows nothing
        if not view or not moves:
            return None
        worth = {move: self.game.preview(view, move).points for move in moves}
        return Plan(max(reversed(moves), key=worth.__getitem__))
