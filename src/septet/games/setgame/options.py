"""The kinds of house rules that several games of the SET family share; each game's own are in its folder."""

from typing import Annotated, Literal

import msgspec

Seconds = Annotated[int, msgspec.Meta(ge=0, le=300)]
PickSeconds = Annotated[int, msgspec.Meta(ge=3, le=15)]  # to show the three cards of a call
Deals = Literal["each", 1, 2, 3, 4, 5, 6, 7, 8]


def deals_in(agreed: int | str, seats: int) -> int:
    """How many deals a match has: each player deals once, or as many as were agreed."""
    return seats if isinstance(agreed, str) else agreed


class NosetOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is done about a table without a set, and when a deal ends."""

    noset_grace_s: Seconds = 20
    auto_noset_delay_s: Seconds = 2
    end_mode: Literal["auto", "vote"] = "auto"
