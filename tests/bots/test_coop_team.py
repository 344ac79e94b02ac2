"""Bots of CoopSet in a team with a person: they play their part at a person's pace, and wait for nobody for ever."""

import random
import statistics
from collections.abc import Iterator
from typing import Any

import pytest

from septet.bots import sit
from septet.bots.bot import Plan
from septet.bots.setgame.coopset.simple import AGREE_MS, LEAST_MS, TAKE_MS
from septet.games import GAMES
from septet.games.setgame.cards import sets_among
from septet.games.setgame.coopset.moves import CommitLayout
from septet.games.setgame.moves import Mark
from septet.lab.simulate import SimulationStep, played_out
from septet.server.http.opponents import opponents

GAME = GAMES["coopset"]
BOTS = ("random", "maximum", "pairs", "novice", "casual", "strong")


class Idle:
    """A person who only looks."""

    def see(self, view: Any, now_ms: int) -> Plan | None:
        return None


class Eager:
    """A person who sees a set a second after everybody else may, and marks it."""

    def see(self, view: Any, now_ms: int) -> Plan | None:
        marked = {card for mark in view.marks for card in mark}
        left = sets_among(tuple(card for card in view.table if card not in marked))
        return Plan(Mark(left[0]), 1_000) if left and not view.proposed else None


def evening(person: Any, bot: str, seed: int = 1, **options: Any) -> Iterator[tuple[SimulationStep, Any]]:
    """A person and two bots, from the deal to the end: each step, and what it came after."""
    state = GAME.deal(GAME.Options(**options), 3, bytes([seed]) * 32)
    minds = [person, *(sit("coopset", bot, seat, random.Random(f"{bot} {seat} {seed}")) for seat in (1, 2))]
    for step in played_out(GAME, state, minds):
        yield step, state
        state = step.state


@pytest.mark.parametrize("bot", BOTS)
def test_two_bots_play_to_the_end_beside_somebody_who_only_looks(bot: str) -> None:
    steps = list(evening(Idle(), bot))
    assert GAME.outcome(steps[-1][0].state) is not None
    assert {step.seat for step, _ in steps if isinstance(step.move, Mark)} == {1, 2}


@pytest.mark.parametrize("bot", BOTS)
def test_nobody_is_hurried_and_nobody_waits_long(bot: str) -> None:
    before = 0
    for step, state in evening(Idle(), bot):
        took = step.at - before
        if isinstance(step.move, CommitLayout):
            assert took >= TAKE_MS[0]
        elif isinstance(step.move, Mark):
            assert took >= (AGREE_MS[0] if state.proposed else LEAST_MS)
        assert took < 90_000
        before = step.at


def test_beginners_have_time_to_find_sets_themselves_beside_the_usual_team_mates() -> None:
    """Two novices, of whom each took ten seconds for a set, found all of them before anybody who had just begun."""
    assert opponents("coopset")[0].name == "novice"
    found, since = [], 0
    for step, state in evening(Idle(), "novice"):
        if isinstance(step.move, Mark) and not state.proposed:
            found.append(step.at - since)
        since = step.at
    assert min(found) >= 12_000
    assert statistics.median(found) > 20_000


def test_a_person_who_is_quick_finds_most_sets() -> None:
    steps = [step for step, state in evening(Eager(), "strong") if isinstance(step.move, Mark) and not state.proposed]
    mine = sum(step.seat == 0 for step in steps)
    assert mine > len(steps) * 0.9


@pytest.mark.parametrize("control", ["leader", "free"])
def test_who_may_not_mark_does_not_try(control: str) -> None:
    """Steps that are refused would raise; where a person leads, bots leave everything to them."""
    steps = list(evening(Eager() if control == "free" else Leader(), "strong", coop_control=control))
    assert GAME.outcome(steps[-1][0].state) is not None


class Leader(Eager):
    """A person who plays alone, and commits when nothing is left."""

    def see(self, view: Any, now_ms: int) -> Plan | None:
        return super().see(view, now_ms) or Plan(CommitLayout(), 1_000)
