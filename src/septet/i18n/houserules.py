"""House rules in words: the name of an option, a value of it, and a refusal that names either."""

import re
from collections.abc import Mapping
from typing import Any, Protocol

CHOSEN = re.compile(r"(\w+)(=|>)(.+)")


class Speaks(Protocol):
    def __call__(self, key: str, /, **facts: Any) -> str: ...
    def message(self, key: str, n: int | None = None) -> str | None: ...


def option_name(t: Speaks, family: str, option: str) -> str:
    key = f"{family}.option.{option}.name"
    return t(key) if t.message(key) else option


def option_value(t: Speaks, family: str, option: str, value: str) -> str:
    """A value as records write it, in words; a number that has no words of its own is told with its unit."""
    own, counted = f"{family}.option.{option}.{value}", f"{family}.option.{option}.n"
    if t.message(own):
        return t(own)
    return t(counted, n=int(value)) if value.isdecimal() and t.message(counted) else value


def options_in_words(t: Speaks, family: str, facts: Mapping[str, Any]) -> dict[str, str]:
    """The facts of a refusal about options, such as `combo_ace=low`, as people know them."""
    option = str(facts.get("name", ""))
    said = {}
    for fact, told in facts.items():
        text = str(told)
        if fact == "value":
            said[fact] = option_value(t, family, option, text)
        elif fact == "values":
            said[fact] = ", ".join(option_value(t, family, option, one) for one in text.split("|"))
        elif fact == "known":
            said[fact] = ", ".join(option_name(t, family, one) for one in text.split(", "))
        else:
            said[fact] = _chosen(t, family, text)
    return said


def _chosen(t: Speaks, family: str, text: str) -> str:
    """`combo_ace=low` is “Ace: low only”, and `max_plies>0` is “Turns at most: 1 turn or more”."""
    found = CHOSEN.fullmatch(text)
    if not found:
        return t("option.quoted", text=option_name(t, family, text))
    option, sign, value = found.groups()
    least = str(int(value) + 1) if sign == ">" else value
    told = option_value(t, family, option, least)
    told = t("option.or_more", value=told) if sign == ">" else told
    return t("option.quoted", text=t("option.chosen", name=option_name(t, family, option), value=told))
