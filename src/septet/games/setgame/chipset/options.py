"""The house rules of ChipSet, each at its usual value."""

from typing import Annotated, Literal

import msgspec

from septet.games.errors import BadOption

# With one or two cards players whose antes were all they had would be dealt a hand that is over before they see it.
# fmt: off
TableMax = Literal[
    0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
]
# fmt: on


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
