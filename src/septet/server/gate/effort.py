"""How much of the server's time something takes, whatever else goes on while it waits."""

import types
from collections.abc import Callable, Coroutine, Generator
from time import perf_counter, thread_time
from typing import Any, TypeVar

T = TypeVar("T")
ENOUGH_S = 0.005  # of work before it is told: to ask the system takes as long as many a stretch between two waits


class Effort:
    """Watches the work of one thread. On a busy machine other programs have their turn in the midst of it: of the time
    that went by only the share counts that the processor worked for us."""

    def __init__(self) -> None:
        self.went_by = 0.0
        self.worked = 0.0

    def ours(self, took: float) -> float:
        """Of so many seconds that went by, those that we worked."""
        worked = thread_time()
        share = (worked - self.worked) / self.went_by if self.went_by else 1.0
        self.went_by, self.worked = 0.0, worked
        return took * min(1.0, max(0.0, share))


class Tally:
    """Adds up what is done for somebody, and tells of it now and then in seconds of the processor."""

    def __init__(self, effort: Effort, spend: Callable[[float], None]) -> None:
        self.effort = effort
        self.spend = spend
        self.took = 0.0

    def add(self, began: float) -> None:
        """A stretch of work that began then, by `perf_counter`, and has ended."""
        stretch = perf_counter() - began
        self.effort.went_by += stretch
        self.took = took = self.took + stretch
        if took > ENOUGH_S:
            self.tell()

    def tell(self) -> None:
        if self.took:
            took, self.took = self.took, 0.0
            self.spend(self.effort.ours(took))


@types.coroutine
def measured(work: Coroutine[Any, Any, T], tally: Tally) -> Generator[Any, Any, T]:
    """Do this, and count every stretch of it between two waits."""
    step: Callable[[Any], Any] = work.send
    value: Any = None
    while True:
        began = perf_counter()
        try:
            awaited = step(value)
        except BaseException as error:
            tally.add(began)
            tally.tell()
            if isinstance(error, StopIteration):
                result: T = error.value
                return result
            raise
        tally.add(began)
        try:
            value, step = (yield awaited), work.send
        except BaseException as error:
            value, step = error, work.throw
