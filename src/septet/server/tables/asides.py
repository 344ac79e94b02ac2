"""What happens at a table besides its game: there is enough of it for any evening, and an end to it."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from septet.games.game import Leave, Pause, Undo
from septet.server.errors import Denied
from septet.server.tables.events import Answered, Played, Pledged, Proposed, Said, Sat, StoodIn

TALK = 4  # remarks are many


def kind(event: Any) -> str | None:
    """Which of its kinds an event counts for; None for what must always be possible, such as a move or getting up."""
    if isinstance(event, Played):  # nearly all are
        if isinstance(event.move, Leave):
            return "seats"
        return "asks" if isinstance(event.move, Undo | Pause) else None
    match event:
        case Sat() | StoodIn() | Pledged():
            return "seats"
        case Proposed() | Answered(_, _, False):
            return "asks"
        case Said(seat=None):
            return "watchers"
        case Said():
            return "talk"
    return None


class Asides:
    """Counts them, for one table."""

    def __init__(self, most: int, happened: Iterable[Any] = ()) -> None:
        self.most = most
        self.counts: Counter[str | None] = Counter(map(kind, happened))

    def room_for(self, event: Any) -> None:
        """Refuse what would be too much."""
        found = kind(event)
        most = TALK * self.most if found in ("talk", "watchers") else self.most
        if found is not None and self.counts[found] >= most:
            raise Denied(f"enough_{'talk' if found == 'watchers' else found}", most=most)

    def see(self, event: Any) -> None:
        self.counts[kind(event)] += 1
