"""What every game of the SET family has on its table, and what has just happened there."""

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

import msgspec

from septet.games.chance import Stream, shuffled
from septet.games.game import AnyView, Seat
from septet.games.rows import changed
from septet.games.setgame.cards import NONE, Cards

Seats = frozenset[Seat]
Counts = tuple[int, ...]  # one for each seat, or for each deal
NOBODY: Seats = frozenset()
Item = TypeVar("Item")
Options_co = TypeVar("Options_co", covariant=True)
Options = TypeVar("Options")


def added(row: Counts, at: int, points: int) -> Counts:
    return changed(row, at, row[at] + points)


class SetEvent(msgspec.Struct, frozen=True, gc=False):
    """Something that has just happened, as all may know it."""

    what: str
    seat: Seat | None = None
    cards: Cards = ()
    number: int = 0
    features: tuple[str, ...] = ()  # those that fail, of three cards that are not a set


class Shown(msgspec.Struct, Generic[Options_co], gc=False):
    """What everybody sees: the common part of the states and the views."""

    options: Options_co
    seats: int = 0
    phase: str = "open"
    slots: Cards = ()  # the table; an empty slot is ""
    rev: int = 0
    dealer: Seat = 0
    deal: int = 0
    totals: Counts = ()  # of the deals that are over
    ready: Seats = NOBODY  # for the next deal
    gone: Seats = NOBODY  # away from the table
    joining: Seats = NOBODY  # at the table from the next deal on
    joined: int = 0  # how many seats, the last ones, were not there at the start
    out: Cards = ()  # out of play, face up
    tries: int = 0  # claims and the like that the table has answered
    shuffles: int = 0
    ending: str = ""
    last: tuple[SetEvent, ...] = ()

    @property
    def table(self) -> Cards:
        """The cards on the table, without the empty slots."""
        return tuple([card for card in self.slots if card]) if NONE in self.slots else self.slots

    @property
    def active(self) -> Seats:
        """Who is at the table."""
        return frozenset(range(self.seats)) - self.gone - self.joining


# fmt: off
Common = tuple[
    Options, int, str, Cards, int, Seat, int, Counts, Seats, Seats, Seats, int, Cards, int, int, str,
    tuple[SetEvent, ...],
]
# fmt: on


def shown(seen: Shown[Options]) -> Common[Options]:
    """What everybody sees, in the order of its fields: views begin with it, and so do states guessed from views."""
    return (
        seen.options,
        seen.seats,
        seen.phase,
        seen.slots,
        seen.rev,
        seen.dealer,
        seen.deal,
        seen.totals,
        seen.ready,
        seen.gone,
        seen.joining,
        seen.joined,
        seen.out,
        seen.tries,
        seen.shuffles,
        seen.ending,
        seen.last,
    )


class HasDeck(Shown[Options_co]):
    """A state; the games add what else there is, in the open and hidden."""

    seed: bytes = b""
    deck: Cards = ()  # the last card is the next one

    @property
    def deck_left(self) -> int:
        return len(self.deck)

    def tell(
        self,
        what: str,
        seat: Seat | None = None,
        cards: Cards = (),
        number: int = 0,
        features: tuple[str, ...] = (),
    ) -> None:
        """Note for all what has happened."""
        self.last = (*self.last, SetEvent(what, seat, cards, number, features))

    def shuffle(self, items: Iterable[Item], stream: Stream) -> tuple[Item, ...]:
        """In the order of the next shuffle; in studies, of this stream."""
        self.shuffles += 1
        return shuffled(items, self.seed, self.shuffles - 1, stream)

    def draw(self, count: int) -> Cards:
        """So many cards from the deck, or as many as there are."""
        left = max(len(self.deck) - count, 0)
        drawn = self.deck[left:][::-1]
        self.deck = self.deck[:left]
        return drawn

    def take_off(self, taken: Cards, size: int) -> None:
        """Vacated slots are filled from the deck; beyond this size they are not, and the table shrinks.

        Cards in the slots that are cut off move into vacated ones, in their order; nothing else moves.
        """
        before = len(self.table)
        slots = [NONE if card in taken else card for card in self.slots]
        if before > size:
            left = before - len(taken)
            slots_left = max(left, min(size, left + len(self.deck)))
            movers = iter([card for card in slots[slots_left:] if card])
            slots = [card or next(movers, NONE) for card in slots[:slots_left]]
        drawn = iter(self.draw(slots.count(NONE)))
        self.slots = tuple([card or next(drawn, NONE) for card in slots])


class Terms(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What was agreed on, as far as a table shows it; each game says what there is of it."""

    on_table: int  # the cards that a deal begins with
    grows: bool = True  # may more be laid beside them?
    deals: int = 1
    target: int | None = None  # the points that win
    votes: bool = False  # do players say together that there is no set, or that they want another table?
    direct: bool = False  # are sets taken without a call?
    confirms: bool = False  # does a team agree to every set that is marked?
    pays: str = ""  # the rules by which a team is paid
    whole_deck: dict[str, str] = {}  # the house rules that would not have stopped at the first table without a set


class Sight(AnyView, Protocol):
    """What all games of the family ask of a view."""

    @property
    def phase(self) -> str: ...
    @property
    def table(self) -> Cards: ...
    @property
    def out(self) -> Cards: ...
    @property
    def ready(self) -> Seats: ...
    @property
    def joining(self) -> Seats: ...
    @property
    def tries(self) -> int: ...
    @property
    def shuffles(self) -> int: ...
    @property
    def ending(self) -> str: ...
