"""The facts of SEPMOSA as people read them: tiles by their names, cells with a minus at which no line breaks."""

from collections.abc import Mapping

from septet.games.game import Form, Speak
from septet.games.sepmosa.tiles import HIDDEN


def tile(code: str, t: Speak) -> str:
    """One tile or several: "red 7, blue 12"; one that lies face down is no more than that."""
    return ", ".join(
        t("board.sepmosa.tile_hidden")
        if one == HIDDEN
        else t("board.sepmosa.tile", colour=t(f"board.sepmosa.colour.{one[0]}"), value=one[1:])
        for one in code.split()
    )


def tile_first(code: str, t: Speak) -> str:
    """The same at the beginning of a sentence."""
    said = tile(code, t)
    return said[:1].upper() + said[1:]


FORMS: Mapping[str, Form] = {"tile": tile, "Tile": tile_first, "cell": lambda cell, t: cell.replace("-", "−")}
