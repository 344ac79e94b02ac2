"""SEP and SEPMOSA on their boards: with the mouse, by dragging, with keys and with a finger."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.tables import here, new_table

LONG = pytest.mark.long  # these take some seconds each
PHONE = {"width": 390, "height": 844}


def sit_down(visit: Visit, game: str, **how: Any) -> Any:
    """A new table against a bot, as soon as it is our turn."""
    page = visit(f"/new/{game}", **how)
    page.locator("form button.main").click()
    page.wait_for_url("**/table/*")
    page.locator(".below.mine").wait_for()
    return page


def do(page: Any, how: str, thing: Any) -> None:
    if how == "keys":
        thing.focus()
        page.keyboard.press("Enter")
    elif how == "finger":
        thing.tap()
    else:
        thing.click()


def carry(page: Any, thing: Any, place: Any) -> None:
    """Take it, move it over the place, and let go."""
    start, end = thing.bounding_box(), place.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"], start["y"] - 30, steps=3)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def moves(page: Any) -> int:
    """How many moves the list tells of."""
    return int(page.locator(".moves li").count())


def take_up_what_fits(page: Any, how: str) -> Any:
    """A card or a tile that may be played somewhere, taken up; or None."""
    pieces = page.locator(".hand .moving, .tiles .tile:not(.idle)")
    for number in range(pieces.count()):
        do(page, how, pieces.nth(number))
        if page.locator(".spot.glows, .cell.legal").count():
            return pieces.nth(number)
    return None


@pytest.mark.parametrize("how", ["mouse", "keys", pytest.param("drag", marks=LONG), pytest.param("finger", marks=LONG)])
def test_a_card_is_drawn_and_placed(visit: Visit, how: str) -> None:
    page = sit_down(visit, "sep", has_touch=how == "finger", **(PHONE if how == "finger" else {}))
    do(page, how, page.locator(".dock button").first)
    page.locator(".hand .moving").first.wait_for()
    card = take_up_what_fits(page, how)
    before = moves(page)
    if card is None:
        do(page, how, page.locator(".dock button").first)  # nothing fits: pass with the last one
    elif how == "drag":
        carry(page, card, page.locator(".slot.glows").first)
    else:
        do(page, how, page.locator(".slot.glows").first)
    page.wait_for_function("before => document.querySelectorAll('.moves li').length > before", arg=before)


@pytest.mark.parametrize("how", ["drag", "finger", pytest.param("mouse", marks=LONG), pytest.param("keys", marks=LONG)])
def test_a_tile_is_placed(visit: Visit, how: str) -> None:
    page = sit_down(visit, "sepmosa", has_touch=how == "finger", **(PHONE if how == "finger" else {}))
    before = moves(page)
    tile = take_up_what_fits(page, how)
    if tile is None:
        pytest.skip("a rack of action tiles")
    cell = page.locator(".cell.legal").first
    if how == "drag":
        carry(page, tile, cell)
    else:
        do(page, how, cell)
    page.wait_for_function("before => document.querySelectorAll('.moves li').length > before", arg=before)


def test_what_cannot_be_done_is_explained(visit: Visit) -> None:
    page = sit_down(visit, "sepmosa")
    tile = page.locator(".tiles .tile").first
    tile.click()
    page.locator("[data-cell=d0]").click()
    told = page.locator(".prompt.wrong")
    expect(told).to_have_text(re.compile(r"\. See the rules$"))
    place = urlsplit(told.get_by_role("link").get_attribute("href") or "").fragment
    before = page.url
    told.get_by_role("link").click()
    book = page.get_by_role("complementary")  # beside the game, which stays where it is
    expect(book.locator(f"p:has(#{place}) + h2")).to_be_in_viewport(timeout=20_000)
    assert page.url == before
    book.get_by_label("Contents").select_option("minute")
    expect(book.locator("p:has(#minute) + h2")).to_be_in_viewport()
    page.locator(".tiles .tile").nth(1).click()  # and is played on
    page.locator(".tile.held").wait_for()
    page.keyboard.press("Escape")
    expect(book).to_have_count(0)


@LONG
def test_a_tile_is_put_back_with_escape(visit: Visit) -> None:
    page = sit_down(visit, "sepmosa")
    page.locator(".tiles .tile").first.click()
    page.locator(".tile.held").wait_for()
    page.keyboard.press("Escape")
    page.locator(".tile.held").wait_for(state="detached")


def test_the_rack_stays_as_it_was_arranged(visit: Visit) -> None:
    page = sit_down(visit, "sepmosa")
    names = "() => [...document.querySelectorAll('.tiles .tile')].map(tile => tile.getAttribute('aria-label'))"
    page.get_by_role("button", name="Sort by value").click()
    page.locator(".tiles .tile").first.focus()
    page.keyboard.press("Shift+ArrowRight")
    arranged = page.evaluate(names)
    page.reload()
    page.locator(".tiles .tile").first.wait_for()
    assert page.evaluate(names) == arranged


@LONG
def test_the_mosaic_is_made_larger_and_shown_whole_again(visit: Visit) -> None:
    page = sit_down(visit, "sepmosa")
    width = "() => document.querySelector('[data-cell=d0]').getBoundingClientRect().width"
    usual = page.evaluate(width)
    page.get_by_role("button", name="Larger").click()
    assert page.evaluate(width) > usual
    page.get_by_role("button", name="Show the whole mosaic").click()
    assert page.evaluate(width) == usual


@pytest.mark.parametrize("game", ["sep", pytest.param("sepmosa", marks=LONG)])
def test_a_turn_needs_no_scrolling_on_a_phone(visit: Visit, game: str) -> None:
    page = sit_down(visit, game, width=375, height=667)
    for part in (".buttons", ".hand, .tiles", ".circle, .window"):
        box = page.locator(part).first.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 667


@pytest.mark.parametrize(("game", "heaps"), [("sep", 3), ("sepmosa", 4)])
def test_what_was_seen_lies_open_in_a_panel_and_the_focus_comes_back(visit: Visit, game: str, heaps: int) -> None:
    page = sit_down(visit, game)
    eye = page.locator(".board button:is([title^='What lies'], [aria-label^='What lies'])").first
    eye.focus()
    page.keyboard.press("Enter")
    panel = page.get_by_role("dialog")
    expect(panel.locator("ul")).to_have_count(heaps)
    expect(panel.get_by_role("button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel).to_have_count(0)
    expect(eye).to_be_focused()


def test_what_lies_face_down_is_listed_against_a_bot_and_counted_between_people(visit: Visit) -> None:
    alone, host, guest = sit_down(visit, "sep"), visit(), visit()
    table = new_table(host, "sep", "me", "anyone")
    guest.goto(f"{here(guest)}/table/{table}")
    guest.get_by_role("button", name="Sit down").click()
    for page, told in ((alone, "that you have seen"), (host, "face down"), (guest, "face down")):
        page.locator(".piles button.look").click()
        expect(page.get_by_role("dialog")).to_contain_text(re.compile(f"discard.*{told}|{told}.*discard"))


FLIGHTS = """
  window.flights = []
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, how) {
    for (const { transform = '' } of [frames].flat()) {
      const [, scale] = /scale\\(([\\d.e-]+)\\)/.exec(transform) ?? []
      if (scale) flights.push({ scale: Number(scale), wide: this.getBoundingClientRect().width })
    }
    return animate.call(this, frames, how)
  }
"""


def test_a_tile_flies_in_its_own_size(visit: Visit) -> None:
    page = sit_down(visit, "sepmosa", init=FLIGHTS)
    if take_up_what_fits(page, "mouse") is None:
        pytest.skip("a rack of action tiles")
    before = moves(page)
    page.locator(".cell.legal").first.click()
    page.wait_for_function("before => document.querySelectorAll('.moves li').length > before + 1", arg=before)
    page.wait_for_function("() => flights.length > 1")
    assert all(flight["scale"] * flight["wide"] < 140 for flight in page.evaluate("flights"))


@pytest.mark.parametrize("game", ["sep", "sepmosa"])
def test_no_edge_of_a_piece_is_cut_off_between_two_pixels(visit: Visit, game: str) -> None:
    page = sit_down(visit, game, device_scale_factor=2)
    cut = page.evaluate(
        """() => [...document.querySelectorAll('.board svg')]
          .filter((one) => !one.matches('[viewBox="0 0 24 24"], [preserveAspectRatio]')) // signs and lines
          .filter((one) => one.querySelector('rect, circle') && getComputedStyle(one).overflow !== 'visible')
          .map((one) => one.outerHTML.slice(0, 120))"""
    )
    assert cut == []
