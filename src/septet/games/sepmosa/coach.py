"""What the coach says in SEPMOSA."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from septet.games.coaching import Coach, HouseRule, Tip, ways_of
from septet.games.game import Why
from septet.games.sepmosa.cells import JOKER, RAYS
from septet.games.sepmosa.moves import Place, Shift
from septet.games.sepmosa.state import Last
from septet.games.sepmosa.view import View

PLACES = "rack drawn sort zoom look"
SCORED = "row column tied_back three cut_off set_aside"  # whose points they are is said as well
MOVED = "placed removed moved"
ACTS = frozenset({"remove", "shift", "remove_three"})


def of(*kinds: str) -> tuple[str, ...]:
    """The topics of these events, whoever brought them about."""
    return tuple(f"event.{kind}{whose}" for kind in kinds for whose in ("", "_own"))


class MosaicCoach(Coach[View]):
    scope = "sepmosa"
    phases = frozenset("first place play act must_set_aside wait over".split())
    events = frozenset("cap floor floats full dead stall refilled".split())
    events |= {kind + whose for kind in f"{SCORED} {MOVED}".split() for whose in ("", "_own")}
    places: ClassVar[Mapping[str, str]] = {
        f"cell-{JOKER}": "sepmosa.coach.place.joker",
        **{f"score-{seat}": "sepmosa.coach.place.score" for seat in range(2)},
        **{place: f"sepmosa.coach.place.{place}" for place in PLACES.split()},
    }
    chapters: ClassVar[Mapping[str, str]] = {
        "goal.aim": "end",
        **dict.fromkeys(("phase.play", "phase.wait"), "turn"),
        **dict.fromkeys(("phase.first", "phase.place", "offer.place", *of("placed")), "placing"),
        **dict.fromkeys((*of("row", "column"), "event.cap"), "series"),
        **dict.fromkeys(("phase.act", "offer.remove", "offer.shift", "offer.remove_three"), "actions"),
        **dict.fromkeys(of("removed", "moved", "three"), "actions"),
        **dict.fromkeys((*of("tied_back", "cut_off"), "event.floats"), "floating"),
        **dict.fromkeys(("phase.must_set_aside", "offer.set_aside", *of("set_aside")), "stuck"),
        **dict.fromkeys(("event.full", "event.dead", "event.stall", "event.refilled"), "full"),
    }
    house: ClassVar[Mapping[str, tuple[HouseRule, ...]]] = {
        "goal.aim": (("join", "ordinal"),),
        **dict.fromkeys(("phase.place", "offer.place", "rule.placing"), (("joker_wild", "always"),)),
        **dict.fromkeys(("offer.remove", "offer.shift"), (("float_bonus", "11-12-13"),)),
        **dict.fromkeys((*of("set_aside"), "rule.turn", "rule.stuck"), (("passing", "voluntary"),)),
        "event.full": (("m49", "connected"),),
        "rule.doubles": (("dup", "rowcol"), ("dup", "series"), ("dup_join", False), ("joker_break", False)),
        "rule.floating": (("reconnect", "match"),),
        "rule.rows": (("width", "box8"),),
    }
    ways = ways_of(house)

    def facts(self, view: View) -> dict[str, Any]:
        return {"target": view.options.target}

    def phase(self, view: View, kinds: frozenset[str]) -> str:
        if view.ending:
            return "over"
        if view.seat != view.mover:
            return "wait"
        if kinds == {"set_aside"}:
            return "must_set_aside"
        if not view.mosaic:
            return "first"
        return "act" if "place" not in kinds else "play" if kinds & ACTS else "place"

    def now(self, view: View, offers: Iterable[Any]) -> tuple[Tip, ...]:
        """What most tiles are for comes first."""
        return super().now(view, sorted(offers, key=lambda offer: not isinstance(offer, Place)))

    def spots(self, view: View, topic: str) -> tuple[str, ...]:
        return (f"cell-{JOKER}",) if topic == "phase.first" else ("rack",) if topic.startswith("phase.must") else ()

    def happened(self, view: View, last: Last) -> Iterator[Tip]:
        """What a move scored says more than the move itself; then what else came of it."""
        own = "_own" * (last.seat == view.seat)
        for why in last.why:
            tiles, cells = " ".join(why.cards), cells_of(why, last)
            kind = why.rule + own * (why.rule in SCORED.split())
            yield self.event(view, kind, *spots(*cells), f"score-{last.seat}", n=abs(why.points), tiles=tiles)
        if not last.why:
            yield self._moved(view, last, own)
        if last.cut and not any(why.rule == "cut_off" for why in last.why):
            yield self.event(view, "floats", *spots(*last.cut), n=len(last.cut))
        if last.reset:
            yield self.event(view, last.reset)
        if last.refilled:
            yield self.event(view, "refilled", "pool")

    def _moved(self, view: View, last: Last, own: str) -> Tip:
        def told(kind: str, *at: str, **facts: Any) -> Tip:
            return self.event(view, kind + own, *at, tile=last.move.tile, **facts)

        match last.move:
            case Place(_, cell):
                return told("placed", *spots(cell), cell=cell)
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
