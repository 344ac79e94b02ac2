"""Ten copies made under load, each gone back to, verified and played on; more in long runs."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.backups import Backups
from tests.faults.rounds import Report, to_the_end

Record = Callable[[str, object], None]


def copied(folder: Path, rounds: int, pairs: int) -> Report:
    return to_the_end(Backups(folder, pairs), folder, "backups", rounds)


def test_ten_copies_under_load_hold_all_that_was_acknowledged_and_can_be_played_on(tmp_path: Path) -> None:
    report = copied(tmp_path, 10, pairs=2)
    assert report.wrong == []
    assert report.found["acknowledged"] > 100
    assert report.figures["played_on"] >= 5


@pytest.mark.long
def test_fifty_copies(tmp_path: Path, record_property: Record) -> None:
    report = copied(tmp_path, 50, pairs=6)
    record_property("found", report)
    assert report.faults == []
