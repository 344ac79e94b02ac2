"""Every game of the SET family in real browsers, from the first card to the result: people and bots at one table."""

import time
from typing import Any

import pytest

from tests.browser import deals
from tests.browser.conftest import Visit
from tests.browser.sitting import DESKTOP, PHONE, play_on, sit_together

LONG = pytest.mark.long
TWO = [PHONE, DESKTOP]
ONE = [PHONE]
BY_ITSELF = {"noset_mode": "auto", "auto_noset_delay_s": 0}  # bots take their time to vote
# who presses, how, beside which bots, and with house rules that keep it short
GAMES: dict[str, tuple[Any, list[Any], tuple[str, ...], dict[str, Any]]] = {
    "set": (deals.classic, TWO, ("casual", "strong"), {"deals": 1, **BY_ITSELF}),
    "set-quick": (deals.classic, TWO, ("casual",), {"deals": 1, "noset_grace_s": 2}),
    "set-solo": (deals.classic, ONE, (), {}),
    "scout": (deals.scout, TWO, ("strong",), {"deals": 1, **BY_ITSELF, "second_timeout_s": 3}),
    "chipset": (deals.chipset, TWO, ("casual",), {"chip_rounds": 1}),
    "setup": (deals.setup, TWO, ("strong",), {"deals": 1, "setup_window_s": 0, "setup_last_window_s": 1}),
    "coopset": (deals.coopset, TWO, ("casual",), {"coop_control": "free"}),
    "twenty": (deals.twenty, TWO, ("casual",), {"tt_target_factor": 1, "draw_cooldown_s": 0}),
}


def play_to_the_end(visit: Visit, game: str, options: dict[str, Any], limit_s: float) -> float:
    act, sizes, bots, _ = GAMES[game]
    sitters = sit_together(visit, game, sizes, bots, options=options)
    began = time.monotonic()
    play_on(sitters, act, limit_s)
    for one in sitters:
        if not one.page.locator("dialog[open]").count():  # what was pressed as the game ended has closed it
            one.press(".turn .result")
        one.page.locator("dialog[open] .next button").first.wait_for()
        rows = one.page.locator("dialog[open] table").first.locator("tbody tr").all_inner_texts()
        assert len(rows) == len(sizes) + len(bots), "the result has everybody's score"
    return time.monotonic() - began


LENGTHY = ("chipset", "setup")  # they are played in turns, and bots take their time


@pytest.mark.parametrize("game", [pytest.param(game, marks=LONG if game in LENGTHY else ()) for game in GAMES])
def test_a_deal_is_played_to_its_end(visit: Visit, game: str, record_property: Any) -> None:
    record_property("seconds", round(play_to_the_end(visit, game, GAMES[game][3], 240)))


@LONG
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_with_the_usual_rules(visit: Visit, game: str, record_property: Any) -> None:
    record_property("seconds", round(play_to_the_end(visit, game, {}, 1_800)))
