"""Alone against time: exact times, best results, the same deck for several, and who knows it already."""

import asyncio
import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import update

from septet.games.game import Pause, Resume, Undo
from septet.games.log import read
from septet.games.setgame.cards import is_set
from septet.server.store import schema
from septet.server.store.decks import PROTECTED_MS
from septet.server.tables.against_time import Stopwatch, unaided
from septet.server.tables.events import Hinted, Played, Said, Started, StoodIn
from septet.server.tables.room import Room
from septet.server.tables.seating import Setup
from tests.server.lines import Line, line, make
from tests.server.running import House, running

WHOLE = {"solo_end": "add3"}  # to the end of the deck, whatever the cards


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("decks")) as found:
        yield found


def quick(browser: httpx.Client, **more: Any) -> str:
    return make(browser, "set-quick", "me", options={**WHOLE, **more})


def found_set(slots: list[str]) -> list[str] | None:
    """Three cards of the table that are a set."""
    lying = [card for card in slots if card]
    return next((list(three) for three in combinations(lying, 3) if is_set(list(three))), None)


async def find(one: Line, table: str) -> None:
    """Take a set, or say that there is none."""
    three = found_set(one.moments[table]["view"]["slots"])
    move = {"type": "claim", "cards": three} if three else {"type": "noset"}
    answer = await one.play(table, move)
    assert answer["type"] == "done", answer
    await one.at(table, answer["n"])


async def finish(one: Line, table: str) -> dict[str, Any]:
    if table not in one.moments:
        assert (await one.ask("watch", table=table))["type"] == "done"
    while not one.moments[table]["outcome"]:
        await find(one, table)
    return one.moments[table]


def same_deck(browser: httpx.Client, table: str) -> str:
    answer = browser.post(f"/api/decks/{table}")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def best(browser: httpx.Client, **options: Any) -> Any:
    asked = {"options": msgspec.json.encode({**WHOLE, **options}).decode()}
    return browser.get("/api/best/set-quick", params=asked).raise_for_status().json()


def about(browser: httpx.Client, table: str) -> Any:
    return browser.get(f"/api/decks/{table}").raise_for_status().json()


def test_the_best_time_is_the_logs_own(house: House) -> None:
    async def play() -> None:
        ann, rules = house.guest(), {"quick_attr": "shape"}
        table = quick(ann, **rules)
        async with line(house, ann) as one:
            await finish(one, table)
        log = read(ann.get(f"/api/tables/{table}/record").content)
        (run,) = about(ann, table)["runs"]
        assert run["counts"] and run["you"] and run["won"]
        assert len(run["finds"]) >= 6 and run["finds"] == sorted(run["finds"])
        started = next(
            at for at, event, _ in house.server.hall.tables[table].room.happened if isinstance(event, Started)
        )
        assert run["played"] == log.entries[-1].at - started
        told = best(ann, **rules)
        assert told["mine"]["time"]["took"] == told["house"]["time"]["took"] == run["played"]
        assert told["mine"]["time"]["table"] == table
        assert best(house.guest(), **rules)["mine"] == {"time": None, "points": None}
        assert best(ann, quick_attr="number")["house"]["time"] is None  # other house rules, another list

    asyncio.run(play())


def test_friends_race_with_the_same_deck_and_all_of_it_counts(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        first = quick(ann)
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=first)
            second = same_deck(bob, first)
            await other.ask("watch", table=second)
            assert one.events("shared")[0]["event"]["table"] == second
            assert other.about(second)["deck"] == first and other.about(second)["fresh"]
            assert one.moments[first]["view"]["slots"] == other.moments[second]["view"]["slots"]
            await finish(one, first)
            await find(other, second)
            runs = about(ann, second)["runs"]
            assert [run["status"] for run in runs] == ["over", "running"]
            assert len(runs[1]["finds"]) == 1 and all(run["counts"] for run in runs)
            await finish(other, second)
        assert about(bob, first)["runs"][1]["you"]

    asyncio.run(play())


