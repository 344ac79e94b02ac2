"""The house rules of Scout, each at its usual value."""

from typing import Annotated, Literal

import msgspec

from septet.games.setgame.options import Deals, NosetOptions


class ScoutOptions(NosetOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    noset_mode: Literal["vote", "vote_checked", "auto", "claim"] = "vote"
    deals: Deals = "each"
    scout_commit_s: Annotated[int, msgspec.Meta(ge=1, le=60)] = 8
    second_timeout_s: Annotated[int, msgspec.Meta(ge=1, le=300)] = 25
    second_shows_third: bool = False
    scout_second_penalty: Literal["lose_card", "none"] = "lose_card"
    freeze_until: Literal["next_round", "next_set"] = "next_round"
    scout_debt: Literal["waive", "debt"] = "waive"
    lost_card_to: Literal["out", "deck_bottom"] = "out"
