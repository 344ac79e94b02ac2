"""The house rules of SET, for many players, with 27 cards and alone, each at its usual value."""

from typing import Annotated, Literal

import msgspec

from septet.games.setgame.options import Deals, NosetOptions, PickSeconds, Seconds

Points = Annotated[int, msgspec.Meta(ge=0, le=10)]
LateJoin = Annotated[bool, msgspec.Meta(extra={"unnamed": False})]


class CallOptions(NosetOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a call of three cards costs and brings."""

    pick_timeout_s: PickSeconds = 5
    cooldown_s: Seconds = 1
    timeout_cost: Literal["as_false", "free"] = "as_false"
    false_call_cost: Points = 1
    false_call_freeze: Literal["none", "until_next_set", 5, 10, 20, 30, 60] = "none"
    noset_reward: Literal[0, 1] = 0
    score_floor: Literal["none", 0] = "none"


class SetOptions(CallOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    claim_mode: Literal["call_then_pick", "direct"] = "call_then_pick"
    noset_mode: Literal["vote", "vote_checked", "auto", "claim"] = "vote"
    deals: Deals = "each"
    late_join: LateJoin = True
    tie_break: Literal["shared", "more_sets", "fewer_faults", "extra_deal"] = "shared"


class QuickOptions(CallOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One player claims directly and says alone that there is no set; several call and vote (by_table)."""

    claim_mode: Literal["by_table", "call_then_pick", "direct"] = "by_table"
    noset_mode: Literal["by_table", "vote", "vote_checked", "auto", "claim"] = "by_table"
    deals: Deals = "each"
    tie_break: Literal["shared", "more_sets", "fewer_faults", "extra_deal"] = "shared"
    solo_end: Literal["stop", "add3"] = "stop"
    quick_attr: Literal["colour", "shading", "number", "shape"] = "colour"
    quick_value: Literal["first", "second", "third"] = "first"


class SetSoloOptions(CallOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    claim_mode: Literal["direct", "call_then_pick"] = "direct"
    noset_mode: Literal["claim", "auto"] = "claim"
    solo_end: Literal["stop", "add3"] = "stop"


ClassicOptions = SetOptions | QuickOptions | SetSoloOptions


def deals_agreed(options: ClassicOptions) -> int | str:
    """How many deals a match has; alone it has one."""
    return 1 if isinstance(options, SetSoloOptions) else options.deals


def tie_break(options: ClassicOptions) -> str:
    """What breaks a tie; alone there is nobody to tie with."""
    return "shared" if isinstance(options, SetSoloOptions) else options.tie_break


def stops_without_a_set(options: ClassicOptions) -> bool:
    """Does the first table without a set end the game of one player?"""
    return not isinstance(options, SetOptions) and options.solo_end == "stop"


def settled(options: QuickOptions, seats: int) -> QuickOptions:
    """What depends on the number of players: one claims directly, also that there is no set; several call and vote."""
    claim, noset = ("direct", "claim") if seats == 1 else ("call_then_pick", "vote")
    alone = seats == 1 and options.noset_mode in {"vote", "vote_checked"}  # a vote of one is a claim
    return msgspec.structs.replace(
        options,
        claim_mode=claim if options.claim_mode == "by_table" else options.claim_mode,
        noset_mode=noset if options.noset_mode == "by_table" or alone else options.noset_mode,
    )
