"""A chunk of work, and the kinds that there are.

What comes of a chunk depends on its body alone: no clock, no file, no chance but a seed in the body. So whoever makes
it, and however often, makes the same.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module

import msgspec

KINDS = {  # each kind, and the function that makes it; imported by whoever makes one, and not before
    "arena": "septet.lab.arena:answer",
    "atlas": "septet.lab.atlas:answer",
    "atlas.again": "septet.lab.again:answer",
    "lab": "septet.lab.study:answer",
    "lab.packed": "septet.lab.whole:answer_packed",
    "lab.whole": "septet.lab.whole:answer",
    "luck": "septet.lab.luck:answer",
    "playouts": "septet.lab.playouts:answer",
    "puzzles": "septet.puzzles.making:answer",
    "puzzles.first": "septet.puzzles.making:answer_first",
    "review": "septet.review.chunks:answer",
    "review.whole": "septet.review.whole:answer",
    "where": "septet.lab.where:answer",
    "where.rare": "septet.lab.where_rare:answer",
}


class Chunk(msgspec.Struct, frozen=True):
    """So much as is made at once: seconds of work, rather than minutes."""

    kind: str
    body: bytes  # JSON


@cache
def _function(kind: str) -> Callable[[bytes], bytes]:
    module, _, name = KINDS[kind].partition(":")
    found: Callable[[bytes], bytes] = getattr(import_module(module), name)
    return found


def made(chunk: Chunk) -> bytes:
    """What comes of a chunk, as JSON; here and now."""
    return _function(chunk.kind)(chunk.body)
