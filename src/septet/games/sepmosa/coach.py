"""What the coach says in SEPMOSA."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from septet.games.coaching import Coach, Tip
from septet.games.game import Why
from septet.games.sepmosa.cells import JOKER, RAYS
from septet.games.sepmosa.moves import Place, Shift
from septet.games.sepmosa.state import Last
from septet.games.sepmosa.view import View

PLACES = "pool aside rack target count sort zoom look"
REASONS = "row column tied_back three cut_off cap set_aside floor"


class MosaicCoach(Coach[View]):
    scope = "sepmosa"
    phases = frozenset("first play must_set_aside wait over".split())
    events = frozenset(f"{REASONS} placed placed_own removed moved floats full dead stall refilled".split())
    places: ClassVar[Mapping[str, str]] = {
        f"cell-{JOKER}": "sepmosa.coach.place.joker",
        **{f"score-{seat}": "sepmosa.coach.place.score" for seat in range(2)},
        **{place: f"sepmosa.coach.place.{place}" for place in PLACES.split()},
    }
    chapters: ClassVar[Mapping[str, str]] = {
        "goal.aim": "end",
        **dict.fromkeys(("phase.play", "phase.wait"), "turn"),
        **dict.fromkeys(("phase.first", "offer.place", "event.placed", "event.placed_own"), "placing"),
        **dict.fromkeys(("event.row", "event.column", "event.cap"), "series"),
        **dict.fromkeys(("offer.remove", "offer.shift", "offer.remove_three"), "actions"),
        **dict.fromkeys(("event.removed", "event.moved", "event.three"), "actions"),
        **dict.fromkeys(("event.tied_back", "event.cut_off", "event.floats"), "floating"),
        **dict.fromkeys(("phase.must_set_aside", "offer.set_aside", "event.set_aside"), "stuck"),
        **dict.fromkeys(("event.full", "event.dead", "event.stall", "event.refilled"), "full"),
    }

    def phase(self, view: View, kinds: frozenset[str]) -> str:
        if view.ending:
            return "over"
        if view.seat != view.mover:
            return "wait"
        if kinds == {"set_aside"}:
            return "must_set_aside"
        return "first" if not view.mosaic else "play"

    def spots(self, view: View, topic: str) -> tuple[str, ...]:
        return (f"cell-{JOKER}",) if topic == "phase.first" else ("rack",) if topic.startswith("phase.must") else ()

    def happened(self, view: View, last: Last) -> Iterator[Tip]:
        """What a move scored says more than the move itself; then what else came of it."""
        for why in last.why:
            tiles, cells = " ".join(why.cards), cells_of(why, last)
            yield self.tip("event", why.rule, *spots(*cells), f"score-{last.seat}", n=abs(why.points), tiles=tiles)
        if not last.why:
            yield self._moved(last, last.seat == view.seat)
        if last.cut and not any(why.rule == "cut_off" for why in last.why):
            yield self.tip("event", "floats", *spots(*last.cut), n=len(last.cut))
        if last.reset:
            yield self.tip("event", last.reset)
        if last.refilled:
            yield self.tip("event", "refilled", "pool")

    def _moved(self, last: Last, own: bool) -> Tip:
        def told(kind: str, *at: str, **facts: Any) -> Tip:
            return self.tip("event", kind, *at, tile=last.move.tile, **facts)

        match last.move:
            case Place(_, cell):
                return told("placed" + "_own" * own, *spots(cell), cell=cell)
            case Shift(_, cell, to):
                return told("moved", *spots(to), cell=cell, to=to)
            case _:  # what is set aside costs points, and they say it
                return told("removed", tiles=" ".join(last.taken))


def spots(*cells: str) -> tuple[str, ...]:
    return tuple(f"cell-{cell}" for cell in cells)


def cells_of(why: Why, last: Last) -> tuple[str, ...]:
    """Where the tiles lie that a reason speaks of; those of a series lie on both sides of the one that was laid."""
    match last.move:
        case Place(tile, cell) if why.rule in ("row", "column"):
            before = why.cards.index(tile)  # no tile stands in a line twice
            left, right, above, below = RAYS[cell]
            one, other = (left, right) if why.rule == "row" else (above, below)
            return (*one[:before], cell, *other[: len(why.cards) - before - 1])
        case Place(_, cell):
            return (cell, *last.tied)
        case Shift(_, _, to):
            return (to, *last.tied)
    return tuple(last.cut)
