"""Pictures over HTTP: of a drawn position or one out of a record, and nothing that the point of view does not see."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from septet.games import GAMES, log
from septet.games.table import GameTable
from septet.i18n import words
from septet.images import svg
from tests.server.laid import put_down, sample
from tests.server.running import House, running
from tests.server.services import until

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


def test_a_moment_of_a_game_that_is_over_is_drawn_for_whoever_may_see_it_again(house: House) -> None:
    found = log.read(sample("sep"))
    table = put_down(house, found)
    browser = house.browser()
    answer = browser.post(f"/api/tables/{table}/svg", json={"at": 3, "seat": 1, "names": ["Ann", "Bob"]})
    assert answer.text == svg(found.game, [found.game.view(found.tables[3].state, 1)], ["Ann", "Bob"])
    assert browser.post(f"/api/tables/{table}/png", json={"open": True}).content.startswith(b"\x89PNG")
    for wish, code in (({"at": 9_999}, "no_such_move"), ({"seat": 5}, "no_such_seat"), ({"theme": "x"}, "bad_request")):
        assert browser.post(f"/api/tables/{table}/svg", json=wish).json()["code"] == code
    going = new_table(house.guest(), "sep", "me", "random")
    assert browser.post(f"/api/tables/{going}/svg", json={}).json()["code"] == "not_over"


# Links in chats


def new_table(browser: httpx.Client, game: str, *seats: str, public: bool = True) -> str:
    places = [{"who": seat} if seat in ("me", "anyone") else {"who": "bot", "bot": seat} for seat in seats]
    answer = browser.post("/api/tables", json={"game": game, "seats": places, "public": public})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def shown(house: House, table: str) -> str:
    """What the preview of a table is made of, before it is pixels."""
    live = house.server.hall.tables[table]
    return house.server.previews.picture(live.room, words("en"))


def dealt(house: House, table: str) -> Any:
    room = house.server.hall.tables[table].room
    until(lambda: room.log is not None)
    return room.log


def test_a_public_game_is_shown_as_a_passer_by_sees_it(house: House) -> None:
    table = new_table(house.guest(), "sep", "me", "random")
    game_log = dealt(house, table)
    picture = shown(house, table)
    game = GAMES["sep"]
    drawn = set(re.findall(r'data-piece="([^"]*)"', picture))
    assert drawn == set(re.findall(r'data-piece="([^"]*)"', svg(game, [game_log.view(None)])))
    hands = {card for player in game_log.table.state.players for card in (*player.number_hand, *player.action_hand)}
    assert not hands & drawn
    made = house.browser().get(f"/api/tables/{table}/preview")
    assert made.headers["content-type"] == "image/png"
    assert [int.from_bytes(made.content[at : at + 4], "big") for at in (16, 20)] == [1200, 630]


def test_other_hidden_cards_change_no_byte_of_a_preview(house: House) -> None:
    """What a passer-by cannot see is dealt anew, and the picture is the same."""
    for game, seats in (("sep", 2), ("sepmosa", 2), ("chipset", 3), ("setup", 3), ("twenty", 2), ("scout", 2)):
        table = new_table(house.guest(), game, "me", *["random"] * (seats - 1))
        room = house.server.hall.tables[table].room
        rules, there, told = GAMES[game], dealt(house, table), set()
        view = rules.view(there.table.state, None)
        for number in range(6):  # no worker is there, so nobody moves meanwhile
            told.add(house.server.previews.picture(room, words("en")))
            there.tables[-1] = there.table = GameTable(rules.guess(view, random.Random(number)))
        assert len(told) == 1
        assert "data-piece" in told.pop() or game in ("chipset", "setup")


@pytest.mark.parametrize(("game", "public"), [("sep", False), ("set-solo", True), ("set-solo", False)])
def test_of_a_private_game_and_of_a_deck_that_others_may_play_no_card_is_shown(
    house: House, game: str, public: bool
) -> None:
    table = new_table(house.guest(), game, *(["me"] if game == "set-solo" else ["me", "random"]), public=public)
    dealt(house, table)
    assert "data-piece" not in shown(house, table)
    assert house.browser().get(f"/api/tables/{table}/preview").status_code == 200


def test_a_link_says_what_it_leads_to(house: House) -> None:
    browser = house.browser(**{"accept-language": "nl"})
    table = new_table(house.guest(), "sep", "me", "anyone")
    page = browser.get(f"/table/{table}").text
    assert '<meta property="og:title" content="SEP – Cirkel van Zeven" />' in page
    assert "Er is een plaats vrij" in page
    assert f'content="{house.address}/api/tables/{table}/preview?lang=nl"' in page
    assert "Cirkel van Zeven" in browser.get("/game/sep").text
    assert 'property="og:title" content="Septet"' in browser.get("/").text
    nobody = browser.get("/table/aaaaaaaaaaaa")
    assert nobody.status_code == 200
    assert browser.get("/api/tables/aaaaaaaaaaaa/preview").status_code == 404
    strange = browser.get("/", headers={"host": 'evil"><script>'})
    assert "<script>" not in strange.text.replace("<script ", "").replace("</script>", "")


def test_a_page_that_has_not_changed_is_not_sent_again(house: House) -> None:
    browser = house.browser()
    first = browser.get("/game/set")
    assert browser.get("/game/set", headers={"if-none-match": first.headers["etag"]}).status_code == 304
    other = browser.get("/game/set", headers={"if-none-match": first.headers["etag"], "accept-language": "fr"})
    assert other.status_code == 200
