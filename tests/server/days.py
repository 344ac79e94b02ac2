"""Houses whose clock stands where a test wants it, and whose daily puzzles are those of the shelf."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from septet.daily import days
from septet.puzzles import shelf
from septet.puzzles.puzzle import KINDS, Puzzle, name_of
from septet.server.app import Server, Settings
from septet.server.limits import Limits, Spans
from septet.server.store import dailies
from septet.server.store.store import Store
from tests.server.running import PLENTY, House, running

DAY = 30_000  # 2052-02-20
NOON = 43_200_000
DATE = days.name_of_day(DAY)


class Clock:
    """What the store's clock says: it goes on from where it is set."""

    def __init__(self, day: int = DAY, ms: int = NOON) -> None:
        self.set(day, ms)

    def set(self, day: int, ms: int = NOON) -> None:
        self.ahead = days.begins(day) + ms - time.time_ns() // 1_000_000

    async def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead


def puzzle_of(day: int, kind: str) -> Puzzle:
    """The puzzle that such a house has on a day."""
    some = shelf.shelf(kind)
    return some[day % len(some)]


def unknown(day: int, kind: str) -> Puzzle:
    """The same under a name that nobody on the shelf has, as those of real days."""
    found = puzzle_of(day, kind)
    return msgspec.structs.replace(found, id=name_of(kind, f"{day} {found.picture}"))


class DailyHouse:
    """A house, its clock, and those who come to it."""

    def __init__(self, house: House, clock: Clock) -> None:
        self.house, self.clock = house, clock

    def go_to(self, day: int, ms: int = NOON) -> None:
        """Set the clock, forward or back, and let the house notice."""
        self.clock.set(day, ms)
        self.house.call(self.house.server.node.set_clock())

    def fill(
        self,
        *some: int,
        without: str = "",
        kinds: Iterable[str] = KINDS,
        made: Callable[[int, str], Puzzle] = puzzle_of,
    ) -> None:
        """Put puzzles into the pool of these days, those of the shelf or others, but for those of one kind."""
        for day in some:
            for kind in kinds:
                if kind != without:
                    puzzle = msgspec.json.encode(made(day, kind))
                    self.house.call(self.house.server.store.write(dailies.keep_puzzle, day, kind, puzzle, 0))
        self.house.call(self.house.server.daily_pool.look())


@contextmanager
def daily_house(
    folder: Path, *, clock: Clock | None = None, store: Store | None = None, workers: int = 0, **limits: Any
) -> Iterator[DailyHouse]:
    clock = clock or Clock()
    chosen = {**PLENTY, "daily_ahead": 2, "chunks": 0, **limits}
    spans = Spans(guests=None)  # people come by the machine's clock, and would all have been away for years
    settings = Settings(data=folder, limits=Limits(**chosen), spans=spans, secret="a secret of the tests")
    server = Server(settings, store)
    server.store.clock = clock.now  # type: ignore[method-assign]
    with running(folder, server=server, workers=workers) as house:
        yield DailyHouse(house, clock)


def said(step: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(step))


def attempt(browser: httpx.Client, item: str, step: Any, at: int = 0, date: str = DATE) -> httpx.Response:
    return browser.post(f"/api/daily/{item}/try", json={"date": date, "at": at, "step": said(step)})


def item_of(day: Any, item: str) -> Any:
    return next(one for one in day["items"] if one["item"] == item)
