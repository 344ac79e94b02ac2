"""The house rules of SetUp, each at its usual value."""

from typing import Literal

import msgspec

from septet.games.setgame.options import Deals, Seconds


class SetupOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    deals: Deals = "each"
    setup_window_s: Seconds = 4
    setup_last_window_s: Seconds = 15
    setup_check: Literal["players", "auto"] = "players"
    setup_false_penalty: Literal["bar", "none", "bar_and_1"] = "bar"
    setup_end: Literal["pile_empty", "hands_empty"] = "pile_empty"
