"""What the coach says in ChipSet."""

from collections.abc import Mapping
from typing import ClassVar

from septet.games.setgame.chipset.state import ChipView
from septet.games.setgame.coach import DEALS, SHARED, FamilyCoach, named

BETS = "fold check bet match raise"


class ChipCoach(FamilyCoach[ChipView]):
    own = frozenset("goal.aim offer.mark offer.unmark event.marked event.unmarked event.deal_over rule.end".split())
    phases = frozenset(f"bet answer_bet question declare answered out wait {SHARED}".split())
    events = frozenset(
        f"{BETS} showdown_asked answered exposed table_card sets_counted pot_awarded main_pot side_pot marked unmarked "
        f"{DEALS}".split()
    )
    places: ClassVar[Mapping[str, str]] = named("seats hand table pot")
    chapters: ClassVar[Mapping[str, str]] = {
        **FamilyCoach.chapters,
        **dict.fromkeys(("phase.bet", "phase.answer_bet", *(f"offer.{bet}" for bet in BETS.split())), "betting"),
        **dict.fromkeys(("phase.question", "offer.expose", "offer.wait", "event.showdown_asked"), "question"),
        **dict.fromkeys(("phase.declare", "event.sets_counted"), "counting"),
        **dict.fromkeys(("event.exposed", "event.pot_awarded", "event.main_pot", "event.side_pot"), "showdown"),
    }

    def asked(self, view: ChipView, kinds: frozenset[str]) -> str:
        if "mark" in kinds or "unmark" in kinds:
            return "declare"
        if "expose" in kinds or "wait" in kinds:
            return "question"
        if kinds:
            return "answer_bet" if "match" in kinds else "bet"
        if view.seat not in view.live:
            return "out"
        return "wait" if view.phase == "bet" else "answered"