def test_who_has_played_a_deck_plays_it_again_against_the_ghost_and_it_does_not_count(house: House) -> None:
    async def play() -> None:
        ann, rules = house.guest(), {"quick_attr": "number"}
        first = quick(ann, **rules)
        async with line(house, ann) as one:
            await finish(one, first)
            before = best(ann, **rules)
            second = same_deck(ann, first)
            await finish(one, second)
            assert not one.about(second)["fresh"]
            third = same_deck(ann, second)  # the deck of a deck is the first table's
            await one.ask("watch", table=third)
            assert one.about(third)["deck"] == first
        told = about(ann, first)
        assert told["runs"][0]["played"] == before["mine"]["time"]["took"]  # whatever is told at the table afterwards
        assert about(house.browser(), first)["known"]  # to everybody: all who did not know it are done
        assert told["known"] and [run["counts"] for run in told["runs"]] == [True, False, False]
        assert best(ann, **rules) == before

    asyncio.run(play())


@pytest.mark.parametrize("signed_in", [True, False])
def test_who_has_watched_a_deck_knows_it(house: House, signed_in: bool) -> None:
    async def play() -> None:
        ann, bob, eve = house.guest(), house.guest(), house.guest()
        first = quick(ann)
        async with line(house, bob if signed_in else None) as watcher:
            assert (await watcher.ask("watch", table=first))["type"] == "done"
        fresh = []
        for browser in (bob, eve):
            async with line(house, browser) as one:
                table = same_deck(browser, first)
                await one.ask("watch", table=table)
                fresh.append(one.about(table)["fresh"])
        assert fresh == [False, signed_in]  # somebody unknown may be anybody

    asyncio.run(play())


