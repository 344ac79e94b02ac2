"""What the coach says in Scout."""

from collections.abc import Mapping
from typing import ClassVar

from septet.games.setgame.coach import DEALS, SHARED, VOTED, VOTES, FamilyCoach, named, voted
from septet.games.setgame.scout.state import ScoutView

OUTCOMES = "scout_a scout_b scout_d scout_e scout_g scout_w"


class ScoutCoach(FamilyCoach[ScoutView]):
    own = frozenset("goal.aim phase.look event.lock_expired rule.mistakes".split())
    phases = frozenset(f"look seal sealing second own_scout out_of_round rest {SHARED}".split())
    events = frozenset(
        f"scout_pointed scout_committed second_tried gave_up {OUTCOMES} cards_won frozen unfrozen owes scolded "
        f"card_lost lock_expired {VOTES} {DEALS}".split()
    )
    places: ClassVar[Mapping[str, str]] = named("seats")
    chapters: ClassVar[Mapping[str, str]] = {
        **FamilyCoach.chapters,
        **dict.fromkeys(("phase.look", "phase.seal", "offer.scout", "event.scout_pointed"), "scouting"),
        **dict.fromkeys(("phase.second", "phase.own_scout", "event.scout_a", "event.scout_b"), "second"),
        **dict.fromkeys(("offer.giveup", "event.gave_up", "event.scout_g"), "giveup"),
        **dict.fromkeys(("phase.rest", "event.second_tried", "event.scout_w", "event.frozen"), "mistakes"),
        **dict.fromkeys(("offer.noset", "event.noset", "event.noset_agreed"), "noset"),
    }

    ways: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("event.noset", *(f"event.{what}" for what in OUTCOMES.split())), "own"),
        **dict.fromkeys(("offer.second", "event.second_tried", "rule.mistakes"), "free"),
        **dict.fromkeys(("phase.second", "rule.second"), "third"),
        "offer.noset": "last checked claim",
        "rule.noset": VOTED,
    }

    def way(self, view: ScoutView, topic: str) -> str:
        options = view.options
        match topic:
            case "offer.second" | "event.second_tried" | "rule.mistakes":
                return "free" if options.scout_second_penalty == "none" else ""
            case "phase.second" | "rule.second":
                return "third" if options.second_shows_third else ""
            case "offer.noset" if not view.deck_left:
                return "last"
            case "offer.noset" | "rule.noset":
                return voted(options.noset_mode)
        return ""

    def asked(self, view: ScoutView, kinds: frozenset[str]) -> str:
        if "commit" in kinds:
            return "seal"
        if view.phase == "pointed":
            return "sealing"
        if view.phase == "seconding":
            return "own_scout" if view.scout == view.seat else "second" if "second" in kinds else "out_of_round"
        return "look" if "scout" in kinds else "rest"
