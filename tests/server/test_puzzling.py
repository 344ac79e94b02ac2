"""Puzzles on the server: the next one, first tries that count, races by the clock, reports, and a drill."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from septet.puzzles.puzzle import KINDS, Puzzle
from septet.puzzles.shelf import find, shelf
from septet.review.report import VERSION, Decision, Estimate, Luck, Valued
from septet.server.hall.puzzles import RACE_MS
from septet.server.store import puzzling, reviews
from septet.server.store.reviews import KeptReview
from tests.server.days import DAY, DailyHouse, daily_house, said
from tests.server.lines import line
from tests.server.test_people import account, sign_in

OPEN = [kind for kind in KINDS if shelf(kind)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DailyHouse]:
    with daily_house(tmp_path_factory.mktemp("puzzles")) as found:
        yield found


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def after(browser: httpx.Client, path: str, steps: Any, **more: Any) -> Any:
    return browser.post(path, json={"steps": [said(one) for one in steps], **more})


def puzzle_in(state: Any) -> Puzzle:
    found = find(state["id"])
    assert found is not None
    return found


def wrong(puzzle: Puzzle) -> Any:
    return next(one.step for one in puzzle.proof if all(right[0] != one.step for right in puzzle.right))


@pytest.mark.parametrize("kind", OPEN)
def test_a_puzzle_of_every_kind_is_found_tried_and_explained(house: DailyHouse, kind: str) -> None:
    ann = house.house.guest()
    state = ann.get("/api/puzzles/next", params={"kind": kind}).raise_for_status().json()
    assert (state["kind"], state["status"], state["counts"]) == (kind, "open", True)
    assert state["solution"] == state["proof"] == state["themes"] == []
    assert (state["hands"] is not None) == (kind == "chipset-pot")
    puzzle, path = puzzle_in(state), f"/api/puzzles/{state['id']}/try"
    right = puzzle.right[0]
    for count in range(1, len(right)):
        assert after(ann, path, right[:count]).json()["status"] == "open"
    solved = after(ann, path, right, ms=1_000).json()
    assert (solved["status"], solved["counts"], solved["streak"]) == ("solved", True, 1)
    assert solved["rating"]["after"] > solved["rating"]["before"]
    assert solved["solution"][0] == [said(one) for one in right]
    assert (solved["tries"], solved["solved_by"]) >= (1, 1)
    again = after(ann, path, right).json()
    assert (again["counts"], again["rating"]) == (False, None), "only the first try counts"
    assert not ann.get(f"/api/puzzles/{state['id']}").json()["counts"]
    mine = next(one for one in ann.get("/api/puzzles").json()["kinds"] if one["kind"] == kind)
    assert (mine["done"], mine["solved"], mine["streak"], mine["best_streak"]) == (1, 1, 1, 1)
    assert mine["rating"] == solved["rating"]["after"]


def test_whoever_fails_or_gives_up_is_told_and_loses_the_row(house: DailyHouse) -> None:
    ann = house.house.guest()
    first, second = shelf("sepmosa-cut")[:2]
    after(ann, f"/api/puzzles/{first.id}/try", first.right[0])
    failed = after(ann, f"/api/puzzles/{second.id}/try", [wrong(second)]).json()
    assert (failed["status"], failed["streak"], failed["steps"]) == ("failed", 0, [])
    assert failed["wrong"] == said(wrong(second))
    assert failed["moment"]["offers"] == []
    assert failed["rating"]["after"] < failed["rating"]["before"]
    third = shelf("sepmosa-cut")[2]
    assert after(ann, f"/api/puzzles/{third.id}/try", (), give_up=True).json()["status"] == "failed"
    mine = next(one for one in ann.get("/api/puzzles").json()["kinds"] if one["kind"] == "sepmosa-cut")
    assert (mine["done"], mine["solved"], mine["streak"], mine["best_streak"]) == (3, 1, 0, 1)


def test_without_a_session_one_may_try_and_nothing_is_kept(house: DailyHouse) -> None:
    nobody, puzzle = house.house.browser(), shelf("set-any")[0]
    state = after(nobody, f"/api/puzzles/{puzzle.id}/try", puzzle.right[0]).json()
    assert (state["status"], state["counts"], state["rating"]) == ("solved", False, None)
    assert nobody.get("/api/puzzles").json()["best_race"] is None


def test_the_next_puzzle_is_a_new_one_near_the_level_that_is_asked_for(house: DailyHouse) -> None:
    ann, done = house.house.guest(), set[str]()
    for _ in range(len(shelf("set-any"))):
        state = ann.get("/api/puzzles/next", params={"kind": "set-any", "level": 1_200}).json()
        assert state["id"] not in done
        done.add(state["id"])
        after(ann, f"/api/puzzles/{state['id']}/try", puzzle_in(state).right[0])
    assert ann.get("/api/puzzles/next", params={"kind": "set-any"}).json()["id"] in done, (
        "then again from the beginning"
    )
    themed = ann.get("/api/puzzles/next", params={"kind": "set-any", "theme": "no such theme"})
    assert code(themed) == (404, "no_puzzle")
    assert code(ann.get("/api/puzzles/nosuchpuzzle")) == (404, "no_puzzle")


def test_a_race_lasts_three_minutes_by_the_clock_of_the_house(house: DailyHouse) -> None:
    ann = house.house.guest()
    house.go_to(DAY)
    race = ann.post("/api/puzzles/race", json={"kind": "set-any"}).json()
    assert 0 < race["left_ms"] <= RACE_MS
    path = f"/api/puzzles/race/{race['race']}/try"
    first = puzzle_in(race["puzzle"])
    race = after(ann, path, first.right[0]).json()
    assert (race["solved"], race["failed"], race["last"]["status"]) == (1, 0, "solved")
    assert race["puzzle"]["id"] != first.id
    race = after(ann, path, (), give_up=True).json()
    assert (race["solved"], race["failed"], race["last"]["status"]) == (1, 1, "failed")
    assert code(after(house.house.guest(), path, ())) == (404, "no_race"), "it is nobody else's"
    house.go_to(DAY, 43_200_000 + RACE_MS + 60_000)
    last = puzzle_in(race["puzzle"])
    race = after(ann, path, last.right[0]).json()
    assert (race["solved"], race["left_ms"], race["puzzle"]) == (1, 0, None), "too late"
    assert ann.get("/api/puzzles").json()["best_race"] == 1
    assert ann.post("/api/puzzles/race", json={}).json()["puzzle"]


def test_a_puzzle_that_is_reported_can_be_withdrawn_and_put_back(house: DailyHouse) -> None:
    ann, puzzle = house.house.guest(), shelf("sep-win")[0]
    path, store = f"/api/puzzles/{puzzle.id}", house.house.server.store
    assert ann.post(f"{path}/report", json={"why": "There is a third way"}).status_code == 204
    (told,) = house.house.call(store.read(puzzling.reported))
    assert (told.puzzle, told.why, told.withdrawn) == (puzzle.id, ["There is a third way"], False)
    house.house.call(store.write(puzzling.withdraw, puzzle, 1))
    assert code(ann.get(path)) == (404, "puzzle_withdrawn")
    house.house.call(store.write(puzzling.withdraw, puzzle, None))
    assert ann.get(path).status_code == 200


def test_a_puzzle_of_today_is_not_on_the_shelf_meanwhile(tmp_path: Path) -> None:
    with daily_house(tmp_path) as house:
        house.fill(DAY)
        ann = house.house.guest()
        puzzle = shelf("set-any")[DAY % len(shelf("set-any"))]
        assert code(ann.get(f"/api/puzzles/{puzzle.id}")) == (403, "daily_position")
        kinds = {one["kind"]: one["count"] for one in ann.get("/api/puzzles").json()["kinds"]}
        assert kinds["set-any"] == len(shelf("set-any")) - 1


def test_tries_go_along_with_a_guest_who_signs_in(house: DailyHouse) -> None:
    account(house.house, "Solver")
    browser, puzzle = house.house.guest(), shelf("set-six")[0]
    after(browser, f"/api/puzzles/{puzzle.id}/try", puzzle.right[0])
    assert sign_in(browser, "Solver").status_code in (200, 201)
    assert not browser.get(f"/api/puzzles/{puzzle.id}").json()["counts"]
    exported = browser.get("/api/me/export").json()["puzzles"]
    assert [one["puzzle"] for one in exported["puzzle_tries"]] == [puzzle.id]


# The drill


def reviewed(house: DailyHouse, browser: httpx.Client) -> tuple[str, Any, Any, Any]:
    """A game whose review calls its first move a mistake: its table, that move, and two better ones."""
    seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
    wanted = {"game": "sepmosa", "seats": seats, "options": {"start_player": "first"}}
    table = browser.post("/api/tables", json=wanted).json()["id"]

    async def play() -> tuple[Any, Any, Any]:
        async with line(house.house, browser) as one:
            await one.ask("watch", table=table)
            played, best, as_good = one.moments[table]["offers"][:3]
            assert (await one.play(table, played))["type"] == "done"
            assert (await one.play(table, {"type": "resign"}))["type"] == "done"
            return played, best, as_good

    played, best, as_good = asyncio.run(play())
    near = Estimate(0.5, 0.01)
    decision = Decision(
        number=1,
        seat=0,
        choices=2,
        played=played,
        best=best,
        line=(best,),
        value=Estimate(0.4, 0.01),
        best_value=near,
        lost=Estimate(0.1, 0.01),
        gained=Estimate(0.0, 0.01),
        label="mistake",
        as_good=(as_good,),
    )
    luck = Luck(start=0.5, draws=near, hidden=near, skill=(near, near), result=0.0)
    review = Valued(
        version=VERSION,
        game="sepmosa",
        unit="share",
        seed=table,
        playouts=2,
        curve=(near,),
        decisions=(decision,),
        costliest=(1,),
        luck=luck,
    )
    kept = KeptReview(VERSION, msgspec.json.encode(review))
    assert house.house.call(house.house.server.store.write(reviews.keep, table, kept, 1))
    return table, played, best, as_good


def test_own_mistakes_come_again_after_longer_and_longer_whiles(house: DailyHouse) -> None:
    house.go_to(DAY)
    ann = house.house.guest()
    assert ann.get("/api/drill").json() == {"cards": 0, "due": 0, "next_due": None, "card": None}
    table, played, best, as_good = reviewed(house, ann)
    found = ann.get("/api/drill").json()
    assert (found["cards"], found["due"], found["card"]["table"], found["card"]["number"]) == (1, 1, table, 1)
    puzzle = found["card"]["puzzle"]
    assert (puzzle["game"], puzzle["status"], puzzle["id"], puzzle["solution"]) == ("sepmosa", "open", "", [])
    assert best in puzzle["moment"]["offers"]
    path = f"/api/drill/{found['card']['card']}/try"
    again = ann.post(path, json={"steps": [{"type": "move", "move": played}]}).json()
    assert again["card"]["puzzle"]["status"] == "failed"
    assert again["card"]["puzzle"]["solution"] == [[{"type": "move", "move": one}] for one in (best, as_good)]
    whiles = [again["card"]["due"] - house.house.server.node.wall()]
    ahead = DAY
    for right in (best, as_good, best):  # nobody can tell them apart
        ahead += whiles[-1] // 86_400_000 + 2  # surely due by then
        house.go_to(ahead)
        told = ann.post(path, json={"steps": [{"type": "move", "move": right}]}).json()
        assert told["card"]["puzzle"]["status"] == "solved"
        assert told["due"] == 0
        whiles.append(told["card"]["due"] - house.house.server.node.wall())
    assert whiles == sorted(whiles)
    assert ann.get("/api/drill").json()["next_due"] == told["card"]["due"]
    assert code(house.house.guest().post(path, json={})) == (404, "no_card"), "nobody else's"
