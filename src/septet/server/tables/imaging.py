"""A position as an image: what is asked for over HTTP, and the picture; nothing of it is kept."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from septet.i18n import Words
from septet.images import svg
from septet.server.tables.studying import StudyWish, walked

Name = Annotated[str, Meta(max_length=40)]


class ImageWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, as for the study, and how it is to look."""

    position: StudyWish
    open: bool = False  # all hands, and not only that of the seat who looks
    names: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()
    theme: Literal["light", "dark"] = "light"
    palette: Literal["classic", "clear", "grey"] = "classic"
    width: Annotated[int, Meta(ge=100, le=2400)] | None = None  # in pixels


def drawn(asked: ImageWish, t: Words) -> str:
    """The picture after the moves as SVG; raises Refusal for what cannot be understood or is not allowed."""
    walk = walked(asked.position)
    if walk.refusal:
        raise walk.refusal
    game, state = walk.trial.game, walk.trial.state
    count = len(game.scores(state))
    seats = range(count) if asked.open else (asked.position.seat,)
    names = asked.names if len(asked.names) == count else ()
    views = [game.view(state, seat) for seat in seats]
    return svg(game, views, names, language=t.language, theme=asked.theme, palette=asked.palette)
