"""The facts of SEP as people read them: cards with symbols and with each language's own courts, slots, phases."""

from collections.abc import Mapping

from septet.games.game import Form, Speak
from septet.games.sep.drawing import SLOT_LETTERS

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
COURTS = "JQK"


def court(value: str, t: Speak) -> str:
    return t(f"board.sep.court.{value}")


def card(code: str, t: Speak) -> str:
    """`TH` is 10♥ everywhere; `JH` is J♥ in English, V♥ in French and B♥ in Dutch; one card or several."""
    if " " in code:
        return " ".join(card(one, t) for one in code.split())
    if len(code) != 2 or code[1] not in SUITS:
        return code
    value = court(code[0], t) if code[0] in COURTS else code[0].replace("T", "10")
    return value + SUITS[code[1]]


FORMS: Mapping[str, Form] = {
    "card": card,
    "slot": lambda slot, t: SLOT_LETTERS[slot],
    "phase": lambda phase, t: t(f"sep.phase.{phase}"),
}
