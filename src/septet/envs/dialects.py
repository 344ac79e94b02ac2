"""The dialects of the games that environments offer."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from septet.bots.layouts import Row
from septet.bots.layouts import sep as sep_layout
from septet.bots.layouts import sepmosa as sepmosa_layout
from septet.bots.layouts import setgame as setgame_layout
from septet.envs.dialect import LONGEST, Dialect
from septet.games.game import Game, Move, Seat, Timeout, tag_of
from septet.games.sep.moves import ALL_MOVES
from septet.games.sepmosa.cells import FURTHEST, NUMBER, WIDTH
from septet.games.sepmosa.moves import CELL_COUNT, REMOVE, REMOVE_THREE, SET_ASIDE, SHIFT, number_of
from septet.games.sepmosa.tiles import KINDS, NUMBER_TILES
from septet.games.setgame.cards import sets_among
from septet.games.setgame.chipset.moves import Bet, Check, Expose, Fold, MatchBet, Raise, Wait
from septet.games.setgame.chipset.view import own_sets
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.coopset.moves import CommitLayout
from septet.games.setgame.coopset.rules import unmarked
from septet.games.setgame.moves import Mark, Noset, Ready, Unmark

AnyGame = Game[Any, Any, Any]


class SepDialect(Dialect):
    """SEP; an action is the number of a move, 0 to 368."""

    name = "sep"
    actions = len(ALL_MOVES)
    layout, oracle_layout = sep_layout.SEP, sep_layout.SEP_ORACLE
    numbers: ClassVar[dict[Move, int]] = {move: number for number, move in enumerate(ALL_MOVES)}

    def moves(self, view: Any) -> dict[int, Move]:
        found = {self.numbers[move]: move for move in self.game.legal(view)}
        return dict(sorted(found.items()))

    def row(self, view: Any) -> Row:
        return sep_layout.encode(view)

    def oracle(self, state: Any, seat: Seat) -> Row:
        return sep_layout.encode_oracle(state, seat)

    def say(self, number: int) -> str:
        return str(ALL_MOVES[number])


class SepSoloDialect(SepDialect):
    """SEP solo; a round brings its points when it ends."""

    name = "sep-solo"

    def results(self, state: Any) -> tuple[float, ...]:
        return (float(sum(state.points)),)

    def gained(self, before: Any, after: Any) -> tuple[float, ...]:
        return (float(sum(after.points) - sum(before.points)),)


class SepmosaDialect(Dialect):
    """SEPMOSA; an action is a place in the list of legal moves, of which `width` can be named."""

    name = "sepmosa"
    layout, oracle_layout = sepmosa_layout.SEPMOSA, sepmosa_layout.SEPMOSA_ORACLE

    def __init__(
        self, options: str = "", seats: int | None = None, game: AnyGame | None = None, width: int = 256
    ) -> None:
        super().__init__(options, seats, game)
        if not 1 <= width <= 4096:
            raise ValueError(f"width must be from 1 to 4096, not {width}")
        self.actions = width
        self.longest = self.options.max_plies or LONGEST

    def moves(self, view: Any) -> dict[int, Move]:
        return dict(enumerate(self.game.legal(view)[: self.actions]))

    def row(self, view: Any) -> Row:
        return sepmosa_layout.encode(view)

    def oracle(self, state: Any, seat: Seat) -> Row:
        return sepmosa_layout.encode_oracle(state, seat)

    def features(self, view: Any) -> NDArray[np.int8]:
        """What each move of the list is."""
        return sepmosa_layout.encode_moves(self.game.legal(view), self.actions)


class FlatSepmosaDialect(SepmosaDialect):
    """SEPMOSA with a number for every move there is, or for those within so many columns of the joker.

    The last number stands for the first legal move that the window leaves out; it is legal where there is no other.
    """

    def __init__(
        self, options: str = "", seats: int | None = None, game: AnyGame | None = None, window: int = FURTHEST
    ) -> None:
        super().__init__(options, seats, game)
        if not 1 <= window <= FURTHEST:
            raise ValueError(f"window must be from 1 to {FURTHEST} columns, not {window}")
        self.window = window
        self.across = 2 * window + 1
        self.cells = 7 * self.across
        self.actions = (len(NUMBER_TILES) + 3) * self.cells + len(KINDS) + self.cells**2 + (window < FURTHEST)

    def moves(self, view: Any) -> dict[int, Move]:
        legal = self.game.legal(view)
        named = {number: move for move in legal if (number := self.numbered(move)) is not None}
        if legal and not named:
            return {self.actions - 1: legal[0]}
        return dict(sorted(named.items()))

    def numbered(self, move: Any) -> int | None:
        """The number of a move among those of the window; None if it leads out of it."""
        number = number_of(move)
        if self.window == FURTHEST:
            return number
        if SET_ASIDE <= number < SHIFT:
            return (len(NUMBER_TILES) + 3) * self.cells + number - SET_ASIDE
        cells = [self.near(cell) for cell in (move.cell, getattr(move, "to", move.cell))]
        if None in cells:
            return None
        cell, to = cells
        assert cell is not None and to is not None
        if number >= SHIFT:
            return (len(NUMBER_TILES) + 3) * self.cells + len(KINDS) + cell * self.cells + to
        kind = number // CELL_COUNT if number < REMOVE else len(NUMBER_TILES) + (number - REMOVE) // CELL_COUNT
        return kind * self.cells + cell

    def near(self, cell: str) -> int | None:
        """The number of a cell within the window."""
        row, column = divmod(NUMBER[cell], WIDTH)
        column -= FURTHEST - self.window
        return row * self.across + column if 0 <= column < self.across else None


assert REMOVE_THREE == REMOVE + CELL_COUNT, "three kinds of removals follow each other"


class ChipSetDialect(Dialect):
    """ChipSet; whoever is asked shows, with a set of its own, or waits. The next hand is dealt at once."""

    name = "chipset"

    def __init__(self, options: str = "", seats: int | None = None, game: AnyGame | None = None) -> None:
        super().__init__(options, seats, game)
        if self.options.chip_count != "auto":
            raise ValueError("environments of chipset count the sets: chip_count must be auto")
        limit = self.options.bet_limit
        self.bets: tuple[Move, ...] = (
            Fold(),
            Check(),
            MatchBet(),
            *map(Bet, range(1, limit + 1)),
            *map(Raise, range(1, limit + 1)),
        )
        self.wait, self.show = len(self.bets), len(self.bets) + 1
        self.actions = len(self.bets) + 2
        self.layout = setgame_layout.chipset_layout(self.seats)
        self.oracle_layout = setgame_layout.chipset_oracle(self.seats)

    def forced(self, state: Any) -> tuple[Seat | None, Move] | None:
        if state.phase != "between":
            return None
        return min(state.active - state.ready), Ready()

    def moves(self, view: Any) -> dict[int, Move]:
        if view.seat not in view.live or view.ending:
            return {}
        if view.phase == "bet":
            legal = set(self.game.legal(view))
            return {number: bet for number, bet in enumerate(self.bets) if bet in legal}
        if view.phase != "ask" or view.seat in view.answered:
            return {}
        sets: Any = own_sets(view.hand, view.table)
        if not view.options.expose_check:
            sets = sets or [(*view.hand, *view.table)[:3]]
        return {self.wait: Wait()} | ({self.show: Expose(sets[0])} if sets else {})

    def row(self, view: Any) -> Row:
        return setgame_layout.encode_chipset(view, self.layout)

    def oracle(self, state: Any, seat: Seat) -> Row:
        return setgame_layout.encode_chipset_oracle(state, seat, self.oracle_layout)

    def say(self, number: int) -> str:
        if number >= self.wait:
            return "show" if number == self.show else "wait"
        move = self.bets[number]
        return f"{tag_of(move)} {move.chips}" if isinstance(move, Bet | Raise) else tag_of(move)

    def results(self, state: Any) -> tuple[float, ...]:
        """The chips won or lost."""
        if not self.over(state):
            return (0.0,) * self.seats
        return tuple(float(chips - self.options.chip_stack) for chips in self.game.scores(state))


class SlotsDialect(Dialect):
    """Three cards are named by their slots."""

    oracle_layout = setgame_layout.DECK_ORACLE
    encode: Callable[[Any], Row]

    def __init__(self, options: str = "", slots: int = setgame_layout.MOST_SLOTS, more: int = 0) -> None:
        super().__init__(options, 1)
        self.slots = slots
        self.triples = list(combinations(range(slots), 3))
        self.number = {triple: number for number, triple in enumerate(self.triples)}
        self.actions = len(self.triples) + more

    def numbered(self, view: Any, cards: Any) -> int:
        """The number of three cards that lie on the table."""
        return self.number[tuple(sorted(view.slots.index(card) for card in cards))]

    def oracle(self, state: Any, seat: Seat) -> Row:
        return setgame_layout.encode_deck(state)

    def results(self, state: Any) -> tuple[float, ...]:
        return (float(self.game.scores(state)[0]),)

    def gained(self, before: Any, after: Any) -> tuple[float, ...]:
        return (self.results(after)[0] - self.results(before)[0],)

    def say(self, number: int) -> str:
        return "slots " + " ".join(map(str, self.triples[number]))


class SetSoloDialect(SlotsDialect):
    """SET alone and without a clock: claim three cards, a set or not, or say that there is none."""

    name = "set-solo"
    layout = setgame_layout.SET_SOLO
    longest = 1_000

    def __init__(self, options: str = "") -> None:
        super().__init__(options, more=1)
        if self.options.claim_mode != "direct" or self.options.noset_mode != "claim":
            raise ValueError("environments of set-solo claim directly: claim_mode=direct, noset_mode=claim")

    def forced(self, state: Any) -> tuple[Seat | None, Move] | None:
        """No clock runs: whoever has to rest has rested."""
        timers = sorted(self.game.timers(state), key=lambda timer: timer.name)
        return (None, Timeout(timers[0].name, timers[0].seat)) if timers else None

    def moves(self, view: Any) -> dict[int, Move]:
        legal = self.game.legal(view)
        found: dict[int, Move] = {self.numbered(view, move.cards): move for move in legal if isinstance(move, Claim)}
        if Noset() in legal:
            found[len(self.triples)] = Noset()
        return dict(sorted(found.items()))

    def row(self, view: Any) -> Row:
        return setgame_layout.encode_set_solo(view)

    def say(self, number: int) -> str:
        return "no set" if number == len(self.triples) else super().say(number)


class CoopSetDialect(SlotsDialect):
    """CoopSet alone: mark sets that share no card, take marks away, and take all that is marked."""

    name = "coopset"
    layout = setgame_layout.COOPSET
    longest = 1_000
    most_marks = setgame_layout.MOST_SLOTS // 3

    def __init__(self, options: str = "") -> None:
        super().__init__(options, more=1 + self.most_marks)

    def moves(self, view: Any) -> dict[int, Move]:
        """Of the marks, only sets: the table refuses others."""
        if view.ending:
            return {}
        found: dict[int, Move] = {self.numbered(view, cards): Mark(cards) for cards in sets_among(unmarked(view))}
        found[len(self.triples)] = CommitLayout()
        for number, mark in enumerate(view.marks, start=1):
            found[len(self.triples) + number] = Unmark(mark)
        return dict(sorted(found.items()))

    def row(self, view: Any) -> Row:
        return setgame_layout.encode_coopset(view)

    def say(self, number: int) -> str:
        beyond = number - len(self.triples)
        return super().say(number) if beyond < 0 else f"unmark {beyond}" if beyond else "take"


DIALECTS: dict[str, type[Dialect]] = {
    kind.name: kind
    for kind in (SepDialect, SepSoloDialect, SepmosaDialect, ChipSetDialect, SetSoloDialect, CoopSetDialect)
}
