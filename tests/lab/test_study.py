"""A study as it is made: in chunks, on several processes, cut off and gone on with, stopped when enough is known."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from septet.background.chunks import Chunk
from septet.background.running import run
from septet.games import GAMES
from septet.lab import study as studies
from septet.lab.kept import OtherStudy
from septet.lab.rule_sets import varied
from septet.lab.study import StudyResult, StudyTask, looks, study, together


@pytest.fixture(scope="module")
def task() -> StudyTask:
    return StudyTask(game="sep", bots=("greedy", "greedy"), sets=varied(GAMES["sep"], ["combo_ace"]), seed="study")


@pytest.fixture(scope="module")
def whole(task: StudyTask) -> StudyResult:
    return study(task, 600, jobs=1)


def test_two_processes_find_the_same_to_the_last_byte(task: StudyTask, whole: StudyResult) -> None:
    assert msgspec.json.encode(study(task, 600, jobs=2)) == msgspec.json.encode(whole)


def test_a_study_that_was_cut_off_goes_on_where_it_was(
    task: StudyTask, whole: StudyResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.jsonl"
    study(task, 400, jobs=1, path=path)
    path.write_bytes(path.read_bytes()[:-30])  # the last line was being written
    asked: list[int] = []

    def counted(chunks: list[Chunk], **how: Any) -> list[bytes]:
        asked.append(len(chunks))
        return run(chunks, **how)

    monkeypatch.setattr(studies, "run", counted)
    assert msgspec.json.encode(study(task, 600, jobs=1, path=path)) == msgspec.json.encode(whole)
    assert asked == [1 + (600 - 400) // together(task)]
    assert study(task, 600, jobs=1, path=path) == whole
    assert len(asked) == 1, "nothing is left to be played"


def test_a_file_of_another_study_is_left_as_it_is(task: StudyTask, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text("something else\n")
    with pytest.raises(OtherStudy):
        study(task, 400, jobs=1, path=path)
    assert path.read_text() == "something else\n"


def test_a_study_stops_at_a_look_where_enough_is_known(task: StudyTask) -> None:
    early, late = study(task, 1_600, until=0.9, jobs=2), study(task, 800, until=0.0001, jobs=2)
    assert (early.comparison.deals, early.reached) == (400, True)
    assert (late.comparison.deals, late.reached) == (800, False)


def test_the_looks_double_and_end_with_all_deals() -> None:
    assert list(looks(3_000)) == [400, 800, 1_600, 3_000]
    assert list(looks(100)) == [100]
