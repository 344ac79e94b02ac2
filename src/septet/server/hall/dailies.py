"""The daily of this house: what is played today, everybody's one try, and what came of days before.

A try is in the store before anybody hears what came of it.
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec

from septet.daily import days, histogram, streak
from septet.daily.days import Day
from septet.daily.items import DEALS, ITEMS, game_of
from septet.daily.sharing import GAMES_TOLD, shared
from septet.games import GAMES
from septet.games.options import named
from septet.i18n import words
from septet.puzzles import judging
from septet.puzzles.puzzle import KINDS, Going, Puzzle, Step
from septet.server.errors import Denied
from septet.server.hall.daily_pool import DailyPool
from septet.server.hall.hall import Hall
from septet.server.live.node import table_id
from septet.server.people.accounts import User
from septet.server.store import dailies, queries
from septet.server.store.dailies import DailyRow, KeptChain, MadePuzzle, TryKey
from septet.server.tables.dailies import (
    DailyBar,
    DailyChain,
    DailyDay,
    DailyHistogram,
    DailyItem,
    DailyPosition,
    DailyStreak,
    DailyTry,
    DayShort,
    PastDay,
    PastItem,
)
from septet.server.tables.puzzle_telling import puzzle_state
from septet.server.tables.seating import ChairState, Setup

RECENT = 14  # days that a calendar shows
WRONG = 6  # answers that have a bar of their own
STEP: Any = Step


class Dailies:
    """Today, and the days before."""

    def __init__(self, hall: Hall, pool: DailyPool) -> None:
        self.hall = hall
        self.node = hall.node
        self.pool = pool

    # Today, as somebody sees it

    async def day(self, user: User | None, lang: str) -> DailyDay:
        today = await self.pool.today()
        mine = await self._tries(user, today)
        row = await self._streak(user, today, mine)
        chain = dailies.chain_of(self.pool.chains, today)
        told = [one for one in self.pool.chains if chain and one.chain.last >= chain.chain.last]
        items = tuple(self._item(today, item, mine.get((today, item))) for item in ITEMS)
        return DailyDay(
            date=days.name_of_day(today),
            now=self.node.wall(),
            begins_at=days.begins(today),
            ends_at=days.ends(today),
            items=items,
            streak=row[0],
            recent=row[1],
            chains=tuple(map(_chain_told, told)),
            share=self._share(today, items, row[0].days, lang),
            counted=user is not None and not user.guest,
        )

    async def _tries(self, user: User | None, today: Day, back: int = RECENT) -> dict[tuple[Day, str], DailyRow]:
        """Somebody's tries of the last days."""
        if user is None:
            return {}
        store = self.node.store
        for day in (today - 1, today):
            if await store.read(dailies.unsettled, day, user.id):
                await store.write(dailies.settle_deals, day, user.id)
        rows = await store.read(dailies.tries_of_user, user.id, today - back)
        return {(row.day, row.item): row for row in rows}

    async def _streak(
        self, user: User | None, today: Day, mine: dict[tuple[Day, str], DailyRow]
    ) -> tuple[DailyStreak, tuple[DayShort, ...]]:
        played, mended = set[Day](), set[Day]()
        if user is not None:
            played = await self.node.store.read(dailies.days_played, user.id)
            mended = await self.node.store.read(dailies.days_mended, user.id)
        found = streak.streak(played, mended, today)
        told = DailyStreak(
            days=found.days,
            longest=found.longest,
            today=today in played,
            mendable=None if found.mendable is None else days.name_of_day(found.mendable),
            would_be=found.would_be,
        )
        recent = []
        for day in range(today - RECENT + 1, today + 1):
            rows = [row for (when, _), row in mine.items() if when == day and row.done]
            mark = streak.mark(played, mended, day, today)
            solved = sum(row.status == "solved" for row in rows)
            recent.append(DayShort(date=days.name_of_day(day), mark=mark, solved=solved, done=len(rows), of=len(ITEMS)))
        return told, tuple(recent)

    def _item(self, day: Day, item: str, row: DailyRow | None, *, past: bool = False) -> DailyItem:
        deal = DEALS.get(item)
        return DailyItem(
            item=item,
            game=game_of(item),
            deal=deal is not None,
            timed=deal is not None and deal.timed,
            unit=None if deal else KINDS[item].unit,
            ready=past or deal is not None or self.pool.ready(day, item) is not None,
            status=row.status if row else "new",  # type: ignore[arg-type]
            steps=len(row.steps) if row else 0,
            table=row.table if row else None,
            points=row.points if row else None,
            ms=row.took if row else None,
            won=row.won if row else None,
        )

    @staticmethod
    def _share(day: Day, items: Iterable[DailyItem], row: int, lang: str) -> str | None:
        t = words(lang)
        names = [(game, t(f"game.{game}")) for game in GAMES_TOLD]
        foot = t("daily.share.row", n=row) if row > 1 else ""
        head = t("daily.share.head", date=days.name_of_day(day))
        return shared(head, {one.item: one.status for one in items}, names, foot)

    # One try at a puzzle

    def _puzzle(self, day: Day, item: str) -> Puzzle:
        if item not in KINDS:
            raise Denied("no_puzzle")
        found = self.pool.ready(day, item)
        if found is None:
            raise Denied("daily_making", seconds=30)
        return found.puzzle

    async def position(self, user: User, item: str, lang: str) -> DailyPosition:
        """A puzzle of today as far as somebody is; whoever sees it for the first time has begun."""
        today = await self.pool.today()
        puzzle = self._puzzle(today, item)
        key = TryKey(user.id, today, item)
        row = await self.node.store.write(dailies.begin_try, key, self.node.wall(), guest=user.guest)
        return await self._told(user, row, puzzle, lang)

    async def attempt(self, user: User, item: str, wish: DailyTry, lang: str) -> DailyPosition:
        """The next step of somebody's one try: stored, and only then told whether it is right. Raises Refusal for one
        that may not be made, which counts for nothing."""
        today = await self.pool.today()
        if days.day_named(wish.date) != today:
            raise Denied("daily_over")
        if (wish.step is None) != wish.give_up:
            raise Denied("bad_request", where="step, give_up: one of them")
        puzzle, store = self._puzzle(today, item), self.node.store
        key = TryKey(user.id, today, item)
        row = await store.write(dailies.begin_try, key, self.node.wall(), guest=user.guest)
        while not _has_it(row, wish, puzzle):
            going = _going(puzzle, row)
            if wish.step is None:
                status, step = "failed", None
            else:
                after = judging.go(puzzle, (*going.steps, wish.step))
                status, step = after.status, msgspec.to_builtins(after.steps[-1])
            wall = self.node.wall()
            row, stored = await store.write(dailies.add_step, key, wall, at=wish.at, step=step, status=status)
            if stored:
                break
        return await self._told(user, row, puzzle, lang)

    async def _told(self, user: User, row: DailyRow, puzzle: Puzzle, lang: str) -> DailyPosition:
        item = self._item(row.day, row.item, row)
        share = None
        if row.done:
            share = (await self.day(user, lang)).share
        state = puzzle_state(puzzle, _going(puzzle, row), answer=False)
        return DailyPosition(date=days.name_of_day(row.day), item=item, puzzle=state, share=share)

    # A deal

    async def table(self, user: User, item: str, address: str) -> str:
        """Somebody's table with a deal of today: the one that there is, or a new one."""
        today = await self.pool.today()
        if item not in DEALS:
            raise Denied("no_puzzle")
        hall, deal, key = self.hall, DEALS[item], TryKey(user.id, today, item)
        wall = self.node.wall()
        row = await self.node.store.write(dailies.begin_try, key, wall, guest=user.guest, table=table_id())
        assert row.table is not None
        if await self.node.store.read(queries.find_table, row.table) is None:
            game = GAMES[deal.game]
            options = named(game.Options, deal.options)
            setup = Setup(game=game.name, rules=game.rules, options=options, seats=1, host=user.id, day=today)
            hall.shares.made_at(row.table, address)
            await hall.set_up(setup, [ChairState(user.name, user.id)], row.table, self.pool.seed(today, item))
        return row.table

    # Mending

    async def mend(self, user: User, lang: str) -> DailyDay:
        """Mend the day that was missed, if one may be."""
        today = await self.pool.today()
        await self._tries(user, today)
        await self.node.store.write(_mend, user.id, today, self.node.wall())
        return await self.day(user, lang)

    # Days that are over

    async def past(self, user: User | None, date: str, lang: str) -> PastDay:
        """A day that is over: everything of it may be known."""
        today, day, store = await self.pool.today(), days.day_named(date), self.node.store
        chain = None if day is None else dailies.chain_of(self.pool.chains, day)
        if day is None or chain is None or day > today:
            raise Denied("no_day")
        if day == today:
            raise Denied("day_runs")
        if await store.read(dailies.unsettled, day):
            await store.write(dailies.settle_deals, day)
        puzzles = await store.read(dailies.puzzles_of, day)
        rows = await store.search(dailies.tries_of_day, day)
        mine = {}
        if user is not None:
            mine = {row.item: row for row in await store.read(dailies.tries_of_user, user.id, day) if row.day == day}
        items = [self._item(day, item, mine.get(item), past=True) for item in ITEMS]
        told = [
            PastItem(
                item=item,
                histogram=_histogram(
                    item, [row for row in rows if row.item == item.item], mine.get(item.item), puzzles
                ),
                puzzle=_solved(puzzles[item.item].puzzle, mine.get(item.item)) if item.item in puzzles else None,
                seed=self.pool.seed(day, item.item).hex(),
            )
            for item in items
        ]
        return PastDay(
            date=days.name_of_day(day),
            seed=self.pool.seed(day).hex(),
            chain=_chain_told(chain),
            items=tuple(told),
            before=days.name_of_day(day - 1) if dailies.chain_of(self.pool.chains, day - 1) else None,
            after=days.name_of_day(day + 1) if day + 1 < today else None,
            share=self._share(day, items, 0, lang),
        )

    async def chain_list(self) -> tuple[DailyChain, ...]:
        await self.pool.today()
        return tuple(map(_chain_told, self.pool.chains))


