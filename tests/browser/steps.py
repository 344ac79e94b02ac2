"""What people do with a page, step by step: make a table, join it, play what lights up, read the result."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Press = Callable[[Any, Any], None]  # a page, and what is pressed on it
PATIENCE = 60_000  # the machine may be busy
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}

MINE, OVER = ".below.mine", "dialog[open] table.list"
PIECES = ".hand .moving, .tiles .tile:not(.idle)"
PLACES = ".slot.glows, .cell.legal, .cell.target"
PAYING = ".slot.pays, .cell:has(.worth)"
PLAY = ".sep-board .dock .buttons button, .dock .go"
LIFTED = ".cell.lifted"
COUNTS = {"mine": MINE, "over": OVER, "moves": ".moves li", "pieces": PIECES, "places": PLACES, "paying": PAYING}
LOOK = "names => names.map(name => document.querySelectorAll(name).length)"
CHANGED = """([before, more]) => document.querySelectorAll('.moves li').length > before
  || document.querySelector('dialog[open] table.list') || (more && document.querySelector(more))"""


@dataclass(frozen=True)
class Seen:
    """How much of everything the page shows."""

    mine: int
    over: int
    moves: int
    pieces: int
    places: int
    paying: int


def look(page: Any) -> Seen:
    return Seen(*page.evaluate(LOOK, list(COUNTS.values())))


def click(_: Any, thing: Any) -> None:
    thing.click(timeout=PATIENCE)


def tap(_: Any, thing: Any) -> None:
    thing.tap(timeout=PATIENCE)


def make_table(page: Any, house: str, game: str, other: str = "anyone", **options: Any) -> str:
    """Fill in the form for a new table and send it; the path of the table."""
    page.goto(f"{house}/new/{game}")
    page.locator("form button.main").wait_for(timeout=PATIENCE)
    seat = page.locator("fieldset select")
    if seat.count():
        seat.first.select_option(other)
    if options:
        page.locator("form details summary").click()
    for name, value in options.items():
        choose(page, name, value)
    page.locator("form button.main").click()
    page.wait_for_url("**/table/*", timeout=PATIENCE)
    return str(page.evaluate("location.pathname"))


def choose(page: Any, name: str, value: Any) -> None:
    """Set one house rule in the form."""
    field = page.locator(f"form details [name={name}]")
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(value=str(value))
    else:
        field.fill(str(value))


def join(page: Any) -> None:
    """Take the free seat of a table that waits."""
    page.locator("form button.main").first.click(timeout=PATIENCE)
    playing(page)


def playing(page: Any) -> None:
    """Wait until the board is there."""
    page.locator(".dock").wait_for(timeout=PATIENCE)


def wait_for_move(page: Any, before: int, more: str = "") -> None:
    """Until the page shows a move more than before, or the result, or something else that one waits for."""
    page.wait_for_function(CHANGED, arg=[before, more], timeout=PATIENCE)


def my_turn(page: Any) -> bool:
    """Wait until this player may move; False if the game is over."""
    page.locator(f"{MINE}, {OVER}").first.wait_for(timeout=PATIENCE)
    return not page.locator(OVER).count()


def play_one(page: Any, press: Press, chance: random.Random) -> int:
    """One move of those that the page offers, by its pieces or its buttons; how many moves there were before."""
    seen = look(page)
    if not seen.pieces:
        buttons = page.locator(PLAY)
        press(page, buttons.first if chance.random() < 0.6 else buttons.nth(chance.randrange(buttons.count())))
        return seen.moves
    for number in chance.sample(range(seen.pieces), seen.pieces):
        press(page, page.locator(PIECES).nth(number))
        page.locator(".held").wait_for(timeout=PATIENCE)
        now = look(page)
        if now.places:
            put_down(page, now, press, chance)
            return seen.moves
    press(page, page.locator(PLAY).first)  # nothing fits: the piece in the hand is laid aside
    return seen.moves


def put_down(page: Any, seen: Seen, press: Press, chance: random.Random) -> None:
    """Put the piece in the hand on a place that lights up, better one that pays; a 12 then asks where to."""
    places, count = (PAYING, seen.paying) if seen.paying else (PLACES, seen.places)
    press(page, by_name(page, page.locator(places).nth(chance.randrange(count))))
    if page.locator(".cell").count():
        wait_for_move(page, seen.moves, LIFTED)
        if look(page).moves == seen.moves and page.locator(LIFTED).count():
            press(page, by_name(page, page.locator(PLACES).first))


def by_name(page: Any, place: Any) -> Any:
    """A place whatever it shows: where the focus is, what it would bring gives way to what would lie there."""
    cell = place.get_attribute("data-cell", timeout=PATIENCE)
    return page.locator(f"[data-cell='{cell}']") if cell else place


def play_on(page: Any, press: Press, chance: random.Random) -> bool:
    """Wait for one's turn and make one move; False if there is no turn any more."""
    if not my_turn(page):
        return False
    wait_for_move(page, play_one(page, press, chance))
    return True


def close_result(page: Any) -> None:
    """Close the window at the end by the keyboard, once it takes a key as meant for it."""
    page.wait_for_timeout(800)
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")


def result(page: Any) -> tuple[str, list[str]]:
    """What stands in the window at the end: its title, and the points from the first place down."""
    page.locator(OVER).wait_for(timeout=PATIENCE)
    title = page.locator("dialog[open] h2").inner_text()
    return title, page.locator(f"{OVER} td.number:last-child").all_inner_texts()
