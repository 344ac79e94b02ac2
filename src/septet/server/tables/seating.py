"""How a table was set up, who sits where, and how far it has come."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from septet.games.game import Seat
from septet.games.starts import Origin
from septet.server.tables.events import (
    Became,
    CameBack,
    Closed,
    Forgotten,
    Resized,
    Sat,
    Started,
    Stood,
    StoodIn,
    Stored,
)

Status = Literal["waiting", "running", "over", "closed"]
Absent = Literal["bot", "leave", "forfeit", "wait"]


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom a seat is for."""

    who: Literal["me", "anyone", "bot"]
    bot: Annotated[str, Meta(max_length=40)] | None = None


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Thinking time for the whole game, and what every turn adds; `credit` gives measured delays back."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    credit: bool = False


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a table was set up; none of it ever changes."""

    game: str
    options: dict[str, Any]
    seats: int
    host: str | None
    rules: int = 1  # the edition of the game's rules
    public: bool = False
    rated: bool = False
    absent: Absent = "bot"
    clock: Clock | None = None
    call_window_ms: int = 0  # how long claims are gathered, so that a slow line costs nobody a set
    human_priority_ms: int = 150  # how long a bot's claim waits for a person's
    after: str | None = None  # the table that this is the rematch of
    deck: str | None = None  # the table whose deck this one has, if it is not its own
    fresh: bool = True  # whether that deck is new to the player
    start: Origin | None = None  # where the game begins, if it is not dealt
    day: int | None = None  # the day whose deal this is, if it is one: days since 1970

    @property
    def given(self) -> bool:
        """Were its cards there before the table, so that nobody adds a number to them?"""
        return self.deck is not None or self.day is not None


class ChairState(msgspec.Struct, frozen=True):
    """A seat and who has it."""

    name: str | None = None
    user: str | None = None
    bot: str | None = None
    stand_in: str | None = None

    @property
    def free(self) -> bool:
        return self.user is None and self.bot is None

    @property
    def mind(self) -> str | None:
        """The bot that plays this seat now, if one does."""
        return self.bot or self.stand_in


def renamed(chair: ChairState, user: str, now: str, name: str) -> ChairState:
    """A chair, which is `now`'s under this name if it was `user`'s."""
    return msgspec.structs.replace(chair, user=now, name=name) if chair.user == user else chair


def bot_key(game: str, bot: str) -> str:
    return f"bot:{game}:{bot}"


class Seating(msgspec.Struct):
    """Who sits where, and how far the table has come."""

    chairs: list[ChairState]
    host: str | None
    status: Status = "waiting"
    seats: dict[str, Seat] = {}  # of each person

    def fold(self, event: Stored) -> None:
        """Go on by an event that is no move."""
        self._change(event)
        last_first = range(len(self.chairs) - 1, -1, -1)  # whoever has two has the first of them
        self.seats = {user: seat for seat in last_first if (user := self.chairs[seat].user)}

    def _change(self, event: Stored) -> None:
        match event:
            case Sat(seat, name, user, bot):
                if self.status == "running" and seat == len(self.chairs):  # whoever joins has a new one
                    self.chairs = [*self.chairs, ChairState()]
                self.chairs[seat] = ChairState(name, user, bot)
                self.host = self.host or user
            case Stood(seat):
                self._stand(seat)
            case Resized(seats):
                self.chairs = [*self.chairs[:seats], *(ChairState() for _ in range(seats - len(self.chairs)))]
            case Started(seats):
                self.chairs = [self.chairs[seat] for seat in seats]
                self.status = "running"
            case StoodIn(seat, bot):
                self.chairs[seat] = msgspec.structs.replace(self.chairs[seat], stand_in=bot)
            case CameBack(seat):
                self.chairs[seat] = msgspec.structs.replace(self.chairs[seat], stand_in=None)
            case Closed():
                self.status = "closed"
            case Became(user, account, name):
                self.chairs = [renamed(chair, user, account, name) for chair in self.chairs]
                self.host = account if self.host == user else self.host
            case Forgotten(user, name):
                self.chairs = [renamed(chair, user, user, name) for chair in self.chairs]

    def _stand(self, seat: Seat) -> None:
        left = self.chairs[seat].user
        self.chairs[seat] = ChairState()
        if left and left == self.host:
            self.host = next((chair.user for chair in self.chairs if chair.user), None)

    def after(self, event: Stored) -> "Seating":
        """The seating after an event; this one stays as it is."""
        seating = msgspec.structs.replace(self, chairs=list(self.chairs))
        seating.fold(event)
        return seating

    def minds(self) -> dict[Seat, str]:
        """The seats that bots play now."""
        return {seat: chair.mind for seat, chair in enumerate(self.chairs) if chair.mind}
