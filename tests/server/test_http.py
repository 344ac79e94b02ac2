"""What the HTTP half lets through and what not: cookies, origins, ids, text, files."""

import asyncio
import hashlib
import re
import time
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from itsdangerous import URLSafeTimedSerializer
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from septet.server.app import Server, Settings
from septet.server.http.pages import Pages
from septet.server.people.sessions import COOKIE, MAX_AGE_S, Session, Signer
from tests.server.lines import line, make
from tests.server.running import House, running
from tests.server.test_people import account, code


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("http")) as found:
        yield found


def with_cookie(house: House, value: str) -> httpx.Client:
    return house.browser(cookie=f"{COOKIE}={value}")


# Cookies


def test_the_cookie_is_signed_and_out_of_reach_of_scripts_and_other_sites(house: House) -> None:
    told = house.browser().post("/api/guest").headers["set-cookie"].lower()
    assert "httponly" in told
    assert "samesite=lax" in told
    assert "secure" not in told  # this server is spoken to without TLS


def test_behind_a_proxy_with_tls_the_cookie_is_for_tls_only(tmp_path: Path) -> None:
    with running(tmp_path, proxy="127.0.0.1") as house:
        browser = house.browser(**{"x-forwarded-proto": "https"})
        assert "secure" in browser.post("/api/guest").headers["set-cookie"].lower()
    with running(tmp_path) as house:  # without --proxy nobody is believed
        browser = house.browser(**{"x-forwarded-proto": "https"})
        assert "secure" not in browser.post("/api/guest").headers["set-cookie"].lower()


def test_forged_cookies_are_nobodys(house: House) -> None:
    browser = house.guest()
    good = browser.cookies[COOKIE]
    me = browser.get("/api/me").json()["id"]
    forger = Signer("another secret")
    other_salt = URLSafeTimedSerializer(house.server.settings.secret or "x", salt="passkey")
    body, stamp, signature = good.split(".")
    for value in (
        forger.sign(Session(me, 0)),
        str(other_salt.dumps([me, 0])),
        f"{body}.{stamp}.{signature[::-1]}",
        f"{body[::-1]}.{stamp}.{signature}",
        f"{body}.{stamp}",
        "",
        "null",
        "x" * 5_000,
    ):
        assert code(with_cookie(house, value).get("/api/me")) == (401, "no_session")
    assert with_cookie(house, good).get("/api/me").status_code == 200


def test_an_expired_cookie_is_nobodys(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = house.guest()
    later = time.time() + MAX_AGE_S + 60
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: later)
    assert browser.get("/api/me").status_code == 401


def test_anothers_token_and_no_token_are_nobodys(house: House) -> None:
    for value in ("Bearer nonsense", "Bearer", "Bearer septet_" + "A" * 43, "Basic YTpi"):
        assert house.browser(authorization=value).get("/api/me").status_code == 401


# Origins


def test_a_page_of_another_site_can_do_nothing(house: House) -> None:
    browser = house.guest()
    for origin in ("https://evil.example", "null", house.address + ".evil.example", "http://127.0.0.1:1"):
        for method, path in (
            ("POST", "/api/tables"),
            ("POST", "/api/guest"),
            ("DELETE", "/api/session"),
            ("PATCH", "/api/me"),
        ):
            answer = browser.request(method, path, headers={"origin": origin})
            assert code(answer) == (403, "wrong_origin")
    answer = browser.post("/api/guest", headers={"origin": "null", "accept-language": "fr"})
    assert answer.json()["words"].startswith("Cette page")


def test_a_form_of_another_site_without_origin_is_no_json(house: House) -> None:
    browser = httpx.Client(base_url=house.address, cookies=house.guest().cookies)
    with browser:
        answer = browser.post("/api/session", data={"name": "x", "password": "y"})
        assert answer.status_code == 400


