"""Bots that somebody brings along: FILE.py:NAME or MODULE:NAME, loaded only where this program's user names them."""

import importlib.util
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from septet.bots.bot import Bot

OWN: dict[str, Bot] = {}  # those that were loaded in this process, by what they were called


class CannotLoad(Exception):
    """The file, or what it should hold, is not there or does not work."""


def is_own(name: str) -> bool:
    """Does this name a bot that somebody brought along? The skill of one of ours, as in reflex:1.7, is a number."""
    where, colon, what = name.rpartition(":")
    return bool(colon) and (where.endswith(".py") or (what.isidentifier() and where.replace(".", "").isidentifier()))


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
        OWN[name] = found(name)
    return OWN[name]
