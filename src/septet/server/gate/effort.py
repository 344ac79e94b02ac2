"""How much of the server's time something takes, whatever else goes on while it waits."""

import types
from collections.abc import Callable, Coroutine, Generator
from time import thread_time
from typing import Any, TypeVar

T = TypeVar("T")


@types.coroutine
def measured(work: Coroutine[Any, Any, T], spend: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Do this, and tell of every stretch between two waits how many seconds of the processor it took."""
    step: Callable[[Any], Any] = work.send
    value: Any = None
    while True:
        began = thread_time()
        try:
            awaited = step(value)
        except StopIteration as done:
            result: T = done.value
            return result
        finally:
            spend(thread_time() - began)
        try:
            value, step = (yield awaited), work.send
        except BaseException as error:
            value, step = error, work.throw
