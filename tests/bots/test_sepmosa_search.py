"""The bots that search in SEPMOSA: repeatable, in time, from views alone, and at home in any state."""

import random
import statistics
import time
from collections import Counter
from typing import Any

import numpy as np
import pytest

from septet.bots import BOTS, engines, prepare
from septet.bots.bot import Budget
from septet.bots.engine import SEPMOSA as ENGINE
from septet.bots.engine import Engine
from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sepmosa.engine import Search
from septet.bots.kernels.sepmosa.records import STATE, to_state
from septet.bots.kernels.sepmosa.search import redeal
from septet.bots.kernels.sepmosa.tables import KIND
from septet.bots.sepmosa.search import SepmosaSearcher
from septet.games.sepmosa.moves import SetAside
from septet.games.sepmosa.state import State
from septet.games.sepmosa.tiles import KINDS
from septet.lab.arena import Contest, hold
from tests.playing import random_options, states
from tests.sepmosa.drawing import FULL, SEPMOSA, STUCK, drawn, plain, played

LEVELS = ("novice", "casual", "strong", "expert")


@pytest.fixture(autouse=True, scope="module")
def _ready() -> None:
    prepare("sepmosa", ["expert"])


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An engine that nobody has started."""
    engine = Engine("septet.bots.kernels.sepmosa.engine")
    monkeypatch.setattr(engine, "start", lambda: None)
    monkeypatch.setattr(SepmosaSearcher, "engine", engine)
    return engine


def answer(state: State, budget: Budget, seed: int = 1, bot: str = "expert") -> str:
    mind = BOTS["sepmosa"][bot](SEPMOSA, state.mover, random.Random(seed), budget)
    plan = mind.see(SEPMOSA.view(state, state.mover), 0)
    assert plan is not None
    return SEPMOSA.notation.say(plan.move)  # type: ignore[arg-type]


def dealt(seed: int, moves: int = 0) -> State:
    """A game after some random moves."""
    rng = random.Random(seed)
    state = SEPMOSA.deal(SEPMOSA.Options(), 2, rng.randbytes(32))
    for _ in range(moves):
        state = SEPMOSA.apply(state, state.mover, rng.choice(SEPMOSA.legal(SEPMOSA.view(state, state.mover))))
    return state


def test_the_same_seed_and_playouts_give_the_same_move() -> None:
    for number in range(10):
        state = dealt(number, 20)
        assert len({answer(state, Budget(playouts=700), seed=number) for _ in range(3)}) == 1


def test_playouts_may_come_in_any_batches() -> None:
    found = []
    for batches in ((900,), (1, 300, 599), (450, 450)):
        state = dealt(3, 25)
        search = Search(SEPMOSA.view(state, state.mover), state, 7, **SepmosaSearcher.knobs)
        for batch in batches:
            search.add(batch)
        found.append(search.found())
    assert found[0] == found[1] == found[2]


def test_the_winning_tile_is_played() -> None:
    assert answer(drawn(f"{FULL}; rack: K7 B11 O11; scores: 70-70"), Budget(playouts=500)) == "K7@d+7"


def test_points_are_taken() -> None:
    assert answer(drawn("d * R7 R8; rack: R9 K4 B13 K13 O13 R12 K12"), Budget(playouts=2_000)) == "R9@d+3"


def test_a_bot_is_at_home_in_any_state() -> None:
    """Any options, and any states of random games."""
    rng = random.Random("any")
    for _ in range(6):
        for number, state in enumerate(states(SEPMOSA, rng, random_options(SEPMOSA, rng))):
            if number % 9 == 0 and not state.ending:
                answer(state, Budget(playouts=20))


@pytest.mark.parametrize(
    "picture",
    [
        STUCK,
        "d * R7; rack: K11 K12 K13 B11 B12 O13 R11",  # one legal move
        "d * R7; rack: K11 K12 K13 B11 B12 O13 O12",  # nothing but action tiles, and none of use
        "d . * .; pool-left: 0",
        "d R1 * R7 R8 R9; rack: R11 R11 R12 R12 R13 R13 O13; pool-left: 0",
    ],
)
def test_a_bot_survives_strange_positions(picture: str) -> None:
    state = drawn(picture)
    assert played(state, answer(state, Budget(playouts=300))).moves == 1


def test_a_bot_survives_a_dead_mosaic_that_is_never_cleared() -> None:
    state = drawn("d B2~ . * . B2~; rack: K11 K12 K13 B11 B12 O13 O12", "dead_reset=off")
    assert answer(state, Budget(playouts=100)).startswith("-")


def test_a_forced_move_needs_no_thought() -> None:
    start = time.perf_counter()
    answer(drawn("d * R7; rack: K13 B13 O13 R11 K12 B12 O12"), Budget(ms=2000))
    assert time.perf_counter() - start < 1


def test_an_imagined_world_looks_the_same() -> None:
    """And the hidden tiles are dealt anew."""
    rng, changed = random.Random("worlds"), 0
    for _ in range(4):
        for number, state in enumerate(states(SEPMOSA, rng, random_options(SEPMOSA, rng))):
            if number % 4 or state.ending:
                continue
            view = SEPMOSA.view(state, state.mover)
            search = Search(view, SEPMOSA.guess(view, rng), 1, horizon=5, scale=1.0)
            search.add(1)
            record = search.states[0]
            redeal(record, state.mover, search.knobs, new_chance(rng.getrandbits(60)))
            world = to_state(record, state.seed)
            world.last = state.last
            assert SEPMOSA.view(world, state.mover) == view
            assert Counter(SEPMOSA.study.pieces(world)) == Counter(SEPMOSA.study.pieces(state))
            changed += world.racks[1 - state.mover] != state.racks[1 - state.mover]
    assert changed > 20


def test_who_had_to_pass_holds_nothing_that_fits() -> None:
    state = plain(drawn(STUCK))
    state = SEPMOSA.apply(state, 0, SetAside("K6"))
    view = SEPMOSA.view(state, 1)
    search = Search(view, SEPMOSA.guess(view, random.Random(1)), 1, horizon=5, scale=1.0)
    search.add(1)
    assert search.knobs["passes"] == 1
    assert {kind for kind in KINDS if search.knobs["misfits"] >> KIND[kind] & 1} >= {*state.racks[0]}
    record = np.zeros(1, STATE)
    for number in range(50):
        record[0] = search.states[0]
        redeal(record[0], 1, search.knobs, new_chance(number + 1))
        held = to_state(record[0], bytes(32)).racks[0]
        assert all(search.knobs["misfits"] >> KIND[tile] & 1 for tile in held)


@pytest.mark.parametrize("ms", [50, 200])
def test_a_bot_answers_in_its_time(ms: int) -> None:
    """With room for a machine that does other things as well; `bench/answers.py` is strict."""
    state = dealt(1, 30)
    answer(state, Budget(playouts=1))
    found = []
    for _ in range(3):
        start = time.perf_counter()
        answer(state, Budget(ms=ms))
        found.append(1000 * (time.perf_counter() - start))
    assert statistics.median(found) < 4 * ms


def test_until_the_code_is_compiled_a_bot_plays_by_plain_rules(cold: Engine) -> None:
    assert engines("sepmosa", ["expert", "greedy"]) == [cold]
    assert answer(drawn("d * R7 R8; rack: R9 K4 B13 K13 O13 R12 K12"), Budget(ms=1000)) == "R9@d+3"


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_moves_at_the_pace_of_a_person(level: str) -> None:
    state = dealt(2, 10)
    mind: Any = BOTS["sepmosa"][level](SEPMOSA, state.mover, random.Random(1), Budget(playouts=10))
    plan = mind.see(SEPMOSA.view(state, state.mover), 0)
    assert 600 <= plan.after_ms <= 1500
    assert mind.see(SEPMOSA.view(state, 1 - state.mover), 0) is None


def test_a_search_beats_greedy() -> None:
    """On few games; how far apart they are is measured in the arena."""
    table = hold(Contest("sepmosa", ("strong", "greedy"), {"target": 35}, 12, "levels"))
    assert table.pairs[0].share > 0.5


def test_the_engine_is_shared() -> None:
    assert BOTS["sepmosa"]["expert"].engine is ENGINE  # type: ignore[attr-defined]
