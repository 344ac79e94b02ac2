"""The mosaic against slow definitions written in another way."""

import random
from itertools import product

import pytest

from septet.games.sepmosa.cells import CELLS, JOKER, JOKER_SIDES, NEIGHBOURS, NUMBER, RAYS_THROUGH
from septet.games.sepmosa.mosaic import cut_tiles, floats
from septet.games.sepmosa.moves import MosaicMove, Place, Remove, RemoveThree, SetAside, Shift, number_of
from septet.games.sepmosa.tiles import ACTION_TILES, BAG, MATCHES, NUMBER_TILES
from tests.playing import random_options, steps
from tests.sepmosa import slow
from tests.sepmosa.drawing import SEPMOSA


def test_there_are_104_tiles_in_pairs() -> None:
    assert len(BAG) == 104
    assert len(NUMBER_TILES) == 40
    assert len(ACTION_TILES) == 12
    assert {BAG.count(tile) for tile in BAG} == {2}


def test_tiles_match_as_the_rule_says() -> None:
    for one, other in product(NUMBER_TILES, repeat=2):
        assert (other in MATCHES[one]) == slow.match(one, other)


def test_every_tile_matches_six_kinds_its_twin_among_them() -> None:
    assert {len(others) for others in MATCHES.values()} == {6}
    assert MATCHES["O10"] == {"O1", "O9", "O10", "K10", "R10", "B10"}


def test_there_are_seven_rows_of_81_cells() -> None:
    assert len(CELLS) == 567
    assert NUMBER[JOKER] == 283
    assert (CELLS[0], CELLS[-1]) == ("a-40", "g+40")
    assert set(JOKER_SIDES) == {"c0", "e0", "d-1", "d+1"}


def test_beside_means_sharing_a_side() -> None:
    for cell in CELLS:
        near = {slow.name(place) for place in slow.beside(next(iter(slow.grid_of({cell: ""})))) if 0 <= place[0] <= 6}
        assert set(NEIGHBOURS[cell]) == {one for one in near if one in NUMBER}


def test_a_ray_through_the_joker_leaves_it_out() -> None:
    assert RAYS_THROUGH["d-1"][1][:2] == ("d+1", "d+2")
    assert RAYS_THROUGH["e0"][2] == ("c0", "b0", "a0")


def mosaics(games: int) -> list[dict[str, str]]:
    found = []
    for number in range(games):
        rng = random.Random(f"mosaics {number}")
        found += [step.after.mosaic for step in steps(SEPMOSA, rng, SEPMOSA.Options()) if rng.random() < 0.2]
    return found


def test_floating_is_what_the_joker_does_not_reach() -> None:
    floated = 0
    for tiles in mosaics(10):
        grid = slow.grid_of(tiles)
        assert floats(tiles) == {slow.name(place) for place in grid.keys() - slow.anchored(grid)}
        floated += bool(floats(tiles))
    assert floated > 50


def test_cut_tiles_are_those_that_something_hangs_on() -> None:
    found = 0
    for tiles in mosaics(6):
        floating = floats(tiles)
        cuts = {
            cell
            for cell in tiles.keys() - floating
            if floats({one: tile for one, tile in tiles.items() if one != cell}) != floating
        }
        assert cut_tiles(tiles) == cuts
        found += len(cuts)
    assert found > 1_000


def agree_with_the_slow_rules(games: int, often: float, *, house_rules: bool) -> None:
    kinds: set[type[MosaicMove]] = set()
    for number in range(games):
        rng = random.Random(f"slow {number}")
        options = random_options(SEPMOSA, rng) if house_rules else SEPMOSA.Options()
        for step in steps(SEPMOSA, rng, options):
            state = step.before
            if rng.random() < often:
                view = SEPMOSA.view(state, state.mover)
                legal = [move for move in SEPMOSA.legal(view) if not isinstance(move, SetAside)]
                kinds |= {type(move) for move in legal}
                fast = {SEPMOSA.notation.say(move): SEPMOSA.preview(view, move).points for move in legal}
                assert fast == dict(slow.moves(options, slow.grid_of(state.mosaic), list(view.rack)))
    assert kinds >= {Place, Remove, Shift, RemoveThree}


@pytest.mark.slow
def test_legal_moves_and_points_are_those_of_the_slow_rules() -> None:
    agree_with_the_slow_rules(3, 0.06, house_rules=False)


@pytest.mark.slow
def test_house_rules_are_those_of_the_slow_rules() -> None:
    agree_with_the_slow_rules(12, 0.012, house_rules=True)


@pytest.mark.long
def test_many_positions_are_those_of_the_slow_rules() -> None:
    agree_with_the_slow_rules(50, 0.1, house_rules=False)
    agree_with_the_slow_rules(500, 0.1, house_rules=True)


def test_the_numbers_of_the_moves_are_fixed() -> None:
    hear = SEPMOSA.notation.hear
    assert number_of(hear("K1@a-40")) == 0
    assert number_of(hear("O10@g+40")) == 22_679
    assert number_of(hear("K11xa-40")) == 22_680
    assert number_of(hear("R13xa-40h")) == 23_247
    assert number_of(hear("R13xg+40v")) == 24_380
    assert number_of(hear("-K1")) == 24_381
    assert number_of(hear("-O13")) == 24_432
    assert number_of(hear("B12xa-40>a-40")) == 24_433
    assert number_of(hear("B12xg+40>g+40")) == 345_921
