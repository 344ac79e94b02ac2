"""What the coach says in SET, in its quick start and alone."""

from collections.abc import Mapping
from typing import ClassVar

from septet.games.setgame.classic.state import SetView
from septet.games.setgame.coach import CALLS, DEALS, SHARED, VOTES, FamilyCoach, named


class SetCoach(FamilyCoach[SetView]):
    phases = frozenset(f"look direct show shown rest {SHARED}".split())
    events = frozenset(f"{CALLS} {VOTES} {DEALS}".split())
    places: ClassVar[Mapping[str, str]] = named("seats")
    chapters: ClassVar[Mapping[str, str]] = {
        **FamilyCoach.chapters,
        **dict.fromkeys(("phase.look", "phase.direct", "event.set_taken", "event.set_taken_all"), "sets"),
        **dict.fromkeys(("phase.show", "phase.shown", "offer.call", "offer.claim", "event.call"), "claim"),
        **dict.fromkeys(("phase.rest", "event.false_call", "event.abort", "event.lock_expired"), "mistakes"),
        **dict.fromkeys(("offer.noset", "event.noset", "event.noset_agreed", "event.cards_added"), "noset"),
        "event.deal_over": "end",
    }

    def asked(self, view: SetView, kinds: frozenset[str]) -> str:
        if "pick" in kinds or "unpick" in kinds:
            return "show"
        if "call" in kinds:
            return "look"
        if "claim" in kinds:
            return "direct"
        return "shown" if view.phase == "locked" else "rest"


class AloneCoach(SetCoach):
    own = frozenset("goal.aim phase.direct offer.noset event.noset_agreed event.true_noset".split())


class QuickCoach(SetCoach):
    events = SetCoach.events - {"set_taken_all"}  # its cards share a feature
    own = frozenset("goal.aim phase.look phase.direct".split())
