"""Every route of the HTTP half, asked by every kind of caller: a token plays, and only a person has a session."""

from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx
import pytest

from septet.server.app import Server, Settings
from septet.server.people.admin import ban
from septet.server.people.sessions import COOKIE
from tests.server.lines import make
from tests.server.running import House, running
from tests.server.software_key import SoftwareKey
from tests.server.test_keys import register
from tests.server.test_people import PASSWORD, account, code, sign_in

PATHS = Server(Settings(data=Path("unused"), secret="a secret of the tests")).http.openapi_schema.to_schema()["paths"]
OPERATIONS = sorted(f"{method.upper()} {path}" for path, item in PATHS.items() for method in item)

# Whom a route takes. `everybody` is told the same; `known` must be somebody, by cookie or by token; a `person` must
# have a session, a `newcomer` may have none yet; `visitor` is for people too, and makes or ends a session.
WHOM = {
    "GET /health": "everybody",
    "GET /api/games": "everybody",
    "GET /api/phrases": "everybody",
    "GET /api/rules/{game}/{lang}": "everybody",
    "GET /api/rules/{game}/{lang}/examples": "everybody",
    "GET /api/rules/{game}/{lang}/lessons": "everybody",
    "GET /api/lessons/{game}/{lang}": "everybody",
    "GET /api/lessons/{game}/answers/{number}": "everybody",
    "POST /api/study": "everybody",
    "POST /api/study/places": "everybody",
    "POST /api/study/replay": "everybody",
    "POST /api/study/svg": "everybody",
    "POST /api/study/png": "everybody",
    "GET /api/tables/{table}/replay": "everybody",
    "GET /api/tables/{table}/review": "everybody",
    "POST /api/tables/{table}/review": "known",
    "DELETE /api/tables/{table}/review": "known",
    "POST /api/tables/{table}/review/try": "known",
    "GET /api/puzzles": "everybody",
    "GET /api/puzzles/next": "everybody",
    "GET /api/puzzles/{puzzle}": "everybody",
    "POST /api/puzzles/{puzzle}/try": "everybody",
    "POST /api/puzzles/{puzzle}/report": "known",
    "POST /api/puzzles/race": "known",
    "POST /api/puzzles/race/{race}/try": "known",
    "GET /api/drill": "known",
    "POST /api/drill/{card}/try": "known",
    "GET /api/daily": "everybody",
    "GET /api/daily/chains": "everybody",
    "GET /api/daily/{date}": "everybody",
    "GET /api/daily/{item}/position": "known",
    "POST /api/daily/{item}/try": "known",
    "POST /api/daily/{deal}/table": "known",
    "POST /api/daily/mend": "known",
    "GET /api/tables/{table}/preview": "everybody",
    "POST /api/tables/{table}/svg": "everybody",
    "POST /api/tables/{table}/png": "everybody",
    "GET /api/today": "everybody",
    "GET /api/atlas/{game}": "everybody",
    "GET /api/atlas/{game}/pair": "everybody",
    "GET /api/atlas/{game}/rules": "everybody",
    "GET /api/studio": "everybody",
    "GET /api/studio/{comparison}": "everybody",
    "GET /api/studio/{comparison}/csv": "everybody",
    "GET /api/studio/{comparison}/html": "everybody",
    "GET /api/studio/{comparison}/json": "everybody",
    "POST /api/studio": "known",
    "DELETE /api/studio/{comparison}": "known",
    "GET /api/tables": "everybody",
    "GET /api/tables/{table}/deal": "everybody",
    "GET /api/tables/{table}/record": "everybody",
    "GET /api/tables/{table}/ratings": "everybody",
    "GET /api/tables/{table}/match": "everybody",
    "GET /api/ratings/{game}": "everybody",
    "GET /api/players/{name}": "everybody",
    "GET /api/best/{game}": "everybody",
    "GET /api/decks/{table}": "everybody",
    "POST /api/decks/{table}": "known",
    "POST /api/looks": "known",
    "GET /api/looks/{look}/record": "known",
    "GET /api/looks/{look}/branch": "known",
    "GET /api/looks/{look}/tryable": "known",
    "POST /api/tables": "known",
    "POST /api/tables/from": "known",
    "GET /api/me": "known",
    "GET /api/me/games": "known",
    "GET /api/me/turns": "known",
    "PATCH /api/me": "person",
    "DELETE /api/me": "person",
    "GET /api/me/export": "person",
    "POST /api/me/password": "person",
    "GET /api/passkeys": "person",
    "POST /api/passkeys": "person",
    "POST /api/passkeys/options": "person",
    "DELETE /api/passkeys/{passkey}": "person",
    "GET /api/tokens": "person",
    "DELETE /api/tokens/{token}": "person",
    "POST /api/tokens": "newcomer",
    "POST /api/account": "newcomer",
    "POST /api/guest": "visitor",
    "POST /api/session": "visitor",
    "DELETE /api/session": "visitor",
    "POST /api/session/passkey": "visitor",
    "POST /api/session/passkey/options": "visitor",
}
NAMES = {
    "table": "nosuchtable2",
    "look": "nosuchlook00",
    "game": "set",
    "lang": "en",
    "name": "Nobody",
    "passkey": "none",
    "token": "none",
    "number": "1",
    "puzzle": "nosuchpuzzle",
    "race": "nosuchrace22",
    "card": "nosuchcard22",
    "date": "2052-02-20",
    "item": "sep-win",
    "comparison": "0" * 16,
    "deal": "sep-solo",
}
"""What stands in the paths of routes, by its name there."""

