"""What is played on a day, what may be shared of it, and what everybody has made of it."""

import itertools

from septet.daily.histogram import Bar, bars, middle
from septet.daily.items import DEALS, ITEMS, game_of
from septet.daily.sharing import GAMES_TOLD, shared
from septet.games import GAMES
from septet.games.options import from_values
from septet.puzzles.puzzle import KINDS

NAMES = [(game, game.upper()) for game in GAMES_TOLD]


def test_a_day_has_a_puzzle_of_each_kind_and_a_deal_for_each_game_that_one_plays_alone() -> None:
    assert (*KINDS, "sep-solo", "set-solo", "set-quick", "coopset") == ITEMS
    assert all(game_of(item) in GAMES for item in ITEMS)
    for deal in DEALS.values():
        assert 1 in GAMES[deal.game].seats
        from_values(GAMES[deal.game].Options, deal.options)


def test_nothing_is_shared_before_anything_is_done() -> None:
    assert shared("head", {}, NAMES) is None
    assert shared("head", {"sep-win": "open"}, NAMES) is None


def test_a_shared_result_says_what_was_solved_and_nothing_else() -> None:
    status = {"sep-win": "solved", "sep-best": "failed", "sep-solo": "played", "set-six": "open"}
    text = shared("Septet, 17 November", status, NAMES, "3 days")
    assert text is not None
    assert text.splitlines() == [
        "Septet, 17 November",
        "🟩⬜🟥 SEP",
        "⬜⬜⬜ SEPMOSA",
        "⬜⬜ SET",
        "⬜⬜ COOPSET",
        "⬜ CHIPSET",
        "🟦 SEP-SOLO",
        "⬜ SET-SOLO",
        "⬜ SET-QUICK",
        "3 days",
    ]


def test_results_fall_into_a_few_bars_of_the_same_width() -> None:
    assert bars([]) == []
    assert bars([5, 5, 5]) == [Bar(5, 5, 3)]
    found = bars(range(100))
    assert len(found) <= 8
    assert sum(bar.count for bar in found) == 100
    assert all(after.low == bar.high + 1 for bar, after in itertools.pairwise(found))
    assert middle([]) is None
    assert middle([3, 1, 2]) == 2
