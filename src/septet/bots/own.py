"""Bots that somebody brings along: FILE.py:NAME or MODULE:NAME, loaded only where this program's user names them."""

import importlib.util
import random
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from septet.bots.bot import Bot, Budget, Mind
from septet.games.game import Seat

BY_SEARCH, LEARNT = "expert:search", "expert:learnt"  # ours, although they look like a module and what is in it
OWN: dict[str, Bot] = {}  # those that were loaded in this process, by what they were called


class CannotLoad(Exception):
    """The file, or what it should hold, is not there or does not work."""


def is_own(name: str) -> bool:
    """Does this name a bot that somebody brought along? The skill of one of ours, as in reflex:1.7, is a number."""
    where, colon, what = name.rpartition(":")
    return (
        bool(colon)
        and name not in {BY_SEARCH, LEARNT}
        and (where.endswith(".py") or (what.isidentifier() and where.replace(".", "").isidentifier()))
    )


def bot_name(name: str, t: Callable[[str], str]) -> str:
    """A bot's name as people read it, and how skilled it was asked to be."""
    if is_own(name):
        return name.rpartition(":")[2]
    if name in {BY_SEARCH, LEARNT}:
        return t("bot.expert_search" if name == BY_SEARCH else "bot.expert_learnt")
    plain, _, level = name.partition(":")
    return f"{t(f'bot.{plain}')} {level}".strip()


def found(text: str) -> Any:
    """What `FILE.py:NAME` or `MODULE:NAME` names; raises CannotLoad."""
    where, _, name = text.rpartition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        if where.endswith(".py"):
            spec = importlib.util.spec_from_file_location(Path(where).stem, where)
            assert spec is not None and spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            module = import_module(where)
        return getattr(module, name)
    except Exception as error:  # whatever is wrong with somebody's file
        raise CannotLoad(f"{type(error).__name__}: {error}") from error


def load(name: str) -> Bot:
    """Make this bot known here by its name."""
    if name not in OWN:
        OWN[name] = as_bot(found(name))
    return OWN[name]


def bring(bot: Any) -> str:
    """Make a class or an object known here as a bot; the name that it has from then on."""
    called = as_bot(bot)
    kind = bot if hasattr(bot, "__qualname__") else type(bot)
    name = plain = f"{kind.__module__}:{kind.__qualname__}"
    again = 1
    while name in OWN and not same(OWN[name], called):
        again += 1
        name = f"{plain} {again}"
    OWN[name] = called
    return name


def portable(name: str) -> bool:
    """Would another process find the same by this name? What was written in the program itself is nowhere else."""
    if not is_own(name) or name.startswith("__main__:"):
        return not is_own(name) and name not in OWN
    try:
        return same(as_bot(found(name)), OWN.get(name, as_bot(found(name))))
    except CannotLoad:
        return False


def as_bot(found: Any) -> Bot:
    """What can be called to sit down; a mind that is there already sits down wherever it is asked to."""
    if callable(found):
        bot: Bot = found
        return bot
    if hasattr(found, "see"):
        return SeatedAnywhere(found)
    raise CannotLoad(
        f"{type(found).__name__} {found!r:.60} is no bot: neither can it be called, nor has it a method see"
    )


def same(one: Bot, other: Bot) -> bool:
    """The same bot, or the same class as it was written again, in a notebook."""
    alike = [(getattr(bot, "__module__", ""), getattr(bot, "__qualname__", None)) for bot in (one, other)]
    return one == other or (alike[0][1] is not None and alike[0] == alike[1])


class SeatedAnywhere:
    """A mind of which there is one only, at every table and on every seat."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind

    def __call__(self, game: Any, seat: Seat, rng: random.Random, budget: Budget | None = None) -> Mind:
        return self.mind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeatedAnywhere) and other.mind is self.mind

    def __hash__(self) -> int:
        return id(self.mind)
