"""What a study shows, in a few sentences: what surely differs, what does not show, and how often the rule matters."""

import msgspec

from septet.i18n import Words
from septet.lab.figures import MATTERS
from septet.lab.paired import Compared
from septet.lab.study import StudyResult
from septet.lab.telling import RARE, figure_name, mean, number

SAID = 5  # differences that are told in sentences; the table has them all


class StudySummary(msgspec.Struct, frozen=True):
    """One rule set beside the base."""

    clear: tuple[str, ...]  # a sentence for each difference that is sure, the surest first
    more: int  # and so many others
    open: str = ""  # what cannot be told yet
    matters: str = ""


def summed_up(found: StudyResult, at: int, t: Words) -> StudySummary:
    """Rule set number `at`, counted from 1: the base is 0."""
    task, comparison = found.task, found.comparison
    differing = [one for one in comparison.figures if one.differences and any(part.value for part in one.means)]
    clear = sorted((one for one in differing if one.differences[at - 1].clear), key=lambda one: -_sure(one, at))
    unclear = [figure_name(task.game, one.figure, t) for one in differing if not one.differences[at - 1].clear]
    matters = ""
    for one in comparison.figures:
        if one.figure.name == MATTERS:
            share = one.means[at]
            ends = (number(end, one.figure, t) for end in (share.low, share.high))
            matters = t("lab.say.matters", share=mean(share, one.figure, t), ends=t("lab.say.to", **_ends(*ends)))
    return StudySummary(
        tuple(_sentence(task.game, one, at, t) for one in clear[:SAID]),
        max(0, len(clear) - SAID),
        t("lab.say.open", n=comparison.deals, figures=", ".join(unclear)) if unclear else "",
        matters,
    )


def _sure(one: Compared, at: int) -> float:
    """How many half widths of its interval a difference is away from nothing."""
    apart = one.differences[at - 1]
    return abs(apart.value) / apart.half if apart.half else 0.0


def _ends(low: str, high: str) -> dict[str, str]:
    return {"low": low, "high": high}


def _sentence(game: str, one: Compared, at: int, t: Words) -> str:
    """`Games are 2.50 turns longer (1.90 to 3.10).`"""
    apart, figure = one.differences[at - 1], one.figure
    closely = figure.part and apart.half < RARE / 2
    up = apart.value > 0
    if figure.name == "turns":
        low, high = sorted((abs(apart.low), abs(apart.high)))
        within = t("lab.say.to", **_ends(number(low, figure, t), number(high, figure, t)))
        by = number(abs(apart.value), figure, t)
        return t("lab.say.longer" if up else "lab.say.shorter", by=by, ends=within)
    value, *ends = (
        number(part, figure, t, signed=True, closely=closely) for part in (apart.value, apart.low, apart.high)
    )
    name = figure_name(game, figure, t)
    told = t("lab.say.points", value=value) if figure.part else value
    return t(
        "lab.say.instead",
        figure=name[:1].upper() + name[1:],
        here=mean(one.means[at], figure, t),
        there=mean(one.means[0], figure, t),
        value=told,
        ends=t("lab.say.to", **_ends(*ends)),
    )
