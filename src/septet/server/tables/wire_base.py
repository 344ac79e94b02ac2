"""What every message of the socket is made of."""

from typing import Annotated

import msgspec
from msgspec import Meta

from septet.games import GAMES
from septet.games.game import Seat, snake_case

MessageId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00]*$")]
TableId = Annotated[str, Meta(pattern="^[a-z0-9]{12}$")]
Text = Annotated[str, Meta(min_length=1, max_length=300)]
Key = Annotated[str, Meta(min_length=1, max_length=40)]
GameName = Annotated[str, Meta(pattern=f"^({'|'.join(GAMES)})$")]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # a hash, or a number of 32 bytes


class Incoming(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case, gc=False):
    """What a client says; every message is answered exactly once, under its id."""

    id: MessageId


class Outgoing(msgspec.Struct, frozen=True, tag_field="type", tag=snake_case, gc=False):
    """What the server says."""


class Remark(msgspec.Struct, frozen=True):
    """Something that was said."""

    n: int
    name: str
    seat: Seat | None
    text: str | None = None
    phrase: str | None = None
