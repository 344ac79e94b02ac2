"""Finished games seen again over HTTP: who may look, what is told, and records that somebody brings along."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.lines import line, make
from tests.server.running import House, running
from tests.server.test_decks import finish, quick
from tests.server.test_tables import seated

RECORDS = Path(__file__).parent.parent / "records"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("replay")) as found:
        yield found


def look(browser: httpx.Client, table: str, **wish: Any) -> httpx.Response:
    return browser.get(f"/api/tables/{table}/replay", params=wish)


def code(answer: httpx.Response) -> str:
    return str(answer.json().get("code"))


async def resigned(house: House, ann: httpx.Client, bob: httpx.Client, table: str) -> list[httpx.Response]:
    """A game for two, looked at by everybody while it goes on, and then given up."""
    async with line(house, ann) as one, line(house, bob) as other:
        await seated(one, other, table)
        asked = [
            await asyncio.to_thread(look, browser, table, open=opened, hide=opened)
            for browser in (ann, bob, house.guest(), house.browser())
            for opened in (False, True)
        ]
        mover = one if 0 in one.moments[table]["to_move"] else other
        answer = await mover.play(table, {"type": "draw"})
        await one.at(table, answer["n"])
        assert (await one.play(table, {"type": "resign"}))["type"] == "done"
        return asked


def test_a_game_is_seen_again_by_whoever_has_its_link_once_it_is_over(house: House) -> None:
    ann, bob, stranger = house.guest(), house.guest(), house.browser()
    table = make(ann, "sep", "me", "anyone")
    before = asyncio.run(resigned(house, ann, bob, table))
    assert {one.content for one in before} == {before[0].content}, "nothing of a running game, not a byte"
    assert code(before[0]) == "not_over"
    hands = []
    for browser, you in ((ann, 0), (bob, 1), (stranger, None)):
        told = look(browser, table, open=True, seat=1).json()
        assert (told["you"], told["vouched"], told["length"], told["hides"]) == (you, "here", 2, True)
        assert told["moments"][0]["view"]["seat"] == 1
        hands.append(told["hands"])
    assert hands[0] == hands[1] == hands[2]
    own = [look(stranger, table, seat=seat).json() for seat in (0, 1)]
    assert [one["moments"][0]["view"]["number_hand"] for one in own] == [
        hand[: -len(one["moments"][0]["view"]["action_hand"])] for hand, one in zip(hands[0][0], own, strict=True)
    ]
    nobody = look(stranger, table).json()
    assert nobody["moments"][0]["view"]["number_hand"] == nobody["hands"] == []
    private = [one for path in ("/api/tables?status=over", "/api/tables") for one in stranger.get(path).json()]
    assert table not in str(private), "nobody finds a private table who was not given its link"


def test_whatever_is_asked_wrongly_is_refused_in_words(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    table = make(ann, "sep", "me", "anyone")
    asyncio.run(resigned(house, ann, bob, table))
    for wish, expected in (
        ({"first": 3}, "no_such_move"),
        ({"seat": 2}, "no_such_seat"),
        ({"count": 0}, "bad_request"),
        ({"count": 100_000}, "bad_request"),
        ({"seat": "north"}, "bad_request"),
    ):
        answer = look(ann, table, **wish)
        assert (answer.status_code, code(answer)) == (400, expected)
        assert answer.json()["words"]
    assert code(look(ann, "nosuchtable0")) == "no_table"


def test_a_deck_that_is_still_raced_on_stays_closed(house: House) -> None:
    async def race() -> list[str]:
        ann, bob = house.guest(), house.guest()
        first = quick(ann)
        codes = []
        async with line(house, ann) as one, line(house, bob) as other:
            await finish(one, first)
            codes.append(code(await asyncio.to_thread(look, bob, first, seat=0)))
            second = (await asyncio.to_thread(bob.post, f"/api/decks/{first}")).json()["id"]
            first_told = await asyncio.to_thread(make_race, house, ann)
            for browser in (ann, bob, house.browser()):
                codes.append(code(await asyncio.to_thread(look, browser, first_told, seat=0, open=True)))
            await finish(other, second)
        return codes

    codes = asyncio.run(race())
    assert codes == ["None", "deck_in_play", "deck_in_play", "deck_in_play"]


def make_race(house: House, ann: httpx.Client) -> str:
    """A deck that its first player has finished, while somebody who does not know it plays it."""
    first = quick(ann)
    bob = house.guest()
    assert bob.post(f"/api/decks/{first}").status_code == 201

    async def play() -> None:
        async with line(house, ann) as one:
            await finish(one, first)

    asyncio.run(play())
    return first


def test_the_best_of_a_house_names_no_private_table(house: House) -> None:
    ann = house.guest()
    table = quick(ann)

    async def play() -> None:
        async with line(house, ann) as one:
            await finish(one, table)

    asyncio.run(play())
    told = [
        one.get("/api/best/set-quick", params={"options": '{"solo_end":"add3"}'}).json() for one in (ann, house.guest())
    ]
    assert table in str(told[0]["mine"]), "its player finds it"
    assert told[1]["house"]["points"]["name"]
    assert {told[1]["house"][what]["table"] for what in ("time", "points")} == {""}


def test_people_who_are_gone_are_dashes(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    assert bob.patch("/api/me", json={"name": "Passing Through"}).status_code == 200
    name = bob.get("/api/me").json()["name"]
    table = make(ann, "sep", "me", "anyone")
    asyncio.run(resigned(house, ann, bob, table))
    assert [one["name"] for one in look(ann, table).json()["sitters"]][1] == name
    assert bob.request("DELETE", "/api/me").status_code in (200, 204)
    told = look(ann, table)
    assert [one["name"] for one in told.json()["sitters"]][1] == "—"
    assert name not in told.text


def test_a_record_is_brought_along_and_replayed(house: House) -> None:
    browser = house.browser()
    record = (RECORDS / "scout-deals.jsonl").read_text("utf-8")
    answer = browser.post("/api/study/replay", json={"record": record, "look": {"seat": 1, "count": 3, "first": 9}})
    told = answer.json()
    assert answer.status_code == 200
    assert (told["game"], told["vouched"], told["you"], len(told["moments"])) == ("scout", "record", None, 3)
    refused = browser.post(
        "/api/study/replay", json={"record": record.replace('"at":', '"at":1', 1)}, params={"lang": "nl"}
    )
    assert (refused.status_code, code(refused)) == (400, "changed")
    assert browser.post("/api/study/replay", json={"record": "x" * 300_000}).json()["code"] == "bad_request"
    assert browser.post("/api/study/replay", json={"record": "x" * 900_000}).status_code == 413
