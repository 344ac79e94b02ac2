"""Two bots that play any game: one at random, one for what a move scores at once."""

import random
from typing import Any

from septet.bots.bot import Budget, Plan
from septet.games.game import Game, Move, Seat


class Random:
    """Any legal move is as good as any other."""

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        self.game = game
        self.rng = rng

    def see(self, view: Any, now_ms: int) -> Plan | None:
        moves = () if view is None else self.moves(view)
        return Plan(self.choose(view, moves)) if moves else None

    def moves(self, view: Any) -> tuple[Any, ...]:
        """What may be done."""
        return self.game.legal(view)

    def choose(self, view: Any, moves: tuple[Any, ...]) -> Move:
        chosen: Move = self.rng.choice(moves)
        return chosen


class Greedy(Random):
    """The move that is worth most now; among equals, any."""

    def choose(self, view: Any, moves: tuple[Any, ...]) -> Move:
        worth = {move: self.worth(view, move) for move in moves}
        most = max(worth.values())
        return super().choose(view, tuple(move for move in moves if worth[move] == most))

    def worth(self, view: Any, move: Any) -> float:
        return self.game.preview(view, move).points
