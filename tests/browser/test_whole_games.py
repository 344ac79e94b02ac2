"""Whole games in a real browser, from the first click to the same result on every screen."""

import random
from typing import Any

import pytest

from tests.browser import keys, lag, steps
from tests.browser.conftest import Visit
from tests.server.running import House

LONG = pytest.mark.long
SHORT = {"sep": {"pile_count": 1, "tie_mode": "draw"}, "sepmosa": {"max_plies": 16}, "sep-solo": {"solo_piles": 1}}
BY_THE_BOOK: dict[str, Any] = {}
BOTH = [
    *(pytest.param(game, SHORT[game], id=f"{game}, short") for game in ("sep", "sepmosa")),
    *(pytest.param(game, BY_THE_BOOK, id=game, marks=LONG) for game in ("sep", "sepmosa")),
]


def two_people(visit: Visit, house: House, game: str, options: dict[str, Any]) -> tuple[Any, Any]:
    """One makes a table, the other comes by its link."""
    host = visit(reduced_motion="reduce")
    guest = visit(steps.make_table(host, house.address, game, **options), reduced_motion="reduce")
    steps.join(guest)
    steps.playing(host)
    return host, guest


@pytest.mark.parametrize(("game", "options"), BOTH)
def test_two_people_play_a_whole_game_by_clicking(
    visit: Visit, house: House, game: str, options: dict[str, Any], record_property: Any
) -> None:
    host, guest = two_people(visit, house, game, options)
    chance = random.Random(7)
    for page in (host, guest):
        lag.watch(page)
    while not (seen := steps.look(host)).over:
        mover, other = (host, guest) if seen.mine else (guest, host)
        if steps.play_on(mover, steps.click, chance):
            steps.wait_for_move(other, seen.moves)
    mine, yours = steps.result(host), steps.result(guest)
    assert mine[1] == yours[1]
    assert ("You win!" in (mine[0], yours[0])) == (mine[0] != "A tie")
    record_property("from click to screen", lag.words(lag.delays(host, guest)))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param("sepmosa", SHORT["sepmosa"], id="sepmosa, short"),
        # in the ordinary run two people play SEP by clicking, and somebody plays it alone with the keyboard
        *(pytest.param(game, SHORT[game], id=f"{game}, short", marks=LONG) for game in ("sep", "sep-solo")),
        pytest.param("sep", BY_THE_BOOK, id="sep", marks=LONG),
        pytest.param("sepmosa", BY_THE_BOOK, id="sepmosa", marks=LONG),
        pytest.param("sep-solo", {"solo_match": "a"}, id="sep-solo, a match", marks=LONG),
    ],
)
def test_a_person_plays_a_whole_game_against_a_bot_or_alone(
    visit: Visit, house: House, game: str, options: dict[str, Any]
) -> None:
    page = visit(reduced_motion="reduce")
    steps.make_table(page, house.address, game, other="greedy", **options)
    chance = random.Random(3)
    while steps.play_on(page, steps.click, chance):
        pass
    title, points = steps.result(page)
    assert title
    assert len(points) == (1 if game == "sep-solo" else 2)


def table_by_keys(page: Any, options: dict[str, Any]) -> None:
    """The form for a new table, filled in without a mouse; a bot sits on the other seat."""
    page.locator("form button.main").wait_for(timeout=steps.PATIENCE)
    keys.press(page, page.locator("form details summary"))
    for name, value in options.items():
        field = page.locator(f"form details [name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            keys.walk(page, field)
            words = "(field, value) => [...field.options].find((one) => one.value === value).label"
            page.keyboard.type(field.evaluate(words, str(value)))
            assert field.evaluate("field => field.selectedOptions[0].value") == str(value)
        else:
            keys.write(page, field, str(value))
    keys.press(page, page.locator("form button.main"))
    page.wait_for_url("**/table/*", timeout=steps.PATIENCE)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("sep-solo", SHORT["sep-solo"]),
        ("sepmosa", {"max_plies": 10}),
        pytest.param("sep", SHORT["sep"], marks=LONG),
        pytest.param("sepmosa", {"target": 35}, marks=LONG),
    ],
)
def test_a_whole_game_is_played_with_the_keyboard_alone(visit: Visit, game: str, options: dict[str, Any]) -> None:
    page = visit(f"/new/{game}", reduced_motion="reduce")
    table_by_keys(page, options)
    chance = random.Random(5)
    while steps.play_on(page, keys.press, chance):
        pass
    assert steps.result(page)[0]
    steps.close_result(page)
