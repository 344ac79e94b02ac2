"""A review in sentences, in any of the three languages; whoever shows it otherwise has the same keys."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from septet.bots.setgame.skill import LEVELS
from septet.games import GAMES
from septet.i18n import Words
from septet.review.report import (
    Decision,
    Estimate,
    Eyes,
    Layout,
    Overlooked,
    Packed,
    Review,
    Slip,
    Told,
    Valued,
    Wager,
    Weighed,
)
from septet.review.shares import MOST_COUNTED

MOST_SLIPS = 20  # that are told one by one
ENOUGH = 5  # sets, before anybody's pace is compared
TYPICAL = 1  # the level whose time is told beside that of a set: casual players
NAMES = tuple(LEVELS)

Teller = Callable[[Decision, Sequence[Told]], str]  # says moves of a decision, one after the other


def sentences(review: Review, names: Sequence[str], t: Words, tell: Teller | None = None) -> list[str]:
    """Line by line; those about a move begin with its number."""
    match review:
        case Valued():
            return list(_valued(review, names, t, tell or _noted(review.game)))
        case Weighed():
            return list(_odds(review, names, t))
        case Packed():
            return list(_packing(review, t))
    return list(_overlooked(review, names, t))


def _moved(number: int, text: str) -> str:
    return f"{number:>4}  {text}"


def _cards(cards: Sequence[str]) -> str:
    return " ".join(cards)


def _sets(sets: Sequence[Sequence[str]]) -> str:
    return " / ".join(map(_cards, sets))


def decimal(value: float, t: Words, *, signed: bool = False) -> str:
    """One digit after the point, or after the comma; never minus nothing."""
    rounded = round(value, 1) + 0.0
    text = f"{rounded:+.1f}" if signed and rounded else f"{rounded:.1f}"
    return (text if t.language == "en" else text.replace(".", ",")).replace("-", "−")


def _percent(one: Estimate) -> int:
    return round(100 * one.value)


def _seconds(ms: int, t: Words) -> str:
    return decimal(ms / 1_000, t)


# SEP, SEP solo and SEPMOSA


def _valued(review: Valued, names: Sequence[str], t: Words, tell: Teller) -> Iterator[str]:
    luck, scale = review.luck, 100 if review.unit == "share" else 1

    def written(value: float, *, signed: bool = True) -> str:
        return decimal(scale * value, t, signed=signed)

    yield t(
        f"review.valued.luck.{review.unit}",
        name=names[0],
        start=written(luck.start, signed=False),
        draws=written(luck.draws.value),
        hidden=written(luck.hidden.value),
    )
    for seat, skill in enumerate(luck.skill):
        yield t(f"review.valued.skill.{review.unit}", name=names[seat], skill=written(skill.value))
    if luck.ended:
        yield t(f"review.valued.ended.{review.unit}", ended=written(luck.ended))
    yield t(f"review.valued.result.{review.unit}", result=written(luck.result, signed=False))
    told = [one for one in review.decisions if one.number in review.costliest or one.label == "missed_win"]
    yield t("review.costliest" if told else "review.valued.none")
    for one in sorted(told, key=lambda one: (one.label != "missed_win", -one.lost.value)):
        facts = {"name": names[one.seat], "played": tell(one, (one.played,)), "best": tell(one, one.line)}
        if one.label == "missed_win":
            yield _moved(one.number, t("review.valued.missed", **facts))
        else:
            lost, error = written(one.lost.value, signed=False), written(2 * one.lost.error, signed=False)
            yield _moved(one.number, t(f"review.valued.cost.{review.unit}", lost=lost, error=error, **facts))
    yield t("review.valued.note", playouts=review.playouts)


def _noted(name: str) -> Teller:
    """Moves as the records that people read have them."""
    game = GAMES[name]

    def tell(one: Decision, moves: Sequence[Told]) -> str:
        return " ".join(game.notation.say(msgspec.convert(move, game.moves)) for move in moves) + "."

    return tell


# ChipSet


def _odds(review: Weighed, names: Sequence[str], t: Words) -> Iterator[str]:
    for purse in review.purses:
        yield t(
            "review.odds.purse",
            name=names[purse.seat],
            result=t.format_field(purse.result, "signed"),
            lost=decimal(purse.lost.value, t),
            luck=decimal(purse.luck.value, t, signed=True),
        )
    decisions = {one.number: one for one in review.decisions}
    yield t("review.costliest" if review.costliest else "review.odds.none")
    for number in review.costliest:
        yield _moved(number, " ".join(_wager(decisions[number], names, t)))
    yield t("review.odds.note")
    if drawn := [one for one in review.decisions if not one.exact]:
        apart = any(one.others <= MOST_COUNTED for one in drawn)
        yield t("review.odds.drawn_apart" if apart else "review.odds.drawn")


def _wager(one: Wager, names: Sequence[str], t: Words) -> Iterator[str]:
    did = t(f"review.did.{one.played['type']}", name=names[one.seat], **_chips(one.played))
    better = t(f"review.better.{one.best['type']}", **_chips(one.best))
    yield t("review.odds.cost", did=did, better=better, lost=decimal(one.lost.value, t))
    yield t("review.odds.share", now=_percent(one.now), later=_percent(one.later))
    if one.owed:
        yield t("review.odds.price", owed=one.owed, pot=one.pot, needed=round(100 * one.needed))


def _chips(told: Told) -> dict[str, Any]:
    return {"chips": told["chips"]} if "chips" in told else {}


# CoopSet


def _packing(review: Packed, t: Words) -> Iterator[str]:
    yield t("review.packing.all", taken=review.taken, most=review.most, n=len(review.layouts))
    layouts = {one.number: one for one in review.layouts}
    yield t("review.packing.missed" if review.missed else "review.packing.every")
    for number in review.missed:
        yield _moved(number, _layout(layouts[number], t))
    if review.missed:
        yield t("review.packing.note")


def _layout(one: Layout, t: Words) -> str:
    if not one.taken:
        return t("review.packing.unseen", cards=_sets(one.best))
    more = one.most_paid - one.paid
    key = "review.packing.layout_one" if more == 1 else "review.packing.layout"
    return t(key, taken=len(one.taken), most=one.most, more=more, cards=_sets(one.best))


# the games where eyes decide


def _overlooked(review: Overlooked, names: Sequence[str], t: Words) -> Iterator[str]:
    for eyes in review.eyes:
        yield " ".join(_eyes(eyes, names, t))
    if review.longest:
        yield t("review.longest")
    for one in review.longest:
        if one.last is not None and one.lay is not None and one.by is not None:
            facts = {"seconds": _seconds(one.lay, t), "typical": _seconds(one.levels[TYPICAL], t)}
            level = t(f"bot.{NAMES[TYPICAL]}")
            text = t("review.longest.set", cards=_cards(one.cards), name=names[one.by], level=level, **facts)
            yield _moved(one.last, text)
    told = {one.number for one in review.slips if one.what == "made_a_set"}  # that nobody saw it is told with it
    slips = [one for one in review.slips if one.what != "passed_over" or one.number not in told]
    yield t("review.slips" if slips else "review.slips.none")
    for slip in slips[:MOST_SLIPS]:
        yield _moved(slip.number, _slip(slip, review.game, names, t))
    if len(slips) > MOST_SLIPS:
        yield t("review.slips.more", n=len(slips) - MOST_SLIPS)


def _eyes(eyes: Eyes, names: Sequence[str], t: Words) -> Iterator[str]:
    yield t("review.eyes.taken", name=names[eyes.seat], n=eyes.taken)
    if eyes.typical_ms is None or eyes.timed < ENOUGH:
        return
    yield t("review.eyes.typical", seconds=_seconds(eyes.typical_ms, t))
    level = level_of(eyes)
    if level is None:
        yield t("review.eyes.slow", level=t(f"bot.{NAMES[0]}"))
    else:
        yield t("review.eyes.level", level=t(f"bot.{NAMES[level]}"))


def level_of(eyes: Eyes) -> int | None:
    """The highest level of which half of the people would not have been sooner, for at least half of the sets."""
    return max((level for level, times in enumerate(eyes.quicker) if 2 * times >= eyes.timed), default=None)


def _slip(slip: Slip, game: str, names: Sequence[str], t: Words) -> str:
    facts: dict[str, Any] = {
        "cards": _cards(slip.sets[0] if slip.sets else slip.cards),
        "card": slip.cards[0] if slip.cards else "",
        "features": " ".join(slip.features),
    }
    if slip.seat is not None:
        facts["name"] = names[slip.seat]
    match slip.what:
        case "false_noset" if game == "twenty":
            return t("review.slip.new_table", **facts)
        case "false_noset" if len(slip.sets) > 1:
            return t("review.slip.false_noset_of_many", count=len(slip.sets), **facts)
        case "empty_call" if not slip.sets:
            return t("review.slip.call_in_vain", **facts)
        case "made_a_set":
            key = "review.slip.caught" if slip.found_out else "review.slip.unseen"
            return t(key, safe=", ".join(slip.better), **facts)
        case "fewer_own":
            own = {"better": _cards(slip.better), "own": slip.own, "most_own": slip.most_own}
            return t("review.slip.fewer_own", **own, **facts)
        case "no_scout_set" if not slip.sets:
            return t("review.slip.nothing_there", **facts)
        case "wrong_second":
            key = "review.slip.wrong_second" if slip.sets else "review.slip.second_in_vain"
            return t(key, second=_cards(slip.cards[1:]), **facts)
    return t(f"review.slip.{slip.what}", **facts)
