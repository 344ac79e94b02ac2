"""Guests and accounts: names, passwords, sessions, settings, export and deletion."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from septet.games.log import read
from septet.server.people.sessions import DEVICE
from septet.server.store import ratings
from tests.server.lines import line, make
from tests.server.running import House, running
from tests.server.test_tables import move_on, seated

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("people")) as found:
        yield found


def account(house: House, name: str, browser: httpx.Client | None = None) -> httpx.Client:
    """Somebody with an account of this name, signed in."""
    browser = browser or house.browser()
    answer = browser.post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return browser


def sign_in(browser: httpx.Client, name: str, password: str = PASSWORD) -> httpx.Response:
    return browser.post("/api/session", json={"name": name, "password": password})


def code(answer: httpx.Response) -> tuple[int, str]:
    told = answer.json()
    assert set(told) == {"code", "words", "facts"}
    assert told["words"]
    return answer.status_code, told["code"]


def test_a_guest_becomes_an_account_and_stays_who_it_was(house: House) -> None:
    browser = house.guest()
    browser.patch("/api/me", json={"settings": {"sound": False}})
    before = browser.get("/api/me").json()
    account(house, "Ann", browser)
    after = browser.get("/api/me").json()
    assert after == {**before, "name": "Ann", "guest": False}
    assert code(browser.post("/api/account", json={"name": "Anna", "password": PASSWORD})) == (400, "has_account")


@pytest.mark.parametrize("name", ["ann", "ÀNN", "A-n n", "Greedy", "gulzig", "gourmand", "septet", "Ａnn"])
def test_a_name_that_looks_taken_is_taken(house: House, name: str) -> None:
    house.browser().post("/api/account", json={"name": "Ann", "password": PASSWORD})
    assert code(house.browser().post("/api/account", json={"name": name, "password": PASSWORD}))[0] == 409


@pytest.mark.parametrize(
    "name",
    ["x", "  x  ", "y" * 25, "<b>bold</b>", "a&b", "--", "\u202eevil\u202c\u202e", "ß" * 24, "pаypal", "a\nb;", "⚔️⚔️"],
)
def test_what_is_no_name_is_refused(house: House, name: str) -> None:
    answer = house.browser().post("/api/account", json={"name": name, "password": PASSWORD})
    taken = name.startswith("\u202e")  # what is left of it is a good name
    assert code(answer) == (400, "bad_name") if not taken else answer.json()["name"] == "evil"


def test_accents_in_towers_are_cut_down(house: House) -> None:
    browser = account(house, "Z" + "\u0334" * 30 + "algo")
    assert len(browser.get("/api/me").json()["name"]) <= 7


def test_names_of_other_scripts_are_names(house: House) -> None:
    for name in ("Дмитрий", "山田 太郎", "Zoë d'Arc", "Nguyễn-Văn_7", "אברהם"):
        assert account(house, name).get("/api/me").json()["name"] == name


def test_a_short_password_is_refused(house: House) -> None:
    assert code(house.browser().post("/api/account", json={"name": "Shorty", "password": "1234567"}))[0] == 400


def test_signing_in_needs_the_right_name_and_password(house: House) -> None:
    account(house, "Bob")
    browser = house.browser()
    assert code(sign_in(browser, "Bob", "wrong password")) == (401, "wrong_password")
    assert sign_in(browser, "Nobody").json() == sign_in(browser, "Bob", "also wrong").json()
    assert browser.get("/api/me").status_code == 401
    assert sign_in(browser, " bób ").json()["name"] == "Bob"
    assert browser.get("/api/me").json()["name"] == "Bob"


def test_words_come_in_the_language_that_is_asked_for(house: House) -> None:
    told = {lang: sign_in(house.browser(**{"accept-language": lang}), "Nobody").json() for lang in ("en", "fr", "nl")}
    assert len({one["words"] for one in told.values()}) == 3
    assert {one["code"] for one in told.values()} == {"wrong_password"}


def test_a_browser_signs_out_and_others_stay(house: House) -> None:
    here, there = account(house, "Carol"), house.browser()
    sign_in(there, "Carol")
    assert here.delete("/api/session").status_code == 204
    assert here.get("/api/me").status_code == 401
    assert there.get("/api/me").status_code == 200


def test_signing_out_everywhere_ends_every_session_and_its_sockets(house: House) -> None:
    here, there = account(house, "Dora"), house.browser()
    sign_in(there, "Dora")

    async def play() -> None:
        async with line(house, there) as one:
            await one.ask("ping")
            assert here.delete("/api/session?everywhere=true").status_code == 204
            assert await closed(one) == 4001

    asyncio.run(play())
    assert here.get("/api/me").status_code == there.get("/api/me").status_code == 401


async def closed(one: Any) -> int:
    """The code that this socket was closed with."""
    async with asyncio.timeout(20):
        with suppress(ConnectionClosed):
            await one.reading
        await one.socket.wait_closed()
    found: int = one.socket.close_code
    return found


def test_a_new_password_signs_out_the_others(house: House) -> None:
    here, there = account(house, "Eve"), house.browser()
    sign_in(there, "Eve")
    wrong = {"old": "not this one", "password": "another password"}
    assert code(here.post("/api/me/password", json=wrong)) == (401, "wrong_password")
    assert here.post("/api/me/password", json={**wrong, "old": PASSWORD}).status_code == 201
    assert here.get("/api/me").status_code == 200
    assert there.get("/api/me").status_code == 401
    assert sign_in(there, "Eve").status_code == 401
    assert sign_in(there, "Eve", "another password").status_code == 201


def test_a_guest_has_no_password_to_change(house: House) -> None:
    assert code(house.guest().post("/api/me/password", json={"password": PASSWORD})) == (400, "no_account")


def test_names_can_be_changed_and_free_the_old_one(house: House) -> None:
    browser = account(house, "Fay")
    account(house, "Gil")
    assert code(browser.patch("/api/me", json={"name": "Gil"})) == (409, "name_taken")
    assert browser.patch("/api/me", json={"name": "FAY"}).json()["name"] == "FAY"
    assert browser.patch("/api/me", json={"name": "Faith"}).json()["name"] == "Faith"
    account(house, "Fay")
    assert house.guest().patch("/api/me", json={"name": "Faith"}).status_code == 409  # guests may not look like others
    assert house.guest().patch("/api/me", json={"name": "Some guest"}).json()["guest"] is True


def test_settings_are_small(house: House) -> None:
    browser = house.guest()
    assert browser.patch("/api/me", json={"settings": {"board": {"flip": True}}}).json()["settings"]["board"]["flip"]
    assert code(browser.patch("/api/me", json={"settings": {"x": "y" * 5_000}})) == (400, "too_large")


def test_an_account_made_in_the_middle_of_a_game_plays_on(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            await move_on([one, other], table, random.Random("before"), 6)
        account(house, "Gail", ann)
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            await other.ask("watch", table=table)
            await move_on([one, other], table, random.Random("after"), 6)
            assert (await one.play(table, {"type": "resign"}))["type"] == "done"
        assert ann.get("/api/me/games").json()[0]["status"] == "over"

    asyncio.run(play())


def test_signing_in_takes_the_guests_games_along_also_running_ones(house: House) -> None:
    account(house, "Hugo").patch("/api/me", json={"settings": {"lang": "nl"}})

    async def play() -> None:
        guest, bob = house.guest(), house.guest()
        guest.patch("/api/me", json={"settings": {"lang": "fr", "theme": "dark"}})
        table = make(guest, "sep", "me", "anyone")
        waiting = make(guest, "sep", "me", "anyone")
        async with line(house, guest) as one, line(house, bob) as other:
            await seated(one, other, table)
            await move_on([one, other], table, random.Random("before"), 6)
            assert sign_in(guest, "Hugo").status_code == 201
            assert await closed(one) == 4001
            await other.until(lambda bobs: any(e.get("event", {}).get("type") == "became" for e in bobs.heard))
            async with line(house, guest) as hugo:
                assert hugo.heard == [] or hugo.heard[0]["you"]["name"] == "Hugo"
                await hugo.ask("watch", table=table)
                await move_on([hugo, other], table, random.Random("after"), 6)
                assert (await hugo.play(table, {"type": "resign"}))["type"] == "done"
                assert (await hugo.ask("invite", table=waiting, seat=1, bot="random"))["type"] == "done"
        assert guest.get("/api/me").json()["settings"] == {"lang": "nl", "theme": "dark"}
        found = {one["id"]: one for one in guest.get("/api/me/games").json()}
        assert set(found) == {table, waiting}
        assert found[table]["chairs"][0]["name"] == "Hugo"
        log = read(guest.get(f"/api/tables/{table}/record").content)
        assert log.header.seats[0].name == "Hugo"

    asyncio.run(play())


def test_merged_tables_fold_the_same_after_a_restart(tmp_path: Path) -> None:
    async def play(house: House, guest: httpx.Client) -> str:
        bob = house.guest()
        table = make(guest, "sep", "me", "anyone")
        async with line(house, guest) as one, line(house, bob) as other:
            await seated(one, other, table)
        return table

    async def watched(house: House, browser: httpx.Client, table: str) -> Any:
        async with line(house, browser) as one:
            await one.ask("watch", table=table)
            return next(heard for heard in one.heard if heard["type"] == "table")

    with running(tmp_path) as house:
        account(house, "Ivy")
        guest = house.guest()
        table = asyncio.run(play(house, guest))
        sign_in(guest, "Ivy")
        before = asyncio.run(watched(house, guest, table))
    with running(tmp_path) as house:
        browser = house.browser()
        sign_in(browser, "Ivy")
        after = asyncio.run(watched(house, browser, table))
    assert before["seat"] == after["seat"] == 0
    assert [{**chair, "seen": None} for chair in before["chairs"]] == [
        {**chair, "seen": None} for chair in after["chairs"]
    ]


def test_everybody_can_take_their_data_along(house: House) -> None:
    async def play() -> httpx.Client:
        ann, bob = account(house, "Jane"), house.guest()
        table, running_one = make(ann, "sep", "me", "anyone"), make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            await one.ask("say", table=table, text="good luck")
            assert (await one.play(table, {"type": "resign"}))["type"] == "done"
            await seated(one, other, running_one)
        return ann

    told = asyncio.run(play()).get("/api/me/export").json()
    assert told["name"] == "Jane"
    assert "password" not in str(told)
    first, second = told["games"]
    assert read(first["record"].encode()).header.seats[0].name == "Jane"
    assert first["said"][0]["text"] == "good luck"
    assert second["record"] is None  # it would show the other's cards


def test_a_deleted_account_leaves_its_games_without_its_name(house: House) -> None:
    async def play() -> None:
        kim, bob = account(house, "Kim"), house.guest()
        me = kim.get("/api/me").json()
        token = kim.post("/api/tokens", json={"label": "bot"}).json()["token"]
        table, going = make(kim, "sep", "me", "anyone"), make(kim, "sep", "me", "anyone")
        async with line(house, kim) as one, line(house, bob) as other:
            for where in (table, going):
                await seated(one, other, where)
            await one.ask("say", table=table, text="call me on 555")
            assert (await one.play(table, {"type": "resign"}))["type"] == "done"
            assert kim.delete("/api/me").status_code == 204
            assert await closed(one) == 4001
            await other.until(lambda bobs: bobs.n[going] and "stood_in" in str(bobs.heard))
        assert kim.get("/api/me").status_code == 401
        assert house.browser(authorization=f"Bearer {token}").get("/api/me").status_code == 401
        for browser in (bob, house.browser()):
            record = browser.get(f"/api/tables/{table}/record").content
            assert read(record).header.seats[0].name == "—"
        assert code(sign_in(house.browser(), "Kim")) == (401, "wrong_password")
        assert not any("Kim" in row or "call me" in row for row in stored(house, table))
        assert me["id"] != account(house, "Kim").get("/api/me").json()["id"]

    asyncio.run(play())


def stored(house: House, table: str) -> list[str]:
    rows = house.call(house.server.store.rows(table))
    return [row.event.decode() for row in rows]


def test_deleting_an_account_takes_its_ratings_off_the_ladder(house: House) -> None:
    assert all(rank.bot for rank in house.call(house.server.store.read(ratings.ladder, "sep")))


def test_sign_ins_are_slowed_down(tmp_path: Path) -> None:
    with running(tmp_path, sign_ins=0.01) as house:
        answers = [sign_in(house.browser(), "Nobody") for _ in range(6)]
    assert [one.status_code for one in answers] == [401] * 5 + [429]
    assert answers[-1].json()["facts"]["seconds"] > 0


def test_guesses_shut_no_owner_out(tmp_path: Path) -> None:
    """Somebody else guesses from everywhere: the owner still comes in from elsewhere, and from the same house too."""

    def comes(house: House, forwarded: str, **cookies: str) -> httpx.Client:
        browser = house.browser(**{"x-forwarded-for": forwarded})
        for name, value in cookies.items():
            browser.cookies.set(name, value, domain="127.0.0.1")
        return browser

    with running(tmp_path, proxy="127.0.0.1", guesses=0.03, sign_ins=0.04) as house:
        owner = comes(house, "198.51.100.1")
        account(house, "Owner", owner)
        device = {DEVICE: owner.cookies[DEVICE]}
        thief = comes(house, "198.51.100.1")
        guesses = [sign_in(thief, "Owner", f"guess {number}").status_code for number in range(30)]
        assert guesses[:3] == [401] * 3 and set(guesses[3:]) == {429}
        for number in range(40):  # one household has many addresses
            sign_in(comes(house, f"2001:db8:0:7::{number:x}"), "Owner", "another guess")
        assert sign_in(comes(house, "2001:db8:0:7::ffff"), "Owner").status_code == 429
        assert sign_in(comes(house, "2001:db8:0:8::1"), "Owner").status_code == 201
        assert sign_in(comes(house, "198.51.100.2"), "Owner").status_code == 201
        assert sign_in(comes(house, "198.51.100.1", **device), "Owner").status_code == 201
        stolen = comes(house, "203.0.113.1", **device)  # a device has tries of its own, and not more of them
        assert [sign_in(stolen, "Owner", "no").status_code for _ in range(4)][-1] == 429
        forged = {DEVICE: device[DEVICE][:-4] + "AAAA"}
        assert sign_in(comes(house, "198.51.100.1", **forged), "Owner").status_code == 429
        other = comes(house, "198.51.100.9")
        account(house, "Other", other)
        mine = {DEVICE: other.cookies[DEVICE]}
        assert sign_in(comes(house, "198.51.100.1", **mine), "Owner").status_code == 429  # the device of somebody else
