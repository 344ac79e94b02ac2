"""Pictures over HTTP: of a drawn position or one out of a record, and nothing that the point of view does not see."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from septet.games import log
from septet.images import svg
from tests.server.running import House, running

RECORDS = Path(__file__).parent.parent / "records"
DRAWN = "circle: 4D 5D 6D.8H 7D 8D 2C\ntokens: 6-1-0\nhand: 3C 9H\nactions: JH QS\n"
POSITION = {"game": "sep", "picture": DRAWN}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("images")) as found:
        yield found


@pytest.fixture(scope="module")
def browser(house: House) -> httpx.Client:
    return house.browser()  # without a session


def ask(browser: httpx.Client, kind: str = "svg", lang: str = "en", **wish: Any) -> httpx.Response:
    return browser.post(f"/api/study/{kind}", params={"lang": lang}, json={"position": POSITION, **wish})


def pieces(picture: str) -> list[str]:
    return re.findall(r'data-piece="([^"]*)" data-place="hand 0"', picture)


def test_a_drawn_position_is_a_picture(browser: httpx.Client) -> None:
    answer = ask(browser)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert pieces(answer.text) == ["3C", "9H", "JH", "QS"]
    other = ask(browser, position={**POSITION, "seat": 1}).text
    assert pieces(other) == ["??", "??", "??action", "??action"]
    assert pieces(ask(browser, position={**POSITION, "seat": 1}, open=True).text) == ["3C", "9H", "JH", "QS"]


def test_it_is_as_large_and_as_dark_as_is_asked_for(browser: httpx.Client) -> None:
    answer = ask(browser, "png", width=640, theme="dark")
    assert answer.headers["content-type"] == "image/png"
    assert int.from_bytes(answer.content[16:20], "big") == 640
    assert "#16211f" in ask(browser, theme="dark").text
    assert "Joueur 1" not in ask(browser, lang="fr").text, "letters are outlines"


def test_a_moment_of_a_record_is_drawn_as_its_seat_saw_it(browser: httpx.Client) -> None:
    file = next(RECORDS.glob("*sepmosa*.jsonl"))
    read = log.read(file.read_bytes())
    position = {"game": "sepmosa", "record": file.read_text("utf-8"), "at": 5, "seat": 1}
    answer = ask(browser, position=position)
    assert answer.text == svg(read.game, [read.game.view(read.tables[5].state, 1)])


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"position": {**POSITION, "picture": "circle: 4D\n"}}, None),
        ({"position": {**POSITION, "picture": None}}, "bad_request"),
        ({"position": {**POSITION, "seat": 9}}, None),
        ({"width": 100_000}, "bad_request"),
        ({"palette": "pink"}, "bad_request"),
        ({"position": {**POSITION, "moves": [{"seat": 0, "move": {"type": "fill", "source": "draw"}}]}}, None),
    ],
    ids=["half a circle", "no position", "no such seat", "too wide", "no such palette", "a move that is not allowed"],
)
def test_what_cannot_be_drawn_is_refused_in_words(browser: httpx.Client, wish: Any, code: str | None) -> None:
    answer = ask(browser, **wish)
    assert answer.status_code == 400, answer.text
    assert answer.json()["words"]
    assert code in (None, answer.json()["code"])
