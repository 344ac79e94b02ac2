"""The house rules of CoopSet, each at its usual value."""

from typing import Literal

import msgspec


class CoopOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    coop_complete: Literal["maximal", "free"] = "maximal"
    coop_detect: Literal["auto", "team"] = "auto"
    coop_final_layout: bool = True
    coop_control: Literal["by_table", "confirm", "free", "leader"] = "by_table"
    coop_rules: Literal["booklet", "modern"] = "booklet"
