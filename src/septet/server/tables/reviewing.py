"""Reviews of games that are over: how far one is, and what another move would have been worth."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from septet.review.report import Estimate, Review

ReviewStatus = Literal["none", "waiting", "running", "done", "failed"]


class ReviewState(msgspec.Struct, frozen=True, kw_only=True):
    """How far the review of a game is, and what it says once it is done."""

    status: ReviewStatus = "none"
    progress: float = 0.0  # from 0 to 1
    yours: bool = False  # have you asked for the one that waits or runs, so that you may stop it?
    review: Review | None = None


class TryWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another move than the one that was played, and the number of that one in the record; the first is 1."""

    number: Annotated[int, Meta(ge=1, le=1_000_000)]
    move: dict[str, Any]


class TryWorth(msgspec.Struct, frozen=True, kw_only=True):
    """What that move is worth to whoever had to decide, beside the best one, in the same worlds."""

    value: Estimate
    best_value: Estimate
    lost: Estimate
