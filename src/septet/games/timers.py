"""The timers of a game on a clock, whoever keeps it: the server, the terminal, or a simulation whose clock jumps."""

from collections.abc import Iterable

from septet.games.game import Timer

Due = dict[Timer, int]  # when each timer that runs will be out, in milliseconds of table time


def going_on(due: Due, timers: Iterable[Timer], now: int) -> Due:
    """The timers that run now: one that ran before goes on, a new one starts."""
    return {timer: due.get(timer, now + round(timer.seconds * 1_000)) for timer in timers}


def put_off(due: Due, rest: int) -> Due:
    """The timers after a rest of so many milliseconds, which costs nobody anything."""
    return {timer: at + rest for timer, at in due.items()}


def first(due: Due) -> tuple[int, Timer] | None:
    """The timer that will be out first, and when; of those that are due together the first by name, then by seat."""
    if not due:
        return None
    timer = min(due, key=lambda one: (due[one], by_name(one)))
    return due[timer], timer


def by_name(timer: Timer) -> tuple[str, int]:
    """Timers in their order: by name, then by seat; one that is nobody's comes before those of the seats."""
    return timer.name, -1 if timer.seat is None else timer.seat
