"""A study in words: what its rule sets and figures are called, and numbers as people write them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from septet.games import GAMES
from septet.games.options import choices, say
from septet.i18n import Words
from septet.i18n.houserules import option_name, option_value
from septet.lab.depth import Depth
from septet.lab.figures import MATTERS, Figure
from septet.lab.luck import LuckShare
from septet.lab.paired import Difference, Mean
from septet.lab.rule_sets import RuleSet
from septet.lab.study import StudyResult, StudyTask

RARE = 0.02  # what is below this is told with one decimal more
OWN = ("first", "tie", "won", "score", "comeback", "decided", MATTERS)  # figures that every game tells alike


def labels(task: StudyTask, t: Words) -> list[str]:
    """Each rule set by the name that somebody gave it, or by what is unusual about it."""
    return [label(task.game, one, t) for one in task.sets]


def label(game: str, rules: RuleSet, t: Words) -> str:
    if rules.name and "=" not in rules.name:
        return rules.name
    usual = choices(GAMES[game].Options)
    odd = {name: value for name, value in rules.options.items() if value != usual[name].default}
    told = ", ".join(chosen(game, name, value, t) for name, value in odd.items()) or t("lab.usual")
    return t("lab.fresh", rules=told) if rules.fresh else told


def chosen(game: str, option: str, value: Any, t: Words) -> str:
    """One house rule: its name, and what it is."""
    family = GAMES[game].family
    told = option_value(t, family, option, say(value))
    return t("option.chosen", name=option_name(t, family, option), value=told)


def figure_name(game: str, figure: Figure, t: Words) -> str:
    family = GAMES[game].family
    if figure.name.startswith("ending."):
        ending = t.of(family, f"ending_name.{figure.name.removeprefix('ending.')}")
        return t("lab.ending", ending=ending)
    if figure.name in OWN:
        return t(f"lab.figure.{figure.name}")
    return t.of(family, f"figure.{figure.name}")


def defined(game: str, figure: Figure, t: Words) -> str:
    """What a figure counts, in a sentence; where nobody has said it, its name has to do."""
    if figure.name.startswith("ending."):
        return t("lab.define.ending")
    key, here = f"lab.define.{figure.name}", game.replace("-", "_")
    own = f"lab.define.{figure.name}.{here}"
    found = own if t.message(own) else key
    return t(found) if t.message(found) else ""


def number(value: float, figure: Figure, t: Words, *, signed: bool = False, closely: bool = False) -> str:
    """As people of this language write it; differences of shares are points of a hundred."""
    share = figure.part
    decimals = 2 if closely or not share else 1
    text = f"{100 * value if share else value:{'+' if signed else ''}.{decimals}f}"
    return localised(text, t) + ("\N{NO-BREAK SPACE}%" if share and not signed else "")


def localised(text: str, t: Words) -> str:
    """With the decimal sign of the language, and a minus that is one."""
    return text.replace("-", "−").replace(".", t("lab.decimal"))


def mean(found: Mean, figure: Figure, t: Words) -> str:
    return number(found.value, figure, t, closely=0 < found.value < RARE)


def told(found: Difference, figure: Figure, t: Words) -> tuple[str, str]:
    """A difference and its interval."""
    closely = found.half < RARE
    value, low, high = (
        number(one, figure, t, signed=True, closely=closely) for one in (found.value, found.low, found.high)
    )
    return value, t("lab.between", low=low, high=high)


DEPTH, LUCK = Figure("depth", False), Figure("luck", True)
BesideTable = tuple[str, list[tuple[str, str, str]], str]


def beside_rows(found: StudyResult, names: Sequence[str], t: Words) -> list[BesideTable]:
    """What other bots had to tell of each rule set: a title, rows of name, value and interval, and what it counts."""
    tables: list[BesideTable] = []
    if not isinstance(found.depth, msgspec.UnsetType):
        rows = [_beside_row(name, one, DEPTH, t) for name, one in zip(names, found.depth, strict=True)]
        tables.append((t("lab.figure.depth"), rows, t("lab.define.depth", n=found.depth[0].deals)))
    if not isinstance(found.luck, msgspec.UnsetType):
        rows = [_beside_row(name, one, LUCK, t) for name, one in zip(names, found.luck, strict=True)]
        tables.append((t("lab.figure.luck"), rows, t("lab.define.luck", n=found.luck[0].games)))
    return tables


def _beside_row(name: str, one: Depth | LuckShare, figure: Figure, t: Words) -> tuple[str, str, str]:
    value, low, high = (number(part, figure, t) for part in (one.value, one.low, one.high))
    return name, value, t("lab.between", low=low, high=high)
