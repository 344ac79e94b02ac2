"""What others wrote is put to our environments unchanged: the suites of the libraries, and agents from them."""

import random
import unittest
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics
from open_spiel.integration_tests import api_test as spiel_api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, random_agent
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import random_demo

from septet.envs import gymnasium as gym_envs
from septet.envs import openspiel as spiel_envs
from septet.envs import pettingzoo as aec_envs
from septet.envs.dialects import FlatSepmosaDialect
from septet.games import GAMES

AEC = [("sep", {}), ("sepmosa", {}), ("chipset", {}), ("chipset", {"seats": 4})]
SPIEL = ["septet_sep", "septet_sepmosa", "septet_sepmosa(window=8)", "septet_chipset", "septet_chipset(players=4)"]


@pytest.fixture(autouse=True)
def calm() -> Iterator[None]:
    """PettingZoo warns whoever shows more than one array, as its own games with a mask do."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        yield


@pytest.mark.parametrize(("name", "more"), AEC)
@pytest.mark.parametrize("oracle", [False, True])
def test_pettingzoo_finds_nothing_wrong(name: str, more: Any, oracle: bool) -> None:
    api_test(aec_envs.env(name, oracle=oracle, **more), num_cycles=200, verbose_progress=False)


@pytest.mark.parametrize(("name", "more"), AEC)
def test_the_same_seed_gives_the_same_game_says_pettingzoo(name: str, more: Any) -> None:
    seed_test(lambda: aec_envs.env(name, **more), num_cycles=100)


@pytest.mark.parametrize("name", aec_envs.OFFERED)
def test_the_random_player_of_pettingzoo_plays_to_the_end(name: str) -> None:
    env = aec_envs.env(name, render_mode="ansi")
    assert random_demo(env, render=True, episodes=1) == 0, "what one wins the other loses"
    assert env.unwrapped.dialect.over(env.unwrapped.position)


@pytest.mark.parametrize("name", gym_envs.OFFERED)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(gymnasium.make(gym_envs.IDS[name], render_mode="ansi").unwrapped)


@pytest.mark.parametrize("name", gym_envs.OFFERED)
def test_spaces_of_gymnasium_draw_legal_actions_and_its_wrappers_count(name: str) -> None:
    env = RecordEpisodeStatistics(gymnasium.make(gym_envs.IDS[name], oracle=True))
    row, info = env.reset(seed=4)
    env.action_space.seed(4)
    total, ended = 0.0, False
    while not ended:
        action = env.action_space.sample(mask=info["action_mask"])
        row, reward, terminated, truncated, info = env.step(action)
        total, ended = total + float(reward), terminated or truncated
        assert env.observation_space.contains(row)
    assert info["episode"]["r"] == pytest.approx(total)


@pytest.mark.parametrize("name", gym_envs.OFFERED)
def test_gymnasium_plays_several_at_once(name: str) -> None:
    envs = gymnasium.make_vec(gym_envs.IDS[name], 3)
    rows, info = envs.reset(seed=1)
    assert rows.shape[0] == 3
    actions = info["action_mask"].argmax(axis=1)
    rows, rewards, _, _, _ = envs.step(actions)
    assert rows.shape[0] == rewards.shape[0] == 3
    envs.close()


@pytest.mark.parametrize("game", SPIEL)
def test_openspiel_simulates_at_random_and_finds_nothing_wrong(game: str) -> None:
    big = game == "septet_sepmosa"  # a mask of 345,922 numbers for each state
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=not big, verbose=False)


@pytest.mark.parametrize("game", [game for game in SPIEL if game != "septet_sepmosa"])
def test_openspiels_own_api_test_passes(game: str) -> None:
    kind = type("Enforced", (spiel_api_test.EnforceAPIOnPartialTreeBase,), {})
    kind.game, kind.game_name = pyspiel.load_game(game), game  # type: ignore[attr-defined]
    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(found)
    assert found.testsRun > 4
    assert found.wasSuccessful(), [why for _, why in found.failures + found.errors]


@pytest.mark.parametrize(
    ("name", "options"), [("sep", "pile_count=1"), ("sepmosa", "target=35"), ("chipset", "chip_rounds=1")]
)
def test_is_mcts_of_openspiel_plays(name: str, options: str) -> None:
    """Unchanged from its package; it asserts by itself that a resampled state looks the same."""
    game = spiel_envs.load(name, options=options)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 6, random_state=rng)
    state, decided = game.new_initial_state(), 0
    while not state.is_terminal() and decided < 6:
        if state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=weights)))
            continue
        action = int(bot.step(state))
        assert action in state.legal_actions()
        decided += len(state.legal_actions()) > 1
        state.apply_action(action)
    assert decided


@pytest.mark.parametrize("game", ["septet_sep", "septet_chipset", "septet_sepmosa(window=8)"])
def test_random_agents_play_in_openspiels_environment(game: str) -> None:
    env = rl_environment.Environment(pyspiel.load_game(game), include_full_state=True)
    env.seed(1)
    actions = env.action_spec()["num_actions"]
    agents = [random_agent.RandomAgent(player, actions) for player in range(env.num_players)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert sum(step.rewards) == 0


# what the libraries do not ask


@pytest.mark.parametrize("name", spiel_envs.GAMES_OF_OPENSPIEL)
def test_a_game_whose_cards_are_drawn_one_by_one_is_a_game_by_the_rules(name: str) -> None:
    """Put the cards that were drawn on top of the plain rules' piles: they come to the same state."""
    rng = random.Random(f"drawn {name}")
    piles = {"sep": ("draw", "action_draw"), "sepmosa": ("pool",), "chipset": ("deck",)}[name]
    compared = 0
    for _ in range(4):
        state = spiel_envs.load(name).new_initial_state()
        outcomes: Any = vars(type(state.dialect.game))["outcomes"]
        while not state.is_terminal() and state.move_number() < 500:
            before = state.progress
            if state.is_chance_node():
                numbers, weights = zip(*state.chance_outcomes(), strict=True)
                assert sum(weights) == pytest.approx(1)
                (action,) = rng.choices(numbers, weights)
            else:
                action = rng.choice(state.legal_actions())
            move = (state.current_player(), state._moves(state.current_player())[action]) if not before.among else None
            drawn = (*before.chosen, outcomes[action]) if before.among else ()
            seat, made = before.move[:2] if before.move else move or (0, None)
            state.apply_action(action)
            after = state.progress
            if after.among or made is None or after.state.shuffles != before.state.shuffles:
                continue
            plain = put_on_top(before.state, drawn, piles)
            assert seen(GAMES[name].apply(plain, seat, made), piles) == seen(after.state, piles)
            compared += 1
    assert compared > 30


