"""The timers of a game on the wall clock, for whoever plays it in a terminal."""

import time
from collections.abc import Callable

from septet.games.game import Game, Timeout
from septet.games.log import Log
from septet.games.timers import Due, first, going_on


class TerminalClock:
    """Table time goes on where the record stopped; a game that names no timers has none."""

    def __init__(
        self, log: Log, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.log, self.now, self.sleep = log, now, sleep
        self.timed = type(log.game).timers is not Game.timers
        self.began = now() - (log.entries[-1].at / 1000 if log.entries else 0)
        self.due: Due = {}

    def at(self) -> int:
        """Milliseconds of table time."""
        return int((self.now() - self.began) * 1000) if self.timed else 0

    def look(self) -> None:
        """Note when the timers that run now will be out."""
        self.due = going_on(self.due, self.log.game.timers(self.log.table.state), self.at())

    def run_out(self) -> None:
        """Play the timers that are out, the earliest first."""
        self.look()
        while (coming := first(self.due)) and coming[0] <= self.at() and not self.log.outcome:
            self.log.play(None, Timeout(coming[1].name, coming[1].seat), self.at())
            self.look()

    def wait(self) -> None:
        """Nobody may move: sleep until a timer is out."""
        self.look()
        self.sleep(max(0, min(self.due.values()) - self.at()) / 1_000)
