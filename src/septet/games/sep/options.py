"""The house rules of SEP and of SEP solo, each at its usual value."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from septet.games.errors import BadOption

ROUNDS = {"single": 1, "a": 2, "b": 3}  # of a solo match
Piles = Annotated[int, msgspec.Meta(ge=1, le=9)]


class SharedOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What two players and a soloist may choose alike."""

    combo_ace: Literal["cyclic", "high_low", "low"] = "cyclic"
    combo_swap: bool = True
    combo_six_run: Literal[2, 3] = 2
    action_match: Literal["top", "all_removed"] = "top"
    start_dealt_combo: Literal["ignore", "redeal"] = "ignore"


class SepOptions(SharedOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    reserve_take: Literal["fits", "fits_and_place_it", "free"] = "fits"
    number_voluntary_pass: bool = True
    action_voluntary_discard: bool = False
    turn_limit: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 600  # counts only with the voluntary discard
    token_empty_centre: Literal["take", "return_only"] = "take"
    pile_count: Piles = 3
    tie_mode: Literal["sudden_death", "draw"] = "sudden_death"
    tie_extra_piles: Annotated[int, msgspec.Meta(ge=0, le=9)] = 3
    start_player: Literal["random", "first", "second"] = "random"


class SepSoloOptions(SharedOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    solo_match: Literal["single", "a", "b"] = "single"
    solo_pass_penalty: bool = False
    solo_voluntary_pass: bool = False
    solo_action_penalty: bool = True
    solo_between: Literal["turn", "placement"] = "turn"
    solo_last_action: Literal["deck_empty", "all_twelve"] = "deck_empty"
    solo_piles: Piles = 3
    solo_b_target: Literal["at_least", "exactly"] = "at_least"

    def __post_init__(self) -> None:
        if self.solo_voluntary_pass and not self.solo_pass_penalty:
            # Free passes would let a soloist wait for scoring cards for ever.
            raise BadOption("needs", name="solo_voluntary_pass=on", needed="solo_pass_penalty=on")


if TYPE_CHECKING:
    CircleOptions = SepOptions | SepSoloOptions
else:
    CircleOptions = Any  # which of the two it is, a message does not say
