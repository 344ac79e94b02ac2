"""Passkeys and tokens: other ways in, each for one purpose."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from septet.server.people.sessions import CHALLENGE
from tests.server.lines import line, make
from tests.server.running import House, running
from tests.server.software_key import SoftwareKey
from tests.server.test_people import account, closed, code, sign_in


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("keys")) as found:
        yield found


def register(browser: httpx.Client, key: SoftwareKey, **body: Any) -> httpx.Response:
    options = browser.post("/api/passkeys/options", json=body)
    assert options.status_code == 201, options.text
    return browser.post("/api/passkeys", json={"credential": key.create(options.json())})


def enter(browser: httpx.Client, key: SoftwareKey) -> httpx.Response:
    options = browser.post("/api/session/passkey/options").json()
    return browser.post("/api/session/passkey", json={"credential": key.sign(options)})


def test_a_guest_gets_an_account_with_a_passkey_and_signs_in_with_it(house: House) -> None:
    key, browser = SoftwareKey(house.address), house.guest()
    before = browser.get("/api/me").json()["id"]
    made = register(browser, key, name="Pascale")
    assert made.status_code == 201, made.text
    assert (made.json()["id"], made.json()["guest"]) == (before, False)
    assert len(browser.get("/api/passkeys").json()) == 1
    other = house.guest()
    assert enter(other, key).json()["id"] == before
    assert enter(house.browser(), key).status_code == 201
    assert code(sign_in(house.browser(), "Pascale", "any password"))[0] == 401


def test_signing_in_with_a_passkey_takes_the_guests_games_along(house: House) -> None:
    key = SoftwareKey(house.address)
    register(house.guest(), key, name="Quentin")
    guest = house.guest()
    table = make(guest, "sep", "me", "anyone")
    enter(guest, key)
    assert [one["id"] for one in guest.get("/api/me/games").json()] == [table]


def test_an_account_adds_passkeys_and_keeps_one_way_in(house: House) -> None:
    browser, one, other = account(house, "Rosa"), SoftwareKey(house.address), SoftwareKey(house.address)
    assert register(browser, one).status_code == register(browser, other).status_code == 201
    found = browser.get("/api/passkeys").json()
    assert browser.delete(f"/api/passkeys/{found[0]['id']}").status_code == 204
    assert browser.delete(f"/api/passkeys/{found[1]['id']}").status_code == 204
    only = SoftwareKey(house.address)
    keyed = house.guest()
    register(keyed, only, name="Sven")
    (last,) = keyed.get("/api/passkeys").json()
    assert code(keyed.delete(f"/api/passkeys/{last['id']}")) == (400, "last_key")
    assert keyed.post("/api/me/password", json={"password": "now a password"}).status_code == 201
    assert keyed.delete(f"/api/passkeys/{last['id']}").status_code == 204


def test_nobody_deletes_anothers_passkey(house: House) -> None:
    owner, thief = house.guest(), account(house, "Thief")
    register(owner, SoftwareKey(house.address), name="Uma")
    (found,) = owner.get("/api/passkeys").json()
    assert code(thief.delete(f"/api/passkeys/{found['id']}")) == (404, "not_found")


def test_forged_passkeys_are_refused(house: House) -> None:
    key = SoftwareKey(house.address)
    register(house.guest(), key, name="Vera")
    elsewhere = SoftwareKey("https://evil.example")
    elsewhere.id, elsewhere.key, elsewhere.user = key.id, key.key, key.user
    stranger = SoftwareKey(house.address)
    stranger.id, stranger.user = key.id, key.user  # another secret under a known id
    for forged in (elsewhere, stranger, SoftwareKey(house.address)):
        assert code(enter(house.browser(), forged)) == (401, "bad_passkey")
    browser = house.browser()
    options = browser.post("/api/session/passkey/options").json()
    signed = key.sign(options)
    assert code(house.browser().post("/api/session/passkey", json={"credential": signed}))[0] == 401  # no challenge
    assert browser.post("/api/session/passkey", json={"credential": signed}).status_code == 201
    assert code(browser.post("/api/session/passkey", json={"credential": signed}))[0] == 401  # used up
    for nonsense in ({}, {"id": 3}, {"id": "x", "response": []}, {"id": "x" * 3000}):
        browser.post("/api/session/passkey/options")
        assert code(browser.post("/api/session/passkey", json={"credential": nonsense}))[0] == 401


def test_a_challenge_for_one_is_not_for_another(house: House) -> None:
    one, other, key = house.guest(), house.guest(), SoftwareKey(house.address)
    options = one.post("/api/passkeys/options", json={"name": "Walt"}).json()
    other.cookies.set(CHALLENGE, one.cookies[CHALLENGE], domain="127.0.0.1")
    assert code(other.post("/api/passkeys", json={"credential": key.create(options)})) == (401, "bad_passkey")
    assert (
        code(one.post("/api/session/passkey", json={"credential": key.sign({**options, "rpId": "127.0.0.1"})}))[0]
        == 401
    )


def test_a_passkey_needs_a_free_name(house: House) -> None:
    account(house, "Xenia")
    assert code(house.guest().post("/api/passkeys/options", json={"name": "xenia"})) == (409, "name_taken")
    assert code(house.guest().post("/api/passkeys/options", json={})) == (400, "bad_name")


def test_a_token_is_shown_once_and_plays_but_does_not_manage(house: House) -> None:
    browser = account(house, "Yann")
    made = browser.post("/api/tokens", json={"label": "my <b>bot</b>"}).json()
    program = house.browser(authorization=f"Bearer {made['token']}")
    assert program.get("/api/me").json()["name"] == "Yann"
    assert len(make(program, "sep", "me", "anyone")) == 12
    for method, path, body in (
        ("PATCH", "/api/me", {"name": "Stolen"}),
        ("POST", "/api/me/password", {"password": "a new password"}),
        ("DELETE", "/api/me", None),
        ("POST", "/api/tokens", {"label": "more"}),
        ("GET", "/api/tokens", None),
        ("DELETE", "/api/session?everywhere=true", None),
    ):
        assert code(program.request(method, path, json=body)) == (403, "not_by_token"), path
    (listed,) = browser.get("/api/tokens").json()
    assert listed["used"] is not None
    assert made["token"] not in str(listed)


def test_a_deleted_token_ends_its_sockets_and_nobody_elses(house: House) -> None:
    browser = account(house, "Zita")
    made = browser.post("/api/tokens", json={}).json()
    thief = account(house, "Another")
    assert code(thief.delete(f"/api/tokens/{made['id']}")) == (404, "not_found")

    async def play() -> None:
        async with (
            line(house, authorization=f"Bearer {made['token']}") as program,
            line(house, browser) as tab,
            line(house, browser) as other_tab,
        ):
            assert program.heard[0]["you"]["name"] == "Zita"
            assert browser.delete(f"/api/tokens/{made['id']}").status_code == 204
            assert await closed(program) == 4001
            for one in (tab, other_tab):
                assert (await one.ask("ping"))["type"] == "done"

    asyncio.run(play())
    assert house.browser(authorization=f"Bearer {made['token']}").get("/api/me").status_code == 401


def test_a_program_needs_no_account_for_a_token(house: House) -> None:
    made = house.browser().post("/api/tokens", json={}).json()
    guest = house.browser(authorization=f"Bearer {made['token']}")
    assert guest.get("/api/me").json()["guest"] is True


def test_tokens_of_a_guest_end_when_it_becomes_an_account(house: House) -> None:
    browser = house.guest()
    made = browser.post("/api/tokens", json={}).json()
    account(house, "Alma", browser)
    assert browser.get("/api/tokens").json() == []
    assert house.browser(authorization=f"Bearer {made['token']}").get("/api/me").status_code == 401


def test_there_is_an_end_to_tokens(house: House) -> None:
    browser = house.guest()
    answers = [browser.post("/api/tokens", json={}) for _ in range(21)]
    assert [one.status_code for one in answers[:-1]] == [201] * 20
    assert code(answers[-1]) == (400, "too_many_keys")
