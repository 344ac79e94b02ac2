"""How a deal comes about that nobody chose: every seat's number is fixed by its hash before any of them is shown.

The server's secret is committed to when the table is made. Whoever sits down pledges the hash of a number; when the
seats are settled and every hash is in the log, the numbers are shown, and the seed comes from the secret and all of
them. If a seat is given up meanwhile, what was shown is worth nothing any more: everybody pledges anew.

In other words: a commit-reveal protocol (coin flipping).
"""

from collections.abc import Sequence

from septet.games.game import Seat
from septet.server.tables.events import Pledged, Revealed, Sat, Settled, Started, Stood, Stored
from septet.server.tables.seating import ChairState

SHOW_MS = 5_000  # how long whoever is asked may take, while others wait


class Dealing:
    """The hashes and numbers of a table, by seat, as its log tells them."""

    def __init__(self) -> None:
        self.pledges: dict[Seat, str] = {}
        self.numbers: dict[Seat, str] = {}
        self.owing: frozenset[Seat] = frozenset()  # whose number may have been seen in vain: they pledge another
        self.seats: tuple[Seat, ...] | None = None  # who will play, once that is settled
        self.since = 0  # table time from which on those who are asked are waited for
        self.done = False

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Who has to pledge or show a number now."""
        if self.seats is None:
            return ()
        owing = tuple(seat for seat in self.seats if seat in self.owing)
        return owing or tuple(seat for seat in self.seats if seat in self.pledges and seat not in self.numbers)

    @property
    def showing(self) -> bool:
        """Are all hashes in the log, so that the numbers may be shown?"""
        return self.seats is not None and not self.owing.intersection(self.seats)

    def joined(self, seats: tuple[Seat, ...]) -> bool:
        """Does any of these seats take part?"""
        return any(seat in self.pledges or seat in self.owing for seat in seats)

    def fold(self, event: Stored, chairs: Sequence[ChairState], at: int) -> None:
        """Add an event; the chairs are those before it."""
        if self.done:
            return
        match event:
            case Sat(seat, _, user, _, pledge) if pledge or chairs[seat].user != user:
                self._forget(seat)
                if pledge:
                    self.pledges[seat] = pledge
            case Stood(seat):
                self._forget(seat)
                if self.seats is not None:
                    self._call_off()
            case Pledged(seat, pledge):
                self.pledges[seat] = pledge
                self.owing -= {seat}
                self.since = at
            case Settled(seats):
                self.seats, self.since = seats, at
            case Revealed(seat, number):
                self.numbers[seat] = number
            case Started(seats):
                self._begin(seats)

    def _forget(self, seat: Seat) -> None:
        self.pledges.pop(seat, None)
        self.numbers.pop(seat, None)
        self.owing -= {seat}

    def _call_off(self) -> None:
        self.owing |= self.pledges.keys()
        self.pledges, self.numbers, self.seats = {}, {}, None

    def _begin(self, seats: tuple[Seat, ...]) -> None:
        """From now on seats are counted as those who play sit."""
        self.done, self.seats = True, None
        self.pledges = {at: self.pledges[seat] for at, seat in enumerate(seats) if seat in self.pledges}
        self.numbers = {at: self.numbers[seat] for at, seat in enumerate(seats) if seat in self.numbers}