def test_a_socket_from_another_site_is_not_opened(house: House) -> None:
    async def knock(origin: str) -> int:
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in house.guest().cookies.items())}
        address = house.address.replace("http", "ws", 1) + "/ws"
        try:
            async with connect(address, additional_headers=headers, origin=origin):  # type: ignore[arg-type]
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    assert asyncio.run(knock(house.address)) == 101
    assert asyncio.run(knock("https://evil.example")) == 403


# Ids


def test_guessing_ids_finds_nothing(house: House) -> None:
    mine, other = house.guest(), house.guest()
    table = make(mine, "sep", "me", "anyone")
    assert re.fullmatch("[a-z2-9]{12}", table)
    assert table not in other.get("/api/tables").text  # it is not public
    for guess in ("a" * 12, table[::-1], table[:-1] + ("a" if table[-1] != "a" else "b")):
        assert code(other.get(f"/api/tables/{guess}/record")) == (404, "no_table")
    for guess in ("..%2F..%2Fetc", "A" * 12, "a" * 11, "%00"):
        assert other.get(f"/api/tables/{guess}/record").status_code in (400, 404)
    assert code(other.get(f"/api/tables/{table}/record")) == (400, "not_over")


def test_a_seat_is_its_owners_alone(house: House) -> None:
    async def play() -> None:
        mine, other = house.guest(), house.guest()
        table = make(mine, "sep", "me", "anyone")
        async with line(house, other) as thief:
            for kind, fields in (
                ("play", {"move": {"type": "resign"}}),
                ("start", {}),
                ("leave", {}),
                ("invite", {"seat": 1, "bot": "random"}),
                ("propose", {"what": "tie"}),
            ):
                answer = await thief.ask(kind, table=table, **fields)
                assert answer["type"] == "refused", kind
            answer = await thief.ask("work", seats=5)
            assert answer["type"] == "refused"

    asyncio.run(play())


# Text


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # text is text: pages show it as such
        ("a\u202egnp.exe", "agnp.exe"),
        ("Z\u0300\u0301\u0302\u0303\u0304\u0305algo", None),
        ("one\n\ntwo\u0000", "one two"),
    ],
)
def test_chat_is_plain_text_without_tricks(house: House, said: str, heard: str | None) -> None:
    async def play() -> str:
        browser = house.guest()
        table = make(browser, "sep", "me", "anyone")
        async with line(house, browser) as one:
            await one.ask("watch", table=table)
            await one.ask("say", table=table, text=said)
            await one.until(lambda line: line.events("said"))
            text: str = one.events("said")[0]["event"]["text"]
            return text

    found = asyncio.run(play())
    assert found == heard if heard else len(found) <= 8


def test_no_answer_is_ever_a_page_that_a_name_or_a_path_can_write_into(house: House) -> None:
    browser = account(house, "Plain name")
    for path in ("/api/players/<script>alert(1)</script>", "/api/<script>", "/api/openapi/<script>x"):
        answer = browser.get(path)
        assert "<script>" not in answer.text or answer.headers["content-type"] == "application/json"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")


# Headers and faults


@pytest.mark.parametrize("path", ["/api/me", "/api/games", "/health", "/metrics", "/", "/nothing.js", "/api/nothing"])
def test_every_answer_carries_the_guards(house: House, path: str) -> None:
    told = house.browser().get(path).headers
    assert "frame-ancestors 'none'" in told["content-security-policy"]
    assert "unsafe" not in told["content-security-policy"]
    assert told["x-content-type-options"] == "nosniff"
    assert told["referrer-policy"] == "no-referrer"


