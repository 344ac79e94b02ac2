"""An endgame of SEP as a game of OpenSpiel: its first chance deals what nobody sees; a new shuffle leaves it level."""

from typing import Any

from open_spiel.python import policy as policies

from septet.envs.openspiel import CHANCE, TERMINAL, Progress, SpielGame, SpielSep, SpielState, remembered
from septet.games.sep.moves import ALL_MOVES, ActionTurn


class EndgameState(SpielState):
    def __init__(self, game: "Endgame") -> None:
        super().__init__(game)
        self.dealt = False

    @property
    def shuffles(self) -> bool:
        """Is this as far as the endgame goes?"""
        now, game = self.progress, self.get_game()
        if now.move and isinstance(now.move[1], ActionTurn) and not now.state.action_draw:
            return True
        return (now.state.action_resets, now.state.pile) != game.shuffled and not self.dialect.over(now.state)

    def current_player(self) -> int:
        if not self.dealt:
            return int(CHANCE)
        return int(TERMINAL) if self.shuffles else super().current_player()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.dealt:
            return super().chance_outcomes()
        worlds = self.get_game().worlds
        return [(number, 1 / len(worlds)) for number in range(len(worlds))]

    def _apply_action(self, action: int) -> None:
        if self.dealt:
            super()._apply_action(action)
            return
        world = self.get_game().worlds[action]
        self.progress = Progress(world, remembered(self.dialect, world, (b"", b""), None))
        self.dealt = True

    def returns(self) -> list[float]:
        return [0.0, 0.0] if not self.dealt or self.shuffles else super().returns()


class Endgame(SpielSep):
    def __init__(self, worlds: list[Any]) -> None:
        SpielGame.__init__(self)
        self.worlds = worlds
        self.shuffled = (worlds[0].action_resets, worlds[0].pile)

    def new_initial_state(self) -> EndgameState:
        return EndgameState(self)


class OneMove(policies.Policy):  # type: ignore[misc]
    """A policy that always plays the same move where it sees the same."""

    def __init__(self, game: Endgame, chosen: Any) -> None:
        super().__init__(game, [0, 1])
        self.chosen = chosen

    def action_probabilities(self, state: EndgameState, player_id: int | None = None) -> dict[int, float]:
        player = state.current_player() if player_id is None else player_id
        move = self.chosen(state.dialect.view(state.progress.state, player))
        return {action: float(ALL_MOVES[action] == move) for action in state.legal_actions()}
