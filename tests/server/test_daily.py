"""The daily on the server: one try each, stored before it is told; a day that is over stays over."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from septet.daily import days
from septet.daily.chain import fits
from septet.daily.items import ITEMS
from septet.puzzles.puzzle import BySeat, BySet, Puzzle
from septet.server.store import dailies
from tests.server.days import DATE, DAY, DailyHouse, attempt, daily_house, item_of, puzzle_of, said
from tests.server.lines import line
from tests.server.test_decks import finish
from tests.server.test_people import account


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DailyHouse]:
    with daily_house(tmp_path_factory.mktemp("daily")) as found:
        found.fill(DAY, DAY + 1, without="sep-best")
        yield found


@pytest.fixture(autouse=True)
def noon(request: pytest.FixtureRequest) -> None:
    if "house" in request.fixturenames:
        request.getfixturevalue("house").go_to(DAY)


def puzzle(kind: str, day: int = DAY) -> Puzzle:
    return puzzle_of(day, kind)


def wrong(kind: str, day: int = DAY) -> Any:
    """A first step that is allowed and not right."""
    found = puzzle(kind, day)
    if kind == "chipset-pot":
        right = [line[0] for line in found.right]
        seats = len(found.proof)
        return next(step for seat in range(seats) if (step := BySeat(seat)) not in right)
    return next(one.step for one in found.proof if all(line[0] != one.step for line in found.right))


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def today(browser: httpx.Client) -> Any:
    return browser.get("/api/daily").raise_for_status().json()


def test_today_is_the_same_for_everybody_and_told_without_a_session(house: DailyHouse) -> None:
    found = today(house.house.browser())
    assert found["date"] == DATE
    assert (found["begins_at"], found["ends_at"]) == (days.begins(DAY), days.ends(DAY))
    assert tuple(one["item"] for one in found["items"]) == ITEMS
    assert {one["status"] for one in found["items"]} == {"new"}
    assert found["share"] is None
    assert item_of(found, "sep-solo")["deal"]
    assert not item_of(found, "sep-best")["ready"], "nobody has made it yet"
    here, there = house.house.guest(), house.house.browser(**{"accept-language": "fr"})
    there.post("/api/guest")
    both = [one.get("/api/daily/sep-win/position").json()["puzzle"] for one in (here, there)]
    assert both[0] == both[1]


def test_a_puzzle_is_solved_step_by_step_and_its_solution_is_told_when_the_day_is_over(house: DailyHouse) -> None:
    ann = house.house.guest()
    right = puzzle("sep-win").right[0]
    position = ann.get("/api/daily/sep-win/position").json()
    assert position["puzzle"]["status"] == "open"
    assert position["puzzle"]["moment"]["offers"]
    assert position["puzzle"]["counts"]
    for at, step in enumerate(right):
        position = attempt(ann, "sep-win", step, at).json()
    assert position["puzzle"]["status"] == position["item"]["status"] == "solved"
    assert position["puzzle"]["solution"] == position["puzzle"]["proof"] == []
    assert position["puzzle"]["worth"] is None
    assert "🟩⬜⬜ SEP" in position["share"]
    assert today(ann)["streak"] == {"days": 1, "longest": 1, "today": True, "mendable": None, "would_be": 0}


def test_the_first_try_counts_and_there_is_no_second(house: DailyHouse) -> None:
    ann = house.house.guest()
    bad, good = wrong("sepmosa-points"), puzzle("sepmosa-points").right[0][0]
    failed = attempt(ann, "sepmosa-points", bad).json()
    assert failed["puzzle"]["status"] == "failed"
    assert failed["puzzle"]["wrong"] == said(bad)
    assert failed["puzzle"]["moment"]["offers"] == []
    assert code(attempt(ann, "sepmosa-points", good)) == (409, "daily_done")
    assert attempt(ann, "sepmosa-points", bad).json() == failed, "what is sent twice is answered twice"
    assert ann.get("/api/daily/sepmosa-points/position").json() == failed
    assert item_of(today(ann), "sepmosa-points")["status"] == "failed"


def test_a_step_that_the_rules_refuse_counts_for_nothing(house: DailyHouse) -> None:
    ann = house.house.guest()
    refused = attempt(ann, "set-any", BySet(("1ROF", "1ROF", "1ROF")))
    assert refused.status_code == 400
    assert refused.json()["words"]
    assert attempt(ann, "set-any", puzzle("set-any").right[0][0]).json()["puzzle"]["status"] == "solved"


def test_whoever_gives_up_has_tried(house: DailyHouse) -> None:
    ann = house.house.guest()
    asked = {"date": DATE, "at": 0, "give_up": True}
    assert ann.post("/api/daily/set-six/try", json=asked).json()["puzzle"]["status"] == "failed"
    assert ann.post("/api/daily/set-six/try", json=asked).json()["puzzle"]["status"] == "failed"
    assert code(attempt(ann, "set-six", puzzle("set-six").right[0][0])) == (409, "daily_done")
    assert code(ann.post("/api/daily/set-any/try", json={"date": DATE})) == (400, "bad_request")


def test_of_many_tries_at_once_one_counts(house: DailyHouse) -> None:
    ann = house.house.guest()
    steps = [wrong("sepmosa-cut"), puzzle("sepmosa-cut").right[0][0]] * 8
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda step: attempt(ann, "sepmosa-cut", step), steps))
    told = {one.json()["puzzle"]["status"] for one in answers if one.status_code == 200}
    assert len(told) == 1
    assert {code(one)[1] for one in answers if one.status_code != 200} == {"daily_done"}
    assert item_of(today(ann), "sepmosa-cut")["status"] == told.pop()


def test_sets_are_found_in_any_order_and_another_window_is_noticed(house: DailyHouse) -> None:
    ann = house.house.guest()
    first, second, *_ = puzzle("set-six").right[0]
    assert attempt(ann, "set-six", second).json()["item"]["steps"] == 1
    assert code(attempt(ann, "set-six", first)) == (409, "daily_moved_on")
    assert attempt(ann, "set-six", first, 1).json()["item"]["steps"] == 2


def test_clocks_that_are_set_give_nobody_a_second_try(house: DailyHouse) -> None:
    ann, bob = house.house.guest(), house.house.guest()
    assert attempt(ann, "chipset-pot", wrong("chipset-pot")).json()["puzzle"]["status"] == "failed"
    house.go_to(DAY - 3)
    assert today(ann)["date"] == DATE, "a day that has begun stays the last one"
    assert code(attempt(ann, "chipset-pot", puzzle("chipset-pot").right[0][0]))[1] == "daily_done"
    assert code(attempt(ann, "chipset-pot", puzzle("chipset-pot").right[0][0], date=days.name_of_day(DAY - 3)))[1] == (
        "daily_over"
    )
    assert attempt(bob, "chipset-pot", puzzle("chipset-pot").right[0][0]).json()["puzzle"]["status"] == "solved"


def test_a_day_that_is_over_never_opens_again(tmp_path: Path) -> None:
    with daily_house(tmp_path) as house:
        house.fill(DAY, DAY + 1)
        ann = house.house.guest()
        assert attempt(ann, "set-any", puzzle("set-any").right[0][0]).status_code == 200
        house.go_to(DAY + 1)
        assert today(ann)["date"] == days.name_of_day(DAY + 1)
        assert code(attempt(ann, "sepmosa-cut", wrong("sepmosa-cut")))[1] == "daily_over"
        house.go_to(DAY)
        assert today(ann)["date"] == days.name_of_day(DAY + 1)
        assert code(attempt(ann, "sepmosa-cut", wrong("sepmosa-cut")))[1] == "daily_over"
    with daily_house(tmp_path, clock=house.clock) as again:  # nor after a restart
        assert today(again.house.browser())["date"] == days.name_of_day(DAY + 1)


def test_a_day_that_is_over_tells_its_seed_the_solutions_and_everybodys_tries(tmp_path: Path) -> None:
    with daily_house(tmp_path) as house:
        house.fill(DAY, DAY + 1)
        ann, bob, guest = account(house.house, "Ann"), account(house.house, "Bob"), house.house.guest()
        good, bad = puzzle("sepmosa-cut").right[0][0], wrong("sepmosa-cut")
        attempt(ann, "sepmosa-cut", good)
        attempt(bob, "sepmosa-cut", bad)
        attempt(guest, "sepmosa-cut", bad)
        assert code(ann.get(f"/api/daily/{DATE}")) == (403, "day_runs")
        assert code(ann.get(f"/api/daily/{days.name_of_day(DAY + 1)}")) == (404, "no_day")
        assert code(ann.get(f"/api/daily/{days.name_of_day(DAY - 1)}")) == (404, "no_day")
        assert code(ann.get("/api/daily/2052-02-31")) == (404, "no_day")
        house.go_to(DAY + 1)
        past = bob.get(f"/api/daily/{DATE}").json()
        seed, chain = bytes.fromhex(past["seed"]), past["chain"]
        assert fits(seed, DAY, bytes.fromhex(chain["anchor"]), DAY)
        assert today(ann)["chains"] == [chain] == ann.get("/api/daily/chains").json()
        cut = next(one for one in past["items"] if one["item"]["item"] == "sepmosa-cut")
        assert cut["puzzle"]["solution"] == [[said(one) for one in found] for found in puzzle("sepmosa-cut").right]
        assert cut["puzzle"]["wrong"] == said(bad)
        assert cut["histogram"]["people"] == 2, "guests are not in it"
        assert [(bar["count"], bar["right"], bar["yours"], bar["step"]) for bar in cut["histogram"]["bars"]] == [
            (1, True, False, None),
            (1, False, True, said(bad)),
        ]
        untried = next(one for one in past["items"] if one["item"]["item"] == "set-six")
        assert untried["puzzle"]["solution"]
        assert untried["histogram"] == {"people": 0, "solved": 0, "median_ms": None, "bars": []}


def test_a_deal_of_the_day_is_one_table_for_each_with_the_same_cards(house: DailyHouse) -> None:
    ann, bob = house.house.guest(), account(house.house, "Bob")
    mine = ann.post("/api/daily/set-quick/table").json()["id"]
    theirs = bob.post("/api/daily/set-quick/table").json()["id"]
    assert ann.post("/api/daily/set-quick/table").json()["id"] == mine != theirs

    async def play() -> None:
        async with line(house.house, ann) as one, line(house.house, bob) as other:
            for each, table in ((one, mine), (other, theirs)):
                assert (await each.ask("watch", table=table))["type"] == "done"
            assert one.moments[mine]["view"]["slots"] == other.moments[theirs]["view"]["slots"]
            assert (await other.ask("watch", table=mine))["code"] == "deck_in_play"
            for message in ({"type": "hint"}, {"type": "propose", "what": "pause"}):
                kind = message.pop("type")
                assert (await one.ask(kind, table=mine, **message))["code"] == "deal_of_day"
            assert not one.moments[mine]["hints"]
            over = await finish(one, mine)
            assert over["seed"] is None, "others may still play it"

    asyncio.run(play())
    found = item_of(today(ann), "set-quick")
    assert (found["status"], found["table"], found["timed"]) == ("played", mine, True)
    assert found["ms"] > 0
    assert found["won"]
    assert code(ann.get(f"/api/tables/{mine}/record"))[1] == "deck_in_play"
    assert code(ann.get(f"/api/tables/{mine}/replay"))[1] == "deck_in_play"
    assert code(ann.post(f"/api/decks/{mine}"))[1] == "deal_of_day"
    assert code(ann.post("/api/daily/sep-win/table")) == (400, "bad_request")


@pytest.mark.parametrize("item", ["sep-solo", "set-solo", "coopset"])
def test_every_deal_of_the_day_can_be_played(house: DailyHouse, item: str) -> None:
    ann = house.house.guest()
    table = ann.post(f"/api/daily/{item}/table").json()["id"]

    async def play() -> None:
        async with line(house.house, ann) as one:
            assert (await one.ask("watch", table=table))["type"] == "done"
            assert one.moments[table]["offers"]
            if item == "sep-solo":
                move = one.moments[table]["offers"][0]
                assert (await one.play(table, move))["type"] == "done"
                assert (await one.ask("propose", table=table, what="undo"))["code"] == "deal_of_day"
            assert (await one.play(table, {"type": "resign"}))["type"] == "done"

    asyncio.run(play())
    assert item_of(today(ann), item)["status"] == "played"


def test_a_missed_day_may_be_mended_once_a_week(tmp_path: Path) -> None:
    with daily_house(tmp_path) as house:
        house.fill(*range(DAY, DAY + 7))
        ann = house.house.guest()
        for ahead in (0, 1, 3):
            house.go_to(DAY + ahead)
            name = days.name_of_day(DAY + ahead)
            attempt(ann, "set-any", puzzle("set-any", DAY + ahead).right[0][0], date=name).raise_for_status()
        found = today(ann)
        assert (found["streak"]["days"], found["streak"]["mendable"]) == (1, days.name_of_day(DAY + 2))
        assert [one["mark"] for one in found["recent"][-5:]] == ["none", "played", "played", "missed", "played"]
        assert ann.post("/api/daily/mend").json()["streak"]["days"] == 3
        assert code(ann.post("/api/daily/mend")) == (409, "nothing_to_mend")
        house.go_to(DAY + 5)
        assert today(ann)["streak"]["mendable"] is None


def test_whoever_signs_in_takes_the_tries_along_and_whoever_leaves_leaves_nothing(tmp_path: Path) -> None:
    with daily_house(tmp_path) as house:
        house.fill(DAY)
        browser = house.house.guest()
        attempt(browser, "sepmosa-cut", wrong("sepmosa-cut"))
        ann = account(house.house, "Ann")
        attempt(ann, "set-any", puzzle("set-any").right[0][0])
        exported = ann.get("/api/me/export").json()
        assert [one["item"] for one in exported["daily"]["tries"]] == ["set-any"]
        from tests.server.test_people import sign_in

        assert sign_in(browser, "Ann").status_code in (200, 201)
        found = today(browser)
        assert item_of(found, "sepmosa-cut")["status"] == "failed"
        assert item_of(found, "set-any")["status"] == "solved"
        assert code(attempt(browser, "sepmosa-cut", puzzle("sepmosa-cut").right[0][0]))[1] == "daily_done"
        assert browser.delete("/api/me").status_code == 204
        rows = house.house.call(
            house.house.server.store.read(lambda connection: connection.execute(dailies.tries.select()).all())
        )
        assert rows == []


def test_a_house_may_have_no_daily(tmp_path: Path) -> None:
    with daily_house(tmp_path, daily_ahead=0) as house:
        assert code(house.house.browser().get("/api/daily")) == (403, "no_daily")
