"""Days that follow each other: chains that are renewed, copies that are gone back to, several servers."""

import time
from pathlib import Path

import pytest

from septet.daily import days
from septet.daily.chain import LENGTH, NOTICE, fits
from septet.puzzles import making
from septet.server.store import backup, dailies
from septet.server.store.postgres import PostgresStore
from tests.server.days import DAY, Clock, attempt, daily_house, item_of, puzzle_of
from tests.server.services import postgres


def test_a_chain_is_renewed_before_it_ends_and_begun_anew_after_a_long_sleep(tmp_path: Path) -> None:
    with daily_house(tmp_path) as house:
        browser = house.house.browser()
        (first,) = browser.get("/api/daily").json()["chains"]
        assert (first["first"], first["length"]) == (days.name_of_day(DAY), LENGTH)
        last = DAY + LENGTH - 1
        house.go_to(last - NOTICE)
        assert len(browser.get("/api/daily").json()["chains"]) == 1
        house.go_to(last - NOTICE + 1)
        both = browser.get("/api/daily").json()["chains"]
        assert both[0] == first
        assert both[1]["first"] == days.name_of_day(last + 1), "without a gap, and a month before"
        house.go_to(last + 2)
        assert browser.get("/api/daily").json()["chains"] == [both[1]]
        past = browser.get(f"/api/daily/{days.name_of_day(last + 1)}").json()
        assert fits(bytes.fromhex(past["seed"]), last + 1, bytes.fromhex(both[1]["anchor"]), last + 1)
        house.go_to(last + 3 * LENGTH)
        assert browser.get("/api/daily").json()["chains"][0]["first"] == days.name_of_day(last + 3 * LENGTH)
        assert browser.get(f"/api/daily/{days.name_of_day(last + 2 * LENGTH)}").status_code == 404
        assert browser.get(f"/api/daily/{days.name_of_day(DAY)}").json()["chain"] == first


def test_a_copy_that_is_gone_back_to_changes_no_day(tmp_path: Path) -> None:
    def told(folder: Path, clock: Clock) -> tuple[dict[str, str], list[bytes]]:
        with daily_house(folder, clock=clock) as house:
            house.go_to(DAY + 3)
            browser = house.house.browser()
            past = [browser.get(f"/api/daily/{days.name_of_day(DAY + ago)}").json() for ago in range(3)]
            daily = house.house.server.daily_pool
            return {one["date"]: one["seed"] for one in past}, [daily.seed(day) for day in range(DAY + 3, DAY + 300)]

    with daily_house(tmp_path / "first") as house:
        house.fill(DAY)
        backup.back_up(tmp_path / "first/septet.db", tmp_path / "copy.db")
    before = told(tmp_path / "first", Clock())
    (tmp_path / "second").mkdir()
    backup.restore(tmp_path / "copy.db", tmp_path / "second/septet.db")
    assert told(tmp_path / "second", Clock()) == before


def test_several_servers_agree_and_one_try_is_one_through_all_of_them(tmp_path: Path) -> None:
    with postgres() as server:
        url = server.new_database("daily")
        with (
            daily_house(tmp_path / "a", store=PostgresStore(url)) as one,
            daily_house(tmp_path / "b", store=PostgresStore(url)) as other,
        ):
            one.fill(DAY)
            here, there = one.house.guest(), other.house.browser()
            there.cookies.update(here.cookies)
            other.house.call(other.house.server.daily_pool.look())
            days_told = [browser.get("/api/daily").json() for browser in (here, there)]
            assert days_told[0]["chains"] == days_told[1]["chains"]
            puzzle = puzzle_of(DAY, "set-any")
            assert attempt(here, "set-any", puzzle.right[0][0]).json()["puzzle"]["status"] == "solved"
            assert item_of(there.get("/api/daily").json(), "set-any")["status"] == "solved"
            give_up = there.post("/api/daily/set-any/try", json={"date": days.name_of_day(DAY), "give_up": True})
            assert give_up.json()["code"] == "daily_done"
            study = {"game": puzzle.game, "picture": puzzle.picture}
            assert other.house.browser().post("/api/study", json=study).json()["code"] == "daily_position"


@pytest.mark.slow
def test_puzzles_are_made_ahead_without_any_worker_and_anybody_can_make_them_again(tmp_path: Path) -> None:
    with daily_house(tmp_path, daily_ahead=1, chunks=2) as house:
        daily, end = house.house.server.daily_pool, time.monotonic() + 240
        while "set-any" not in daily.made.get(DAY, {}):
            assert time.monotonic() < end
            time.sleep(0.2)
        made = house.house.call(house.house.server.store.read(dailies.puzzles_of, DAY))["set-any"].puzzle
        assert made == making.first("set-any", daily.seed(DAY, "set-any").hex())
