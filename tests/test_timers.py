"""Timers that are due together run out by name, then by seat, whoever keeps the clock."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from septet.games import GAMES
from septet.games.game import Move, Outcome, Seat, Timeout, Timer
from septet.games.log import Log
from septet.games.sep.duel import Sep
from septet.games.timers import first, going_on, put_off
from septet.lab.simulate import played_out
from septet.server.tables.clocks import Times
from septet.terminal.clock import TerminalClock
from tests.playing import sitters

LATE, NOBODYS = Timer("a", 1, 2), Timer("b", None, 1)
TOGETHER = [NOBODYS, Timer("b", 0, 1), Timer("b", 1, 1), Timer("c", 0, 1), Timer("d", None, 1)]
IN_ORDER = [Timeout(timer.name, timer.seat) for timer in (*TOGETHER, LATE)]


class Bells(Sep):
    """Nobody ever moves; each bell rings once. Its timers are named in an order that is none."""

    name = "bells"

    def deal(self, options: Any, seats: int, seed: bytes) -> Any:
        return ()

    def timers(self, state: Any) -> frozenset[Timer]:
        return frozenset(timer for timer in (LATE, *TOGETHER[::-1]) if Timeout(timer.name, timer.seat) not in state)

    def apply(self, state: Any, seat: Seat | None, move: Move) -> Any:
        return (*state, move)

    def outcome(self, state: Any) -> Outcome | None:
        return None if self.timers(state) else Outcome((1, 1), (0, 0), "tie")

    def scores(self, state: Any) -> tuple[int, ...]:
        return (0, 0)

    def view(self, state: Any, seat: Seat | None) -> Any:
        return state


BELLS = Bells()


def on_the_server() -> Iterator[Move]:
    times, state = Times(None), BELLS.deal(None, 2, b"")
    times.go_on(0, frozenset(), BELLS.timers(state), paused=False, moved=None)
    while coming := times.next():
        at, seat, move = coming
        state = BELLS.apply(state, seat, move)
        yield move
        times.go_on(at, frozenset(), BELLS.timers(state), paused=False, moved=None)


def in_the_lab() -> Iterator[Move]:
    return (step.move for step in played_out(BELLS, BELLS.deal(None, 2, b""), []))


def in_the_terminal() -> list[Move]:
    log, now = Log.new(BELLS, BELLS.Options(), sitters(2), bytes(32)), [100.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    clock = TerminalClock(log, lambda: now[0], sleep)
    while not log.outcome:
        clock.wait()
        clock.run_out()
    assert [entry.at for entry in log.entries] == [1_000] * len(TOGETHER) + [2_000]
    return [entry.move for entry in log.entries]


@pytest.mark.parametrize("keeper", [on_the_server, in_the_lab, in_the_terminal])
def test_timers_that_are_due_together_run_out_by_name_then_by_seat(
    keeper: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, BELLS.name, BELLS)
    assert list(keeper()) == IN_ORDER


def test_a_timer_that_runs_goes_on_and_a_rest_costs_nothing() -> None:
    due = going_on({}, [LATE], 500)
    due = going_on(put_off(due, 250), [LATE, NOBODYS], 2_000)
    assert due == {LATE: 2_750, NOBODYS: 3_000}
    assert first(due) == (2_750, LATE)
    assert first({}) is None
