"""What the coach says in SEP and in SEP solo."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from septet.games.coaching import Coach, HouseRule, Tip, ways_of
from septet.games.sep.moves import ActionTurn, Discard, Draw, Fill, Pass, Place, TakeReserve, Use
from septet.games.sep.options import SepOptions
from septet.games.sep.state import Last
from septet.games.sep.view import View


class CircleCoach(Coach[View]):
    """For two players and for one."""

    scope = "sep"
    phases = frozenset("choose place must_pass use must_discard fill fill_draw wait over".split())
    events = frozenset(
        "drew drew_own took took_own action action_own placed placed_own run run_own group group_own king king_own "
        "used used_own passed passed_own discarded discarded_own filled robbed returned new_actions new_pile "
        "new_tie_pile round ace".split()
    )
    places: ClassVar[Mapping[str, str]] = {
        **{pile: f"board.sep.pile.{pile}" for pile in ("draw", "reserve", "discard", "actions", "spent")},
        **{place: f"sep.coach.place.{place}" for place in ("centre", "hand-numbers", "hand-actions", "tokens", "look")},
    }
    chapters: ClassVar[Mapping[str, str]] = {
        "goal.aim": "aim",
        **dict.fromkeys(("phase.choose", "offer.draw", "offer.action_turn", "phase.wait"), "turn"),
        **dict.fromkeys(("offer.take_reserve", "offer.pass", "event.passed", "phase.must_pass"), "reserve"),
        **dict.fromkeys(("phase.place", "event.placed", "event.placed_own", "event.ace"), "placing"),
        **dict.fromkeys(
            ("offer.place", "event.run", "event.run_own", "event.group", "event.group_own"), "combinations"
        ),
        **dict.fromkeys(("phase.use", "event.used", "event.king", "event.king_own", "phase.must_discard"), "actions"),
        **dict.fromkeys(("phase.fill", "phase.fill_draw", "event.filled"), "filling"),
        **dict.fromkeys(("event.robbed", "event.returned"), "tokens"),
        **dict.fromkeys(("event.new_actions", "event.new_pile", "event.new_tie_pile"), "piles"),
    }

    passing = frozenset(f"event.{kind}{whose}" for kind in ("drew", "took", "action") for whose in ("", "_own"))
    house: ClassVar[Mapping[str, tuple[HouseRule, ...]]] = {
        **dict.fromkeys(("phase.use", "rule.actions"), (("action_match", "all_removed"),)),
        **dict.fromkeys(
            ("offer.take_reserve", "event.took", "event.took_own"), (("reserve_take", "fits_and_place_it"),)
        ),
        "rule.reserve": (("reserve_take", "free"),),
        "event.discarded": (("action_voluntary_discard", True),),
        "event.robbed": (("token_empty_centre", "return_only"),),
    }
    ways = ways_of(house)

    def phase(self, view: View, kinds: frozenset[str]) -> str:
        if view.seat != view.mover or view.phase == "over":
            return "over" if view.phase == "over" else "wait"
        if view.phase == "place" and "place" not in kinds:
            return "must_pass"
        if view.phase == "fill" and not view.reserve:
            return "fill_draw"
        return "must_discard" if view.phase == "use" and "use" not in kinds else view.phase

    def facts(self, view: View) -> dict[str, Any]:
        options = view.options
        piles = options.pile_count if isinstance(options, SepOptions) else options.solo_piles
        return {"piles": piles, **({"card": view.reserve[-1]} if view.reserve else {})}

    def spots(self, view: View, topic: str) -> tuple[str, ...]:
        return SPOTS.get(topic, ())

    def happened(self, view: View, last: Last) -> Iterator[Tip]:
        """What a move earned says more than the move itself; then what else came of it."""
        own = last.seat == view.seat
        earned = [why for why in last.why if why.points]
        for why in earned:
            cards = why.cards or last.lifted
            kind = why.rule + "_own" * own
            yield self.event(view, kind, *spots(*cards), "centre", n=why.points, cards=" ".join(cards))
        if not earned:
            yield self._moved(view, last, own)
        if any(why.rule == "run" and {"A", "T"} <= {card[0] for card in why.cards} for why in earned):
            yield self.event(view, "ace")
        if last.from_opponent:
            yield self.event(view, "robbed", "centre")
        if last.returned:
            yield self.event(view, "returned", "centre")
        if last.new_actions:
            yield self.event(view, "new_actions", "actions")
        if last.new_pile:
            yield self.event(view, "new_tie_pile" if view.tie else "new_pile", "draw", pile=view.pile)
        if last.points is not None:
            yield self.event(view, "round", n=last.points)

    def _moved(self, view: View, last: Last, own: bool) -> Tip:
        def told(kind: str, *at: str, **facts: Any) -> Tip:
            return self.event(view, kind + "_own" * own, *at, **facts)

        match last.move:
            case Draw():
                return told("drew", *spots(last.card), "draw", card=last.card)
            case TakeReserve():
                return told("took", *spots(last.card), card=last.card)
            case ActionTurn():
                return told("action", *spots(last.card), "actions", card=last.card)
            case Place(card, slot):
                return told("placed", *spots(card), card=card, slot=slot)
            case Use(card, slot):
                return told("used", *spots(card), f"slot-{slot}", card=card, slot=slot, cards=" ".join(last.lifted))
            case Pass(card):
                return told("passed", *spots(card), card=card)
            case Discard(card):
                return told("discarded", *spots(card), card=card)
            case Fill():
                return self.event(view, "filled", *spots(last.card), card=last.card)


def spots(*cards: str | None) -> tuple[str, ...]:
    """Where these cards lie, as far as they are known."""
    return tuple(f"card-{card}" for card in cards if card)


SPOTS: Mapping[str, tuple[str, ...]] = {
    "offer.draw": ("draw",),
    "offer.take_reserve": ("reserve",),
    "offer.action_turn": ("actions",),
    "phase.place": ("hand-numbers",),
    "phase.must_pass": ("hand-numbers",),
    "phase.use": ("hand-actions",),
    "phase.must_discard": ("hand-actions",),
}


class SoloCoach(CircleCoach):
    """Alone there is no reserve, nobody to wait for, and a card that does not fit goes to the discard pile."""

    phases = CircleCoach.phases - {"wait", "fill"} | {"number"}
    events = frozenset(kind for kind in CircleCoach.events if f"{kind}_own" not in CircleCoach.events) - {
        "robbed",
        "new_tie_pile",
    }
    events |= {kind for kind in CircleCoach.events if kind.endswith("_own")} - {"took_own"}
    own = frozenset(
        "goal.aim phase.number phase.must_pass offer.pass offer.action_turn event.passed_own event.new_pile".split()
    )
    house: ClassVar[Mapping[str, tuple[HouseRule, ...]]] = {
        **dict.fromkeys(("phase.use", "rule.actions"), (("action_match", "all_removed"),)),
        "phase.must_pass": (("solo_pass_penalty", True),),
        "phase.must_discard": (("solo_action_penalty", False),),
        **dict.fromkeys(("phase.number", "offer.action_turn", "rule.solo"), (("solo_between", "placement"),)),
    }
    ways = ways_of(house)
    places: ClassVar[Mapping[str, str]] = {
        place: key for place, key in CircleCoach.places.items() if place != "reserve"
    }
    chapters: ClassVar[Mapping[str, str]] = {
        topic: "solo" if place == "reserve" or topic in ("goal.aim", "offer.action_turn") else place
        for topic, place in CircleCoach.chapters.items()
    } | {"phase.number": "solo"}

    def phase(self, view: View, kinds: frozenset[str]) -> str:
        asked = super().phase(view, kinds)
        return "number" if asked == "choose" and "action_turn" not in kinds else asked
