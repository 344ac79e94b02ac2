"""A position that somebody draws: piece by piece with mouse, finger or keys, or as text; and what can be made of it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from septet.games import GAMES, log
from septet.games.pictures import blocks, play
from tests.browser.access import too_wide, violations
from tests.browser.conftest import Visit
from tests.browser.tables import PATIENCE
from tests.server.laid import put_down, sample
from tests.server.running import House, running

CIRCLE = "4D 9C 2S 6D TC 8S"
DRAWN = f"circle: {CIRCLE}\nhand: 5D 3C"
GOOD = "[data-ready=true]"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("editor"), workers=1) as house:
        yield house


def text_of(page: Any) -> str:
    """What the address says is drawn."""
    return str(page.evaluate("new URLSearchParams(location.hash.slice(1)).get('picture') ?? ''"))


def lying(page: Any, key: str) -> list[str]:
    return [line.partition(":")[2].strip() for line in text_of(page).split("\n") if line.startswith(f"{key}:")]


def awaits(page: Any, key: str, text: str) -> None:
    page.wait_for_function(
        "([key, text]) => (new URLSearchParams(location.hash.slice(1)).get('picture') ?? '').split('\\n')"
        ".includes(`${key}: ${text}`)",
        arg=[key, text],
        timeout=PATIENCE,
    )


def paste(page: Any, text: str, name: str = "Text", draw: str = "Draw this") -> None:
    page.get_by_role("button", name=name, exact=True).click()
    page.locator("textarea").fill(text)
    page.get_by_role("button", name=draw).click()


def test_pieces_are_put_where_one_likes_by_mouse_and_taken_back(visit: Visit) -> None:
    page = visit("/editor/sep", width=1280, height=720)
    page.locator(GOOD).wait_for(timeout=PATIENCE)
    paste(page, DRAWN)
    awaits(page, "circle", CIRCLE)
    page.get_by_role("button", name="Table", exact=True).click()
    page.locator(".box [data-piece='7H']").click()
    page.get_by_role("button", name="Put it here: Circle b").click()
    awaits(page, "circle", "4D 9C.7H 2S 6D TC 8S")
    page.locator(f"{GOOD} [data-at='card-7H']").first.wait_for(timeout=PATIENCE)  # the table shows it
    assert page.locator(".box [data-piece='7H']").count() == 0
    page.keyboard.press("Control+z")
    awaits(page, "circle", CIRCLE)
    page.get_by_role("button", name="Redo").click()
    awaits(page, "circle", "4D 9C.7H 2S 6D TC 8S")
    page.locator(".draw [data-piece='7H']").drag_to(page.locator(".box h2"))
    awaits(page, "circle", CIRCLE)


def test_what_no_game_comes_to_is_named_in_the_readers_language(visit: Visit) -> None:
    page = visit("/editor/sep", locale="nl", width=390, height=844)
    page.locator(GOOD).wait_for(timeout=PATIENCE)
    tokens = page.get_by_role("spinbutton", name="Wie aan de beurt is")
    tokens.fill("7")
    tokens.press("Enter")
    page.locator(".state", has_text="Alle tokens samen moeten 7 zijn.").wait_for(timeout=PATIENCE)
    centre = page.get_by_role("spinbutton", name="In het midden")
    centre.fill("0")
    centre.press("Enter")
    page.locator(".state", has_text="Iemand heeft alle 7 tokens: het spel is uit.").wait_for(timeout=PATIENCE)
    assert page.get_by_role("button", name="Vanaf hier spelen").is_disabled()
    assert too_wide(page) <= 0


def test_by_keys_alone_a_tile_comes_to_its_cell_and_away_again(visit: Visit, axe: str) -> None:
    page = visit("/editor/sepmosa", locale="fr", width=1366, height=625)
    page.locator(GOOD).wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Vider").press("Enter")
    tile = page.locator(".box [data-piece='R7']")
    tile.focus()
    page.keyboard.press("Enter")
    assert tile.get_attribute("aria-pressed") == "true"
    cell = page.get_by_role("button", name="Poser ici : Mosaïque d+1")
    cell.focus()
    page.keyboard.press("Enter")
    page.locator(".draw [data-piece='R7']").wait_for(timeout=PATIENCE)
    assert text_of(page).split("\n")[0] == "d * R7"
    page.locator(f"{GOOD} [data-cell='d+1'] .tile").wait_for(timeout=PATIENCE)
    assert not violations(page, axe)
    page.locator(".draw [data-piece='R7']").focus()
    page.keyboard.press("Delete")
    page.locator(".draw [data-piece='R7']").wait_for(state="detached", timeout=PATIENCE)


def test_moves_are_tried_for_both_sides_and_where_they_lead_can_be_kept(visit: Visit) -> None:
    page = visit("/editor/sep", width=1280, height=720)
    page.locator(GOOD).wait_for(timeout=PATIENCE)
    paste(page, DRAWN)
    page.get_by_role("button", name="Table", exact=True).click()
    page.locator(f"{GOOD} [data-at='card-5D']").first.wait_for(timeout=PATIENCE)
    page.get_by_role("button", name=re.compile("Number turn")).click(timeout=PATIENCE)
    page.get_by_role("button", name="Take back").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Go on from here").click()
    page.wait_for_function(
        "/^hand: 5D 3C ../m.test(new URLSearchParams(location.hash.slice(1)).get('picture'))", timeout=PATIENCE
    )


def test_a_link_opens_the_same_position_with_its_house_rules_and_its_text_can_be_checked(visit: Visit) -> None:
    page = visit("/editor/sep", width=1280, height=720)
    page.locator(GOOD).wait_for(timeout=PATIENCE)
    paste(page, f"```sep\nhouse: combo_ace=low\n{DRAWN}\nd 5D@b => +1\n```")
    awaits(page, "hand", "5D 3C")
    again = visit("/" + page.url.partition("//")[2].partition("/")[2], width=390, height=844)
    again.locator(GOOD).wait_for(timeout=PATIENCE)
    again.get_by_role("button", name="Text", exact=True).click()
    written = again.locator("textarea").input_value()
    assert "house: combo_ace=low" in written
    (block,) = blocks(written)
    assert play(block) == (1, [])


def test_other_house_rules_are_followed_at_once(visit: Visit) -> None:
    page = visit("/editor/sep", width=1366, height=625)
    page.locator(GOOD).wait_for(timeout=PATIENCE)
    paste(page, f"{DRAWN}\npile: 2")
    awaits(page, "pile", "2")
    page.locator(GOOD).wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="House rules").click()
    page.get_by_role("dialog").locator("summary").click()
    page.locator("input[name=pile_count]").fill("1")
    page.keyboard.press("Escape")
    page.locator(".state", has_text="There is no draw pile 2 here").wait_for(timeout=PATIENCE)


def test_a_game_begins_in_what_was_drawn(visit: Visit, house: House) -> None:
    page = visit("/editor/sep", width=390, height=844)
    page.locator(GOOD).wait_for(timeout=PATIENCE)
    paste(page, DRAWN)
    awaits(page, "hand", "5D 3C")
    page.locator(GOOD).wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Play from here").click()
    page.get_by_label("Against").select_option("random")
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile(r"/table/[a-z0-9]{12}$"), timeout=PATIENCE)
    page.locator("[data-at='card-4D']").first.wait_for(state="attached", timeout=PATIENCE)
    room = house.call(house.server.hall.room(page.url.rpartition("/")[2]))
    assert room.log is not None
    assert [stack[0] for stack in room.log.tables[0].state.circle] == CIRCLE.split()


def test_a_moment_of_a_game_is_taken_over(visit: Visit, house: House) -> None:
    found = log.read(sample("sepmosa"))
    page = visit(f"/table/{put_down(house, found)}/12?seat=1", width=1280, height=720)
    page.get_by_role("button", name="Edit this position").click(timeout=PATIENCE)
    page.wait_for_url(re.compile("/editor/sepmosa#"), timeout=PATIENCE)
    page.locator(GOOD).wait_for(timeout=PATIENCE)
    drawn = GAMES["sepmosa"].notation.parse(found.tables[0].state.options, text_of(page).split("\n"))
    assert drawn.mosaic == found.tables[12].state.mosaic
    assert drawn.racks == found.tables[12].state.racks


IN_SHORT = {"chipset", "setup", "twenty"}  # others are drawn above, or look like these


@pytest.mark.parametrize(
    "game", [pytest.param(one, marks=[] if one in IN_SHORT else pytest.mark.long) for one in GAMES]
)
def test_every_game_has_an_editor_that_begins_with_a_deal(visit: Visit, game: str) -> None:
    page = visit(f"/editor/{game}", locale="fr", width=320, height=568)
    page.locator(GOOD).wait_for(timeout=PATIENCE)
    assert too_wide(page) <= 0
    page.get_by_role("button", name="Table", exact=True).click()
    page.locator(".board svg").first.wait_for(state="attached", timeout=PATIENCE)
