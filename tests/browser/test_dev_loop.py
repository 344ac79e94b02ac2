"""Whoever works on the pages starts `npm run dev` beside a server, as docs/web.md says: that leads to a table too."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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


@pytest.mark.long
def test_the_development_command_serves_both_behind_one_address_and_follows_edits(tmp_path: Path) -> None:
    """A touched source starts the server anew, and the page's address stays the same."""
    pages, server = free_port(), free_port()
    command = (sys.executable, "tools/dev.py", f"--port={pages}", f"--server-port={server}", f"--data={tmp_path}")
    with subprocess.Popen(command, cwd=WEB.parent, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as dev:
        try:
            with httpx.Client(base_url=f"http://localhost:{pages}", timeout=10) as browser:
                answering(browser)
                assert "/src/main.ts" in browser.get("/").text
                os.utime(WEB.parent / "src/septet/__main__.py")
                assert dev.stdout is not None
                for line in dev.stdout:
                    if "__main__.py changed" in line:
                        break
                answering(browser)
        finally:
            dev.send_signal(signal.SIGINT)
    assert dev.returncode == 0


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def answering(browser: httpx.Client) -> None:
    """Wait until the server behind the pages answers."""
    for _ in range(600):
        with suppress(httpx.TransportError):
            if browser.get("/api/games").status_code == 200:
                return
        time.sleep(0.1)
    pytest.fail("no server answers behind the pages")