def test_a_deck_whose_record_is_out_is_known_to_everybody(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        first = quick(ann)
        async with line(house, ann) as one, line(house, bob) as other:
            await finish(one, first)
            assert about(bob, first)["known"]
            second = same_deck(bob, first)
            await other.ask("watch", table=second)
            assert not other.about(second)["fresh"]

    asyncio.run(play())


def test_nothing_of_a_deck_is_told_while_somebody_new_to_it_plays(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        first = quick(ann)
        second = same_deck(bob, first)
        seed = house.server.hall.tables[first].room.seed.hex()
        async with line(house, ann) as one, line(house, bob) as other, line(house) as stranger:
            await other.ask("watch", table=second)
            await finish(one, first)
            refusals = [
                (await stranger.ask("watch", table=first))["code"],
                (await other.ask("watch", table=first))["code"],
                ann.get(f"/api/tables/{first}/record").json()["code"],
            ]
            assert set(refusals) == {"deck_in_play"}
            assert seed not in ann.get("/api/me/export").text + str(about(bob, first))
            await one.ask("watch", table=first)
            assert not any(seed in text for text in (*one.raw, *other.raw, *stranger.raw))
            await finish(other, second)
            assert read(ann.get(f"/api/tables/{first}/record").content).outcome
            await one.ask("watch", table=first)
            assert one.moments[first]["seed"] == seed
            assert (await stranger.ask("watch", table=second))["type"] == "done"

    asyncio.run(play())


def test_whoever_never_finishes_keeps_a_deck_from_the_others_for_a_day_at_the_most(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        first = quick(ann)
        second = same_deck(bob, first)
        async with line(house, ann) as one:
            await finish(one, first)
        assert ann.get(f"/api/tables/{first}/record").status_code == 400
        store = house.server.store
        tables = schema.tables
        day_ago = update(tables).where(tables.c.id == second).values(created=tables.c.created - PROTECTED_MS)
        house.call(store.write(lambda connection: connection.execute(day_ago).rowcount))
        assert ann.get(f"/api/tables/{first}/record").status_code == 200

    asyncio.run(play())


def test_what_was_taken_back_or_played_by_a_bot_does_not_count() -> None:
    setup = Setup(game="set-solo", options={}, seats=1, host="u")
    cases = (
        (Played(0, Undo(0)), False),
        (StoodIn(0, "casual"), False),
        (Played(0, Pause()), False),
        (Hinted(0, 1), False),
        (Said("u", "Ann"), True),
    )
    for event, counts in cases:
        room = Room("tabletable00", setup, bytes(32))
        room.happened = [(0, Started((0,)), 0), (1, event, 1)]
        assert unaided(room) == counts


def test_pauses_are_no_time_of_play() -> None:
    watch = Stopwatch()
    for at, event in ((400, Started((0,))), (1_400, Played(0, Pause())), (60_000, Played(0, Resume()))):
        watch.see(at, event)
    assert watch.read(61_500) == 2_500


def test_a_pause_before_every_move_makes_no_best_time(house: House) -> None:
    async def play() -> None:
        ann, rules = house.guest(), {"quick_attr": "colour"}
        table = quick(ann, **rules)
        async with line(house, ann) as one:
            await one.ask("watch", table=table)
            while not one.moments[table]["outcome"]:
                answer = await one.ask("propose", table=table, what="pause")
                await one.at(table, answer["n"])
                await one.at(table, (await one.ask("propose", table=table, what="resume"))["n"])
                await find(one, table)
        (run,) = about(ann, table)["runs"]
        assert run["won"] and not run["counts"]
        assert best(ann, **rules)["mine"] == {"time": None, "points": None}

    asyncio.run(play())


def test_nothing_lies_open_during_a_pause_however_one_asks(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        for table in (quick(ann), make(ann, "sep", "me", "casual")):
            async with line(house, ann) as one, line(house, bob) as stranger:
                for each in (one, stranger):
                    await each.ask("watch", table=table)
                if one.moments[table]["offers"] and "slots" in one.moments[table]["view"]:
                    await find(one, table)
                n = (await one.ask("propose", table=table, what="pause"))["n"]
                await one.at(table, n)
                for each in (one, stranger):
                    for have in (None, *range(1, n + 1)):
                        told = len(each.heard)
                        each.n[table] = have or 0
                        await each.ask("watch", table=table, have=have)
                        moments = [message.get("moment") for message in each.heard[told:]]
                        assert [moment["view"] for moment in moments if moment and moment["view"]] == [], have

    asyncio.run(play())


def test_whoever_watched_before_sees_no_more_when_a_friend_takes_up_the_deck(house: House) -> None:
    async def play() -> None:
        ann, bob, eve = house.guest(), house.guest(), house.guest()
        first = quick(ann)
        async with line(house, ann) as one, line(house, eve) as watcher, line(house, bob) as two:
            for each in (one, watcher):
                assert (await each.ask("watch", table=first))["type"] == "done"
            second = same_deck(bob, first)
            await two.ask("watch", table=second)
            await watcher.until(lambda line: [m for m in line.heard if m["type"] == "gone"])
            before = len(watcher.raw)
            await finish(one, first)
            assert (await watcher.ask("watch", table=first))["code"] == "deck_in_play"
            assert not any('"view":{' in text for text in watcher.raw[before:])
            await finish(two, second)
            assert (await watcher.ask("watch", table=first))["type"] == "done"
            assert watcher.moments[first]["outcome"]

    asyncio.run(play())


def test_only_games_against_time_have_a_deck_to_share(house: House) -> None:
    ann = house.guest()
    for table in (
        make(ann, "sep", "me", "anyone"),
        make(ann, "set-quick", "me", "anyone"),
        make(ann, "sep-solo", "me"),
    ):
        assert ann.post(f"/api/decks/{table}").json()["code"] == "no_deck"
        assert ann.get(f"/api/decks/{table}").json()["code"] == "no_deck"


def test_a_guest_who_signs_in_takes_along_what_was_seen(house: House) -> None:
    async def play() -> None:
        name = f"Seer {random.randrange(10**9)}"
        known = {"name": name, "password": "correct horse battery"}
        assert house.browser().post("/api/account", json=known).status_code == 201
        ann, guest = house.guest(), house.guest()
        first = quick(ann)
        async with line(house, guest) as watcher:
            await watcher.ask("watch", table=first)
        assert guest.post("/api/session", json=known).status_code in (200, 201)
        assert about(guest, first)["known"]

    asyncio.run(play())