def _mend(connection: Any, user: str, today: Day, wall: int) -> None:
    found = streak.streak(dailies.days_played(connection, user), dailies.days_mended(connection, user), today)
    if found.mendable is None:
        raise Denied("nothing_to_mend")
    dailies.mend(connection, user, found.mendable, wall)


def _chain_told(kept: KeptChain) -> DailyChain:
    chain = kept.chain
    return DailyChain(
        anchor=chain.anchor.hex(),
        first=days.name_of_day(chain.first),
        last=days.name_of_day(chain.last),
        length=chain.length,
        announced=kept.announced,
    )


def _steps(row: DailyRow) -> tuple[Step, ...]:
    """The steps of a try; what is damaged is none."""
    with suppress(msgspec.ValidationError):
        return tuple(msgspec.convert(row.steps, list[STEP]))
    return ()


def _going(puzzle: Puzzle, row: DailyRow) -> Going:
    """How far a try is, by what is stored of it."""
    steps = _steps(row)
    if row.status != "failed":
        return Going(status=row.status, steps=steps)  # type: ignore[arg-type]
    wrong = steps[-1] if steps and not judging.right_so_far(puzzle, steps) else None
    return Going(status="failed", steps=steps, wrong=wrong)


def _has_it(row: DailyRow, wish: DailyTry, puzzle: Puzzle) -> bool:
    """Is this very step stored already, because it was sent twice? Raises Denied if something else is."""
    steps = _steps(row)
    if row.status == "open" and len(steps) == wish.at:
        return False
    if wish.step is None:
        if row.status == "failed":
            return True
    elif len(steps) == wish.at + 1:
        before = judging.go(puzzle, (*steps[: wish.at], wish.step))
        if before.steps[-1:] == steps[-1:]:
            return True
    raise Denied("daily_done" if row.done else "daily_moved_on")


