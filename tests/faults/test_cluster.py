"""Ten faults of two servers that are one house, and more in long runs."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.cluster import Cluster
from tests.faults.rounds import Report, to_the_end

Record = Callable[[str, object], None]


def broken(cluster: Cluster, rounds: int) -> Report:
    return to_the_end(cluster, cluster.folder, "cluster", rounds)


def test_ten_faults_of_a_cluster_lose_nothing_and_play_goes_on_at_every_table(tmp_path: Path) -> None:
    report = broken(Cluster(tmp_path, pairs=3, workers=0, stays=False), 10)
    assert report.wrong == []
    assert report.went_on["tables"] == 30
    assert report.found["acknowledged"] > 100  # on a slow machine; ten times as many on a fast one


@pytest.mark.long
def test_a_hundred_faults_of_a_cluster_with_workers(tmp_path: Path, record_property: Record) -> None:
    report = broken(Cluster(tmp_path, stays=False), 100)
    record_property("found", report)
    assert report.faults == []
