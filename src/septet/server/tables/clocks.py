"""Table time: the players' clocks and the game's timers, computed from the log alone."""

from septet.games.game import Forfeit, Move, Seat, Timeout, Timer
from septet.games.timers import Due, first, going_on, put_off
from septet.server.tables.seating import Clock

CREDIT_LIMIT = 1_000  # milliseconds of measured delay that one move may get back
CREDIT_SHARE = 20  # and all moves of a game together a twentieth of the thinking time


class Times:
    """How long everybody has left, as of the last event; table time is in milliseconds."""

    def __init__(self, clock: Clock | None) -> None:
        self.clock = clock
        self.left: list[int] = []
        self.credited: list[int] = []  # what each seat has got back so far
        self.due: Due = {}
        self.thinking: Seat | None = None  # whose clock runs
        self.since = 0
        self.paused_at: int | None = None

    @property
    def tick(self) -> bool:
        """Is there a clock, a timer or a rest to be looked at?"""
        return self.clock is not None or bool(self.due) or self.paused_at is not None

    def charge(self, at: int, credit: int) -> None:
        """Take the time since the last event off the clock that ran."""
        if self.thinking is not None:
            used = max(0, at - self.since - credit)
            self.credited[self.thinking] += at - self.since - used
            self.left[self.thinking] = max(0, self.left[self.thinking] - used)
        self.since = at

    def credit(self, seat: Seat, measured: int) -> int:
        """What a move gets back of a measured delay: a line can be slow on purpose, so there is an end to it."""
        if not self.clock or not self.clock.credit or not self.credited:
            return 0
        return max(0, min(measured, CREDIT_LIMIT, self.clock.seconds * 1_000 // CREDIT_SHARE - self.credited[seat]))

    def begin(self, seats: int) -> None:
        if self.clock:
            self.left = [self.clock.seconds * 1_000] * seats
            self.credited = [0] * seats

    def go_on(
        self, at: int, movers: frozenset[Seat], timers: frozenset[Timer], *, paused: bool, moved: Seat | None
    ) -> None:
        """Set what runs after an event."""
        if paused:
            self.paused_at = at if self.paused_at is None else self.paused_at
            self.thinking = None
            return
        if self.paused_at is not None:  # a rest costs nobody anything
            self.due = put_off(self.due, at - self.paused_at)
            self.paused_at = None
        if timers or self.due:
            self.due = going_on(self.due, timers, at)
        before, self.thinking = self.thinking, next(iter(movers)) if self.clock and len(movers) == 1 else None
        self.since = at
        if self.clock and moved is not None and before == moved and self.thinking != moved:
            self.left[moved] += self.clock.increment * 1_000

    def stop(self) -> None:
        self.thinking = None
        self.due = {}

    def next(self) -> tuple[int, Seat | None, Move] | None:
        """What the table will play next by itself, and when."""
        if self.paused_at is not None or (not self.due and self.thinking is None):
            return None
        coming = first(self.due)
        flag = self.since + self.left[self.thinking] if self.thinking is not None else None
        if flag is not None and (coming is None or flag < coming[0]):
            return flag, self.thinking, Forfeit("clock")
        return (coming[0], None, Timeout(coming[1].name, coming[1].seat)) if coming else None

    def clocks(self, now: int) -> tuple[int, ...] | None:
        """What is left to each seat now."""
        if not self.clock:
            return None
        left = list(self.left)
        if self.thinking is not None:
            left[self.thinking] = max(0, left[self.thinking] - (now - self.since))
        return tuple(left)
