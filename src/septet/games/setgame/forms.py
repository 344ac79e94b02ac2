"""The cards of SET as people read them."""

from collections.abc import Mapping

from septet.games.game import Form, Speak

LETTERED = ("colour", "shape", "shading")


def card(code: str, t: Speak) -> str:
    """Always in the same order: "2, red, oval, striped"; one card or several."""
    if " " in code:
        return " – ".join(card(one, t) for one in code.split())
    letters = zip(LETTERED, code[1:], strict=True)
    return ", ".join([code[0], *(t(f"web.{feature}.{letter}") for feature, letter in letters)])


def features(names: str, t: Speak) -> str:
    return ", ".join(t(f"setgame.feature.{name}") for name in names.split())


FORMS: Mapping[str, Form] = {"set": card, "features": features}
