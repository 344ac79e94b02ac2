"""The bots that search: repeatable, in time, from views alone, and strong."""

import itertools
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from septet.bots import BOTS, engines, prepare
from septet.bots.bot import Budget
from septet.bots.engine import SEP, Engine
from septet.bots.kernels import cache_folder, prune
from septet.bots.kernels.sep.engine import POINTS, prizes, round_points, values
from septet.bots.sep.search import SepSearcher, SoloSearcher
from septet.games import GAMES
from septet.games.sep.moves import ALL_MOVES, Draw
from septet.games.sep.options import SepOptions, SepSoloOptions
from septet.lab.arena import Contest, hold

LEVELS = ("novice", "casual", "strong", "expert")


@pytest.fixture(autouse=True, scope="module")
def _ready() -> None:
    prepare("sep", ["expert"])


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An engine that nobody has started."""
    engine = Engine("septet.bots.kernels.sep.engine")
    monkeypatch.setattr(engine, "start", lambda: None)
    monkeypatch.setattr(SepSearcher, "engine", engine)
    return engine


def position(*lines: str) -> Any:
    return GAMES["sep"].notation.parse(SepOptions(), list(lines))


def placing(*lines: str) -> Any:
    """The position after its draw."""
    return GAMES["sep"].apply(position(*lines), 0, Draw())


def answer(state: Any, budget: Budget, seed: int = 1, bot: str = "expert") -> str:
    game = GAMES["sep"]
    plan = BOTS["sep"][bot](game, state.mover, random.Random(seed), budget).see(game.view(state, state.mover), 0)
    assert plan is not None
    return game.notation.say(plan.move)


def test_the_same_seed_and_playouts_give_the_same_move() -> None:
    game = GAMES["sep"]
    for number in range(10):
        state = game.deal(game.Options(), 2, random.Random(number).randbytes(32))
        assert len({answer(state, Budget(playouts=300), seed=number) for _ in range(3)}) == 1


@pytest.mark.parametrize("bot", ["strong", "expert"])
def test_who_searches_takes_the_last_token(bot: str) -> None:
    """In whichever of four places; the cards that bring nothing are no way to win."""
    game = GAMES["sep"]
    state = placing("circle: 4D 9C 2S 6D TC 8S", "hand: 5D 3C", "draw: 2H", "tokens: 0-6-1")
    best = game.notation.hear(answer(state, Budget(playouts=500), bot=bot))
    assert game.outcome(game.apply(state, state.mover, best)) is not None


def test_a_forced_move_needs_no_thought() -> None:
    game = GAMES["sep-solo"]
    state = game.notation.parse(game.Options(), ["circle: 4D 9C 2S 6D TC 8S", "after-action: yes"])
    start = time.perf_counter()
    plan = BOTS["sep-solo"]["expert"](game, 0, random.Random(1), Budget(ms=20_000)).see(game.view(state, 0), 0)
    assert plan is not None
    assert game.notation.say(plan.move) == "d"
    assert time.perf_counter() - start < 10


def test_a_full_circle_is_no_problem() -> None:
    state = position("circle: 4D.5D.6D 9C.TC.AC 2S.3S.4S 6H.7H.8H TD.2C.3C 8S.9S.TS", "hand: 5H 7C")
    assert GAMES["sep"].notation.hear(answer(state, Budget(playouts=100))) in ALL_MOVES


@pytest.mark.parametrize("ms", [50, 200])
def test_a_bot_answers_in_its_time(ms: int) -> None:
    """With room for a machine that does other things as well; the long run is strict."""
    assert spent(ms, 3) < ms * 3


@pytest.mark.long
@pytest.mark.parametrize("ms", [50, 200, 1000])
def test_a_bot_answers_within_a_fifth_of_its_time(ms: int, record_property: Any) -> None:
    median = spent(ms, 9)
    record_property("median ms", round(median, 1))
    assert 0.8 * ms < median < 1.2 * ms


def spent(ms: int, times: int) -> float:
    game = GAMES["sep"]
    state = game.deal(game.Options(), 2, bytes(32))
    answer(state, Budget(playouts=1))
    found = []
    for _ in range(times):
        start = time.perf_counter()
        answer(state, Budget(ms=ms))
        found.append(1000 * (time.perf_counter() - start))
    return statistics.median(found)


def test_until_the_code_is_compiled_a_bot_plays_by_plain_rules(cold: Engine) -> None:
    state = placing("circle: 4D 9C 2S 6D TC 8S", "hand: 5D 3C", "draw: 2H")
    assert not cold.ready
    assert engines("sep", ["expert", "greedy"]) == [cold]
    assert answer(state, Budget(ms=1000)) == "5D@b"


def test_code_that_cannot_be_compiled_is_told_to_those_who_wait() -> None:
    engine = Engine("septet.bots.kernels.nowhere")
    with pytest.raises(ModuleNotFoundError):
        engine.wait()
    assert not engine.ready


def test_bots_that_do_not_search_import_no_compiler() -> None:
    code = (
        "import random, sys; from septet.bots import BOTS; from septet.games import GAMES\n"
        "game = GAMES['sep']; state = game.deal(game.Options(), 2, bytes(32))\n"
        "BOTS['sep']['casual'](game, 0, random.Random(1)).see(game.view(state, 0), 0); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numba", "numpy", "llvmlite"} & set(loaded)


def test_the_cache_is_named_by_the_sources_and_lies_where_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = cache_folder()
    monkeypatch.setenv("SEPTET_CACHE", "/elsewhere")
    assert cache_folder().parts[:2] == ("/", "elsewhere")
    assert cache_folder().name == usual.name
    monkeypatch.setattr("numba.__version__", "0")
    assert cache_folder().name != usual.name


def test_old_caches_are_thrown_away_and_nothing_else(tmp_path: Path) -> None:
    mine, young, old = (tmp_path / (sign * 16) for sign in "abc")
    notes, word = tmp_path / "notes", tmp_path / ("d" * 16)
    for folder in (mine, young, old, notes):
        folder.mkdir()
        (folder / "code").touch()
    word.touch()
    for path in (mine, old, notes, word):
        os.utime(path, (0, 0))
    prune(mine)
    assert sorted(tmp_path.iterdir()) == sorted((mine, young, notes, word))
    prune(mine)
    assert (mine / "code").exists()


def test_more_tokens_promise_more() -> None:
    learnt = values(SepOptions())
    for mine in range(6):
        assert learnt[mine + 1, 0, 5] > learnt[mine, 1, 5]
    assert learnt[6, 0, 5] > 0.85
    assert learnt[0, 6, 5] < 0.2


def test_a_match_is_worth_what_the_rounds_to_come_can_bring() -> None:
    options = SepSoloOptions(solo_match="a")
    assert list(prizes(SepSoloOptions(), (), True)) == list(prizes(options, (), False))
    first = prizes(options, (), True)
    assert list(first) == sorted(first)
    safe, last = prizes(options, (10,), True), prizes(options, (3,), True)
    needed = POINTS.index(4)
    assert safe[POINTS.index(-3)] > 0.9
    assert last[needed] > 0.9
    assert last[needed - 1] < 0.1
    exactly = prizes(SepSoloOptions(solo_match="b", solo_b_target="exactly"), (3, 4), True)
    assert exactly.argmax() == POINTS.index(4)
    assert round_points(SepSoloOptions()).sum() == pytest.approx(1)


def test_a_level_beats_the_one_below() -> None:
    """On few games; how far apart they are is measured in the arena."""
    table = hold(Contest("sep", ("novice", "casual"), {}, 60, "levels"))
    assert table.pairs[0].share < 0.45


def test_an_expert_alone_makes_points() -> None:
    game, made = GAMES["sep-solo"], []
    for number in range(20):
        state = game.deal(game.Options(), 1, random.Random(number).randbytes(32))
        mind = SoloSearcher(game, 0, random.Random(number), Budget(playouts=150))
        while game.outcome(state) is None:
            plan = mind.see(game.view(state, 0), 0)
            assert plan is not None
            state = game.apply(state, 0, plan.move)
        made.append(game.scores(state)[0])
    assert statistics.fmean(made) > 5.5


@pytest.mark.long
def test_each_level_beats_the_one_below_in_two_games_of_three(record_property: Any) -> None:
    for below, above in itertools.pairwise(LEVELS):
        table = hold(Contest("sep", (above, below), {}, 100, "ladder", Budget(playouts=1500)), jobs=2)
        record_property(f"{above} beats {below}", round(table.pairs[0].share, 3))
        assert table.pairs[0].share >= 0.6


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_moves_at_the_pace_of_a_person(level: str) -> None:
    game = GAMES["sep"]
    state = game.deal(game.Options(), 2, bytes(32))
    mind = BOTS["sep"][level](game, state.mover, random.Random(1), Budget(playouts=10))
    plan = mind.see(game.view(state, state.mover), 0)
    assert plan is not None
    assert 600 <= plan.after_ms <= 1500


def test_the_engine_is_shared() -> None:
    assert BOTS["sep"]["expert"].engine is SEP  # type: ignore[attr-defined]
