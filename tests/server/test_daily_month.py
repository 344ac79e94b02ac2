"""A month of dailies, made from the seeds of its days and played by bots through the page's own door."""

import asyncio
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from septet.bots import prepare, sit
from septet.daily import days
from septet.daily.chain import fits, seed_for
from septet.daily.items import DEALS
from septet.games import GAMES
from septet.games.options import view_from
from septet.puzzles import making
from septet.puzzles.grading import ANSWERS, Finder, answers
from septet.puzzles.puzzle import KINDS, Puzzle, Step
from tests.server.days import DAY, DailyHouse, daily_house, item_of, said
from tests.server.lines import Line, line
from tests.server.test_people import account

CHEAP = ("set-any", "set-six", "chipset-pot", "coopset-packing")  # made in no time
MONTH, FEW = 31, 4
AWAY = 2  # the day, from the first, that one of them misses
PATIENCE_S = 900.0  # until the house has made the puzzles of a day


class DailyBot:
    """A bot with a browser: it sees what the page is told, and says what it would press."""

    def __init__(self, name: str, browser: httpx.Client, level: int, bot: str) -> None:
        self.name, self.browser, self.level, self.bot = name, browser, level, bot
        self.rng = random.Random(name)
        self.results: dict[tuple[int, str], dict[str, Any]] = {}  # what became of each thing, as it was told then
        self.wrong: dict[tuple[int, str], str] = {}  # the step that ended it

    def solve(self, day: int, kind: str) -> None:
        """One try, step by step, until it is over; who sees nothing more gives up."""
        told = self.browser.get(f"/api/daily/{kind}/position").raise_for_status().json()
        game, seat = GAMES[told["puzzle"]["game"]], told["puzzle"]["seat"]
        mind = None if kind in ANSWERS else sit(game.name, self.bot, seat, self.rng)
        steps: list[Step] = []
        if mind is None:
            steps = answers(kind, seen(told["puzzle"]["moment"]["view"], game.name), Finder(self.level, self.rng))
        while told["puzzle"]["status"] == "open":
            at = len(told["puzzle"]["steps"])
            step: Any = steps[at] if at < len(steps) else None
            if mind is not None:
                plan = mind.see(seen(told["puzzle"]["moment"]["view"], game.name), 0)
                step = {"type": "move", "move": msgspec.to_builtins(plan.move)} if plan else None
            wish = {"date": told["date"], "at": at, **({"step": said(step)} if step else {"give_up": True})}
            told = self.browser.post(f"/api/daily/{kind}/try", json=wish).raise_for_status().json()
        self.results[day, kind] = told["item"]
        if told["puzzle"]["wrong"]:
            self.wrong[day, kind] = plain(told["puzzle"]["wrong"])

    async def play(self, house: DailyHouse, day: int, deal: str) -> None:
        """A deal to its end, at a table of its own."""
        table = self.browser.post(f"/api/daily/{deal}/table").raise_for_status().json()["id"]
        mind, now = sit(deal, DEAL_BOTS[deal], 0, self.rng), 0
        async with line(house.house, self.browser) as one:
            assert (await one.ask("watch", table=table))["type"] == "done"
            while not one.moments[table]["outcome"]:
                moves = one.n[table]
                plan = mind.see(seen(one.moments[table]["view"], deal), now)
                if plan is None:  # something comes by itself
                    await one.until(lambda line, moves=moves: line.n[table] > moves)
                    continue
                now += plan.after_ms + 1
                await played(one, table, msgspec.to_builtins(plan.move))
        self.results[day, deal] = item_of(today(self.browser), deal)


DEAL_BOTS = {"sep-solo": "greedy", "set-solo": "expert", "set-quick": "expert", "coopset": "maximum"}


async def played(one: Line, table: str, move: Any) -> None:
    answer = await one.play(table, move)
    if answer["type"] == "done":
        await one.at(table, answer["n"])
    else:
        assert answer["code"] in {"stale"}, answer


def plain(step: Any) -> str:
    return msgspec.json.encode(step, order="sorted").decode()


def seen(view: Any, game: str) -> Any:
    return view_from(view, GAMES[game].views, GAMES[game].Options)


def today(browser: httpx.Client) -> Any:
    return browser.get("/api/daily").raise_for_status().json()


