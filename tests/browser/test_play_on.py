"""From a game that is seen again one plays on, and saves a moment as an image that shows what the page shows."""

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from septet.games import GAMES, log
from tests.browser.access import too_wide, violations
from tests.browser.conftest import Visit
from tests.browser.tables import PATIENCE
from tests.server.laid import put_down, sample
from tests.server.running import House, running

# Where the pieces of each family lie in the page: their names by place, and the middle of each.
WHERE = {
    "sep": """() => Object.fromEntries([...document.querySelectorAll('[data-spot^=slot-]')].flatMap((stack) =>
        [...stack.closest('.stack').querySelectorAll('[data-at^=card-]')].map((card) => {
            const {x, y, width, height} = card.getBoundingClientRect()
            const place = `slot ${'abcdef'[Number(stack.dataset.spot.slice(5))]}`
            return [`${place} ${card.dataset.at.slice(5)}`, [x + width / 2, y + height / 2]]
        })))""",
    "sepmosa": """() => Object.fromEntries([...document.querySelectorAll('[data-cell]:has(.tile)')].map((cell) => {
        const {x, y, width, height} = cell.getBoundingClientRect()
        return [`cell ${cell.dataset.cell} ${cell.getAttribute('aria-label')}`, [x + width / 2, y + height / 2]]
    }))""",
    "setgame": """() => Object.fromEntries([...document.querySelectorAll('.cards-area [data-slot]')].flatMap((slot) => {
        const card = slot.querySelector('[data-card]')
        const {x, y, width, height} = slot.getBoundingClientRect()
        return card ? [[`table ${slot.dataset.slot} ${card.dataset.card}`, [x + width / 2, y + height / 2]]] : []
    }))""",
}
PLACED = re.compile(
    r'data-piece="([^"]*)" data-place="((?:slot|cell|table) [^"]*)"><title>([^<]*)</title><use href="[^"]*" '
    r'transform="translate\(([\d.-]+) ([\d.-]+)\) scale\(([\d.]+)\)'
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("play_on"), workers=1) as house:
        yield house


def test_one_plays_on_from_a_moment_against_a_bot(visit: Visit, house: House, axe: str) -> None:
    found = log.read(sample("sep"))
    page = visit(f"/table/{put_down(house, found)}/6?seat=1", width=390, height=844)
    page.locator("button.list").click(timeout=PATIENCE)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("Against").select_option("random")
    assert not violations(page, axe)
    assert too_wide(page) <= 0
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile(r"/table/[a-z0-9]{12}$"), timeout=PATIENCE)
    lying = [stack[-1] for stack in found.tables[6].state.circle if stack]
    for card in lying:
        page.locator(f"[data-at='card-{card}']").first.wait_for(state="attached", timeout=PATIENCE)
    table = page.url.rpartition("/")[2]
    room = house.call(house.server.hall.room(table))
    assert room.log is not None
    assert room.log.tables[0].state.circle == found.tables[6].state.circle


def test_a_game_by_oneself_needs_no_choice_and_says_where_it_began(visit: Visit, house: House) -> None:
    found = log.read(sample("sep-solo"))
    other = put_down(house, found)
    page = visit(f"/table/{other}/4", locale="fr", width=1280, height=720)
    page.get_by_role("button", name="Jouer à partir d’ici").click(timeout=PATIENCE)
    page.get_by_role("dialog").get_by_role("button", name="Jouer", exact=True).click()
    page.wait_for_url(re.compile(r"/table/[a-z0-9]{12}$"), timeout=PATIENCE)
    began = page.locator(".origin a")
    began.wait_for(state="attached", timeout=PATIENCE)
    assert began.text_content() == "commence après le coup 4 d’une autre partie"
    assert began.get_attribute("href") == f"/table/{other}/4"


ROOM = {"width": 1280, "height": 720}
WIDE = {"width": 1600, "height": 600}  # where a table of twelve is wider than high, as in an image
WIDER = {"set", "set-solo", "scout", "coopset"}
SHORT = {"sep": 9, "sepmosa": 12, "set": 3}  # one of each family; the others have boards of their own
MOMENTS = dict.fromkeys(GAMES, 6) | SHORT


@pytest.mark.parametrize(
    ("game", "at"),
    [pytest.param(name, at, marks=[] if name in SHORT else pytest.mark.long) for name, at in MOMENTS.items()],
)
def test_an_image_shows_the_same_pieces_in_the_same_places(
    visit: Visit, house: House, tmp_path: Path, game: str, at: int
) -> None:
    found = log.read(sample(game))
    at = min(at, len(found.entries) - 1)
    page = visit(f"/table/{put_down(house, found)}/{at}?seat=1", **(WIDE if game in WIDER else ROOM))
    with page.expect_download(timeout=PATIENCE) as saved:
        page.get_by_role("button", name="Save as SVG").click(timeout=PATIENCE)
    saved.value.save_as(tmp_path / "image.svg")
    family = found.game.family
    image = {}
    for piece, place, words, x, y, scale in PLACED.findall((tmp_path / "image.svg").read_text("utf-8")):
        half = (50 if family != "setgame" else 0) * float(scale)
        name = f"{place} {words}" if family == "sepmosa" else f"{place} {piece}"
        image[name] = (float(x) + half, float(y) + half * (1.4 if family == "sep" else 1))
    shown = page.evaluate(WHERE[family])
    if family == "sepmosa":  # which the page tells in a sentence
        said = {name: next((told for told in shown if spoken(told, name)), "") for name in image}
        assert "" not in said.values(), said
        shown = {name: shown[told] for name, told in said.items()} | dict.fromkeys({*shown} - {*said.values()})
    assert shown
    assert set(shown) == set(image)
    if family == "setgame" and across(shown) != across(image):
        assert game not in SHORT, "a page lays cards as it has room; this one has room for four columns"
        return
    for one, other in combinations([name for name, where in shown.items() if where], 2):
        for axis in (0, 1):
            there, here = shown[one][axis] - shown[other][axis], image[one][axis] - image[other][axis]
            assert (there > 6) == (here > 6) or abs(there) <= 6, (one, other, "in the same order, across and down")


def across(places: dict[str, Any]) -> int:
    """How many columns the cards of a table stand in."""
    return len({round(x) for x, _ in places.values()})


def spoken(told: str, name: str) -> bool:
    """Does this sentence of the page tell of this tile on this cell?"""
    _, cell, what = name.split(" ", 2)
    return told.startswith(f"cell {cell} ") and what.lower() in told.lower()
