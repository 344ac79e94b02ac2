"""The moves of a game that changed its cards, one after the other: what was there before, and what came of it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from septet.games.game import Join, Move, Seat
from septet.study.replay import Story


class ReviewStep(NamedTuple):
    """A move that was not taken back, and the states around it."""

    number: int  # of the move, the first is 1
    before: Any
    seat: Seat | None
    move: Move
    after: Any


def steps(story: Story) -> Iterator[ReviewStep]:
    """Whatever the game itself was told; what a table does around it (rest, give up) changes no card."""
    for number, entry in enumerate(story.entries, 1):
        before, after = story.tables[number - 1].state, story.tables[number].state
        if number in story.standing and after is not before and not isinstance(entry.move, Join):
            yield ReviewStep(number, before, entry.seat, entry.move, after)
