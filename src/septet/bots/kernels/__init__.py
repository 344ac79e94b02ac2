"""Compiled twins of the rules, for bots that look at millions of moves a second.

The readable rules in `games/` are the law; a twin says the same over nested NumPy records, and a test plays random
games through both. Nothing here is imported before a bot needs it, and nothing inside a twin allocates memory.

In other words: kernels, held to the rules by differential testing against a reference.
"""

import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast

import numba
import numpy as np
from platformdirs import user_cache_path

from septet import games
from septet.bots import layouts

Function = TypeVar("Function", bound=Callable[..., Any])
Record = Any  # one element of a structured array, or an array
Int = Any  # a whole number of any width
HASH = re.compile("[0-9a-f]{16}")
CACHING = Lock()  # where Numba keeps what it compiles is set for all threads, and several may load twins at once


def cache_folder() -> Path:
    """Where compiled code is kept: under the user's cache folder, or the one that SEPTET_CACHE names.

    The folder is named by a hash of all sources that it may depend on, as Numba itself looks at one file only.
    """
    home = os.environ.get("SEPTET_CACHE")
    return (Path(home) if home else user_cache_path("septet")) / "kernels" / _fingerprint()


def _fingerprint() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for folder in (Path(__file__).parent, Path(layouts.__file__).parent, Path(games.__file__).parent):
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.relative_to(folder).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def prune(keep: Path, days: float = 30) -> None:
    """Throw away what was compiled from other sources and has not been used for so long; mark this one as used."""
    keep.mkdir(parents=True, exist_ok=True)
    keep.touch()
    for folder in keep.parent.iterdir():
        ours = HASH.fullmatch(folder.name) and folder.is_dir() and not folder.is_symlink()
        if ours and folder != keep and time.time() - folder.stat().st_mtime > days * 86_400:
            shutil.rmtree(folder, ignore_errors=True)


def inner(function: Function) -> Function:
    """A function that other compiled functions call."""
    return _compiled(function, cache=False)


def within(function: Function) -> Function:
    """A function that becomes part of those that call it: for what is called often, and from few places."""
    made: Any = numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)
    return cast(Function, made)


def entry(function: Function) -> Function:
    """A function that Python calls: compiled once for each version of the sources, and run without the GIL."""
    config: Any = numba.config
    with CACHING:
        before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE)
        try:
            return _compiled(function, cache=True)
        finally:
            config.CACHE_DIR = before


def _compiled(function: Function, cache: bool) -> Function:
    made: Any = numba.njit(nogil=True, error_model="numpy", cache=cache)(function)
    return cast(Function, made)


CACHE = cache_folder()
with suppress(OSError):  # a cache that cannot be tidied up still serves
    prune(CACHE)
