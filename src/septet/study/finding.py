"""What lay there to be found in a game of the SET family: since when, who took it, how long people would have looked.

How long comes from the model that the bots of the family play by: half of the people of a level need less.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from septet.bots.setgame.reflex import QUICK
from septet.bots.setgame.skill import LEVELS, conspicuous
from septet.games.game import Pause, Seat
from septet.games.setgame.cards import differing
from septet.games.setgame.rules import FamilyRules
from septet.study.replay import Story

NINE = 9  # cards of which one feature is the same for all


class Find(msgspec.Struct, frozen=True):
    """Three cards that lay there from one moment on, until they were taken or something else took them away."""

    cards: tuple[str, ...]
    first: int  # the moment since which they lie there
    last: int | None  # the move that ended it; null if they lie there still
    since: int  # milliseconds of play, from the first deal on
    lay: int | None  # milliseconds; null where nobody told when the cards were dealt
    taken: bool
    by: Seat | None  # who took them, where it was one player
    levels: tuple[int, ...]  # milliseconds that half of the people of each level need, beginners first


def finds(story: Story, end: int, began: int | None) -> tuple[Find, ...]:
    """All of them in the moments before `end`, in the order in which they came."""
    if not isinstance(story.game, FamilyRules) or not story.timed:
        return ()
    return tuple(sorted(_walked(story, end, began), key=lambda one: (one.first, one.cards)))


def _walked(story: Story, end: int, began: int | None) -> Iterator[Find]:
    lying: dict[frozenset[str], Find] = {}
    times = _times(story, end, began)
    for at in range(end):
        state = story.tables[at].state
        if story.tables[at].paused:
            continue
        now = {frozenset(one): one for one in story.game.study.lying(state)}
        for key in [key for key in lying if key not in now]:
            yield _ended(lying.pop(key), at, times[at], state, team=story.game.team)
        for key, cards in now.items():
            if key not in lying:
                known = began is not None or at > 0
                needs = _needs(story.game, state, cards)
                lying[key] = Find(tuple(cards), at, None, times[at], 0 if known else None, False, None, needs)
    for one in lying.values():
        yield one if one.lay is None else msgspec.structs.replace(one, lay=times[end - 1] - one.since)


def _times(story: Story, end: int, began: int | None) -> list[int]:
    """When each moment came, in milliseconds of play; while a table rests nobody sees a card."""
    times, before = [0], began if began is not None else story.entries[0].at
    for at in range(1, end):
        now = story.entries[at - 1].at
        paused = story.tables[at - 1].paused and not isinstance(story.entries[at - 1].move, Pause)
        times.append(times[-1] + (0 if paused else max(0, now - before)))
        before = now
    return times


def _ended(one: Find, at: int, now: int, state: Any, *, team: bool) -> Find:
    took = next((event for event in state.last if frozenset(one.cards) in _threes(event.cards)), None)
    return msgspec.structs.replace(
        one,
        last=at,
        lay=None if one.lay is None else now - one.since,
        taken=took is not None,
        by=took.seat if took and not team else None,
    )


def _threes(cards: tuple[str, ...]) -> list[frozenset[str]]:
    """The sets that an event names: one, or several of a team, one after the other."""
    return [frozenset(cards[at : at + 3]) for at in range(0, len(cards), 3)]


def _needs(game: Any, state: Any, cards: Any) -> tuple[int, ...]:
    among = len(state.table) + sum(card not in state.table for card in cards)
    ease = among / 12 * conspicuous(cards, state.slots) * (QUICK if game.on_table == NINE else 1)
    return tuple(round(1_000 * skill.typical_s(differing(cards), ease)) for skill in LEVELS.values())
