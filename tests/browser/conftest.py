"""A real browser on a real server; where there is no browser these tests say so and fail."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright import sync_api as playwright

from septet.games import GAMES
from septet.server.http.pages import STATIC
from tests.server.running import House, running

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)
Visit = Callable[..., Any]
# Nobody's first game: a coach would stand beside every table that a test looks at.
PLAYED = f"""(() => {{
  if (location.protocol === 'about:') return
  const kept = JSON.parse(localStorage.getItem('septet.settings') ?? '{{}}')
  const coach = Object.fromEntries({[*GAMES]}.map((game) => [game, {{on: null, played: true, told: ''}}]))
  localStorage.setItem('septet.settings', JSON.stringify({{coach, ...kept}}))
}})()"""
WRONG = re.compile("Security Policy|^no words for ")  # what a page complains of, and what people would read as a key
WINDOWLESS = "chromium-headless-shell"  # opens no window, and needs two thirds of the time
BROWSERS = (WINDOWLESS, "chromium", "chromium-browser", "google-chrome")


def launched(driver: Any) -> Any:
    """The machine's own browser, or the driver's; in a window and slowly for whoever wants to watch."""
    watched = "SEPTET_WATCH" in os.environ
    names = [name for name in BROWSERS if not (watched and name == WINDOWLESS)]
    own = next((path for name in names if (path := shutil.which(name))), None)
    return driver.chromium.launch(executable_path=own, args=FLAGS, headless=not watched, slow_mo=300 * watched)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The driver keeps an event loop running here: it ends with the module, or no other test could have one."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("the web app is not built; ./septet builds it")
    with playwright.sync_playwright() as driver:
        try:
            browser = launched(driver)
        except playwright.Error as error:
            pytest.fail(f"no browser can be opened: {str(error).splitlines()[0]}")
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house"), workers=1) as house:
        yield house


@pytest.fixture
def visit(chromium: Any, house: House) -> Iterator[Visit]:
    """Opens a page as somebody new; whatever it complains of, or asks of another host, is an error in the end."""
    complaints: list[str] = []
    contexts: list[Any] = []

    def visit(
        path: str = "/",
        *,
        locale: str = "en",
        width: int = 1280,
        height: int = 800,
        address: str = "",
        init: str = "",
        coach: bool = False,
        **more: Any,
    ) -> Any:
        home = address or house.address
        ours = (home, home.replace("http", "ws"), "blob:", "data:")
        context = chromium.new_context(locale=locale, viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        page = context.new_page()
        if not coach:
            context.add_init_script(PLAYED)
        if init:
            page.add_init_script(init)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if WRONG.search(said.text) else None)
        page.on("request", lambda asked: None if asked.url.startswith(ours) else complaints.append(asked.url))
        page.goto(home + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture(scope="module")
def axe() -> str:
    file = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
    if not file.is_file():
        pytest.fail("axe-core is not installed; ./septet test installs it")
    return file.read_text("utf-8")
