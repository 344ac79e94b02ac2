"""SET for one player, and for beginners with 27 cards: alone, the first table without a set stops the game."""

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from septet.games.setgame.cards import Cards, reduced
from septet.games.setgame.classic.coach import AloneCoach, QuickCoach, SetCoach
from septet.games.setgame.classic.options import (
    ClassicOptions,
    QuickOptions,
    SetSoloOptions,
    settled,
    stops_without_a_set,
)
from septet.games.setgame.classic.rules import Set
from septet.games.setgame.classic.state import SetState, SetView
from septet.games.setgame.state import Terms


class Solo(Set):
    name = "set-solo"
    minutes = 10
    difficulty = 1
    chapters: ClassVar[Mapping[str, str]] = {
        "end" if place == "match" else place: codes for place, codes in Set.chapters.items()
    }
    book = "SOLO"
    coach: SetCoach = AloneCoach("set-solo")
    seats = range(1, 2)
    against_time = True
    Options: ClassVar[type[msgspec.Struct]] = SetSoloOptions
    # a table without a set; the deck is through, with cards left or with none
    endings = frozenset({"no_set", "deck", "perfect"})

    def add_cards(self, state: SetState) -> None:
        if state.seats == 1 and stops_without_a_set(state.options):
            self.end_deal(state)
        else:
            super().add_cards(state)

    def match_over(self, state: SetState) -> str | None:
        if state.seats > 1:
            return super().match_over(state)
        if state.deck:
            return "no_set"
        return "deck" if state.table else "perfect"

    def terms(self, view: SetView) -> Terms:
        terms = super().terms(view)
        if view.seats > 1:
            return terms
        stops = stops_without_a_set(view.options)
        whole_deck = {"solo_end": "add3"} if stops else {}
        return msgspec.structs.replace(terms, deals=1, grows=not stops, whole_deck=whole_deck)

    def won(self, state: SetState) -> bool | None:
        """Alone, it is a win to get through the deck."""
        return state.ending != "no_set" if state.seats == 1 else None


class Quick(Solo):
    """With 27 cards that share a feature, alone as above, or for several as SET."""

    name = "set-quick"
    minutes = 3
    difficulty = 1
    book = "QUICK"
    coach = QuickCoach("set-quick")
    seats = range(1, 9)
    Options = QuickOptions
    endings = Solo.endings | Set.endings
    on_table = 9
    most_without = 9
    most_on_table = 12

    def new_state(self, options: ClassicOptions, seats: int) -> SetState:
        return super().new_state(settled(options, seats) if isinstance(options, QuickOptions) else options, seats)

    def pack(self, options: object) -> Cards:
        """The 27 cards that share a value of one feature."""
        assert isinstance(options, QuickOptions)
        return reduced(options.quick_attr, ("first", "second", "third").index(options.quick_value))
