"""A position as an image: what is asked for over HTTP, and the picture; nothing of it is kept."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from septet.games.errors import BadRecord
from septet.games.game import Game, Seat
from septet.games.log import Log
from septet.i18n import Words
from septet.images import svg
from septet.server.tables.guarding import Barred
from septet.server.tables.replaying import MoveNumber
from septet.server.tables.studying import StudyWish, walked
from septet.server.tables.wire_base import SeatNumber
from septet.study.trying import seated_at

Name = Annotated[str, Meta(max_length=40)]


class ImageLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How an image is to look."""

    open: bool = False  # all hands, and not only that of the seat who looks
    names: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()
    theme: Literal["light", "dark"] = "light"
    palette: Literal["classic", "clear", "grey"] = "classic"
    width: Annotated[int, Meta(ge=100, le=2400)] | None = None  # in pixels


class ImageWish(ImageLook, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, as for the study, and how it is to look."""

    position: StudyWish


class MomentLook(ImageLook, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A moment of a game that is over here, and how it is to look."""

    at: MoveNumber | None = None
    seat: SeatNumber | None = None  # null is a spectator


def drawn(asked: ImageWish, t: Words, barred: Barred = ()) -> str:
    """The picture after the moves as SVG; raises Refusal for what cannot be understood or is not allowed."""
    walk = walked(asked.position, barred)
    if walk.refusal:
        raise walk.refusal
    return image(walk.trial.game, walk.trial.state, asked.position.seat, asked, t)


def image(game: Game[Any, Any, Any], state: Any, seat: Seat | None, look: ImageLook, t: Words) -> str:
    """A state as a seat sees it, or with all hands open."""
    count = len(game.scores(state))
    views = [game.view(state, one) for one in (range(count) if look.open else (seat,))]
    names = look.names if len(look.names) == count else ()
    return svg(game, views, names, language=t.language, theme=look.theme, palette=look.palette)


def moment(log: Log, asked: MomentLook, t: Words) -> str:
    """Raises Refusal for a moment or a seat that is not there."""
    at = len(log.entries) if asked.at is None else asked.at
    if at > len(log.entries):
        raise BadRecord("no_such_move", at=at, moves=len(log.entries))
    state = log.tables[at].state
    seated_at(len(log.game.scores(state)), asked.seat)
    return image(log.game, state, asked.seat, asked, t)
