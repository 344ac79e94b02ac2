"""The house rules of SEPMOSA, each at its usual value."""

from typing import Annotated, Literal

import msgspec

from septet.games.errors import BadOption


class SepmosaOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    dup: Literal["run", "rowcol", "series"] = "run"
    dup_join: bool = True
    joker_break: bool = True
    joker_wild: Literal["isolated", "always"] = "isolated"
    width: Literal["free", "box8"] = "free"
    join: Literal["length", "ordinal"] = "length"
    float_bonus: Literal[13, "11-12-13"] = 13
    lost12: Literal["before", "any"] = "before"
    relay: Literal["allow", "no-score"] = "allow"
    reconnect: Literal["adjacent", "match"] = "adjacent"
    passing: Literal["forced", "voluntary"] = "forced"
    floor: Literal["none", "zero"] = "none"
    m49: Literal["table", "connected"] = "table"
    dead_reset: bool = True
    stall_reset: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0  # 0 is never
    target: Literal[77, 49, 35] = 77
    max_plies: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 800  # 0 is no limit
    show_removed_log: bool = True
    start_player: Literal["random", "first", "second"] = "random"

    def __post_init__(self) -> None:
        endless = {
            "passing=voluntary": self.passing == "voluntary",
            "m49=connected": self.m49 == "connected",
            "dead_reset=off": not self.dead_reset,
        }
        for name, chosen in endless.items():
            if chosen and not self.max_plies:  # the game might never end
                raise BadOption("needs", name=name, needed="max_plies>0")
