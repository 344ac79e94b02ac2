"""What happens at a table: there is enough of it for any evening, and an end to it.

Of most games the rules see to that. In some a seat may take a card up and put it down again for ever.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from septet.games.game import NO_PLAYERS_MOVES, Leave, Pause, Seat, Undo
from septet.server.errors import Denied
from septet.server.tables.events import Answered, Hinted, Played, Pledged, Proposed, Resized, Said, Sat, StoodIn

TALK = 4  # remarks are many
MOVES = 10  # and so are moves; those of each seat are counted apart, so that nobody uses up another's
WORDS = {"watchers": "talk"}
MORE = {"talk": TALK, "watchers": TALK, "moves": MOVES, "hints": MOVES}


def kind(event: Any) -> str | None:
    """Which of its kinds an event counts for; None for what must always be possible, such as giving or getting up."""
    match event:
        case Played(_, move) if type(move) not in NO_PLAYERS_MOVES:
            return "moves"
        case Played(_, Leave()):
            return "seats"
        case Played(_, move):
            return "asks" if isinstance(move, Undo | Pause) else None
        case Sat() | StoodIn() | Pledged() | Resized():
            return "seats"
        case Proposed() | Answered(_, _, False):
            return "asks"
        case Hinted():
            return "hints"
        case Said(seat=None):
            return "watchers"
        case Said():
            return "talk"
    return None


class Asides:
    """Counts them, for one table."""

    def __init__(self, most: int, happened: Iterable[Any] = ()) -> None:
        self.most = most
        self.counts: dict[tuple[str | None, Seat | None], int] = dict(Counter(map(counted, happened)))

    def room_for(self, event: Any) -> None:
        """Refuse what would be too much."""
        one = counted(event)
        if self.counts.get(one, 0) < self.most or one[0] is None:  # nearly always
            return
        found, most = one[0], MORE.get(one[0], 1) * self.most
        if self.counts[one] >= most:
            raise Denied(f"enough_{WORDS.get(found, found)}", most=most)

    def see(self, event: Any) -> None:
        one = counted(event)
        self.counts[one] = self.counts.get(one, 0) + 1


def counted(event: Any) -> tuple[str | None, Seat | None]:
    """What an event is counted with: moves with those of the same seat."""
    if type(event) is Played and type(event.move) not in NO_PLAYERS_MOVES:  # nearly all are
        return "moves", event.seat
    return kind(event), None
