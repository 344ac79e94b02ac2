"""What a move does by itself, and where chance has its say."""

from typing import Any

from septet.games.game import Game, Move, Seat


def by_choice(game: Game[Any, Any, Any], state: Any, seat: Seat, move: Move) -> Any:
    """The state after a move that brings nothing up from what lies face down, or None."""
    after = game.apply(state, seat, move)
    return after if face_down(after) == face_down(state) else None


def face_down(state: Any) -> Any:
    """What lies face down: as long as this stays, chance has had no say."""
    return (state.pool,) if hasattr(state, "pool") else (state.draw, state.action_draw, state.pile)