def put_on_top(state: Any, drawn: tuple[str, ...], piles: tuple[str, ...]) -> Any:
    """The state with these cards on top of the piles that they lie in, the first one uppermost."""
    fields = {name: getattr(state, name) for name in state.__struct_fields__ if name != "script"}
    for pile in piles:
        left = list(fields[pile])
        mine = [card for card in drawn if card in left]
        for card in mine:
            left.remove(card)
        fields[pile] = (*left, *reversed(mine))
    kind = type(state) if "script" not in state.__struct_fields__ else type(state).__mro__[1]
    return kind(**fields)


def seen(state: Any, piles: tuple[str, ...]) -> dict[str, Any]:
    """All of a state; a pile that nobody has looked into has no order."""
    fields = {name: getattr(state, name) for name in state.__struct_fields__ if name != "script"}
    return {name: sorted(value) if name in piles else value for name, value in fields.items()}


def test_every_move_of_sepmosa_has_a_number_of_its_own_in_the_window_too() -> None:
    rng = random.Random("window")
    whole, near = FlatSepmosaDialect(), FlatSepmosaDialect(window=3)
    assert (whole.actions, near.actions) == (345_922, 43 * 49 + 52 + 49 * 49 + 1)
    left_out = 0
    for game in range(4):
        state = whole.deal(rng.randbytes(32))
        for _ in range(150):
            seat = whole.mover(state)
            if seat is None:
                break
            view = whole.view(state, seat)
            moves, named = whole.moves(view), near.moves(view)
            assert len(moves) == len(whole.game.legal(view)), game
            assert named
            assert max(named) < near.actions
            assert list(named) == sorted(named)
            left_out += len(moves) > len(named)
            state = whole.play(state, seat, rng.choice(list(moves.values())))
    assert left_out, "some moves lead out of seven columns"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: aec_envs.env("set"), "'set' is not offered to PettingZoo; these are: sep, sepmosa, chipset"),
        (lambda: gym_envs.SeptetGym("sep"), "'sep' is not offered to Gymnasium"),
        (lambda: spiel_envs.load("coopset"), "'coopset' is not offered to OpenSpiel"),
        (lambda: spiel_envs.load("sep", window=3), "sep takes no window; it takes: options"),
        (lambda: aec_envs.env("chipset", seats=11), "chipset is for 2 to 10 players"),
        (lambda: aec_envs.env("chipset", options="chip_count=declared"), "chip_count must be auto"),
        (lambda: aec_envs.env("sep", options="speed=9"), "sep cannot be played with 'speed=9'"),
        (lambda: aec_envs.env("sep", render_mode="human"), "render_mode must be ansi or nothing"),
        (lambda: gym_envs.SeptetGym("set-solo", "noset_mode=auto"), "environments of set-solo claim directly"),
        (lambda: FlatSepmosaDialect(window=41), "window must be from 1 to 40 columns"),
    ],
)
def test_what_is_not_offered_is_said_in_one_line(call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words) as told:
        call()
    assert "\n" not in str(told.value)


def test_a_place_beyond_the_list_of_sepmosa_is_refused() -> None:
    env = aec_envs.env("sepmosa", width=200)
    env.reset(seed=1)
    mover = env.agent_selection
    env.step(199)
    assert env.unwrapped.rewards[mover] == -1
    assert all(env.unwrapped.truncations.values())
    assert not any(env.unwrapped.terminations.values())


def test_the_oracle_shows_only_where_it_was_asked_for() -> None:
    env = aec_envs.raw_env("sep")
    env.reset(seed=1)
    assert sorted(env.observe("player_0")) == ["action_mask", "observation"]
    spiel = spiel_envs.load("sep")
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    whole, usual = spiel.make_py_observer(kind), spiel.make_py_observer()
    assert "oracle_their_hand" in whole.dict
    assert not any(name.startswith("oracle") for name in usual.dict)
