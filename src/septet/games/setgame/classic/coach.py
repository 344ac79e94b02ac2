"""What the coach says in SET, in its quick start and alone."""

from collections.abc import Mapping
from typing import ClassVar

from septet.games.coaching import Facts
from septet.games.setgame.classic.options import stops_without_a_set
from septet.games.setgame.classic.state import SetView
from septet.games.setgame.coach import CALLS, DEALS, SHARED, VOTED, VOTES, FamilyCoach, named, voted


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

    ways: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("event.set_taken", "event.set_taken_all", "event.noset"), "own"),
        "phase.rest": "frozen",
        "offer.noset": "last stop add3 checked claim",
        "event.true_noset": "paid",
        "event.lock_expired": "free",
        "offer.claim": "free",
        "rule.mistakes": "free",
        "rule.claim": "direct",
        "rule.noset": VOTED,
    }

    def facts(self, view: SetView) -> Facts:
        return {**super().facts(view), "n": view.options.false_call_cost}

    def way(self, view: SetView, topic: str) -> str:
        options = view.options
        free = "" if options.false_call_cost else "free"
        match topic:
            case "phase.rest":
                return "frozen" if options.false_call_freeze == "until_next_set" else ""
            case "offer.noset" if not view.deck_left:
                return "last"
            case "offer.noset" if view.seats == 1:
                return "stop" if stops_without_a_set(options) else "add3"
            case "offer.noset" | "rule.noset":
                return voted(options.noset_mode)
            case "event.true_noset":
                return "paid" if options.noset_reward else ""
            case "event.lock_expired":
                return "free" if options.timeout_cost == "free" else free
            case "offer.claim" | "rule.mistakes":
                return free
            case "rule.claim":
                return "direct" if options.claim_mode == "direct" else ""
        return ""

    def asked(self, view: SetView, kinds: frozenset[str]) -> str:
        if "pick" in kinds or "unpick" in kinds:
            return "show"
        if "call" in kinds:
            return "look"
        if "claim" in kinds:
            return "direct"
        return "shown" if view.phase == "locked" else "rest"


class AloneCoach(SetCoach):
    own = frozenset("goal.aim phase.direct event.noset_agreed".split())


class QuickCoach(SetCoach):
    events = SetCoach.events - {"set_taken_all"}  # its cards share a feature
    own = frozenset("goal.aim phase.look phase.direct".split())
