"""The learnt expert of SEPMOSA: what its net is shown, and that it plays whole games from views alone."""

import random
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from septet.bots import bot_named, prepare
from septet.bots.bot import Budget
from septet.bots.engine import SEPMOSA as ENGINE
from septet.bots.kernels.sepmosa.engine import JudgedRace
from septet.bots.kernels.sepmosa.records import STATE, new_work, to_record
from septet.bots.kernels.sepmosa.signs import ALL_KINDS, AT, FIELDS, SIGNS, read_signs
from septet.bots.sepmosa.search import SepmosaJudged, SepmosaSearcher
from septet.games.sepmosa.allowed import playable
from septet.games.sepmosa.moves import Place, RemoveThree
from septet.games.sepmosa.state import State
from septet.games.sepmosa.tiles import KINDS
from septet.lab.arena import Contest, hold
from septet.lab.curricula import MOSAIC_HOUSES
from tests.sepmosa.drawing import SEPMOSA


@pytest.fixture(autouse=True, scope="module")
def _ready() -> None:
    prepare("sepmosa", ["expert:learnt"])


def games(seed: int, **options: Any) -> list[State]:
    """States of a game that is played well at first sight, so that series and floating tiles come about."""
    rng = random.Random(seed)
    state, found = SEPMOSA.deal(SEPMOSA.Options(**options), 2, rng.randbytes(32)), []
    while not state.ending:
        found.append(state)
        view = SEPMOSA.view(state, state.mover)
        moves = list(SEPMOSA.legal(view))
        rng.shuffle(moves)
        state = SEPMOSA.apply(state, state.mover, max(moves[:4], key=lambda move: SEPMOSA.preview(view, move).points))
    return found


def signs_of(state: State) -> dict[str, Any]:
    """What the net is shown, by field."""
    states, row = np.zeros(1, STATE), np.zeros(SIGNS, np.float32)
    to_record(state, states[0])
    read_signs(states[0], new_work(), row, np.zeros(ALL_KINDS, np.int64), np.zeros(ALL_KINDS, np.int64))
    return {name: row[AT[name] : AT[name] + size] for name, size in FIELDS}


def most(state: State, kind: type) -> dict[str, int]:
    """The most points that a tile of each kind would score with such a move, by the plain rules."""
    view = SEPMOSA.view(state, state.mover)
    found: dict[str, int] = defaultdict(lambda: -1)
    for move in playable(view, [tile for tile in KINDS if not tile.endswith(("11", "12"))]):
        if isinstance(move, kind):
            found[move.tile] = max(found[move.tile], SEPMOSA.preview(view, move).points)
    return found


@pytest.mark.parametrize("options", [{}, {"joker_wild": "always", "target": 35}])
def test_the_net_is_shown_what_the_rules_say(options: dict[str, Any]) -> None:
    """For both racks: the best and the second best tile, how many fit and score, and what a 13 would bring."""
    for state in games(3, **options)[::12]:
        signs, pays, threes = signs_of(state), most(state, Place), most(state, RemoveThree)
        for seat, whose in ((state.mover, "my"), (1 - state.mover, "their")):
            each = sorted((pays[tile] for tile in state.racks[seat]), reverse=True)
            for field, much in ((f"{whose}_best", each[0]), (f"{whose}_next", each[1])):
                assert signs[field].tolist() == [number == much for number in range(8)]
            rack = signs[f"{whose}_rack"]
            assert rack[0] == sum(much >= 0 for much in each) / 4
            assert rack[1] == sum(much > 0 for much in each) / 2
            thirteen = max([threes[tile] for tile in state.racks[seat]] + [0])
            assert rack[8] == pytest.approx(thirteen / 5)
        assert signs["unseen"][0] == pytest.approx(sum(pays[tile] >= 0 for tile in state.pool) / len(state.pool))
        assert signs["unseen"][3] == pytest.approx(sum(max(0, pays[tile]) for tile in state.pool) / len(state.pool))


def test_a_win_within_reach_is_shown() -> None:
    for state in games(5, target=35)[-12:]:
        mine = state.scores[state.mover]
        tiles = state.racks[state.mover]
        best = max([most(state, kind)[tile] for kind in (Place, RemoveThree) for tile in tiles])
        assert signs_of(state)["close"][8] == (best >= 35 - mine)


def test_the_order_of_tiles_changes_nothing() -> None:
    for state in games(4)[::9]:
        other = State(**{name: getattr(state, name) for name in State.__struct_fields__})
        other.racks = tuple(tuple(reversed(rack)) for rack in state.racks)
        other.pool = tuple(reversed(state.pool))
        one, two = signs_of(state), signs_of(other)
        for name in set(one) - {"game", "my_rack", "their_rack"}:  # these tell of the first of several that are as good
            assert one[name] == pytest.approx(two[name], abs=1e-5), name


def ranked(view: Any, playouts: int, seed: int = 1) -> Any:
    return SepmosaJudged(SEPMOSA, view.seat, random.Random(seed), Budget(playouts=playouts)).ranked(view)


def test_a_seed_and_playouts_give_the_same_answer_however_they_are_cut() -> None:
    for state in games(6)[10:60:12]:
        view = SEPMOSA.view(state, state.mover)
        once = ranked(view, 400)
        assert ranked(view, 400) == once
        rng = random.Random(1)
        guess = SEPMOSA.guess(view, rng)
        learnt = ENGINE.module.judge(state.options)
        search = JudgedRace(learnt, view, guess, rng.getrandbits(64), **SepmosaJudged.knobs)
        for batch in (1, 32, 7, 360):
            search.add(batch)
        assert search.found() == once


def test_what_a_seat_does_not_see_changes_nothing() -> None:
    """Hidden tiles are dealt again, and the answer is the same: it comes from the view and the seed."""
    for number, state in enumerate(games(7)[10:60:12]):
        view = SEPMOSA.view(state, state.mover)
        other = SEPMOSA.guess(view, random.Random(number))
        assert ranked(SEPMOSA.view(other, state.mover), 200) == ranked(view, 200)


def test_under_rules_that_the_net_has_not_played_the_other_race_is_run() -> None:
    state = games(8, width="box8")[20]
    view = SEPMOSA.view(state, state.mover)
    plain = SepmosaSearcher(SEPMOSA, state.mover, random.Random(1), Budget(playouts=300)).ranked(view)
    assert ranked(view, 300) == plain
    assert ENGINE.module.judge(state.options) is None
    usual = games(8)[20]
    view = SEPMOSA.view(usual, usual.mover)
    assert ranked(view, 300) != SepmosaSearcher(SEPMOSA, 0, random.Random(1), Budget(playouts=300)).ranked(view)


@pytest.mark.parametrize("house", [*MOSAIC_HOUSES, {"width": "box8", "target": 35}])
def test_it_plays_whole_games_in_houses_that_it_knows_and_in_others(house: dict[str, Any]) -> None:
    """And better than greedy, whom it meets twice in each."""
    contest = Contest("sepmosa", ("expert:learnt", "greedy"), house, 2, "houses", Budget(playouts=300))
    pair = hold(contest, 1).pairs[0]
    assert pair.games == 2
    assert bot_named("sepmosa", "expert:learnt") is not None
