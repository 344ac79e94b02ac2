"""The rules with chance in the open: whoever asks says which card comes, one at a time.

The plain rules shuffle a pile when it is made. Here nothing is shuffled: a card is chosen when it is drawn, each of
those that are left as likely as any other, which comes to the same. A move that draws is tried with the cards chosen
so far; where one is missing it stops with `Undecided`, and is tried again with one card more.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from septet.games.chance import Stream
from septet.games.game import Move, Seat
from septet.games.rows import without
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS, Cards
from septet.games.sep.duel import Sep
from septet.games.sep.moves import Fill
from septet.games.sep.state import State as Circle
from septet.games.sepmosa.rules import Sepmosa
from septet.games.sepmosa.state import State as Mosaic
from septet.games.sepmosa.tiles import KINDS, Tiles
from septet.games.setgame.cards import PACK
from septet.games.setgame.chipset.options import ChipOptions
from septet.games.setgame.chipset.rules import ChipSet
from septet.games.setgame.chipset.state import ChipState

COIN = ("0", "1")


class Undecided(Exception):  # no error: a question
    """A card is to be drawn from these, and nobody has said which."""

    def __init__(self, among: Iterable[str]) -> None:
        super().__init__()
        self.among = sorted(among)


class Script:
    """The cards that were chosen for the move that is being made."""

    def __init__(self) -> None:
        self.chosen: tuple[str, ...] = ()
        self.taken = 0

    def __repr__(self) -> str:
        return "Script()"  # two states are alike whatever is being drawn

    def start(self, chosen: tuple[str, ...]) -> None:
        self.chosen, self.taken = chosen, 0

    def draw(self, among: Iterable[str]) -> str:
        if self.taken == len(self.chosen):
            raise Undecided(among)
        self.taken += 1
        return self.chosen[self.taken - 1]


class DrawnSep(Sep):
    """SEP; cards of both decks are drawn by choice, and a coin says who begins."""

    outcomes = (*NUMBER_CARDS, *ACTION_CARDS, *COIN)

    def __init__(self) -> None:
        self.script = Script()
        self.seen = False  # is the top of the draw pile chosen already?

    def shuffle(self, state: Circle, cards: Iterable[str], stream: Stream) -> Cards:
        state.shuffles += 1
        return tuple(sorted(cards))

    def toss(self, state: Circle) -> Seat:
        """Where the options say who begins, nobody tosses."""
        state.shuffles += 1
        options: Any = state.options
        return int(self.script.draw(COIN)) if options.start_player == "random" else 0

    def draw_card(self, state: Circle) -> str:
        card = state.draw[-1] if self.seen else self.script.draw(state.draw)
        state.draw, self.seen = without(state.draw, card), False
        return card

    def draw_action(self, state: Circle) -> str:
        card = self.script.draw(state.action_draw)
        state.action_draw = without(state.action_draw, card)
        return card

    def apply(self, state: Circle, seat: Seat | None, move: Move) -> Circle:
        self.seen = False
        if move == Fill("draw") and state.phase == "fill":
            card = self.script.draw(state.draw)
            state = msgspec.structs.replace(state, draw=(*without(state.draw, card), card))
            self.seen = True
        return super().apply(state, seat, move)


class DrawnSepmosa(Sepmosa):
    """SEPMOSA; twins among the tiles count twice."""

    outcomes = (*KINDS, *COIN)

    def __init__(self) -> None:
        self.script = Script()

    def shuffle(self, state: Mosaic, tiles: Iterable[str], stream: Stream) -> Tiles:
        state.shuffles += 1
        if stream.name == "toss":
            return (self.script.draw(COIN) if state.options.start_player == "random" else "0",)
        return tuple(sorted(tiles))

    def draw_tile(self, state: Mosaic, seat: Seat) -> None:
        tile = self.script.draw(state.pool)
        state.pool = (*without(state.pool, tile), tile)
        super().draw_tile(state, seat)


class DrawnChipState(ChipState):
    """A state whose deck has no order; the script is that of its rules."""

    script: Any = None

    def shuffle(self, items: Iterable[Any], stream: Stream) -> tuple[Any, ...]:
        self.shuffles += 1
        row = tuple(items)
        if isinstance(row[0], int):  # seats: who deals first
            first = int(self.script.draw([f"seat {seat}" for seat in row]).split()[1])
            return (first, *(seat for seat in row if seat != first))
        return row

    def draw(self, count: int) -> Cards:
        drawn: Cards = ()
        for _ in range(min(count, len(self.deck))):
            card = self.script.draw(self.deck)
            self.deck = without(self.deck, card)
            drawn += (card,)
        return drawn


class DrawnChipSet(ChipSet):
    """ChipSet; who deals first is drawn, too."""

    outcomes = (*PACK, *(f"seat {seat}" for seat in range(ChipSet.seats.stop)))

    def __init__(self) -> None:
        super().__init__()
        self.script = Script()

    def new_state(self, options: ChipOptions, seats: int) -> DrawnChipState:
        return self.drawn(super().new_state(options, seats))

    def guess(self, view: Any, rng: Any) -> DrawnChipState:
        return self.drawn(super().guess(view, rng))

    def drawn(self, plain: ChipState) -> DrawnChipState:
        state = DrawnChipState(**{name: getattr(plain, name) for name in plain.__struct_fields__})
        state.script = self.script
        return state
