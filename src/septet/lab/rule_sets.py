"""The rule sets of a study: every combination of the values that are varied, or those that a file lists."""

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from septet.games.errors import BadOption
from septet.games.game import Game
from septet.games.options import choices, for_new, from_values, heard, heard_value, said

MOST = 64  # sets that one study compares


class RuleSet(msgspec.Struct, frozen=True):
    """Options of a game, and what they are called; without a name, what is unusual about them."""

    options: dict[str, Any]
    name: str = ""
    fresh: bool = False  # the bots' own chance is drawn anew: a study of nothing but chance


class BadStudy(Exception):
    """Rule sets that cannot be compared: the key of the reason, and what it tells of."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.key, self.values = key, values


def varied(game: Game[Any, Any, Any], vary: Iterable[str], base: str = "") -> tuple[RuleSet, ...]:
    """The base, and every combination of the values that are named; those that the game refuses are left out."""
    usual = heard(game.Options, base)
    named = dict(_values(game, text) for text in _once(vary))
    sets = [usual]
    for combination in itertools.product(*named.values()):
        values = msgspec.structs.asdict(usual) | dict(zip(named, combination, strict=True))
        try:
            options = for_new(from_values(game.Options, values))
        except BadOption as error:
            if error.code == "needs":  # this value goes only with another one
                continue
            raise
        if options not in sets:
            sets.append(options)
    return checked([RuleSet(msgspec.structs.asdict(one), said(one)) for one in sets])


def _once(vary: Iterable[str]) -> list[str]:
    texts = list(vary)
    names = [text.partition("=")[0].strip() for text in texts]
    for name in names:
        if names.count(name) > 1:
            raise BadOption("twice", name=name)
    return texts


def _values(game: Game[Any, Any, Any], text: str) -> tuple[str, tuple[Any, ...]]:
    """An option and its values: `combo_ace=cyclic,low`, or all of them where there are few: `combo_ace`."""
    name, sign, words = (part.strip() for part in text.partition("="))
    choice = choices(game.Options).get(name)
    if choice is None:
        raise BadOption("unknown", name=name, known=", ".join(choices(game.Options)))
    if not sign:
        if not choice.values:
            raise BadStudy("lab.which_values", option=name, values=choice.range_text())
        return name, choice.values
    found = [heard_value(game.Options, name, word.strip()) for word in words.split(",")]
    return name, tuple(dict.fromkeys(found))


def listed(game: Game[Any, Any, Any], lines: Iterable[str]) -> tuple[RuleSet, ...]:
    """The sets of a file, the first of them the base: `NAME: option=value, …` a line, `#` before a remark."""
    sets = []
    for line in lines:
        text = line.partition("#")[0].strip()
        if not text:
            continue
        name, colon, options = text.partition(":")
        if not colon:
            name, options = "", text
        found = heard(game.Options, options)
        sets.append(RuleSet(msgspec.structs.asdict(found), name.strip() or said(found)))
    return checked(sets)


def checked(sets: Sequence[RuleSet]) -> tuple[RuleSet, ...]:
    if len(sets) < 2:
        raise BadStudy("lab.one_set")
    if len(sets) > MOST:
        raise BadStudy("lab.many_sets", n=len(sets), most=MOST)
    return tuple(sets)
