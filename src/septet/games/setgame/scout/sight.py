"""What one seat sees of a game of Scout: all but the deck and, unless it scouts, what the scout has in mind."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from septet.games.game import Seat
from septet.games.setgame.cards import THIRD, Cards, is_set
from septet.games.setgame.scout.state import ScoutShown, ScoutState, ScoutView
from septet.games.setgame.sight import Seen, Sight
from septet.games.setgame.text import Drawing, cards, numbers, seats


def outcome(table: Cards, meant: Cards, chosen: Cards) -> str:
    """What a second card comes to, the first of `meant` being the card that the scout points at.

    a: a card of the scout's set; b: one of another set; c: no set; d: a set, and the scout has none; e: the scout's
    card, but the scout has no set.
    """
    third = THIRD[meant[0]][chosen[0]]
    found = third in (chosen[1:] or table)  # by a house rule the third card must be named too
    hit = not set(chosen).isdisjoint(meant[1:])
    if is_set(meant):
        return ("a" if hit else "b") if found else "c"
    return "d" if found else "e" if hit else "c"


class ScoutSight(Sight[Any, Any]):
    Shown, State, View = ScoutShown, ScoutState, ScoutView

    def private(self, state: ScoutState, seat: Seat | None) -> tuple[Any, ...]:
        return (state.commit,) if seat is not None and seat == state.scout else ()

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        yield from seen.sunk
        for won in seen.won:
            yield from won

    def pieces(self, state: ScoutState) -> Iterator[str]:
        yield from self.located(state)
        yield from state.deck[len(state.sunk) :]

    def hidden(self, view: ScoutView, unseen: list[str], rng: random.Random) -> tuple[Any, ...]:
        """The scout may mean any two cards with which every second so far was wrong."""
        unseen[:0] = view.sunk
        if view.phase != "seconding" or view.seat == view.scout:
            return (view.commit,)
        others = sorted(card for card in view.table if card != view.pointed)
        possible = [
            pair
            for pair in combinations(others, 2)
            if all(outcome(view.table, (view.pointed, *pair), chosen) == "c" for chosen in view.tried)
        ]
        return (rng.choice(possible),)

    def figures(self, state: ScoutState) -> dict[str, float]:
        names = {"a": "hits", "b": "other_sets", "c": "wrong_seconds", "g": "given_up", "w": "wrong_scouts"}
        row = {name: state.outcomes.count(letter) / state.deal for letter, name in names.items()}
        return {"rounds": len(state.outcomes.replace("c", "")) / state.deal, **row}

    def counts(self, state: ScoutState) -> dict[str, tuple[int, ...]]:
        return {"left": state.left}

    keys = (*Sight.keys, "frozen", "won")

    def fill_in(self, state: ScoutState, drawing: Drawing) -> None:
        state.slots = drawing.cards("table") if "table" in drawing else ()
        state.won = tuple(drawing.cards(f"won P{seat + 1}") for seat in range(state.seats))
        state.slots = state.slots or drawing.filled("", self.on_table)
        state.totals = tuple(total - len(won) for total, won in zip(state.totals, state.won, strict=True))
        state.debts = state.looks = (0,) * state.seats
        state.frozen = frozenset(drawing.seats("frozen", state.seats))

    def more_lines(self, state: ScoutState) -> list[str]:
        won = [f"won P{seat + 1}: {cards(row)}" for seat, row in enumerate(state.won)]
        return [*super().more_lines(state), *won, f"frozen: {seats(state.frozen)}"]

    def more_checks(self, name: str, state: ScoutState) -> str:
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
                return seats(state.flags)
        return super().more_checks(name, state)
