"""The page of a game: what it is, and every way into it."""

import pytest

from septet.games import GAMES
from tests.browser.conftest import Visit
from tests.browser.steps import PATIENCE

ALONE = {name for name, game in GAMES.items() if max(game.seats) == 1}


def test_the_first_screen_has_a_door_to_every_game_and_none_is_in_a_list_box(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    page.locator("a.door").nth(10).wait_for(timeout=PATIENCE)
    doors = [door.get_attribute("href") for door in page.locator("a.door").all()]
    assert sorted(filter(None, doors)) == sorted(f"/game/{name}" for name in GAMES)
    assert page.locator("main select").count() == 0


def test_every_game_can_be_seen_and_tried_on_its_page(visit: Visit) -> None:
    page = visit("/")
    for name in GAMES:
        page.locator(f"a[href='/game/{name}']").click()
        page.locator("h1").wait_for(timeout=PATIENCE)
        tries = page.locator("figure .try")
        tries.first.wait_for(timeout=PATIENCE)
        assert "true" in [one.get_attribute("aria-pressed") for one in tries.all()]
        assert page.locator(".facts li").count() == 3
        assert page.locator("p.about").inner_text().count(".") >= 1
        assert page.locator("fieldset").count() == (0 if name in ALONE else 1)
        page.go_back()


@pytest.mark.parametrize(
    ("game", "first", "options"),
    [("set-quick", "adaptive", {}), ("sep", "novice", {}), ("twenty", "adaptive", {"tt_target_factor": 3})],
)
def test_play_now_meets_the_bot_that_suits_a_newcomer_and_takes_no_evening(
    visit: Visit, game: str, first: str, options: dict[str, int]
) -> None:
    page = visit(f"/game/{game}")
    chosen = page.locator("fieldset input:checked")
    chosen.wait_for(timeout=PATIENCE)
    assert chosen.get_attribute("value") == first
    with page.expect_response("**/api/tables") as made:
        page.locator("button.play").click()
    assert made.value.request.post_data_json["seats"] == [{"who": "me"}, {"who": "bot", "bot": first}]
    assert made.value.request.post_data_json["options"] == options


def test_all_other_bots_are_under_more_and_the_reflexes_of_one_can_be_set(visit: Visit) -> None:
    page = visit("/game/set")
    more = page.get_by_role("button", name="More bots")
    more.click(timeout=PATIENCE)
    page.locator("input[value=reflex]").check()
    assert "reflex:" not in page.locator("fieldset").inner_text()
    page.get_by_label("How quick it is").fill("3")
    page.get_by_text("finds a set in about 7 seconds").wait_for(timeout=PATIENCE)
    page.get_by_label("How quick it is").fill("2.4")
    with page.expect_response("**/api/tables") as made:
        page.locator("button.play").click()
    assert made.value.ok
    assert made.value.request.post_data_json["seats"][1] == {"who": "bot", "bot": "reflex:2.4"}
    page.locator(".cards [data-card]").first.wait_for(timeout=PATIENCE)
    assert "reflex:" not in page.locator("main").inner_text()
