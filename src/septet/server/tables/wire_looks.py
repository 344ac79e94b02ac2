"""Messages of those who look at a game together, in and out; docs/protocol.md says when."""

from typing import Annotated

import msgspec
from msgspec import Meta

from septet.server.tables.wire_base import Incoming, Key, Outgoing, Remark, SeatNumber, TableId, Text

LookId = TableId
Spot = Annotated[str, Meta(pattern="^[a-z]+(-[A-Za-z0-9+-]{1,24})?$")]  # a place of a board, such as card-5H


class LookPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where somebody looks: after so many moves, from whose point of view, and what is told."""

    at: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    seat: SeatNumber = 0
    open: bool = False  # with all cards open
    hide: bool = False  # without spoilers
    branch: bool = False  # among the moves that were tried


class EnterLook(Incoming, frozen=True, tag="enter"):
    """I look too; or I am back."""

    look: LookId


class LeaveLook(Incoming, frozen=True, tag="exit"):
    """No more of this look."""

    look: LookId


class LeadLook(Incoming, frozen=True, tag="lead"):
    """Whoever leads goes there, and so do all who follow."""

    look: LookId
    place: LookPlace


class HandOver(Incoming, frozen=True):
    """Whoever leads lets somebody else lead."""

    look: LookId
    person: Key


class TryMove(Incoming, frozen=True, tag="try"):
    """Try a move where the leader looks, on a branch beside the game; nobody's, if it is the clock's."""

    look: LookId
    seat: SeatNumber | None
    move: msgspec.Raw


class PointAt(Incoming, frozen=True, tag="point"):
    """Look there, everybody."""

    look: LookId
    spot: Spot


class SayInLook(Incoming, frozen=True, tag="remark"):
    """Words of one's own, or a phrase that everybody reads in his own language."""

    look: LookId
    text: Text | None = None
    phrase: Key | None = None


class Looker(msgspec.Struct, frozen=True):
    """Somebody who looks, with a colour of their own; who is away for a moment is not here."""

    user: str
    name: str
    colour: int
    here: bool = True


class Fork(msgspec.Struct, frozen=True):
    """Moves that were tried: after which move of the game, and how many; another number for every change."""

    at: int
    moves: int
    rev: int


class LookState(Outgoing, frozen=True, kw_only=True, tag="look"):
    """How it stands with a look, whenever that has changed."""

    look: str
    game: str
    table: str | None  # that the game was played at, if it was played here
    people: tuple[Looker, ...]
    leads: str
    place: LookPlace
    fork: Fork | None = None
    chat: tuple[Remark, ...] | None = None  # all that was said, to whoever enters


class LookRemark(Outgoing, frozen=True, tag="remarked"):
    """Somebody has said something."""

    look: str
    remark: Remark


class LookPointed(Outgoing, frozen=True, tag="pointed"):
    """Somebody points at a place of the board."""

    look: str
    user: str
    spot: str


class LookEnded(Outgoing, frozen=True):
    """There is no such look any more: why, as the code of a refusal."""

    look: str
    why: str
