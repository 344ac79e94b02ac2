"""Many games added up: the same whoever counts, with honest intervals."""

from collections import Counter

import msgspec
import pytest

from septet.games import GAMES
from septet.lab.simulate import Task, one_game, share, simulate, spread

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
    assert spread([7]).sd == 0
