"""The days of this house: their seeds, and the puzzles that are made for them some days ahead.

They are made by the workers of the house or, where there are none, in processes beside this one: today's soon, as
people wait for them, those of coming days only while nothing else is to be done.
"""

import asyncio
import secrets
from collections.abc import Collection, Iterable

import msgspec

from septet.background.processes import LOWEST, PATIENT, ChunkFailed, Processes
from septet.background.running import Place
from septet.daily import days
from septet.daily.chain import BYTES, NOTICE, seed_for
from septet.daily.days import Day
from septet.daily.items import DEALS, ITEMS, game_of
from septet.daily.positions import fingerprint
from septet.games import GAMES
from septet.games.options import for_new, from_values
from septet.puzzles import judging, making
from septet.server.errors import Denied
from septet.server.hall.hall import Hall
from septet.server.store import dailies
from septet.server.store.dailies import KeptChain, MadePuzzle
from septet.server.store.store import CannotWrite
from septet.server.workers.errands import ErrandsOf

LOOK_S = 10.0  # how often we look whether a day has begun, and what others have made
KNOWN_MS = 30_000  # where several serve: so long after a puzzle was made, all of them know its position
AGAIN_S = 600.0  # when to try again what could not be made


class DailyPool:
    """Today and the days to come."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.node = hall.node
        self.chains: list[KeptChain] = []
        self.made: dict[Day, dict[str, MadePuzzle]] = {}
        self.names: dict[tuple[Day, str], frozenset[str]] = {}  # of the positions in it
        self.ahead, self.soon = Processes(1, LOWEST), Processes(1, PATIENT)
        self.making: asyncio.Task[None] | None = None
        self.failed: dict[tuple[Day, str], float] = {}  # and when to try it again

    # Days

    async def open(self) -> None:
        self.node.day_begun = await self.node.store.read(dailies.last_begun)
        if self.node.limits.daily_ahead:
            await self.look()

    async def guard(self) -> None:
        """Now and then: a new day begins, others have made a puzzle, or there is one to be made."""
        while True:
            try:
                await self.look()
                self._see_to_making()
            except CannotWrite as error:
                self.node.troubled(error)
            left = (days.ends(self.node.today()) - self.node.wall()) / 1_000
            await asyncio.sleep(min(LOOK_S, max(0.05, left)))

    async def close(self) -> None:
        """Give up what is being made; it is made anew by whoever serves next."""
        if self.making:
            self.making.cancel()
            await asyncio.gather(self.making, return_exceptions=True)
        await self.soon.stop()
        await self.ahead.stop()

    async def look(self) -> Day:
        """Today, with all that is known of it and of the days to come."""
        node = self.node
        today = await node.store.write(dailies.begin_day, node.wall())
        node.day_begun = max(node.day_begun, today)
        self.chains = await node.store.read(dailies.chain_list)
        if not self._chained(today):
            secret = secrets.token_bytes(BYTES)
            self.chains = await node.store.write(dailies.see_to_chains, today, node.wall(), secret)
        for day in range(today, today + node.limits.daily_ahead + 1):
            await self._read_day(day)
        for past in [day for day in self.made if day < today]:
            del self.made[past]
        self.names = {key: found for key, found in self.names.items() if key[0] >= today}
        return today

    def _chained(self, today: Day) -> bool:
        last = max((one.chain.last for one in self.chains), default=today - 1)
        return dailies.chain_of(self.chains, today) is not None and last - today >= NOTICE

    async def _read_day(self, day: Day) -> None:
        self.made[day] = await self.node.store.read(dailies.puzzles_of, day)
        for item in ITEMS:
            if (day, item) not in self.names and (item in DEALS or item in self.made[day]):
                if item in DEALS and not dailies.chain_of(self.chains, day):
                    continue
                self.names[day, item] = frozenset(self._positions(day, item))
                await asyncio.sleep(0)

    async def today(self) -> Day:
        """The day that it is; where that is a new one, everything that belongs to it."""
        if not self.node.limits.daily_ahead:
            raise Denied("no_daily")
        if self.node.day_begun != self.node.today():
            await self.look()
        return self.node.day_begun

    def seed(self, day: Day, item: str | None = None) -> bytes:
        """The seed of a day, or of one thing of it."""
        found = dailies.chain_of(self.chains, day)
        assert found is not None
        whole = found.chain.seed(day)
        return whole if item is None else seed_for(whole, item)

    def ready(self, day: Day, item: str) -> MadePuzzle | None:
        """The puzzle of a day, as soon as every server of the house knows that nothing is said of its position."""
        found = self.made.get(day, {}).get(item)
        if found and self.node.store.shared and self.node.wall() < found.made + KNOWN_MS:
            return None
        return found

    # Positions that nothing is said of

    def barred(self) -> Collection[str]:
        """The names of all positions of today."""
        today = self.node.today()
        return frozenset(name for (day, _), some in self.names.items() if day == today for name in some)

    def is_running(self, puzzle: str) -> bool:
        """Is a puzzle of this name one of today's?"""
        return any(one.puzzle.id == puzzle for one in self.made.get(self.node.today(), {}).values())

    def _positions(self, day: Day, item: str) -> Iterable[str]:
        """Where a thing of a day begins, and where right steps lead."""
        game = GAMES[game_of(item)]
        if item in DEALS:
            dealt = game.deal(for_new(from_values(game.Options, DEALS[item].options)), 1, self.seed(day, item))
            states = [dealt]
        else:
            puzzle = self.made[day][item].puzzle
            begun = [line[:count] for line in puzzle.right for count in range(len(line))]
            states = [judging.position(puzzle, steps).state for steps in begun]
        for state in states:
            if name := fingerprint(game, state):
                yield name

    # Making puzzles ahead

    def _see_to_making(self) -> None:
        if self.hall.stopping or not self.node.limits.chunks:
            return
        if self.making is None or self.making.done():
            self.making = self.node.spawn(self._make_all())

    async def _make_all(self) -> None:
        today = self.node.today()
        for day in range(today, today + self.node.limits.daily_ahead + 1):
            if dailies.chain_of(self.chains, day) is None:
                return
            for kind in making.FINDERS:
                if kind not in self.made.get(day, {}) and self.failed.get((day, kind), 0.0) <= self.node.ticker.now():
                    await self._make(day, kind)

    async def _make(self, day: Day, kind: str) -> None:
        errands, soon = self.hall.errands, day == self.node.today()
        beside = self.soon if soon else self.ahead
        place: Place = ErrandsOf(errands, "daily", soon=soon) if errands.hands else beside
        try:
            made = await place.make(making.first_chunk(kind, self.seed(day, kind).hex()))
            puzzle = making.first_made(made)
            await self.node.store.write(dailies.keep_puzzle, day, kind, msgspec.json.encode(puzzle), self.node.wall())
            await self._read_day(day)
        except ChunkFailed as error:
            self.failed[day, kind] = self.node.ticker.now() + AGAIN_S
            self.node.sparing.warn("daily_failed", kind, kind=kind, why=str(error))
        except CannotWrite as error:
            self.node.troubled(error)
