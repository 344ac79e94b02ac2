"""What the list of tables says of one, and when that changes."""

import msgspec

from septet.server.store.store import Patch
from septet.server.tables.against_time import in_the_end
from septet.server.tables.commands import Step
from septet.server.tables.events import CameBack, Closed, Played, Resized, Row, Sat, Started, Stood, StoodIn
from septet.server.tables.room import Room
from septet.server.tables.seating import Seating


def summary_after(room: Room, step: Step, row: Row) -> Patch | None:
    """What the list of tables says after this event, where it says something else than before."""
    event, wall = step.event, row.wall
    if isinstance(event, Played):
        after = step.after
        assert after is not None
        over = after.ended or room.game.outcome(after.state)
        if over is None:
            return None
        ended = {"status": "over", "outcome": msgspec.to_builtins(over), "ended": wall, "bots": 0}
        return Patch({**ended, **in_the_end(room, over, row.at)})
    if not isinstance(event, Sat | Stood | Resized | Started | StoodIn | CameBack | Closed):
        return None
    patch = seats_told(room.seating.after(event), wall)
    return patch if isinstance(event, Sat | Stood | Started) else Patch(patch.columns)


def seats_told(after: Seating, wall: int) -> Patch:
    """What lists say of those who sit at a table."""
    columns = {
        "status": after.status,
        "chairs": msgspec.to_builtins(after.chairs),
        "bots": len(after.minds()) if after.status == "running" else 0,
        **({"ended": wall} if after.status == "closed" else {}),
    }
    return Patch(columns, {seat: chair.user for seat, chair in enumerate(after.chairs) if chair.user})