BODIES: dict[str, Any] = {
    "POST /api/study": {"game": "sep", "picture": "tokens: 7-0-0"},
    "POST /api/study/places": {"game": "sep"},
    "POST /api/study/replay": {"record": "no record"},
    "POST /api/looks": {"record": "no record"},
    "POST /api/studio": {"game": "sep", "columns": [{}, {}], "bots": ["greedy", "greedy"]},
    "POST /api/study/svg": {"position": {"game": "sep", "picture": "tokens: 7-0-0"}},
    "POST /api/study/png": {"position": {"game": "sep", "picture": "tokens: 7-0-0"}, "width": 100},
    "POST /api/tables/{table}/review/try": {"number": 1, "move": {"type": "draw"}},
    "POST /api/puzzles/{puzzle}/try": {},
    "POST /api/puzzles/{puzzle}/report": {"why": "It is wrong"},
    "POST /api/puzzles/race": {},
    "POST /api/puzzles/race/{race}/try": {},
    "POST /api/drill/{card}/try": {},
    "POST /api/daily/{item}/try": {"date": "2052-02-20", "give_up": True},
    "POST /api/tables/{table}/svg": {},
    "POST /api/tables/{table}/png": {"width": 100},
    "POST /api/tables": {"game": "sep", "seats": [{"who": "me"}, {"who": "anyone"}]},
    "POST /api/tables/from": {
        "table": {"game": "sep", "seats": [{"who": "me"}, {"who": "anyone"}]},
        "start": {"picture": "circle: 4D 5D 6D 7D 8D 2C"},
    },
    "PATCH /api/me": {"settings": {"sound": True}},
    "POST /api/me/password": {"password": "no such luck today"},
    "POST /api/passkeys": {"credential": {}},
    "POST /api/passkeys/options": {},
    "POST /api/tokens": {},
    "POST /api/account": {"name": "Somebody Else", "password": PASSWORD},
    "POST /api/session": {"name": "Nobody", "password": PASSWORD},
    "POST /api/session/passkey": {"credential": {}},
}
CALLERS = ("nobody", "guest", "account", "guest's token", "account's token", "deleted token", "banned", "ended")
TOKENS = [caller for caller in CALLERS if caller.endswith("token")]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("callers"), studio=True) as found:
        yield found


def program(house: House, owner: httpx.Client) -> httpx.Client:
    """A program that plays for somebody."""
    return house.browser(authorization=f"Bearer {owner.post('/api/tokens', json={}).json()['token']}")


