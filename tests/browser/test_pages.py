"""The pages around the tables: the first screen, one's games, the result, an account, and no network."""

from typing import Any

from tests.browser.conftest import Visit
from tests.browser.tables import PATIENCE, new_table
from tests.server.lines import make
from tests.server.running import House
from tests.server.test_people import account

RESULT = "dialog[open] table.list"


def give_up(page: Any) -> None:
    page.locator("button.give-up").click(timeout=PATIENCE)
    page.locator("dialog[open] .main").first.click()
    page.locator(RESULT).first.wait_for(timeout=PATIENCE)


def middle(thing: Any) -> float:
    box = thing.bounding_box()
    return float(box["y"] + box["height"] / 2)


def test_on_a_tablet_all_families_stand_side_by_side(visit: Visit) -> None:
    page = visit(width=820, height=1180)
    cards = page.locator(".families > article")
    cards.nth(2).locator("button.main:enabled").wait_for()
    assert len({round(middle(card)) for card in cards.all()}) == 1


def test_the_result_marks_ones_own_row_and_names_what_is_counted(visit: Visit, house: House) -> None:
    page = visit(width=320, height=568, reduced_motion="reduce")
    new_table(page, "sep", "me", "novice")
    page.locator(".tabs button").nth(2).click(timeout=PATIENCE)
    give_up(page)
    table = page.locator(RESULT).first
    assert "Tokens" in table.locator("thead").inner_text()
    assert table.locator("tr.mine").inner_text().split() == ["2.", "You", "0"]
    for name in table.locator("td.who").all():
        assert name.evaluate("cell => cell.scrollWidth <= cell.clientWidth")
    page.goto(f"{house.address}/me")
    mine = page.locator("#games li")
    mine.locator("text=lost, 0 – 0").wait_for()
    year = page.evaluate("new Date().getFullYear()")
    assert str(year) in mine.inner_text()


def test_a_rematch_keeps_what_was_said_and_who_has_won(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    first = new_table(page, "sep", "me", "novice")
    page.get_by_label("Say something").fill("once more?")
    page.keyboard.press("Enter")
    page.locator(".said p", has_text="once more?").wait_for(timeout=PATIENCE)
    give_up(page)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/table/" in url and first not in url)
    page.locator(".said p", has_text="once more?").wait_for(timeout=PATIENCE)
    page.locator(".side .state", has_text="1 game won").wait_for(timeout=PATIENCE)
    give_up(page)
    page.locator("dialog[open]", has_text="The match so far").wait_for()


def test_the_sheet_closes_when_something_in_it_was_done(visit: Visit) -> None:
    page = visit(width=390, height=844, has_touch=True, reduced_motion="reduce")
    new_table(page, "set-solo", "me")
    page.locator(".tabs button").nth(2).click(timeout=PATIENCE)
    page.get_by_role("button", name="Pause").click()
    page.locator(".paused").wait_for()
    assert not page.locator(".side.right").is_visible()


def test_a_new_account_is_told_what_it_needs_and_an_old_one_that_it_is_gone(visit: Visit) -> None:
    page = visit("/me")
    page.get_by_text("At least 8 characters.").wait_for()
    page.get_by_text("Up to 24 characters (0 so far)").wait_for()
    form = page.locator("form", has=page.get_by_label("Password"))
    assert "main" in form.locator(".row button").first.get_attribute("class")
    page.get_by_label("Name", exact=True).fill("Leaving soon")
    page.get_by_label("Password").fill("not for very long")
    page.get_by_role("button", name="Make it").click()
    page.get_by_role("button", name="Delete everything").click()
    page.locator("dialog[open] .danger").click()
    page.get_by_text("Everything about you has been deleted.").wait_for()


def test_without_a_network_the_page_says_what_it_can_still_do(visit: Visit) -> None:
    page = visit("/rules/sep")
    page.locator("main h1").first.wait_for(timeout=PATIENCE)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.reload()  # the worker is there now, and keeps what is read
    page.locator("main h1").first.wait_for(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    there = page.url
    page.locator("footer a[href$='.txt']").click()  # a file, which is not kept as if it were the app
    page.get_by_text("SIL OPEN FONT LICENSE").first.wait_for()
    page.context.set_offline(True)
    page.goto(there)
    title = page.locator("main h1").first
    title.wait_for(timeout=PATIENCE)
    assert "SEP" in title.inner_text()
    page.get_by_text("What you have opened before can still be read.").wait_for()


def test_offline_the_banner_pushes_nothing_off_and_tells_of_moves_that_wait(visit: Visit) -> None:
    page = visit(width=390, height=844, has_touch=True, reduced_motion="reduce")
    new_table(page, "set-solo", "me")
    page.locator(".cards [data-card]").first.wait_for(timeout=PATIENCE)
    page.context.set_offline(True)
    page.get_by_text("You are offline").wait_for()
    tabs = page.locator(".tabs").bounding_box()
    assert tabs["y"] + tabs["height"] <= 844
    page.locator(".tabs button").nth(2).click()
    page.locator("button.give-up").click()
    page.locator("dialog[open] .main").first.click()
    page.get_by_text("1 move waits to be sent.").wait_for()
    page.context.set_offline(False)
    page.locator(RESULT).first.wait_for(timeout=PATIENCE)


def test_a_rated_table_shows_what_everybody_is_worth(visit: Visit, house: House) -> None:
    ann = account(house, "Annabel")
    table = make(ann, "sep", "me", "casual", rated=True, clock={"seconds": 600})
    page = visit("/rules")
    page.context.add_cookies([{"name": one.name, "value": one.value, "url": house.address} for one in ann.cookies.jar])
    page.goto(f"{house.address}/table/{table}")
    page.locator(".seats li").first.wait_for(timeout=PATIENCE)
    rows = page.locator(".seats li").all_inner_texts()
    assert len(rows) == 2 and all("rating 1500" in row for row in rows), rows
