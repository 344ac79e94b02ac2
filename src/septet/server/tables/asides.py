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
        self.counts: Counter[tuple[str | None, Seat | None]] = Counter(map(counted, happened))

    def room_for(self, event: Any) -> None:
        """Refuse what would be too much."""
        found, seat = counted(event)
        if found is None:
            return
        most = MORE.get(found, 1) * self.most
        if self.counts[found, seat] >= most:
            raise Denied(f"enough_{WORDS.get(found, found)}", most=most)

    def see(self, event: Any) -> None:
        self.counts[counted(event)] += 1


def counted(event: Any) -> tuple[str | None, Seat | None]:
    """What an event is counted with: moves with those of the same seat."""
    if type(event) is Played and type(event.move) not in NO_PLAYERS_MOVES:  # nearly all are
        return "moves", event.seat
    return kind(event), None
