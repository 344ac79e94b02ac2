"""What the coach says in CoopSet."""

from collections.abc import Mapping
from typing import ClassVar

from septet.games.coaching import Facts
from septet.games.setgame.coach import FamilyCoach, named
from septet.games.setgame.coopset.ratings import WON_FROM
from septet.games.setgame.coopset.state import CoopView


class CoopCoach(FamilyCoach[CoopView]):
    own = frozenset("goal.aim event.keep_looking".split())
    phases = frozenset("mark take pending over".split())
    events = frozenset(
        "proposed marked unmarked veto sets_remain keep_looking layout_scored none_found extra_card redealt".split()
    )
    places: ClassVar[Mapping[str, str]] = named("score")
    chapters: ClassVar[Mapping[str, str]] = {
        **FamilyCoach.chapters,
        **dict.fromkeys(("phase.mark", "phase.take", "offer.mark", "event.marked"), "layout"),
        **dict.fromkeys(("phase.pending", "offer.veto", "event.proposed", "event.veto"), "team"),
        **dict.fromkeys(("offer.commit_layout", "event.layout_scored"), "points"),
        **dict.fromkeys(("event.none_found", "event.extra_card", "event.redealt"), "noset"),
    }

    ways: ClassVar[Mapping[str, str]] = {
        "phase.pending": "own led",
        **dict.fromkeys(("phase.mark", "phase.take", "rule.team"), "led"),
        "offer.commit_layout": "modern none none_modern",
        "event.layout_scored": "modern",
    }

    def facts(self, view: CoopView) -> Facts:
        return {**super().facts(view), "won_from": WON_FROM}

    def way(self, view: CoopView, topic: str) -> str:
        options = view.options
        led = options.coop_control == "leader"
        modern = options.coop_rules == "modern"
        match topic:
            case "phase.pending" if view.proposer == view.seat:
                return "own"
            case "phase.pending" | "phase.mark" | "phase.take":
                return "led" if led and view.seat != min(view.active, default=view.seat) else ""
            case "rule.team":
                return "led" if led else ""
            case "offer.commit_layout" if not view.marks:
                return "none_modern" if modern else "none"
            case "offer.commit_layout" | "event.layout_scored":
                return "modern" if modern else ""
        return ""

    def asked(self, view: CoopView, kinds: frozenset[str]) -> str:
        if view.proposed:
            return "pending"
        return "take" if view.marks else "mark"
