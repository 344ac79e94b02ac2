"""Fair shares of tables, bots and lists: one address can neither fill the lobby nor silence the others' bots."""

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import Connection, text

from septet.games.game import Resign, Timeout
from septet.games.setgame.moves import Noset
from septet.server.errors import Denied
from septet.server.live.table import SETTLE_S
from septet.server.people import merging
from septet.server.store import decks, queries
from septet.server.tables.asides import Asides
from septet.server.tables.events import Played, Resized, Row, Said, Sat, Stood
from tests.server.lines import Line, line, make
from tests.server.running import House, running

HERE, THERE = {"x-forwarded-for": "2001:db8::1"}, {"x-forwarded-for": "192.0.2.9"}


def guest(house: House, where: dict[str, str]) -> httpx.Client:
    browser = house.browser(**where)
    assert browser.post("/api/guest").status_code == 201
    return browser


def wish(browser: httpx.Client, *seats: str, game: str = "sep", **more: Any) -> tuple[int, str | None]:
    """Ask for a table: the answer's status, and its code if it is refused."""
    places = [{"who": seat} if seat in ("me", "anyone") else {"who": "bot", "bot": seat} for seat in seats]
    answer = browser.post("/api/tables", json={"game": game, "seats": places, **more})
    if answer.status_code == 429:
        assert int(answer.headers["retry-after"]) == answer.json()["facts"]["seconds"]
        assert str(answer.json()["facts"]["most"]) in answer.json()["words"]
    return answer.status_code, answer.json().get("code")


def test_tables_public_tables_and_bots_have_shares_by_person_and_by_address(tmp_path: Path) -> None:
    limits: dict[str, Any] = {
        "tables_open": 4,
        "tables_open_here": 6,
        "public": 1,
        "public_here": 2,
        "bots": 6,
        "bots_here": 8,
    }
    with running(tmp_path, proxy="127.0.0.1", **limits) as house:
        ann, ben, cas, far = guest(house, HERE), guest(house, HERE), guest(house, HERE), guest(house, THERE)
        waiting, full = ("me", "anyone"), ("me", "random", "random", "random", "anyone")
        assert wish(ann, *waiting, public=True) == (201, None)
        assert wish(ann, *waiting, public=True) == (429, "too_many_public_yours")
        assert wish(ben, *waiting, public=True) == (201, None)
        assert wish(cas, *waiting, public=True) == (429, "too_many_public_here")
        assert wish(far, *waiting, public=True) == (201, None)
        assert wish(ann, *full, game="set") == (201, None)
        assert wish(ann, *full, game="set") == (201, None)
        assert wish(ann, "me", "random") == (429, "too_many_bots_yours")
        assert wish(ben, *full, game="set") == (429, "too_many_bots_here")
        assert wish(far, *full, game="set") == (201, None)
        assert wish(ann, *waiting) == (201, None)
        assert wish(ann, *waiting) == (429, "too_many_tables_yours")
        assert wish(ben, *waiting) == (201, None)
        assert wish(ben, *waiting) == (429, "too_many_tables_here")
        assert wish(far, *waiting) == (201, None)


