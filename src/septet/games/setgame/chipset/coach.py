"""What the coach says in ChipSet."""

from collections.abc import Mapping
from typing import ClassVar

from septet.games.setgame.chipset.state import ChipView
from septet.games.setgame.coach import DEALS, SHARED, FamilyCoach, named

BETS = "fold check bet match raise"


class ChipCoach(FamilyCoach[ChipView]):
    own = frozenset(
        "goal.aim phase.between offer.mark offer.unmark event.marked event.unmarked event.deal_over rule.end".split()
    )
    phases = frozenset(f"bet must_bet answer_bet question declare answered out wait {SHARED}".split())
    events = frozenset(
        f"{BETS} showdown_asked answered exposed table_card sets_counted pot_awarded main_pot side_pot marked unmarked "
        f"{DEALS}".split()
    )
    places: ClassVar[Mapping[str, str]] = {**named("hand table pot"), "seats": "setgame.coach.place.chips"}
    chapters: ClassVar[Mapping[str, str]] = {
        **FamilyCoach.chapters,
        **dict.fromkeys(
            ("phase.bet", "phase.must_bet", "phase.answer_bet", *(f"offer.{bet}" for bet in BETS.split())), "betting"
        ),
        **dict.fromkeys(("phase.question", "offer.expose", "offer.wait", "event.showdown_asked"), "question"),
        **dict.fromkeys(("phase.declare", "event.sets_counted"), "counting"),
        **dict.fromkeys(("event.exposed", "event.pot_awarded", "event.main_pot", "event.side_pot"), "showdown"),
    }

    ways: ClassVar[Mapping[str, str]] = {
        "phase.question": "free",
        **dict.fromkeys(("goal.aim", "phase.declare", "rule.counting"), "disjoint"),
        "rule.short": "must_fold",
        "event.deal_over": "carried",
    }

    def way(self, view: ChipView, topic: str) -> str:
        options = view.options
        match topic:
            case "phase.question":
                return "" if options.expose_check else "free"
            case "goal.aim" | "phase.declare" | "rule.counting":
                return "disjoint" if options.chip_disjoint else ""
            case "rule.short":
                return "must_fold" if options.chip_short == "must_fold" else ""
            case "event.deal_over":
                return "carried" if view.carried else ""
        return ""

    def asked(self, view: ChipView, kinds: frozenset[str]) -> str:
        if "mark" in kinds or "unmark" in kinds:
            return "declare"
        if "expose" in kinds or "wait" in kinds:
            return "question"
        if kinds:
            return "answer_bet" if "match" in kinds else "bet" if "check" in kinds else "must_bet"
        if view.seat not in view.live:
            return "out"
        return "wait" if view.phase == "bet" else "answered"
