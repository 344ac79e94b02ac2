"""What changes at a table when a guest becomes an account, or when somebody is to be forgotten."""

import msgspec

from septet.games.game import Join
from septet.games.log import Log, Sitter
from septet.server.tables.events import Forgotten, Said
from septet.server.tables.seating import ChairState

SILENCE = "…"


def relabel(log: Log, chairs: list[ChairState]) -> None:
    """The record names the seats as these chairs are named."""
    replace = msgspec.structs.replace
    first = len(log.header.seats)
    sitters = tuple(Sitter(chair.name or "", chair.bot) for chair in chairs[:first])
    log.header = replace(log.header, seats=sitters)
    late = iter(chairs[first:])
    log.entries = [
        replace(entry, move=Join(next(late).name or "")) if isinstance(entry.move, Join) else entry
        for entry in log.entries
    ]


def unsaid(said: Said, gone: Forgotten) -> Said:
    """That something was said, and no more, if it was by whoever is gone."""
    return msgspec.structs.replace(wordless(said), name=gone.name) if said.user == gone.user else said


def wordless(said: Said) -> Said:
    """That somebody said something, and no more; a phrase that everybody may choose has no words of anybody's own."""
    return said if said.phrase else msgspec.structs.replace(said, text=SILENCE)
