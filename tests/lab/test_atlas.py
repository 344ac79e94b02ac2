"""The rule atlas: sums of chunks, and what they come to."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from septet.games import GAMES
from septet.lab import atlas as atlases
from septet.lab.atlas import AtlasTask, Sums, added_up, answer, chunk, columns
from septet.lab.atlas_file import Atlas
from septet.lab.design import design
from septet.lab.figures import Row, figures, plain_rows
from septet.lab.where import rulings

BOTS = ("greedy", "greedy")
DATA = Path(atlases.__file__).parent / "data"


@pytest.fixture(scope="module")
def small() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(atlases, "TOGETHER", 2)
        task = AtlasTask(game="sepmosa", bots=BOTS, seed="small")
        sums = [msgspec.json.decode(answer(chunk(task, start).body), type=Sums) for start in (0, 2)]
        yield added_up(task, design("sepmosa", rulings("sepmosa")), sums)


def plainly(game: str, which: int, seed: str, deals: range) -> list[Row]:
    """The figures of one cell of the atlas, by plain rules."""
    rules = design(game, rulings(game)).rule_sets(game)[which]
    names = [one.name for one in figures(GAMES[game])]
    wanted = [names.index(one.name) for one in columns(game)]
    rows = [plain_rows(game, BOTS, (rules,), seed, number)[0] for number in deals]
    return [tuple(row[at] for at in wanted) for row in rows]


def test_a_cell_of_the_atlas_is_what_plain_rules_play(small: Atlas) -> None:
    for which in (0, 77, 255):
        rows = np.array(plainly("sepmosa", which, "small", range(4)))
        assert np.allclose(small.means[which], rows.mean(axis=0), rtol=1e-4)
        assert np.allclose(small.errors[which], rows.std(axis=0, ddof=1) / 2, rtol=1e-3, atol=1e-6)


def test_the_largest_effects_are_clear_and_come_in_their_order(small: Atlas) -> None:
    found = small.largest(10)
    sizes = [abs(one.sizes[at]) / small.spreads[at] for one, at in found]
    assert found
    assert sizes == sorted(sizes, reverse=True)
    assert all(abs(one.sizes[at]) > one.halves[at] for one, at in found)


@pytest.mark.long
@pytest.mark.parametrize("game", ["sep", "sepmosa"])
def test_cells_of_the_atlas_that_is_shipped_hold_by_plain_rules_on_other_deals(game: str) -> None:
    """Ten cells of each game, other deals: all means within what both sides do not know."""
    shipped = msgspec.json.decode((DATA / f"atlas-{game}.json").read_bytes(), type=Atlas)
    rng, deals = np.random.default_rng(11), 200
    cells = rng.choice(len(shipped.sets), 10, replace=False)
    times = 4.2  # standard errors for some 200 numbers at once
    for which in cells:
        rows = np.array(plainly(game, int(which), "other deals", range(deals)))
        means, errors = np.array(shipped.means[which]), np.array(shipped.errors[which])
        spread = errors * np.sqrt(shipped.deals)
        assert (np.abs(rows.mean(axis=0) - means) <= times * np.hypot(errors, spread / np.sqrt(deals)) + 0.02).all()