def _solved(puzzle: Puzzle, row: DailyRow | None) -> Any:
    """A puzzle of a day that is over, as somebody has left it, with all that is right."""
    going = _going(puzzle, row) if row and row.done else Going(status="failed")
    return puzzle_state(puzzle, going, answer=True)


def _histogram(
    item: DailyItem, rows: list[DailyRow], mine: DailyRow | None, puzzles: dict[str, MadePuzzle]
) -> DailyHistogram:
    if item.deal or item.item not in puzzles:
        return _of_deals(item, rows, mine)
    puzzle = puzzles[item.item].puzzle
    solved = [row for row in rows if row.status == "solved"]
    wrong = Counter(msgspec.json.encode(row.steps[-1], order="sorted") for row in rows if _ended_by(row, puzzle))
    own = msgspec.json.encode(mine.steps[-1], order="sorted") if mine and _ended_by(mine, puzzle) else None
    often = wrong.most_common(WRONG)
    bars = [DailyBar(count=len(solved), right=True, yours=mine is not None and mine.status == "solved")]
    bars += [
        DailyBar(count=count, step=msgspec.json.decode(step, type=STEP), yours=step == own) for step, count in often
    ]
    rest = len(rows) - len(solved) - sum(count for _, count in often)
    if rest:
        seldom = mine is not None and mine.status == "failed" and own not in dict(often)
        bars.append(DailyBar(count=rest, yours=seldom))
    times = [row.took for row in solved if row.took is not None]
    return DailyHistogram(
        people=len(rows), solved=len(solved), median_ms=histogram.middle(times), bars=tuple(bars) if rows else ()
    )


def _ended_by(row: DailyRow, puzzle: Puzzle) -> bool:
    """Did a wrong step end it? Whoever gave it up is among the rest."""
    return row.status == "failed" and _going(puzzle, row).wrong is not None


def _of_deals(item: DailyItem, rows: list[DailyRow], mine: DailyRow | None) -> DailyHistogram:
    def value(row: DailyRow) -> int | None:
        if item.timed:
            return row.took if row.won else None
        return row.points

    values = [found for row in rows if (found := value(row)) is not None]
    own = value(mine) if mine and mine.status == "played" else None
    bars = tuple(
        DailyBar(count=bar.count, low=bar.low, high=bar.high, yours=own is not None and bar.low <= own <= bar.high)
        for bar in histogram.bars(values)
    )
    times = [row.took for row in rows if row.took is not None]
    won = sum(bool(row.won) for row in rows)
    return DailyHistogram(people=len(rows), solved=won, median_ms=histogram.middle(times), bars=bars)
