"""The house that other tests play in opens, serves and closes."""

from pathlib import Path

from tests.server.running import running


def test_a_server_starts_serves_and_stops(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        browser = house.guest()
        assert browser.get("/api/me").json()["guest"] is True
        assert browser.get("/health").json()["status"] == "well"
    with running(tmp_path) as house:
        assert house.browser().get("/api/me").status_code == 401
