"""A deal that nobody chose, in the page: what is fixed before it, a number that outlives a reload, and the check."""

from collections.abc import Callable
from typing import Any

from septet.server.tables.dealing import SHOW_MS
from tests.browser.conftest import Visit
from tests.browser.test_waiting import host_of, table_of
from tests.server.running import House
from tests.server.test_absence import pass_time

# A browser that keeps its number to itself.
MUTE = """
const send = WebSocket.prototype.send
WebSocket.prototype.send = function (data) { if (!String(data).includes('"type":"reveal"')) send.call(this, data) }
"""
CHANGED = "**/api/tables/*/deal"


def room_of(house: House, page: Any) -> Any:
    return house.server.hall.tables[table_of(page).removeprefix("/table/")].room


def checks(page: Any) -> list[str]:
    page.get_by_text("Was it dealt fairly?").click()
    page.locator(".checks li").first.wait_for()
    return [one.inner_text() for one in page.locator(".checks li").all()]


def test_the_page_fixes_a_number_shows_what_is_fixed_and_checks_the_deal_itself(visit: Visit, house: House) -> None:
    host = host_of(visit, "sep")
    host.get_by_text("Is the deal honest?").click()
    commitment = room_of(house, host).commitment
    host.get_by_text(commitment).wait_for()
    host.get_by_text("has fixed a number").wait_for()
    first = room_of(house, host).dealing.pledges[0]
    host.reload()
    guest = visit(table_of(host))
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        page.locator(".middle > .board").wait_for()
    log = room_of(house, host).log
    assert log.header.added == (0, 1), "what the browser has fixed outlives a reload"
    assert room_of(house, host).dealing.pledges[0] == first
    guest.locator(".give-up").click()
    guest.locator("dialog[open] button.main").click()
    guest.locator("dialog[open]").get_by_text("Was it dealt fairly?").wait_for()
    assert len(checks(guest)) == 5
    guest.get_by_text("it was honest").wait_for()
    assert guest.locator(".checks .bad").count() == 0
    assert guest.get_by_text(commitment).count() == 1
    # Whoever changes what is told afterwards is found out, also about a number that was not known before.
    for name, value, wrong in (("secret", "00" * 32, 2), ("numbers", [log.header.numbers[0]] * 2, 3)):
        host.route(CHANGED, lie(name, value))
        host.reload()
        host.locator("dialog[open]").get_by_text("Was it dealt fairly?").wait_for()
        checks(host)
        host.get_by_text("something is wrong").wait_for()
        assert host.locator(".checks .bad").count() >= wrong - 1
        host.unroute(CHANGED)


def lie(name: str, value: Any) -> Callable[[Any], None]:
    """A server that tells something else than it dealt from."""

    def told(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), name: value})

    return told


def test_whoever_shows_no_number_loses_the_seat_before_the_deal_and_both_read_why(visit: Visit, house: House) -> None:
    host = host_of(visit, "set")
    guest = visit(table_of(host), init=MUTE)
    guest.get_by_role("button", name="Sit down").click()
    host.get_by_text("The game begins in a moment").wait_for()
    while not room_of(house, host).dealing.numbers:
        host.wait_for_timeout(20)
    pass_time(house, SHOW_MS / 1_000)
    host.get_by_text("when the game was to begin: that seat is free again").wait_for()
    guest.get_by_text("Your seat was given up").wait_for()
    assert room_of(house, host).log is None
    other = visit(table_of(host))
    other.get_by_role("button", name="Sit down").click()
    other.locator(".middle > .board").wait_for()
    assert room_of(house, host).log.header.added == (0, 1)
