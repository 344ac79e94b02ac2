"""Do intervals of real studies keep their promise? Counted over a thousand studies, in the long run over ten."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from septet.games import GAMES
from septet.lab.figures import MATTERS, Figure, figures
from septet.lab.paired import Comparison, compare, near_enough
from septet.lab.rule_sets import RuleSet, varied
from septet.lab.study import looks
from septet.lab.twins import Twin

SEP = GAMES["sep"]
BOTS = ("greedy", "greedy")
COLUMNS: list[Figure] = [one for one in figures(SEP) if one.name != MATTERS]
DEALS, STUDIES = 400, 1_000
UNTIL = 0.082  # some studies are that close after 800 deals, the others after 1,600
Record = Callable[[str, object], None]
USUAL, LOW = varied(SEP, ["combo_ace=low"])


def played(sets: tuple[RuleSet, ...], seed: str, deals: int) -> Any:
    """The table of one study: deals, rule sets, figures."""
    twin = Twin("sep", sets)
    rows = twin.play(BOTS, seed, range(deals), matters=False)
    return np.stack([twin.column(rows, one.name) for one in COLUMNS], axis=-1)


def covers(found: Comparison, truth: Any) -> bool:
    """Does every interval hold the true difference?"""
    return all(
        one.differences[0].low <= known <= one.differences[0].high
        for one, known in zip(found.figures, truth, strict=True)
    )


@pytest.mark.long
def test_of_a_thousand_studies_of_nothing_at_most_seventy_raise_an_alarm(record_property: Record) -> None:
    """The second side has the same rules, and other chance for the bots."""
    fresh = RuleSet(USUAL.options, "fresh", fresh=True)
    alarms = 0
    for number in range(STUDIES):
        found = compare(COLUMNS, played((USUAL, fresh), f"null {number}", DEALS))
        alarms += any(one.differences[0].clear for one in found.figures)
    record_property("alarms", alarms)
    assert 0 < alarms <= 70


@pytest.mark.long
def test_of_a_thousand_studies_with_a_difference_at_least_930_cover_it_however_they_were_stopped(
    record_property: Record,
) -> None:
    """What is true is taken from all of their deals together, which is thirty and more times as sure as one of them."""
    most = 4 * DEALS
    tables = [played((USUAL, LOW), f"known {number}", most) for number in range(STUDIES)]
    truth = np.mean([(table[:, 1] - table[:, 0]).mean(axis=0) for table in tables], axis=0)
    fixed = stopped = 0
    at: dict[int, int] = {}
    for table in tables:
        fixed += covers(compare(COLUMNS, table[:DEALS]), truth)
        for look in looks(most):
            found = compare(COLUMNS, table[:look])
            if near_enough(found, UNTIL):
                break
        stopped += covers(found, truth)
        at[look] = at.get(look, 0) + 1
    record_property("covered", f"{fixed} after 400 deals, {stopped} where they were stopped: {at}")
    assert len(at) > 1, "some stop sooner than others"
    assert fixed >= 930
    assert stopped >= 930


def test_studies_of_nothing_seldom_raise_an_alarm_and_a_large_difference_is_seen() -> None:
    fresh = RuleSet(USUAL.options, "fresh", fresh=True)
    found = [compare(COLUMNS, played((USUAL, fresh), f"few {number}", DEALS)) for number in range(10)]
    assert sum(any(one.differences[0].clear for one in study.figures) for study in found) <= 3
    slow = varied(SEP, ["action_match=all_removed"])[1]
    turns = compare(COLUMNS, played((USUAL, slow), "slow", DEALS)).figures[0].differences[0]
    assert turns.low > 50
