"""What the coach says in SetUp."""

from collections.abc import Mapping
from typing import ClassVar

from septet.games.setgame.coach import DEALS, SHARED, FamilyCoach, named
from septet.games.setgame.setup.state import SetupView


class SetupCoach(FamilyCoach[SetupView]):
    own = frozenset("goal.aim rule.turn".split())
    phases = frozenset(f"first lay watch barred {SHARED}".split())
    events = frozenset(f"card_played challenge_ok challenge_bad pile_taken {DEALS}".split())
    places: ClassVar[Mapping[str, str]] = named("seats hand table")
    chapters: ClassVar[Mapping[str, str]] = {
        **FamilyCoach.chapters,
        **dict.fromkeys(("phase.first", "phase.lay", "offer.play", "event.card_played"), "turn"),
        **dict.fromkeys(("phase.watch", "offer.challenge", "event.challenge_ok", "event.pile_taken"), "challenge"),
        **dict.fromkeys(("phase.barred", "event.challenge_bad"), "wrong"),
    }

    def asked(self, view: SetupView, kinds: frozenset[str]) -> str:
        if "play" in kinds:
            return "lay" if view.table else "first"
        return "barred" if view.seat in view.barred else "watch"