def caller(house: House, kind: str) -> httpx.Client:
    if kind == "nobody":
        return house.browser()
    owner = house.guest() if kind.startswith("guest") else account(house, f"Caller {token_hex(6)}")
    if kind == "banned":
        user = owner.get("/api/me").json()["id"]
        house.call(house.server.store.write(ban, user, "told so"))
    elif kind == "ended":
        kept = owner.cookies[COOKIE]
        assert owner.delete("/api/session").status_code == 204
        owner.cookies.set(COOKIE, kept, domain="127.0.0.1")
    elif kind == "deleted token":
        made = owner.post("/api/tokens", json={}).json()
        owner.delete(f"/api/tokens/{made['id']}")
        return house.browser(authorization=f"bearer {made['token']}")
    elif kind.endswith("token"):
        return program(house, owner)
    return owner


def expected(whom: str, kind: str) -> str | None:
    """The code of the refusal that such a caller gets there, or nothing in particular."""
    if whom == "everybody":
        return None
    if kind in TOKENS and whom != "known":
        return "not_by_token"
    if whom == "visitor" or (whom == "newcomer" and kind != "banned"):
        return None
    return {"nobody": "no_session", "ended": "no_session", "deleted token": "no_session", "banned": "banned"}.get(kind)


def test_whom_every_route_takes_is_decided() -> None:
    assert sorted(WHOM) == OPERATIONS


@pytest.mark.parametrize("kind", CALLERS)
def test_every_route_takes_whom_it_should(house: House, kind: str) -> None:
    table = make(house.guest(), "set-solo", "me")
    found = NAMES | {"table": table}
    wrong, asking = [], caller(house, kind)
    for operation, whom in WHOM.items():
        before = asking.cookies.get(COOKIE)
        method, path = operation.split()
        answer = asking.request(method, path.format(**found), json=BODIES.get(operation))
        refusal = answer.json().get("code") if answer.status_code >= 400 else None
        wanted = expected(whom, kind)
        doors = ("not_by_token", "no_session", "banned")
        if refusal != wanted if wanted else refusal in doors:
            wrong.append((operation, wanted, answer.status_code, refusal))
        if kind in TOKENS and asking.cookies.get(COOKIE) != before:
            wrong.append((operation, "a token became a session", answer.status_code, refusal))
        if kind not in TOKENS and answer.headers.get("set-cookie"):
            asking = caller(house, kind)  # it may be somebody else by now, or nobody
    assert not wrong


def test_a_token_never_becomes_a_session(house: House) -> None:
    owner = account(house, "Owner")
    thief = program(house, owner)
    for path in ("/api/guest", "/api/session/passkey/options"):
        assert code(thief.post(path)) == (403, "not_by_token")
    assert not thief.cookies
    with_cookie = house.guest()
    with_cookie.headers["authorization"] = thief.headers["authorization"]
    for path in ("/api/guest", "/api/tokens"):  # nor with a cookie of somebody else beside it
        assert code(with_cookie.post(path, json={})) == (403, "not_by_token")
    assert owner.get("/api/me").json()["name"] == "Owner"


@pytest.mark.parametrize("way", ["password", "passkey"])
def test_with_a_guests_token_nobody_takes_that_guests_seats(house: House, way: str) -> None:
    victim, attacker, name = house.guest(), house.browser(), f"Attacker {way}"
    key = SoftwareKey(house.address)
    account(house, name)
    holder = house.guest()
    register(holder, key, name=f"Keyed {way}")
    table = make(victim, "sep", "me", "anyone")
    stolen = program(house, victim).headers["authorization"]
    options = attacker.post("/api/session/passkey/options").json()
    attacker.headers["authorization"] = stolen
    if way == "password":
        answer = sign_in(attacker, name)
    else:
        answer = attacker.post("/api/session/passkey", json={"credential": key.sign(options)})
    assert code(answer) == (403, "not_by_token")
    assert [one["id"] for one in victim.get("/api/me/games").json()] == [table]
    assert victim.get("/api/me").json()["guest"]


def test_other_ways_to_authorize_are_the_proxys_business(house: House) -> None:
    """A house behind a proxy that asks for a password of its own gets that header with every request."""
    browser = house.browser(authorization="Basic c2VwdGV0OnNlcHRldA==")
    assert browser.post("/api/guest").status_code == 201
    assert browser.get("/api/me/export").status_code == 200
