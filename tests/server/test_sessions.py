"""What a session rests on: a secret that is one, clocks that need not be right, and an end when one signs out."""

import asyncio
import os
import time
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner

from septet.cli import main
from septet.server.people.sessions import COOKIE, MAX_AGE_S, PasskeyChallenge, Session, Signer, secret_in
from septet.server.store.store import CannotOpen
from tests.server.lines import line
from tests.server.running import running
from tests.server.test_people import account, closed, code

SECRET = "a secret of the tests"


@pytest.mark.parametrize("kept", ["", "\n", "short", " " * 40, "é" * 40])
def test_what_is_no_secret_is_not_used(tmp_path: Path, kept: str) -> None:
    (tmp_path / "secret").write_text(kept, "utf-8")
    with pytest.raises(CannotOpen) as refused:
        secret_in(tmp_path)
    assert refused.value.facts["path"] == str(tmp_path / "secret")


def test_a_server_without_a_good_secret_does_not_start_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret").touch()
    assert main(["serve", "--data", str(tmp_path), "--port", "0", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert str(tmp_path / "secret") in said and len(said.strip().splitlines()) == 1


def test_a_new_secret_is_on_disk_before_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    fsync = os.fsync

    def noted(file: int) -> None:
        synced.append(os.fstat(file).st_ino)
        fsync(file)

    monkeypatch.setattr(os, "fsync", noted)
    made = secret_in(tmp_path / "new")
    assert len(made) == 64 and secret_in(tmp_path / "new") == made
    assert synced == [(tmp_path / "new" / "secret").stat().st_ino, (tmp_path / "new").stat().st_ino]
    assert [one.name for one in (tmp_path / "new").iterdir()] == ["secret"]
    assert (tmp_path / "new" / "secret").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("ahead", "good"),
    [(0, True), (5, True), (3_600, True), (30 * 86_400, True), (-3_600, True), (1.1 * MAX_AGE_S, False)],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_clock_that_is_set_back_ends_no_session(
    monkeypatch: pytest.MonkeyPatch, ahead: float, good: bool, sign: int
) -> None:
    """The cookie was signed by a clock that was ahead, or is read by one that has been set back since."""
    signer, other = Signer(SECRET), Signer(SECRET)
    with monkeypatch.context() as then:
        then.setattr(TimestampSigner, "get_timestamp", lambda _: int(time.time() + sign * ahead))
        cookie = signer.sign(Session("u1", 3))
        challenge = signer.sign_challenge(PasskeyChallenge("text", "u1"))
    found = other.read(cookie)
    assert (found is not None and (found.user, found.epoch) == ("u1", 3)) == good
    assert (other.read_challenge(challenge) is not None) == (ahead in (0, 5))
    assert Signer("another secret, not theirs").read(cookie) is None


def test_sessions_of_the_version_before_go_on(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        browser = house.guest()
        user = browser.get("/api/me").json()["id"]
        old = str(house.server.signer.serializer.dumps([user, 0]))
        browser.cookies.set(COOKIE, old, domain="127.0.0.1")
        assert browser.get("/api/me").json()["id"] == user
        assert browser.post("/api/guest").json()["id"] == user
        assert browser.delete("/api/session").status_code == 204
        browser.cookies.set(COOKIE, old, domain="127.0.0.1")
        assert code(browser.get("/api/me")) == (401, "no_session")


def test_who_signs_out_is_out_with_every_copy_of_the_cookie(tmp_path: Path) -> None:
    async def play() -> None:
        browser = account(house, "Leaver")
        elsewhere = house.browser()
        assert elsewhere.post("/api/session", json={"name": "Leaver", "password": "correct horse battery"}).is_success
        stolen = browser.cookies[COOKIE]
        assert browser.post("/api/guest").status_code == 201  # the cookie is renewed, the session is the same
        async with line(house, browser) as tab, line(house, elsewhere) as other:
            assert browser.delete("/api/session").status_code == 204
            assert await closed(tab) == 4001
            assert (await other.ask("ping"))["type"] == "done"
        thief = house.browser(cookie=f"{COOKIE}={stolen}")
        assert code(thief.get("/api/me")) == (401, "no_session")
        assert elsewhere.get("/api/me").json()["name"] == "Leaver"

    with running(tmp_path) as house:
        asyncio.run(play())
