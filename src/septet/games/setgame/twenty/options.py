"""The house rules of 20/20, each at its usual value."""

from typing import Annotated, Literal

import msgspec

from septet.games.setgame.options import PickSeconds, Seconds


class TwentyOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pick_timeout_s: PickSeconds = 5
    cooldown_s: Seconds = 1
    tt_hands: Literal["open", "private"] = "open"
    tt_table_only: bool = True
    draw_cooldown_s: Seconds = 3
    tt_refresh: Literal["vote", "auto", "off"] = "vote"
    tt_target_factor: Annotated[int, msgspec.Meta(ge=1, le=20)] = 10
