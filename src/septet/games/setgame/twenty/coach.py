"""What the coach says in 20/20."""

from collections.abc import Mapping
from typing import ClassVar

from septet.games.setgame.coach import CALLS, DEALS, SHARED, FamilyCoach, named
from septet.games.setgame.twenty.state import TwentyView


class TwentyCoach(FamilyCoach[TwentyView]):
    own = frozenset(
        "goal.aim phase.look phase.show phase.rest event.set_taken event.set_taken_all event.false_call event.abort "
        "event.lock_expired event.deal_over".split()
    )
    phases = frozenset(f"look show shown rest {SHARED}".split())
    events = frozenset(
        f"{CALLS} looking personal_drawn penalty_card went_out reshuffled refresh_vote table_refreshed blocked "
        f"{DEALS}".split()
    )
    places: ClassVar[Mapping[str, str]] = named("seats hand table")
    chapters: ClassVar[Mapping[str, str]] = {
        **FamilyCoach.chapters,
        **dict.fromkeys(("phase.look", "phase.show", "phase.shown", "offer.call", "event.call"), "calling"),
        **dict.fromkeys(("event.set_taken", "event.set_taken_all"), "mix"),
        **dict.fromkeys(("event.false_call", "event.abort", "event.penalty_card", "phase.rest"), "false"),
        **dict.fromkeys(("offer.draw", "event.personal_drawn"), "draw"),
        **dict.fromkeys(("offer.refresh_vote", "event.refresh_vote", "event.table_refreshed"), "refresh"),
        **dict.fromkeys(("event.reshuffled",), "pile"),
        **dict.fromkeys(("event.went_out", "event.blocked"), "end"),
    }

    ways: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("event.set_taken", "event.set_taken_all", "event.refresh_vote"), "own"),
        "event.table_refreshed": "auto",
        "rule.refresh": "auto off",
    }

    def way(self, view: TwentyView, topic: str) -> str:
        refresh = view.options.tt_refresh
        if topic == "event.table_refreshed":
            return "auto" if refresh == "auto" else ""
        return refresh if topic == "rule.refresh" and refresh != "vote" else ""

    def asked(self, view: TwentyView, kinds: frozenset[str]) -> str:
        if "pick" in kinds or "unpick" in kinds:
            return "show"
        if "call" in kinds:
            return "look"
        return "shown" if view.phase == "locked" else "rest"
