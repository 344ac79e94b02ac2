"""Votes: who says that there is no set, who is still looking, and who is waited for."""

import msgspec

from septet.games.game import Seat
from septet.games.setgame.state import NOBODY, Counts, Seats, added

MOST_LOOKS = 3  # so often "still looking" restarts the time of grace


class Votes(msgspec.Struct, frozen=True, gc=False):
    """The flags that are up, and what happened to those that were not raised."""

    flags: Seats = NOBODY
    looks: Counts = ()  # how often a seat was still looking, on this table
    resting: bool = False  # after a wrong vote nobody votes for a while

    # questions

    def refusal(self, seat: Seat, on: bool, holdout: Seat | None) -> str | None:
        """A flag goes up once; whoever has none up may ask for time only while all the others wait."""
        if self.resting:
            return "keep_looking"
        if on or seat in self.flags:
            return "flag_is_up" if on and seat in self.flags else None
        if seat != holdout:
            return "flag_is_down"
        return "no_more_time" if self.looks[seat] >= MOST_LOOKS else None

    def are_in(self, active: Seats) -> bool:
        """Do all who are there say so?"""
        return bool(active) and active <= self.flags

    def silent(self, active: Seats) -> Seats:
        """While somebody says so, all who have not."""
        return active - self.flags if active & self.flags else NOBODY

    def holdout(self, active: Seats) -> Seat | None:
        """The only one at the table who has not voted, while all the others have."""
        silent = active - self.flags
        return next(iter(silent)) if len(silent) == 1 < len(active) else None

    # the votes after something has happened

    def raised(self, seat: Seat) -> "Votes":
        return msgspec.structs.replace(self, flags=self.flags | {seat})

    def lowered(self, seat: Seat) -> "Votes":
        return msgspec.structs.replace(self, flags=self.flags - {seat})

    def looked(self, seat: Seat) -> "Votes":
        return msgspec.structs.replace(self, looks=added(self.looks, seat, 1))

    def overruled(self) -> "Votes":
        """There is a set after all: all flags fall, and nobody votes for a while."""
        return msgspec.structs.replace(self, flags=NOBODY, resting=True)

    def widened(self) -> "Votes":
        """There is a seat more."""
        return msgspec.structs.replace(self, looks=(*self.looks, 0))

    def reopened(self) -> "Votes":
        return msgspec.structs.replace(self, resting=False)


def no_votes(seats: int) -> Votes:
    """The votes of a new table."""
    return Votes(looks=(0,) * seats)
