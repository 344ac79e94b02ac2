"""What the coach says in SetUp."""

from collections.abc import Mapping
from typing import ClassVar

from septet.games.setgame.coach import DEALS, SHARED, FamilyCoach, named
from septet.games.setgame.setup.state import SetupView


class SetupCoach(FamilyCoach[SetupView]):
    own = frozenset("goal.aim rule.turn".split())
    phases = frozenset(f"begin first lay laid watch barred {SHARED}".split())
    events = frozenset(f"card_played challenge_ok challenge_bad pile_taken {DEALS}".split())
    places: ClassVar[Mapping[str, str]] = named("seats hand table")
    chapters: ClassVar[Mapping[str, str]] = {
        **FamilyCoach.chapters,
        **dict.fromkeys(("phase.first", "phase.lay", "offer.play", "event.card_played"), "turn"),
        **dict.fromkeys(("phase.watch", "offer.challenge", "event.challenge_ok", "event.pile_taken"), "challenge"),
        **dict.fromkeys(("phase.barred", "event.challenge_bad"), "wrong"),
    }

    ways: ClassVar[Mapping[str, str]] = {
        "event.pile_taken": "own",
        **dict.fromkeys(("phase.laid", "phase.watch", "event.card_played"), "auto"),
        "event.challenge_bad": "free fined",
    }

    def way(self, view: SetupView, topic: str) -> str:
        options = view.options
        match topic:
            case "phase.laid" | "phase.watch" | "event.card_played":
                return "auto" if options.setup_check == "auto" else ""
            case "event.challenge_bad":
                return {"none": "free", "bar_and_1": "fined"}.get(options.setup_false_penalty, "")
        return ""

    def asked(self, view: SetupView, kinds: frozenset[str]) -> str:
        if "play" in kinds:
            return "lay" if view.table else "first"
        if view.player == view.seat:
            return "laid"
        if view.seat in view.barred:
            return "barred"
        return "watch" if view.table else "begin"
