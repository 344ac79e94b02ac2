"""Positions of Scout as text."""

from septet.games.places import Place, hands, of_seats
from septet.games.setgame.notation import FamilyNotation
from septet.games.setgame.scout.options import ScoutOptions
from septet.games.setgame.scout.state import ScoutState, ScoutView
from septet.games.setgame.text import Drawing, cards, numbers, seats
from septet.games.setgame.votes import no_votes


class ScoutNotation(FamilyNotation[ScoutOptions, ScoutState, ScoutView]):
    keys = ("scores", "frozen", "won")
    fills_up = False  # a card that is lost goes under the deck, also when it was empty and the table is short

    def fill_in(self, state: ScoutState, drawing: Drawing) -> None:
        """The cards won are part of the scores that are drawn."""
        state.slots = drawing.cards("table") if "table" in drawing else ()
        state.won = tuple(drawing.cards(f"won P{seat + 1}") for seat in range(state.seats))
        state.slots = state.slots or drawing.filled("", self.game.on_table)
        state.totals = tuple(total - len(won) for total, won in zip(state.totals, state.won, strict=True))
        state.debts, state.voting = (0,) * state.seats, no_votes(state.seats)
        state.frozen = frozenset(drawing.seats("frozen", state.seats))

    def more_lines(self, state: ScoutState) -> list[str]:
        won = [f"won P{seat + 1}: {cards(row)}" for seat, row in enumerate(state.won)]
        return [*won, f"frozen: {seats(state.frozen)}"]

    def more_places(self, seats: int) -> list[Place]:
        return [*hands(seats, 81, "won"), of_seats("frozen")]

    def checked(self, name: str, state: ScoutState) -> str | None:
        match name.split():
            case ["won", player]:
                return cards(state.won[int(player[1:]) - 1])
            case ["won"]:
                return numbers(map(len, state.won))
            case ["frozen"]:
                return seats(state.frozen)
            case ["barred"]:
                return seats(state.barred)
            case ["outcome"]:
                return state.outcomes[-1:]
            case ["votes"]:
                return seats(state.voting.flags)
        return None
