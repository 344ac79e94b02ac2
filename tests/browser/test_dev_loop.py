"""Whoever works on the pages starts `npm run dev` beside a server, as docs/web.md says: that leads to a table too."""

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets import Origin
from websockets.sync.client import connect

from tests.browser.conftest import Visit
from tests.server.running import House, running

WEB = Path(__file__).parents[2] / "web"


@contextmanager
def following_edits(server: str) -> Iterator[str]:
    """The development server of the pages, asking this server for everything else; where it listens."""
    npm = shutil.which("npm")
    if npm is None or not (WEB / "node_modules/vite").is_dir():
        pytest.skip("npm's packages are not there; ./septet test brings them")
    env = {**os.environ, "SEPTET_SERVER": server, "NO_COLOR": "1"}
    command = (npm, "run", "dev", "--", "--host", "127.0.0.1")
    with subprocess.Popen(
        command, cwd=WEB, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as vite:
        try:
            assert vite.stdout is not None
            said = ""
            for line in vite.stdout:
                said += line
                if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                    yield found[0]
                    return
            pytest.fail(said)
        finally:
            os.killpg(vite.pid, signal.SIGTERM)


def test_a_page_of_the_development_server_may_ask_and_do_what_a_page_may(tmp_path: Path) -> None:
    with running(tmp_path) as house, following_edits(house.address) as address:
        with httpx.Client(base_url=address, headers={"origin": address}, timeout=60) as browser:
            assert browser.post("/api/guest").status_code == 201
            assert browser.get("/i18n/en.json").status_code == 200
            cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        with connect(
            address.replace("http", "ws") + "/ws", origin=Origin(address), additional_headers={"cookie": cookie}
        ) as ws:
            assert json.loads(ws.recv())["you"]["guest"]


@pytest.mark.long
def test_play_now_leads_to_a_table_through_the_development_server(house: House, visit: Visit) -> None:
    with following_edits(house.address) as address:
        page = visit(address=address)
        page.get_by_role("button", name="Play now").first.click(timeout=60_000)
        page.wait_for_url("**/table/*")
        page.locator(".told > .turn").wait_for(timeout=60_000)
        assert page.locator(".middle > .board").is_visible()