def a_month(house: DailyHouse, kinds: tuple[str, ...], count: int) -> None:
    """So many days: every bot plays all that there is, and one of them misses a day and mends it."""
    bots = [
        DailyBot("Ann", account(house.house, "Ann"), 3, "greedy"),
        DailyBot("Bob", account(house.house, "Bob"), 1, "novice"),
        DailyBot("guest", house.house.guest(), 2, "greedy"),
    ]
    seeds, positions = list[str](), list[str]()
    for day in range(DAY, DAY + count):
        house.go_to(day)
        made(house, day, kinds)
        for bot in bots:
            there = today(bot.browser)
            assert there["date"] == days.name_of_day(day)
            assert {one["item"] for one in there["items"] if one["ready"]} >= {*kinds, *DEALS}
            assert {one["status"] for one in there["items"]} == {"new"}, "no day goes on where another was"
            if bot.name == "Bob" and day == DAY + AWAY:
                continue
            for kind in kinds:
                bot.solve(day, kind)
            for deal in DEALS:
                asyncio.run(bot.play(house, day, deal))
            in_a_row(bot, day)
        if day > DAY:
            past = bots[0].browser.get(f"/api/daily/{days.name_of_day(day - 1)}").raise_for_status().json()
            seeds.append(past["seed"])
            told_rightly(past, day - 1, [bot for bot in bots if bot.name != "guest"], kinds)
            positions += [msgspec.json.encode(item["puzzle"]["moment"]["view"]).decode() for item in of(past, kinds)]
    assert len({*seeds}) == count - 1
    assert len({*positions}) == (count - 1) * len(kinds), "no puzzle comes twice"
    chain = today(bots[0].browser)["chains"][0]
    for ago, seed in enumerate(seeds):
        assert fits(bytes.fromhex(seed), DAY + ago, bytes.fromhex(chain["anchor"]), DAY)
    assert {one["status"] for bot in bots for one in bot.results.values()} >= {"solved", "failed", "played"}


def in_a_row(bot: DailyBot, day: int) -> None:
    """The days in a row; the day that was missed is mended as soon as it may be, and is not counted."""
    streak = today(bot.browser)["streak"]
    if bot.name == "Bob" and day > DAY + AWAY:
        if day == DAY + AWAY + 1:
            assert (streak["days"], streak["mendable"]) == (1, days.name_of_day(DAY + AWAY))
            streak = bot.browser.post("/api/daily/mend").raise_for_status().json()["streak"]
        assert (streak["days"], streak["longest"]) == (day - DAY, day - DAY)
    else:
        assert (streak["days"], streak["longest"]) == (day - DAY + 1, day - DAY + 1)


def of(past: Any, kinds: tuple[str, ...]) -> list[Any]:
    return [one for one in past["items"] if one["item"]["item"] in kinds]


def told_rightly(past: Any, day: int, people: list[DailyBot], kinds: tuple[str, ...]) -> None:
    """A day that is over says of everybody what really happened; guests are not among them."""
    for one in of(past, (*kinds, *DEALS)):
        item, histogram = one["item"]["item"], one["histogram"]
        results = [bot.results[day, item] for bot in people if (day, item) in bot.results]
        assert histogram["people"] == len(results)
        assert one["item"]["status"] == people[0].results[day, item]["status"]
        if item in DEALS:
            assert histogram["solved"] == sum(bool(result["won"]) for result in results)
            values = [value for result in results if (value := worth(item, result)) is not None]
            assert sum(bar["count"] for bar in histogram["bars"]) == len(values)
            for bar in histogram["bars"]:
                assert bar["count"] == sum(bar["low"] <= value <= bar["high"] for value in values)
            continue
        solved = sum(result["status"] == "solved" for result in results)
        wrong = Counter(bot.wrong[day, item] for bot in people if (day, item) in bot.wrong)
        assert histogram["solved"] == solved
        right, *others = histogram["bars"]
        assert (right["count"], right["right"]) == (solved, True)
        told = {
            msgspec.json.encode(bar["step"], order="sorted").decode(): bar["count"] for bar in others if bar["step"]
        }
        assert told == wrong
        rest = len(results) - solved - sum(wrong.values())
        assert [bar["count"] for bar in others if not bar["step"]] == ([rest] if rest else [])
        assert one["puzzle"]["solution"]


def worth(deal: str, result: Any) -> Any:
    """What counts of a deal: the time of whoever has won, or the points."""
    if DEALS[deal].timed:
        return result["ms"] if result["won"] else None
    return result["points"]


def made(house: DailyHouse, day: int, kinds: tuple[str, ...]) -> None:
    """Wait until the house has made the puzzles of the day itself."""
    end = time.monotonic() + PATIENCE_S
    while not {*kinds} <= house.house.server.daily_pool.made.get(day, {}).keys():
        assert time.monotonic() < end, "the puzzles of a day were never made"
        time.sleep(0.1)


def test_days_made_from_their_seeds_are_played_by_bots_without_a_gap_or_a_repeat(tmp_path: Path) -> None:
    with daily_house(tmp_path) as house:

        def of_the_day(day: int, kind: str) -> Puzzle:
            chain = house.house.server.daily_pool.chains[0].chain
            return making.first(kind, seed_for(chain.seed(day), kind).hex())

        house.fill(*range(DAY, DAY + FEW), kinds=CHEAP, made=of_the_day)
        a_month(house, CHEAP, FEW)


@pytest.mark.long
def test_a_month_that_the_house_makes_itself_is_played_by_bots_without_a_gap_or_a_repeat(tmp_path: Path) -> None:
    """All kinds, each puzzle from the seed of its day, made by the house while the bots play."""
    for game in ("sep", "sepmosa"):
        prepare(game, ["greedy", "novice"])
    with daily_house(tmp_path, daily_ahead=1, chunks=2) as house:
        a_month(house, tuple(KINDS), MONTH)
