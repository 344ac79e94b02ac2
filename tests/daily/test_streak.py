"""Days in a row, and one a week that may be mended."""

from septet.daily.streak import Streak, mark, may_mend, streak

TODAY = 20_000


def days(*ago: int) -> set[int]:
    return {TODAY - one for one in ago}


def test_a_row_goes_back_from_today_or_from_yesterday() -> None:
    assert streak(set(), set(), TODAY) == Streak()
    assert streak(days(0), set(), TODAY).days == 1
    assert streak(days(0, 1, 2), set(), TODAY).days == 3
    assert streak(days(1, 2), set(), TODAY).days == 2, "today may still be played"
    assert streak(days(2, 3), set(), TODAY).days == 0


def test_the_longest_row_is_remembered() -> None:
    assert streak(days(0, 10, 11, 12, 13), set(), TODAY).longest == 4


def test_a_missed_day_may_be_mended_and_holds_the_row_together_without_counting() -> None:
    found = streak(days(0, 2, 3), set(), TODAY)
    assert (found.days, found.mendable, found.would_be) == (1, TODAY - 1, 3)
    mended = streak(days(0, 2, 3), days(1), TODAY)
    assert (mended.days, mended.longest, mended.mendable) == (3, 3, None)


def test_only_one_day_of_any_seven_may_be_mended() -> None:
    assert streak(days(0, 2, 4, 5), days(3), TODAY).mendable is None
    assert not may_mend(days(6), TODAY)
    assert may_mend(days(7), TODAY)
    assert not may_mend({TODAY + 6}, TODAY), "nor one after it"


def test_two_missed_days_in_a_row_cannot_be_mended() -> None:
    assert streak(days(0, 3, 4), set(), TODAY) == Streak(days=1, longest=2)


def test_what_was_missed_longer_ago_stays_missed() -> None:
    assert streak(days(0, 1, 2, 3, 4, 5, 6, 7, 9, 10), set(), TODAY).mendable is None


def test_a_calendar_says_what_became_of_each_day() -> None:
    played, mended = days(1, 5), days(3)
    marks = [mark(played, mended, TODAY - ago, TODAY) for ago in range(7)]
    assert marks == ["none", "played", "missed", "mended", "missed", "played", "none"]
