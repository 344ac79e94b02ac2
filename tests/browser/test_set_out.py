"""Whoever has no chips left sees how to go, or lets the bots play out the rest at once."""

import re

from tests.browser.conftest import Visit
from tests.browser.sitting import SPY
from tests.browser.tables import PATIENCE
from tests.server.running import House
from tests.server.test_hurry import out_of_chips


def test_whoever_has_no_chips_left_need_not_sit_through_the_rest(visit: Visit, house: House) -> None:
    person = house.guest()
    table = out_of_chips(house, person)
    page = visit("/rules", init=SPY, width=390, height=844)
    cookies = [{"name": one.name, "value": one.value, "url": house.address} for one in person.cookies.jar]
    page.context.add_cookies(cookies)
    page.goto(f"{house.address}/table/{table}")
    dock = page.locator(".dock-area")
    page.locator(".mine", has_text="You have no chips left").wait_for()
    hurry = dock.locator("button", has_text="Let the bots finish quickly")
    while hurry.count():  # a press in its first half second does not count
        hurry.click()
        page.wait_for_timeout(100)
    page.locator("dialog[open]").wait_for(timeout=PATIENCE)
    page.locator("dialog[open]", has_text=re.compile("You are|You lost|wins|won")).wait_for()
    assert dock.locator("a[href='/']").count() == 0, "what there was to choose has gone with the game"
