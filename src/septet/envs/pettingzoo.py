"""SEP, SEPMOSA and ChipSet as environments of PettingZoo (AEC): `septet.envs.pettingzoo.env("sep")`.

An agent sees `observation`, a row of the game's layout, and `action_mask`; in SEPMOSA also `moves`, what each move of
its list is. `oracle=True` adds what it does not see, for critics in training. A move that is not legal is refused: it
costs its agent a point, and the game is truncated for all.
"""

import random
from copy import copy
from typing import Any

from septet.envs.dialect import Dialect
from septet.envs.dialects import ChipSetDialect, SepDialect, SepmosaDialect
from septet.envs.needing import needed

needed("pettingzoo", "pettingzoo", "septet.envs.pettingzoo")

import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.utils import seeding  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

Observation = dict[str, Any]
OFFERED: dict[str, type[Dialect]] = {kind.name: kind for kind in (SepDialect, SepmosaDialect, ChipSetDialect)}


def env(name: str, **more: Any) -> Any:
    """An environment that keeps those who use it to the order of calls."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(name, **more)))


def raw_env(
    name: str,
    *,
    options: str = "",
    seats: int | None = None,
    oracle: bool = False,
    render_mode: str | None = None,
    **more: Any,
) -> "SeptetAEC":
    """The environment itself. SEPMOSA also takes `width`, how many of its legal moves can be named."""
    if name not in OFFERED:
        raise ValueError(f"{name!r} is not offered to PettingZoo; these are: {', '.join(OFFERED)}")
    return SeptetAEC(OFFERED[name](options, seats, **more), oracle, render_mode)


def row_space(size: int) -> spaces.Box:
    return spaces.Box(-128, 127, (size,), np.int8)


class SeptetAEC(AECEnv):  # type: ignore[misc]  # PettingZoo says nothing of its types
    """One game at a time; agents are the seats in their order."""

    def __init__(self, dialect: Dialect, oracle: bool = False, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be ansi or nothing, not {render_mode!r}")
        self.dialect, self.with_oracle, self.render_mode = dialect, oracle, render_mode
        self.metadata = {
            "render_modes": ["ansi"],
            "name": f"septet_{dialect.name}_v1",
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(dialect.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen: dict[str, spaces.Space[Any]] = {
            "observation": row_space(dialect.layout.size),
            "action_mask": spaces.Box(0, 1, (dialect.actions,), np.int8),
        }
        if isinstance(dialect, SepmosaDialect):
            matrix = dialect.features(dialect.view(dialect.deal(bytes(32)), 0)).shape
            seen["moves"] = spaces.Box(-128, 127, matrix, np.int8)
        if oracle:
            seen["oracle"] = row_space(dialect.oracle_layout.size)
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(dialect.actions) for agent in self.possible_agents}
        self.np_random, _ = seeding.np_random()
        self.position: Any = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed deals the same."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.position, self.made = self.dialect.deal(self.np_random.bytes(32)), 0
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def _turn(self) -> None:
        """Whose turn it is next; whoever made the last move stays if the game is over."""
        mover = self.dialect.mover(self.position)
        if mover is not None:
            self.agent_selection = self.possible_agents[mover]

    def observe(self, agent: str) -> Observation:
        """What this agent may know, and what it may do."""
        seat = self.seat_of[agent]
        view = self.dialect.view(self.position, seat)
        acts = agent == self.agent_selection and not self.terminations.get(agent) and not self.truncations.get(agent)
        mask = np.zeros(self.dialect.actions, np.int8)
        if acts:
            mask[list(self.dialect.moves(view))] = 1
        seen: Observation = {"observation": self.dialect.row(view), "action_mask": mask}
        if isinstance(self.dialect, SepmosaDialect):
            seen["moves"] = self.dialect.features(view)
        if self.with_oracle:
            seen["oracle"] = self.dialect.oracle(self.position, seat)
        return seen

    def text(self, agent: str) -> str:
        """What this agent may know, as text."""
        return self.dialect.text(self.dialect.view(self.position, self.seat_of[agent]))

    def step(self, action: int | None) -> None:
        """Make a move for the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, seat = self.agent_selection, self.seat_of[self.agent_selection]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = self.dialect.moves(self.dialect.view(self.position, seat)).get(int(action or 0))
        if move is None:
            self.rewards[agent] = -1.0
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            before = self.position
            self.position, self.made = self.dialect.play(before, seat, move), self.made + 1
            for other, reward in zip(self.agents, self.dialect.gained(before, self.position), strict=True):
                self.rewards[other] = reward
            if self.dialect.over(self.position):
                self.terminations = dict.fromkeys(self.agents, True)
            elif self.made >= self.dialect.longest:
                self.truncations = dict.fromkeys(self.agents, True)
        self._turn()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as the picture that `septet check` reads."""
        if self.render_mode is None:
            return None
        return str(self.dialect.game.notation.picture(self.position))

    def close(self) -> None:
        """There is nothing to close."""

    # for those who search

    def clone(self) -> "SeptetAEC":
        """Another environment that stands where this one does; what is drawn next is the same in both."""
        other = copy(self)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(other, name, copy(getattr(self, name)))
        other.infos = {agent: dict(info) for agent, info in self.infos.items()}
        other.np_random = seeding.np_random()[0]
        other.np_random.bit_generator.state = self.np_random.bit_generator.state
        return other

    def resample(self, agent: str, seed: int) -> "SeptetAEC":
        """A clone in which all that this agent does not see is dealt anew, each way to do so as likely as any other."""
        other = self.clone()
        view = self.dialect.view(self.position, self.seat_of[agent])
        other.position = self.dialect.game.guess(view, random.Random(seed))
        return other
