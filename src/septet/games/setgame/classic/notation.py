"""Positions of SET as text."""

from septet.games.places import Place, of_seats
from septet.games.setgame.classic.options import ClassicOptions
from septet.games.setgame.classic.state import SetState, SetView, forget_deal
from septet.games.setgame.lock import Lock
from septet.games.setgame.notation import FamilyNotation
from septet.games.setgame.text import Drawing, numbers, seats
from septet.games.setgame.votes import no_votes


class SetNotation(FamilyNotation[ClassicOptions, SetState, SetView]):
    keys = ("scores", "frozen")

    def fill_in(self, state: SetState, drawing: Drawing) -> None:
        state.slots = drawing.filled("table", self.game.on_table)
        forget_deal(state)
        state.voting = no_votes(state.seats)
        state.calling = Lock(frozen=frozenset(drawing.seats("frozen", state.seats)))
        state.largest = len(state.slots)

    def more_lines(self, state: SetState) -> list[str]:
        return [f"frozen: {seats(state.calling.frozen)}"]

    def more_places(self, seats: int) -> list[Place]:
        return [of_seats("frozen")] if seats > 1 else []

    def checked(self, name: str, state: SetState) -> str | None:
        match name:
            case "faults":
                return numbers(state.faults)
            case "frozen":
                return seats(state.calling.frozen)
            case "votes":
                return seats(state.voting.flags)
            case "left":
                return numbers(state.left)
        return None
