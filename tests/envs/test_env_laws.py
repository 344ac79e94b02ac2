"""Every environment keeps the laws; and those that do not are caught: a leak, a wrong mask, a guess that knows more."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from septet.envs import gymnasium as gym_envs
from septet.envs import openspiel as spiel_envs
from septet.envs import pettingzoo as aec_envs
from septet.envs.dialect import Dialect
from septet.games.game import Move
from tests.envs import laws
from tests.envs.laws import AecCase, Case, GymCase, SpielCase


def aec(name: str, seed: int, **more: Any) -> AecCase:
    env = aec_envs.raw_env(name, **more)
    env.reset(seed=seed)
    return AecCase(env)


def gym(name: str, seed: int, **more: Any) -> GymCase:
    env = gym_envs.SeptetGym(name, **more)
    env.reset(seed=seed)
    return GymCase(env)


def spiel(name: str, seed: int, **more: Any) -> SpielCase:
    return SpielCase(spiel_envs.load(name, **more), seed=seed)


Make = Callable[[int], Case]
CASES: dict[str, Make] = {
    "aec sep": lambda seed: aec("sep", seed),
    "aec sep, other rules": lambda seed: aec("sep", seed, options="reserve_take=fits_and_place_it, pile_count=1"),
    "aec sepmosa": lambda seed: aec("sepmosa", seed),
    "aec sepmosa, voluntary": lambda seed: aec("sepmosa", seed, options="passing=voluntary, show_removed_log=off"),
    "aec chipset": lambda seed: aec("chipset", seed),
    "aec chipset for five": lambda seed: aec("chipset", seed, seats=5, options="expose_check=off, chip_stack=9"),
    "gym sep-solo": lambda seed: gym("sep-solo", seed),
    "gym sep-solo, match": lambda seed: gym("sep-solo", seed, options="solo_match=b"),
    "gym set-solo": lambda seed: gym("set-solo", seed),
    "gym set-solo, whole deck": lambda seed: gym("set-solo", seed, options="solo_end=add3"),
    "gym coopset": lambda seed: gym("coopset", seed),
    "gym coopset, modern": lambda seed: gym("coopset", seed, options="coop_rules=modern"),
    "spiel sep": lambda seed: spiel("sep", seed),
    "spiel sepmosa": lambda seed: spiel("sepmosa", seed),
    "spiel sepmosa, box": lambda seed: spiel("sepmosa", seed, options="width=box8", window=8),
    "spiel chipset": lambda seed: spiel("chipset", seed, players=3),
}


def judge(make: Make, law: Callable[[Case, random.Random], None], games: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    looked = 0
    for game in range(games):
        case = make(seed + game)
        steps = 60 if case.dialect.name == "set-solo" else 400  # hundreds of moves are legal there
        for _ in laws.moments(case, rng, steps, 23):
            law(case, rng)
            looked += 1
    assert looked > 1


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_every_environment_keeps_the_laws(name: str, law: Any) -> None:
    judge(CASES[name], law, 1 if "sepmosa" in name else 2)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_every_environment_keeps_the_laws_for_long(name: str, law: Any) -> None:
    judge(CASES[name], law, 10, seed=100)


# faults, planted


def leaked(dialect: Dialect, state: Any, seat: int) -> int:
    """One bit of what is hidden."""
    if state is None:
        return 0
    hidden = dialect.oracle(state, seat).astype(int)
    return int(hidden @ np.arange(1, hidden.size + 1)) // 2 % 2


class Leaky(aec_envs.SeptetAEC):
    """Shows one bit too many."""

    def observe(self, agent: str) -> Any:
        seen = super().observe(agent)
        seen["observation"][0] += leaked(self.dialect, self.position, self.seat_of[agent])
        return seen


class Chatty(aec_envs.SeptetAEC):
    """Its text is that of the whole state."""

    def text(self, agent: str) -> str:
        return repr(self.position)


class Peeking(aec_envs.SeptetAEC):
    """Leaves the other hand as it is."""

    def resample(self, agent: str, seed: int) -> Any:
        other = super().resample(agent, seed)
        return other if seed % 2 else self.clone()


class Careless(aec_envs.SeptetAEC):
    """Loses a card on the way."""

    def resample(self, agent: str, seed: int) -> Any:
        other = super().resample(agent, seed)
        pile = "draw" if self.dialect.name == "sep" else "pool" if self.dialect.name == "sepmosa" else "deck"
        left = getattr(other.position, pile)
        setattr(other.position, pile, left[:-1] + left[:-2][-1:])
        return other


class Stuck(aec_envs.SeptetAEC):
    """Always guesses the same."""

    def resample(self, agent: str, seed: int) -> Any:
        return super().resample(agent, 0)


def masked(change: Callable[[dict[int, Move], Any], dict[int, Move]]) -> type[aec_envs.SeptetAEC]:
    """An environment whose mask is not that of its dialect."""

    class Masked(aec_envs.SeptetAEC):
        def observe(self, agent: str) -> Any:
            seen = super().observe(agent)
            moves = self.dialect.moves(self.dialect.view(self.position, self.seat_of[agent]))
            if agent == self.agent_selection and seen["action_mask"].any():
                seen["action_mask"] = np.zeros_like(seen["action_mask"])
                seen["action_mask"][list(change(moves, self.dialect))] = 1
            return seen

    return Masked


def one_less(moves: dict[int, Move], dialect: Dialect) -> dict[int, Move]:
    return dict(list(moves.items())[: max(1, len(moves) - 1)])


def one_more(moves: dict[int, Move], dialect: Dialect) -> dict[int, Move]:
    free = next(number for number in reversed(range(dialect.actions)) if number not in moves)
    return {**moves, free: next(iter(moves.values()))} if len(moves) > 1 else moves


def swapped(moves: dict[int, Move], dialect: Dialect) -> dict[int, Move]:
    """As many as there are, but one of them is another."""
    return one_more(one_less(moves, dialect), dialect) if len(moves) > 2 else moves


FAULTS = {
    "a leak in the observation": (Leaky, laws.nothing_leaks),
    "a leak in the text": (Chatty, laws.nothing_leaks),
    "a move missing in the mask": (masked(one_less), laws.the_mask_is_right),
    "a move too many in the mask": (masked(one_more), laws.the_mask_is_right),
    "another move in the mask": (masked(swapped), laws.the_mask_is_right),
    "a guess that is sometimes the truth": (Peeking, laws.the_guess_is_honest),
    "a guess that loses a card": (Careless, laws.the_guess_is_honest),
    "a guess that is always the same": (Stuck, laws.the_guess_is_honest),
}


@pytest.mark.parametrize("game", aec_envs.OFFERED)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: str, game: str) -> None:
    kind, law = FAULTS[fault]

    def make(seed: int) -> AecCase:
        env = kind(aec_envs.OFFERED[game]())
        env.reset(seed=seed)
        return AecCase(env)

    with pytest.raises(AssertionError):
        judge(make, law, 4)


@pytest.mark.parametrize("game", gym_envs.OFFERED)
@pytest.mark.parametrize("fault", ["leak", "mask", "guess"])
def test_a_fault_planted_where_one_plays_alone_is_caught(fault: str, game: str, monkeypatch: Any) -> None:
    kind = gym_envs.OFFERED[game]
    law: Any = {"leak": laws.nothing_leaks, "mask": laws.the_mask_is_right, "guess": laws.the_guess_is_honest}[fault]

    class Faulty(gym_envs.SeptetGym):
        def seen(self) -> Any:
            row, info = super().seen()
            if fault == "leak":
                row[0] += leaked(self.dialect, self.position, 0)
            return row, info

        def action_masks(self) -> Any:
            mask = super().action_masks()
            if fault == "mask" and mask.sum() > 1:
                mask[mask.argmax()] = 0
            return mask

        def resample(self, seed: int) -> Any:
            return self.clone() if fault == "guess" else super().resample(seed)

    def make(seed: int) -> GymCase:
        env = Faulty(game)
        env.reset(seed=seed)
        return GymCase(env)

    assert kind.name == game
    with pytest.raises(AssertionError):
        judge(make, law, 4)


@pytest.mark.parametrize("game", spiel_envs.GAMES_OF_OPENSPIEL)
@pytest.mark.parametrize("fault", ["leak", "mask", "guess"])
def test_a_fault_planted_in_a_game_of_openspiel_is_caught(fault: str, game: str, monkeypatch: Any) -> None:
    law: Any = {"leak": laws.nothing_leaks, "mask": laws.the_mask_is_right, "guess": laws.the_guess_is_honest}[fault]
    plain_row, plain_legal = spiel_envs.SpielObserver.set_from, spiel_envs.SpielState._legal_actions

    def set_from(self: Any, state: Any, player: int) -> None:
        plain_row(self, state, player)
        self.tensor[0] += leaked(self.dialect, state.progress.state, player)

    def legal_actions(self: Any, player: int) -> list[int]:
        legal = plain_legal(self, player)
        return legal[1:] if len(legal) > 1 else legal

    def resample(self: Any, player: int, sampler: Any) -> Any:
        return self.clone()

    if fault == "leak":
        monkeypatch.setattr(spiel_envs.SpielObserver, "set_from", set_from)
    elif fault == "mask":
        monkeypatch.setattr(spiel_envs.SpielState, "_legal_actions", legal_actions)
    else:
        monkeypatch.setattr(spiel_envs.SpielState, "resample_from_infostate", resample)
    with pytest.raises(AssertionError):
        judge(lambda seed: spiel(game, seed), law, 4)