def test_a_fault_of_the_server_tells_nothing_of_itself(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = house.guest()

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr("septet.server.store.queries.lobby", broken)
    answer = browser.get("/api/tables")
    assert code(answer) == (500, "failed")
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


def test_unknown_paths_and_methods_are_said_to_be_so(house: House) -> None:
    browser = house.browser()
    assert code(browser.get("/api/nothing")) == (404, "not_found")
    assert code(browser.put("/api/me")) == (405, "not_found")
    assert code(browser.post("/api/session", content=b"{")) == (400, "bad_request")
    assert code(browser.post("/api/session", content=b"x" * 70_000)) == (413, "too_large")
    assert code(browser.get("/api/tables?game=chess"))[0] == 400


# Files


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[House]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Septet</title>")
    (static / "assets" / "app-3f9a2c1b.js").write_text("export {}")
    server = Server(Settings(data=tmp_path / "data"))
    server.front.pages = Pages(static)
    with running(tmp_path / "data", server=server) as found:
        yield found


def test_the_web_app_is_served_with_its_first_page_for_every_path(pages: House) -> None:
    browser = pages.browser()
    first = browser.get("/")
    assert first.headers["cache-control"] == "no-cache"
    assert browser.get("/table/abcdefghjkmn").text == first.text
    assert browser.get("/", headers={"if-none-match": first.headers["etag"]}).status_code == 304
    script = browser.get("/assets/app-3f9a2c1b.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["content-encoding"] == "gzip"
    assert browser.get("/assets/missing-00000000.js").status_code == 404
    assert browser.get("/../../../../etc/passwd").text == first.text
    assert browser.get("/%2e%2e/data/secret").status_code in (200, 404)
    assert "data" not in browser.get("/%2e%2e/data/septet.db").text[:20]
    assert code(browser.get("/api/nothing")) == (404, "not_found")
    assert browser.get("/api/openapi.json").json()["info"]["title"] == "Septet"


def test_the_documentation_is_served_beside_the_app(tmp_path: Path) -> None:
    site, bare = tmp_path / "site", tmp_path / "bare"
    (site / "api").mkdir(parents=True)
    (site / "index.html").write_text("<script>let dark</script><script src='search.js'></script>")
    (site / "api/index.html").write_text("what programs call")
    server = Server(Settings(data=tmp_path / "data"))
    server.front.pages = Pages(tmp_path / "static", site)
    with running(tmp_path / "data", server=server) as house, httpx.Client(base_url=house.address) as browser:
        assert browser.get("/docs").headers["location"] == "/docs/"
        first = browser.get("/docs/")
        asked = b64encode(hashlib.sha256(b"let dark").digest()).decode()
        assert f"script-src 'self' 'sha256-{asked}';" in first.headers["content-security-policy"]
        assert browser.get("/docs/api/").text == "what programs call"
        assert browser.get("/docs/nothing.html").status_code == 404
        server.front.pages = Pages(tmp_path / "static", bare)
        unbuilt = browser.get("/docs/", headers={"accept-language": "nl"})
        assert (unbuilt.status_code, unbuilt.text.split()[-1]) == (404, "docs")
        assert "niet gebouwd" in unbuilt.text


def test_systems_find_their_icons_and_robots_their_file(house: House) -> None:
    with httpx.Client(base_url=house.address) as somebody:
        for name, kind in (
            ("favicon.ico", "image/"),
            ("apple-touch-icon.png", "image/png"),
            ("icon-192.png", "image/png"),
            ("maskable-512.png", "image/png"),
            ("robots.txt", "text/plain"),
        ):
            answer = somebody.get(f"/{name}")
            assert answer.status_code == 200, name
            assert answer.headers["content-type"].startswith(kind)
        manifest = somebody.get("/app.webmanifest").json()
        for icon in manifest["icons"]:
            assert somebody.get(icon["src"]).headers["content-type"].startswith(icon["type"])


def test_long_answers_are_packed_unless_they_are_private(house: House) -> None:
    with httpx.Client(base_url=house.address) as somebody:
        for path in ("/api/games", "/api/rules/sep/fr"):
            packed = somebody.get(path)
            assert packed.headers["content-encoding"] == "gzip", path
            assert packed.text == somebody.get(path, headers={"accept-encoding": "identity"}).text
        guest = house.guest()
        assert "content-encoding" not in guest.get("/api/me/export").headers
