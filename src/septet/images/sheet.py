"""The sheet of symbols that the web app is built with: faces, colours, letters, and where the stacks of SEP stand."""

from functools import cache
from pathlib import Path

import msgspec

FILE = Path(__file__).parents[1] / "static/sheet.json"
Letter = tuple[int, str]  # how far it reaches and its outline, for a size of EM
EM = 1000


class NoSheet(Exception):
    """The web app has not been built here."""


class Circle(msgspec.Struct, frozen=True):
    """Where the stacks of SEP stand, in widths of a card from the middle."""

    centres: tuple[tuple[float, float], ...]
    wide: float
    high: float
    fan: float
    box: float


class Inks(msgspec.Struct, frozen=True):
    """The colours of SET by palette and letter."""

    palettes: dict[str, dict[str, str]]


class Layouts(msgspec.Struct, frozen=True):
    """What a picture of a family has to know beside its faces."""

    sep: Circle
    setgame: Inks


class Sheet(msgspec.Struct, frozen=True):
    faces: dict[str, dict[str, str]]  # by family and name
    layouts: Layouts
    colours: dict[str, dict[str, str]]  # by day and by night
    letters: dict[str, dict[str, Letter]]  # by font


@cache
def sheet() -> Sheet:
    """Raises NoSheet."""
    try:
        return msgspec.json.decode(FILE.read_bytes(), type=Sheet)
    except FileNotFoundError:
        raise NoSheet("Pictures are drawn with the faces of the web app, and it has not been built here.") from None
