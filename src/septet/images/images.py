"""A position as SVG, and any SVG of ours as PNG."""

from collections.abc import Mapping, Sequence
from typing import Any

from septet.games.game import Game
from septet.i18n import words
from septet.images import sep, sepmosa, setgame
from septet.images.artwork import Artwork
from septet.images.scene import Scene, Tabletop

FAMILIES: Mapping[str, type[Tabletop]] = {
    "sep": sep.CircleTable,
    "sepmosa": sepmosa.MosaicTable,
    "setgame": setgame.SetTable,
}


def svg(
    game: Game[Any, Any, Any],
    views: Sequence[Any],
    names: Sequence[str] = (),
    *,
    language: str = "en",
    theme: str = "light",
    palette: str = "classic",
) -> str:
    """What these views see of a table: one view, or those of all seats with every hand open.

    `theme` is `light` or `dark`, `palette` that of SET: `classic`, `clear` or `grey`. Raises NoSheet.
    """
    t = words(language)
    art = Artwork(t, theme, palette)
    names = names or tuple(t("image.seat", n=seat + 1) for seat in range(seats(game, views[0])))
    wide, high = FAMILIES[game.family](art, Scene(game, views, names)).draw()
    return art.svg(wide, high, t(f"game.{game.name}"))


def seats(game: Game[Any, Any, Any], view: Any) -> int:
    """How many sit there, as a view tells it."""
    found: int = (
        view.seats if game.family == "setgame" else len(view.scores if game.family == "sepmosa" else view.tokens)
    )
    return found


def png(picture: str, width: int | None = None) -> bytes:
    """The same in pixels, as wide as is asked for."""
    import resvg_py  # only here: whoever draws no pixels need not load it

    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=width, skip_system_fonts=True))
