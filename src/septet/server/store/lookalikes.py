"""Names that look like others: Unicode's tables of identifiers, of scripts and of confusable signs.

The tables take some megabytes, so they are read when the first name is given.
"""

import unicodedata
from functools import cache
from typing import Any

from precis_i18n import get_profile

LOOKS = 80  # signs of what a name looks like that are kept
COMMON = {"COMMON", "INHERITED"}
TOGETHER = (  # scripts that one language writes side by side
    {"HAN", "HIRAGANA", "KATAKANA"},
    {"HAN", "HANGUL"},
    {"HAN", "BOPOMOFO"},
)
DIRECTION = "\u200e\u200f"  # in the table around some signs, so that people can read it


def is_identifier(text: str) -> bool:
    """Letters, digits and marks that Unicode means for names: nothing invisible, enclosing, obsolete or compatible."""
    try:
        get_profile("IdentifierClass").enforce(text)
    except UnicodeEncodeError:
        return False
    return True


def is_mixed(text: str) -> bool:
    """Are there letters of several scripts that no language writes together?"""
    from confusable_homoglyphs.categories import unique_aliases

    scripts = unique_aliases(text) - COMMON
    return len(scripts) > 1 and not any(scripts <= known for known in TOGETHER)


def skeleton(text: str) -> str:
    """The same for all texts that look the same, without accents; of use for comparing only."""
    signs = "".join(_prototypes().get(sign, sign) for sign in unicodedata.normalize("NFD", text))
    plain = unicodedata.normalize("NFKD", signs).casefold()
    return "".join(sign for sign in plain if unicodedata.category(sign)[0] in "LN")


@cache
def _prototypes() -> dict[str, str]:
    """For each sign that looks like others, the one that stands for all of them."""
    from confusable_homoglyphs.confusables import confusables_data

    chosen: dict[str, str] = {}
    sequences: dict[str, str] = {}
    for sign in confusables_data:
        if len(sign) > 1 or sign in chosen:
            continue
        alike = _alike(sign, confusables_data)
        best = min(alike, key=_plainness)
        for one in alike:
            chosen[one] = best
            longer = [text for text in _like(one, confusables_data) if len(text) > 1]
            if longer:
                sequences[best] = min(longer, key=_plainness)
    return {sign: sequences.get(best, best) for sign, best in chosen.items()}


def _alike(sign: str, table: dict[str, Any]) -> set[str]:
    """All single signs that look like this one, or like one that does."""
    found, waiting = {sign}, [sign]
    while waiting:
        for other in _like(waiting.pop(), table):
            if len(other) == 1 and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _like(sign: str, table: dict[str, Any]) -> list[str]:
    return [one["c"].strip(DIRECTION) for one in table.get(sign, ())]


def _plainness(text: str) -> tuple[bool, bool, str]:
    return not text.isascii(), not text.islower(), text


def looks(name: str) -> str:
    """What a name looks like at a glance: two accounts must not look the same."""
    return skeleton(name)[:LOOKS]
