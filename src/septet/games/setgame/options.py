"""The house rules of the SET family, each at its usual value."""

from typing import Annotated, Literal

import msgspec

from septet.games.errors import BadOption

Seconds = Annotated[int, msgspec.Meta(ge=0, le=300)]
Points = Annotated[int, msgspec.Meta(ge=0, le=10)]
Deals = Literal["each", 1, 2, 3, 4, 5, 6, 7, 8]
# With one or two cards players whose antes were all they had would be dealt a hand that is over before they see it.
# fmt: off
TableMax = Literal[
    0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
]
# fmt: on


class Noset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is done about a table without a set, and when a deal ends."""

    noset_grace_s: Seconds = 20
    auto_noset_delay_s: Seconds = 2
    end_mode: Literal["auto", "vote"] = "auto"


class Calling(Noset, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a call of three cards costs and brings."""

    pick_timeout_s: Annotated[int, msgspec.Meta(ge=3, le=15)] = 5
    cooldown_s: Seconds = 1
    timeout_cost: Literal["as_false", "free"] = "as_false"
    false_call_cost: Points = 1
    false_call_freeze: Literal["none", "until_next_set", 5, 10, 20, 30, 60] = "none"
    noset_reward: Literal[0, 1] = 0
    score_floor: Literal["none", 0] = "none"


LateJoin = Annotated[bool, msgspec.Meta(extra={"unnamed": False})]


class SetOptions(Calling, frozen=True, kw_only=True, forbid_unknown_fields=True):
    claim_mode: Literal["call_then_pick", "direct"] = "call_then_pick"
    noset_mode: Literal["vote", "vote_checked", "auto", "claim"] = "vote"
    deals: Deals = "each"
    late_join: LateJoin = True
    tie_break: Literal["shared", "more_sets", "fewer_faults", "extra_deal"] = "shared"


class QuickOptions(Calling, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One player claims directly and says alone that there is no set; several call and vote (by_table)."""

    claim_mode: Literal["by_table", "call_then_pick", "direct"] = "by_table"
    noset_mode: Literal["by_table", "vote", "vote_checked", "auto", "claim"] = "by_table"
    deals: Deals = "each"
    tie_break: Literal["shared", "more_sets", "fewer_faults", "extra_deal"] = "shared"
    solo_end: Literal["stop", "add3"] = "stop"
    quick_attr: Literal["colour", "shading", "number", "shape"] = "colour"
    quick_value: Literal["first", "second", "third"] = "first"


class SoloOptions(Calling, frozen=True, kw_only=True, forbid_unknown_fields=True):
    claim_mode: Literal["direct", "call_then_pick"] = "direct"
    noset_mode: Literal["claim", "auto"] = "claim"
    solo_end: Literal["stop", "add3"] = "stop"


class ScoutOptions(Noset, frozen=True, kw_only=True, forbid_unknown_fields=True):
    noset_mode: Literal["vote", "vote_checked", "auto", "claim"] = "vote"
    deals: Deals = "each"
    scout_commit_s: Annotated[int, msgspec.Meta(ge=1, le=60)] = 8
    second_timeout_s: Annotated[int, msgspec.Meta(ge=1, le=300)] = 25
    second_shows_third: bool = False
    scout_second_penalty: Literal["lose_card", "none"] = "lose_card"
    freeze_until: Literal["next_round", "next_set"] = "next_round"
    scout_debt: Literal["waive", "debt"] = "waive"
    lost_card_to: Literal["out", "deck_bottom"] = "out"


class ChipOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    chip_stack: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 30
    chip_ante: Annotated[int, msgspec.Meta(ge=0, le=100)] = 1
    bet_limit: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 3
    raises_per_player: Annotated[int, msgspec.Meta(ge=0, le=10)] = 1
    first_speaker: Literal["dealer_left", "rotate"] = "dealer_left"
    first_bet_forced: bool = False
    chip_table_max: TableMax = 15
    expose_check: bool = True
    chip_count: Literal["auto", "declared"] = "auto"
    chip_disjoint: bool = False
    chip_short: Literal["side_pots", "must_fold"] = "side_pots"
    zero_pot: Literal["split", "carry"] = "split"
    chip_match: Literal["rounds", "last_standing"] = "rounds"
    chip_rounds: Annotated[int, msgspec.Meta(ge=1, le=100)] = 2

    def refuse_if_new(self) -> None:
        """Without an ante nobody ever has to lose a chip, and a match to the last one standing need not end."""
        if self.chip_match == "last_standing" and not self.chip_ante:
            raise BadOption("needs", name="chip_match=last_standing", needed="chip_ante>0")


class SetupOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    deals: Deals = "each"
    setup_window_s: Seconds = 4
    setup_last_window_s: Seconds = 15
    setup_check: Literal["players", "auto"] = "players"
    setup_false_penalty: Literal["bar", "none", "bar_and_1"] = "bar"
    setup_end: Literal["pile_empty", "hands_empty"] = "pile_empty"


class CoopOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    coop_complete: Literal["maximal", "free"] = "maximal"
    coop_detect: Literal["auto", "team"] = "auto"
    coop_final_layout: bool = True
    coop_control: Literal["by_table", "confirm", "free", "leader"] = "by_table"
    coop_rules: Literal["booklet", "modern"] = "booklet"


class TwentyOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pick_timeout_s: Annotated[int, msgspec.Meta(ge=3, le=15)] = 5
    cooldown_s: Seconds = 1
    tt_hands: Literal["open", "private"] = "open"
    tt_table_only: bool = True
    draw_cooldown_s: Seconds = 3
    tt_refresh: Literal["vote", "auto", "off"] = "vote"
    tt_target_factor: Annotated[int, msgspec.Meta(ge=1, le=20)] = 10
