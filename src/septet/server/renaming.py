"""What changes at a table when a guest becomes an account, or when somebody is to be forgotten."""

from typing import TYPE_CHECKING

import msgspec

from septet.games.game import Join
from septet.games.log import Sitter
from septet.server.events import Became, Forgotten, Said

if TYPE_CHECKING:
    from septet.server.room import Chair, Room

SILENCE = "…"


def renamed(chair: "Chair", user: str, now: str, name: str) -> "Chair":
    """A chair, which is `now`'s under this name if it was `user`'s."""
    return msgspec.structs.replace(chair, user=now, name=name) if chair.user == user else chair


def name_again(room: "Room", event: Became | Forgotten) -> None:
    """The record names the seats as they are named now; what the forgotten have said is gone."""
    if room.log is not None:
        log, replace = room.log, msgspec.structs.replace
        first = len(log.header.seats)
        sitters = tuple(Sitter(chair.name or "", chair.bot) for chair in room.chairs[:first])
        log.header = replace(log.header, seats=sitters)
        late = iter(room.chairs[first:])
        log.entries = [
            replace(entry, move=Join(next(late).name or "")) if isinstance(entry.move, Join) else entry
            for entry in log.entries
        ]
    if isinstance(event, Forgotten):
        replace = msgspec.structs.replace
        room.remarks = [replace(one, said=unsaid(one.said, event)) for one in room.remarks]
        room.happened = [
            (at, unsaid(said, event) if isinstance(said, Said) else said, moves) for at, said, moves in room.happened
        ]


def unsaid(said: Said, gone: Forgotten) -> Said:
    """That something was said, and no more, if it was by whoever is gone."""
    if said.user != gone.user:
        return said
    return msgspec.structs.replace(said, name=gone.name, text=None if said.phrase else SILENCE)