def test_bots_are_invited_within_the_same_share(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        ann = house.guest()
        table = make(ann, "set", "me", *["anyone"] * 4)
        async with line(house, ann) as one:
            await one.ask("watch", table=table)
            codes = [(await one.ask("invite", table=table, seat=seat, bot="random")).get("code") for seat in (1, 2, 3)]
            assert codes == [None, None, "too_many_bots_yours"]

    with running(tmp_path, bots=2) as house:
        asyncio.run(play(house))


def test_a_rematch_and_a_stand_in_ask_for_the_same_share(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        ann, ben = house.guest(), house.guest()
        over, waits = make(ann, "sep", "me", "random"), make(ann, "sep", "me", "anyone", absent="wait")
        async with line(house, ann) as one:
            for table in (over, waits):
                await one.ask("watch", table=table)
            async with line(house, ben) as other:
                assert (await other.ask("sit", table=waits))["type"] == "done"
            await one.until(lambda heard: waits in heard.moments)
            assert (await one.ask("play", table=over, move={"type": "resign"}))["type"] == "done"
            made = make(ann, "sep", "me", "random")
            await one.ask("watch", table=made)
            for refused in (
                await one.ask("propose", table=over, what="again"),
                await one.ask("stand_in", table=waits, seat=1),
            ):
                assert refused["code"] == "too_many_bots_yours", refused
            assert (await one.ask("play", table=made, move={"type": "resign"}))["type"] == "done"
            assert (await one.ask("propose", table=over, what="again"))["type"] == "done"

    with running(tmp_path, bots=1) as house:
        asyncio.run(play(house))


def test_bots_where_nobody_is_make_room_for_those_somebody_waits_for(tmp_path: Path) -> None:
    """One worker with room for three: what was left behind gives its seats up, and gets them back."""

    class Worker:
        def __init__(self) -> None:
            self.told: list[dict[str, Any]] = []

        def tell(self, message: bytes) -> None:
            self.told.append(msgspec.json.decode(message))

    async def play(house: House) -> None:
        ann, ben = house.guest(), house.guest()
        pool, worker = house.server.hall.pool, Worker()
        house.loop.call_soon_threadsafe(pool.join, worker, 3)
        left = make(ann, "set", "me", "random", "random", "random")
        house.server.hall.tables[left].quiet_since -= 2 * SETTLE_S
        wanted = make(ben, "sep", "me", "random")
        async with line(house, ben) as one, line(house, ann) as other:
            await one.ask("watch", table=wanted)
            jobs = [told["table"] for told in worker.told if told["type"] == "job"]
            assert jobs == [left] * 3 + [wanted]
            assert len({told["share"] for told in worker.told if told["type"] == "job"}) == 1, "one address"
            assert "127.0.0.1" not in str(worker.told)
            await other.ask("watch", table=left)
            assert [told["table"] for told in worker.told if told["type"] == "job"][4:] == [left] * 2

    with running(tmp_path) as house:
        asyncio.run(play(house))


def test_the_lobby_has_everybodys_newest_before_anybodys_second(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        ann, ben, eve = house.guest(), house.guest(), house.guest()
        honest = [make(ann, "sep", "me", "anyone", public=True), make(ben, "sep", "me", "anyone", public=True)]
        flood = [make(eve, "sep", "me", "anyone", public=True) for _ in range(5)]
        found = [one["id"] for one in ann.get("/api/tables?limit=4").json()]
        assert found == [flood[-1], honest[1], honest[0], flood[-2]]


def test_records_are_read_without_opening_their_tables_and_have_a_share(tmp_path: Path) -> None:
    async def play(house: House) -> str:
        ann, ben = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, ben) as other:
            await other.ask("watch", table=table)
            await other.ask("sit", table=table)
            await one.ask("watch", table=table)
            await one.play(table, {"type": "resign"})
        return table

    with running(tmp_path) as house:
        table = asyncio.run(play(house))
    with running(tmp_path, records=0.02) as house:
        stranger = house.browser()
        assert [stranger.get(f"/api/tables/{table}/record").status_code for _ in range(3)] == [200, 200, 429]
        assert not house.server.hall.tables


def test_a_table_has_an_end_of_everything_that_could_go_on_for_ever() -> None:
    asides = Asides(2)
    for _ in range(2):
        asides.room_for(Sat(0, "Ann", user="u1"))
        asides.see(Sat(0, "Ann", user="u1"))
        asides.room_for(Stood(0))
        asides.see(Stood(0))
    with pytest.raises(Denied, match="enough_seats"):
        asides.room_for(Sat(0, "Ann", user="u1"))
    asides.room_for(Stood(0))
    for _ in range(8):
        asides.room_for(Said("u2", "Eve", None, "boo"))
        asides.see(Said("u2", "Eve", None, "boo"))
    with pytest.raises(Denied, match="enough_talk"):
        asides.room_for(Said("u2", "Eve", None, "boo"))
    asides.room_for(Said("u1", "Ann", 0, "hello"))
    with pytest.raises(Denied, match="enough_seats"):
        asides.room_for(Resized(3))
    for _ in range(20):
        asides.room_for(Played(0, Noset(True)))
        asides.see(Played(0, Noset(True)))
    with pytest.raises(Denied, match="enough_moves"):
        asides.room_for(Played(0, Noset(False)))
    for event in (Played(1, Noset(True)), Played(0, Resign()), Played(None, Timeout("noset", 0))):
        asides.room_for(event)


def test_after_a_flood_of_sitting_asking_and_talking_people_reconnect_and_play_on(tmp_path: Path) -> None:
    """Whatever happened at a table, all that is told of it at once stays far below what a reader may be behind."""

    async def flood(one: Line, table: str) -> set[str]:
        codes = set()
        for kind, fields in [("leave", {}), ("sit", {}), ("say", {"text": "x" * 300}), ("propose", {"what": "pause"})]:
            answer = await one.ask(kind, table=table, **fields)
            codes.add(answer.get("code", ""))
            if kind == "propose":
                await one.ask("propose", table=table, what="resume")
        return codes

    async def play(house: House) -> None:
        ann, ben, eve = house.guest(), house.guest(), house.guest()
        table = make(ann, "set", "me", "anyone", "anyone")
        async with line(house, ann) as one, line(house, ben) as two, line(house, eve) as three:
            for each in (one, two, three):
                await each.ask("watch", table=table)
            await two.ask("sit", table=table)
            await three.ask("sit", table=table)
            codes: set[str] = set()
            for _ in range(22):
                codes |= await flood(three, table)
            assert {"enough_seats", "enough_talk"} <= codes
            n = three.n[table]
        async with line(house, ben) as again:
            answer = await again.ask("watch", table=table)
            assert answer["n"] >= n and again.about(table)["status"] == "running"
            size = len(next(text for text in again.raw if '"type":"table"' in text))
            assert size < 20_000 // 2
            assert (await again.ask("play", table=table, move={"type": "resign"})).get("code") != "too_slow"

    with running(tmp_path, events=5, queued_bytes=20_000) as house:
        asyncio.run(play(house))


def test_reads_that_let_people_in_do_not_wait_for_reads_that_list(tmp_path: Path) -> None:
    def slow(connection: Connection) -> int:
        time.sleep(5)
        return 0

    with running(tmp_path) as house:
        ann = house.guest()
        store = house.server.store
        lists = [asyncio.run_coroutine_threadsafe(store.search(slow), house.loop) for _ in range(4)]
        assert ann.get("/api/me").status_code == 200
        assert house.guest().get("/api/me").status_code == 200
        assert not any(one.done() for one in lists)
        for one in lists:
            one.result()


@pytest.mark.parametrize("asked", ["best", "my best", "my games", "where known", "lobby", "over"])
def test_lists_are_read_by_an_index(tmp_path: Path, asked: str) -> None:
    """Neither the log nor the tables are walked through from end to end."""
    asks = {
        "best": (decks.best, ("set-solo", "x", None)),
        "my best": (decks.best, ("set-solo", "x", "u1")),
        "my games": (lambda c: queries.listed(c, public=False, status=("over", "closed"), user="u1"), ()),
        "where known": (merging.where_known, ("u1",)),
        "lobby": (queries.lobby, (("waiting", "running"), None, 50, None)),
        "over": (queries.lobby, (("over",), "sep", 50, None)),
    }
    function, values = asks[asked]

    def plans(connection: Connection) -> list[str]:
        said: list[str] = []
        driver: Any = connection.connection.driver_connection
        driver.set_trace_callback(said.append)
        function(connection, *values)  # type: ignore[operator]
        driver.set_trace_callback(None)
        found = [one for one in said if one.startswith("SELECT")]
        assert found
        return [str(row[3]) for one in found for row in connection.execute(text(f"EXPLAIN QUERY PLAN {one}"))]

    with running(tmp_path) as house:
        steps = house.call(house.server.store.read(plans))
    walks = [step for step in steps if step.startswith(("SCAN tables", "SCAN log", "SCAN seats"))]
    assert not walks, steps
    assert asked != "best" or not any("TEMP B-TREE FOR ORDER" in step for step in steps), steps
    if asked.startswith("my"):
        own = [step for step in steps if "ix_seats_user" in step]
        assert len(own) == 1 + 1 * (asked == "my best"), steps


def test_whoever_only_came_and_spoke_is_known_there(tmp_path: Path) -> None:
    """The index leaves moves out; nobody is left in the log by that."""
    rows = [
        Row("aaaaaaaaaaaa", 1, 0, 0, "u1", "m", msgspec.json.encode(Said("u1", "Ann", None, "hello"))),
        Row("bbbbbbbbbbbb", 1, 0, 0, "u1", "m", b'{"type":"played","seat":0,"move":{"type":"draw"}}'),
        Row("cccccccccccc", 1, 0, 0, "u2", "m", msgspec.json.encode(Stood(0))),
    ]
    with running(tmp_path) as house:
        for row in rows:
            assert house.call(house.server.store.append(row))
        assert house.call(house.server.store.search(merging.where_known, "u1")) == ["aaaaaaaaaaaa"]
