"""Many games added up: the same whoever counts, with honest intervals."""

import math
import random
from collections import Counter

import msgspec
import pytest

from septet.games import GAMES
from septet.lab.simulate import Task, clustered, one_game, share, simulate, spread, wilson

TASK = Task("sep", ("greedy", "random"), msgspec.structs.asdict(GAMES["sep"].Options()), 60, "sum")


def test_the_report_is_the_same_for_any_number_of_processes() -> None:
    assert simulate(TASK, jobs=1) == simulate(TASK, jobs=2)


def test_the_bots_change_seats_from_game_to_game() -> None:
    seatings = Counter(one_game(TASK, number).seating for number in range(10))
    assert seatings == {(0, 1): 5, (1, 0): 5}


def test_progress_is_told_as_games_are_played() -> None:
    told: list[int] = []
    simulate(TASK, on_progress=told.append)
    assert told == [25, 50, 60]


def test_every_game_is_counted_once() -> None:
    report = simulate(TASK)
    assert report.games == 60
    assert sum(one.count for one in report.endings.values()) == 60
    assert report.ties is not None
    assert sum(one.count for one in report.wins) + report.ties.count == 60


def test_a_solo_game_is_won_or_lost_and_has_points() -> None:
    report = simulate(Task("sep-solo", ("greedy",), msgspec.structs.asdict(GAMES["sep-solo"].Options()), 40, "sum"))
    assert report.wins == ()
    assert report.first_wins is None
    assert report.won is not None
    assert report.won.count == sum(report.endings[name].count for name in ("seven",))
    assert -7 <= report.figures["points"].least <= report.figures["points"].most <= 10


@pytest.mark.parametrize(("count", "of"), [(0, 10), (10, 10), (5, 10), (1, 1)])
def test_a_share_lies_in_its_interval(count: int, of: int) -> None:
    one = share(count, of)
    assert 0 <= one.low <= one.share <= one.high <= 1
    assert one.low < one.high


def test_a_wilson_interval_is_the_one_in_the_books() -> None:
    one = share(50, 100)
    assert (round(one.low, 4), round(one.high, 4)) == (0.4038, 0.5962)


def test_a_spread_tells_mean_middle_and_ends() -> None:
    one = spread([1, 2, 3, 4, 100])
    assert (one.mean, one.median, one.least, one.most, one.p95) == (22, 3, 1, 100, 100)
    assert (spread([7]).sd, spread([7]).high) == (0, math.inf), "of one game nothing is known but itself"


def test_the_interval_of_a_mean_is_students() -> None:
    """That of the numbers 1 to 10 is an example of textbooks; a normal one would have 3.62 to 7.38."""
    ten = spread(list(range(1, 11)))
    assert (round(ten.mean, 1), round(ten.low, 6), round(ten.high, 6)) == (5.5, 3.334149, 7.665851)


def test_things_of_one_game_are_not_so_many_trials() -> None:
    """Worked by hand: 2, 4 and 0 of 4 things. Half of all, from which the games lie 0, 2 and 2 things apart.

    That is worth 12² · ½ · ½ · (3 − 1) / (3 · (0² + 2² + 2²)) = 3 trials.
    """
    found = clustered([2, 4, 0], [4, 4, 4])
    assert (found.count, found.share) == (6, 0.5)
    assert (found.low, found.high) == wilson(0.5, 3, 3)
    t = 4.302653  # of two degrees of freedom
    assert found.high - found.low == pytest.approx(2 * t / (1 + t * t / 3) * math.sqrt(1 / 12 + t * t / 36), abs=1e-6)


def test_one_of_each_game_is_a_plain_share_and_games_that_are_alike_count_once_each() -> None:
    assert clustered([1, 0, 1, 1], [1, 1, 1, 1]) == share(3, 4)
    assert clustered([2, 2, 2], [2, 2, 2]).low == wilson(1, 3, 3)[0]
    assert clustered([1], [2]).high - clustered([1], [2]).low > 0.8


def test_its_interval_holds_what_it_should_where_a_plain_one_does_not() -> None:
    """Thirty games of ten things each; all of a game have one chance, which is 0.1 or 0.5: the mean is 0.3."""
    rng = random.Random("clusters")
    held = Counter[str]()
    for _ in range(1_000):
        hits = [sum(rng.random() < chance for _ in range(10)) for chance in rng.choices((0.1, 0.5), k=30)]
        for name, found in (("games", clustered(hits, [10] * 30)), ("things", share(sum(hits), 300))):
            held[name] += found.low <= 0.3 <= found.high
    assert 930 <= held["games"] <= 975
    assert held["things"] < 850


def test_a_report_on_layouts_counts_by_games() -> None:
    options = msgspec.structs.asdict(GAMES["coopset"].Options())
    report = simulate(Task("coopset", ("random",), options, 12, "layouts"))
    assert {*report.counts} == {"rating", "layout_sets"}
    wider = [one.high - one.low for one in report.counts["layout_sets"].values()]
    layouts = sum(one.count for one in report.counts["layout_sets"].values())
    plain = [share(one.count, layouts) for one in report.counts["layout_sets"].values()]
    assert all(mine > other.high - other.low for mine, other in zip(wider, plain, strict=True))
    ratings = report.counts["rating"].values()
    assert [*ratings] == [share(one.count, 12) for one in ratings]
