"""Before a game: what a table is, who is asked for what, and how others get there."""

from typing import Any

from tests.browser.conftest import Visit
from tests.server.lines import make
from tests.server.running import House

PHONE = {"width": 390, "height": 844}
SEATS = ".seats > li"


def host_of(visit: Visit, game: str, **size: int) -> Any:
    """Somebody who has just made a table for friends."""
    page = visit(f"/new/{game}", **size)
    page.locator("fieldset select").select_option("anyone")
    page.locator("form button.main").click()
    page.locator(SEATS).first.wait_for()
    return page


def table_of(page: Any) -> str:
    return str(page.evaluate("location.pathname"))


def test_on_a_phone_the_waiting_room_has_a_way_back_and_shows_the_invitation_first(visit: Visit) -> None:
    page = host_of(visit, "set", **PHONE)
    assert page.locator("header .home").is_visible()
    assert page.locator("header select").is_visible()
    code = page.get_by_role("img", name="The link as a QR code")
    code.wait_for()
    assert code.bounding_box()["y"] + code.bounding_box()["height"] <= PHONE["height"]
    assert code.bounding_box()["y"] < page.locator(SEATS).first.bounding_box()["y"]
    assert "only on this device" in page.get_by_role("note").inner_text()  # 127.0.0.1 is nobody else's


def test_whoever_sits_down_is_asked_for_a_name_once_and_the_host_adds_a_seat(visit: Visit) -> None:
    host = host_of(visit, "set")
    host.get_by_role("button", name="One seat more").click()
    host.locator(SEATS).nth(2).wait_for()
    guest = visit(table_of(host))
    guest.locator(SEATS).nth(2).wait_for()
    assert guest.get_by_role("button", name="Sit down").count() == 1
    guest.get_by_label("Your name at the table").fill("Grandmother")
    guest.get_by_role("button", name="Sit down").click()
    host.locator(SEATS, has_text="Grandmother").wait_for()
    host.get_by_label("Your name at the table").fill("Aunt Jo")
    host.get_by_role("button", name="Save").click()
    guest.locator(SEATS, has_text="Aunt Jo").wait_for()
    host.get_by_role("button", name="One seat fewer").click()  # the last free one: the game begins
    guest.locator(".middle > .board").wait_for()


def test_lists_and_waiting_rooms_say_what_a_table_is(visit: Visit, house: House) -> None:
    ann = house.guest()
    options = {"deals": 1, "false_call_cost": 0}
    table = make(ann, "set", "me", "anyone", public=True, options=options, call_window_ms=200)
    page = visit()
    listed = page.locator(f"a[href='/table/{table}']")
    listed.wait_for()
    name = ann.get("/api/me").json()["name"]
    for told in (f"{name} invites", "fair calls", "Length of the match: 1 deal", "A false call costs: nothing"):
        page.locator(f"a[href='/table/{table}']", has_text=told).wait_for()
    listed.click()
    for told in ("fair calls", "Length of the match: 1 deal", "A false call costs: nothing"):
        page.locator(".facts li", has_text=told).wait_for()


def test_a_guest_at_a_rated_table_is_told_before_and_comes_back_with_an_account(visit: Visit, house: House) -> None:
    ann = house.guest()
    assert ann.post("/api/account", json={"name": "Castor", "password": "a long enough password"}).status_code == 201
    table = make(ann, "sep", "me", "anyone", rated=True, clock={"seconds": 300, "increment": 5})
    page = visit(f"/table/{table}")
    page.locator(".facts li", has_text="5 min + 5 s a turn").wait_for()
    assert page.get_by_role("button", name="Sit down").count() == 0
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("Name", exact=True).fill("Pollux")
    page.get_by_label("Password").fill("another long password")
    page.get_by_role("button", name="Make it").click()
    page.wait_for_url(f"**/table/{table}")
    page.get_by_role("button", name="Sit down").click()
    page.locator(".middle > .board").wait_for()


def test_between_people_calls_are_fair_unless_that_is_switched_off(visit: Visit, house: House) -> None:
    def window(page: Any) -> int:
        found = page.evaluate("fetch('/api/me/games').then((answer) => answer.json())")
        return int(found[0]["call_window_ms"])

    page = host_of(visit, "set")
    assert window(page) == 200
    page.goto(f"{house.address}/new/set")
    page.locator("fieldset select").select_option("anyone")
    page.get_by_label("Fair calls").uncheck()
    page.locator("form button.main").click()
    page.locator(SEATS).first.wait_for()
    assert window(page) == 0


def test_no_thinking_time_where_all_play_at_once_and_one_deal_for_many(visit: Visit, house: House) -> None:
    page = visit("/new/set")
    page.locator("fieldset select").first.wait_for()
    assert not page.get_by_label("Thinking time for each player").count()
    for _ in range(3):
        page.get_by_role("button", name="One seat more").click()
    page.locator(".changed li", has_text="Length of the match: 1 deal").wait_for()
    page.get_by_role("button", name="One seat fewer").click()
    page.locator(".changed li").wait_for(state="detached")
    page.goto(f"{house.address}/new/sep")
    page.get_by_label("Thinking time for each player").wait_for()
