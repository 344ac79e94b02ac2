"""Tomorrow's daily is in nothing that the server tells today; and no door says anything of a position of today."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from septet.bots import prepare
from septet.daily.chain import seed_for
from septet.daily.items import DEALS, ITEMS
from septet.games import GAMES
from septet.puzzles.puzzle import KINDS
from tests.server.days import DATE, DAY, DailyHouse, daily_house, puzzle_of, unknown
from tests.server.lines import line
from tests.server.test_callers import BODIES, NAMES, WHOM
from tests.server.test_hints import hinted, staffed, watched
from tests.server.test_people import account


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DailyHouse]:
    with daily_house(tmp_path_factory.mktemp("secrets")) as found:
        found.fill(DAY, DAY + 1, DAY + 2, made=unknown)
        yield found


def secrets_of(house: DailyHouse) -> dict[str, str]:
    """Everything from which a coming day could be known: seeds, what they are made of and lead to, and positions."""
    daily = house.house.server.daily_pool
    chain = daily.chains[0].chain
    found = {f"the seed of day {day}": chain.seed(day).hex() for day in range(DAY, chain.last + 1)}
    for day in (DAY, DAY + 1, DAY + 2):
        for item in ITEMS:
            found[f"the seed of {item} on {day}"] = seed_for(chain.seed(day), item).hex()
    for day in (DAY + 1, DAY + 2):
        for kind in KINDS:
            puzzle = unknown(day, kind)
            found[f"the name of {kind} on {day}"] = puzzle.id
            drawn = [text for text in puzzle.picture.splitlines() if text.startswith(("circle", "table", "deck:"))]
            found |= {f"{text[:6]} of {kind} on {day}": text for text in drawn}
        for item in DEALS:
            game = GAMES[item]
            dealt: Any = game.deal(game.Options(), 1, seed_for(chain.seed(day), item))
            shown = dealt.slots if hasattr(dealt, "slots") else tuple(stack[0] for stack in dealt.circle)
            found[f"the cards of {item} on {day}"] = msgspec.json.encode(shown).decode()
    return found


def everything_asked(house: DailyHouse, browser: httpx.Client, table: str) -> Iterator[tuple[str, str]]:
    """What every route answers, whatever it is asked about."""
    for operation in WHOM:
        if operation.endswith(("/api/session", "DELETE /api/me")):
            continue
        method, path = operation.split()
        items = KINDS if "{item}" in path else DEALS if "{deal}" in path else [""]
        for item in items:
            names = NAMES | {"table": table, "name": "Ann", "date": DATE, "item": item, "deal": item}
            answer = browser.request(method, path.format(**names), json=BODIES.get(operation))
            yield f"{operation} {item}", answer.text + str(dict(answer.headers))


def test_nothing_that_is_told_today_leads_to_tomorrow(house: DailyHouse) -> None:
    ann = account(house.house, "Ann")
    tables = {item: ann.post(f"/api/daily/{item}/table").json()["id"] for item in DEALS}
    secret = secrets_of(house)

    async def listened() -> list[str]:
        async with line(house.house, ann) as one:
            for table in tables.values():
                await one.ask("watch", table=table)
                await one.ask("coach", table=table)
                await one.play(table, {"type": "resign"})
                await one.ask("watch", table=table)
            return one.raw

    told = [("a socket", text) for text in asyncio.run(listened())]
    for table in tables.values():
        told += everything_asked(house, ann, table)
    told += everything_asked(house, house.house.browser(), tables["set-solo"])
    assert len(told) > 200
    for what, text in told:
        for name, hidden in secret.items():
            assert hidden not in text, f"{what} tells {name}"


def test_tomorrow_is_not_shown_early_by_any_name_of_the_day(house: DailyHouse) -> None:
    ann = house.house.guest()
    for date in ("2052-02-21", "2052-02-22", "2053-01-01"):
        assert ann.get(f"/api/daily/{date}").status_code == 404
        answer = ann.post("/api/daily/set-any/try", json={"date": date, "give_up": True})
        assert answer.json()["code"] == "daily_over"


@pytest.mark.parametrize("kind", KINDS)
def test_no_door_says_anything_of_a_position_of_today(house: DailyHouse, kind: str) -> None:
    ann, puzzle = house.house.guest(), puzzle_of(DAY, kind)
    position = {"game": puzzle.game, "picture": puzzle.picture, "options": puzzle.options}
    seats = [{"who": "me"}] + [{"who": "bot", "bot": "random"}] * (len(GAMES[puzzle.game].seats) > 0)
    table = {"game": puzzle.game, "seats": seats, "options": puzzle.options}
    asked = {
        "/api/study": position,
        "/api/study/svg": {"position": position},
        "/api/study/png": {"position": position, "width": 100},
        "/api/tables/from": {"table": table, "start": {"picture": puzzle.picture}},
    }
    for path, body in asked.items():
        answer = ann.post(path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "daily_position"), path
    other = puzzle_of(DAY + 1, kind)
    free = {"game": other.game, "picture": other.picture, "options": other.options}
    assert ann.post("/api/study", json=free).status_code == 200, "others may be studied"


def test_a_record_that_comes_by_a_position_of_today_is_not_replayed(house: DailyHouse) -> None:
    from septet.games.chance import seed_from
    from septet.games.game import Resign
    from septet.games.log import Log, Sitter, write

    game = GAMES["set-solo"]
    chain = house.house.server.daily_pool.chains[0].chain
    for seed, status in ((seed_for(chain.seed(DAY), "set-solo"), 403), (seed_from("another"), 200)):
        log = Log.new(game, game.Options(), (Sitter("Ann"),), seed, "2052-02-20T12:00:00+00:00")
        log.play(0, Resign())
        record = write(log).decode()
        answer = house.house.browser().post("/api/study/replay", json={"record": record})
        assert answer.status_code == status, answer.text


@pytest.mark.parametrize("kind", ["sep-tokens", "sepmosa-cut"])
def test_a_hint_at_an_ordinary_table_says_nothing_of_a_puzzle_of_today(tmp_path: Path, kind: str) -> None:
    """Somebody sits before the position already when its day begins."""
    puzzle = puzzle_of(DAY + 1, kind)
    prepare(puzzle.game, ["expert"])  # what is compiled here its worker only has to read
    with daily_house(tmp_path, workers=1) as house:
        house.fill(DAY, DAY + 1)
        house.house.call(staffed(house.house))
        ann = house.house.guest()
        seats = [{"who": "me"} if seat == puzzle.seat else {"who": "bot", "bot": "random"} for seat in (0, 1)]
        wanted = {"game": puzzle.game, "seats": seats, "options": puzzle.options}
        made = ann.post("/api/tables/from", json={"table": wanted, "start": {"picture": puzzle.picture}})
        table = made.raise_for_status().json()["id"]

        async def asked() -> list[Any]:
            async with line(house.house, ann) as one:
                await watched(one, table)
                return [await hinted(one, table, degree) for degree in (1, 2, 3)]

        assert [one["type"] for one in asyncio.run(asked())] == ["hint_told"] * 3, "the day before it is any position"
        house.go_to(DAY + 1)
        assert [one.get("code") for one in asyncio.run(asked())] == ["daily_position"] * 3
        house.go_to(DAY + 2)
        assert [one["type"] for one in asyncio.run(asked())] == ["hint_told"] * 3
