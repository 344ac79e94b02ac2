"""The rule atlas over HTTP: what a page is told, and that it is what the file says."""

import itertools
from collections.abc import Iterator

import httpx
import pytest

from septet.lab.atlas_file import GAMES_WITH_ATLAS, looked_up, pair, shipped
from tests.server.running import House, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("atlas")) as found:
        yield found


@pytest.mark.parametrize("game", GAMES_WITH_ATLAS)
def test_a_page_is_told_the_effects_and_nothing_of_single_rule_sets(house: House, game: str) -> None:
    answer, atlas = house.browser().get(f"/api/atlas/{game}"), shipped(game)
    told = answer.json()
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 25_000
    assert told["every"] is (game == "sep")
    assert told["sets"] == len(atlas.sets)
    assert "means" not in told
    assert [one["sizes"] for one in told["effects"]] == [list(one.sizes) for one in atlas.effects]


def test_two_rules_against_each_other_agree_with_their_effects(house: House) -> None:
    """What the one changes by itself, and what both together do more, is in the four corners."""
    for game in GAMES_WITH_ATLAS:
        atlas = shipped(game)
        for found in atlas.effects:
            effect = found.effect
            if effect.other_rule is None or effect.other_value is None:
                continue
            cells = pair(game, effect.rule, effect.other_rule)
            corners = [
                cells[one][other] for one, other in itertools.product((effect.value, 0), (effect.other_value, 0))
            ]
            for at, size in enumerate(found.sizes):
                both, one, other, neither = (corner.means[at] for corner in corners)
                assert both - one - other + neither == pytest.approx(size, rel=1e-3, abs=2e-4 * (1 + neither))
    answer = house.browser().get("/api/atlas/sep/pair", params={"one": 0, "other": 3}).json()
    assert answer["cells"][2][1]["means"] == pytest.approx(pair("sep", 0, 3)[2][1].means)


def test_a_rule_set_is_found_as_it_was_played_and_else_estimated(house: House) -> None:
    browser = house.browser()
    for game in GAMES_WITH_ATLAS:
        atlas = shipped(game)
        for at in (0, 7, len(atlas.sets) - 1):
            levels = ".".join(map(str, atlas.sets[at]))
            told = browser.get(f"/api/atlas/{game}/rules", params={"levels": levels}).json()
            assert told["played"] is True
            assert tuple(told["found"]["means"]) == atlas.means[at]
    atlas = shipped("sepmosa")
    unplayed = next(
        levels
        for levels in itertools.product(*(range(len(one.values)) for one in atlas.factors))
        if levels not in atlas.sets
    )
    told = browser.get("/api/atlas/sepmosa/rules", params={"levels": ".".join(map(str, unplayed))}).json()
    assert told["played"] is False
    assert min(row[0] for row in atlas.means) < told["found"]["means"][0] < max(row[0] for row in atlas.means)


def test_an_estimate_comes_as_close_as_it_says() -> None:
    """Of SEP all rule sets were played: estimated from the means of single rules and pairs, few are further off."""
    from septet.lab import atlas_file

    atlas = shipped("sep")
    doubt = atlas_file._doubt("sep")
    for at in range(len(atlas.figures)):
        off = [
            abs(atlas_file._estimate("sep", levels)[at] - means[at])
            for levels, means in zip(atlas.sets[::7], atlas.means[::7], strict=True)
        ]
        assert sum(one <= doubt[at] + 1e-12 for one in off) >= 0.9 * len(off)
    assert looked_up("sep", atlas.sets[9]).played


@pytest.mark.parametrize(
    "path",
    ["/api/atlas/set", "/api/atlas/sep/pair?one=1&other=1", "/api/atlas/sep/pair?one=1&other=30"]
    + [f"/api/atlas/sep/rules?levels={levels}" for levels in ("0", "0.0.0.0.0.0.0.0.0.9", "x", "")],
)
def test_what_is_not_in_an_atlas_is_refused(house: House, path: str) -> None:
    answer: httpx.Response = house.browser().get(path)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"
