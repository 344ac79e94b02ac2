"""SEP solo, the solitaire of SET (without a clock) and CoopSet (alone) as environments of Gymnasium.

    import gymnasium, septet.envs.gymnasium
    env = gymnasium.make("septet/SepSolo-v1")

An observation is a row of the game's layout; which actions are legal stands in `info["action_mask"]`, and
`action_masks()` says it again for agents that ask. A move that is not legal is refused: it costs a point, and nothing
else changes. `oracle=True` adds what lies in the decks to `info`, for critics in training.
"""

import random
from copy import copy
from typing import Any

from septet.envs.dialect import Dialect
from septet.envs.dialects import CoopSetDialect, SepSoloDialect, SetSoloDialect
from septet.envs.needing import needed

needed("gymnasium", "gymnasium", "septet.envs.gymnasium")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.utils import seeding  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

OFFERED: dict[str, type[Dialect]] = {kind.name: kind for kind in (SepSoloDialect, SetSoloDialect, CoopSetDialect)}
IDS = {"sep-solo": "septet/SepSolo-v1", "set-solo": "septet/SetSolitaire-v1", "coopset": "septet/CoopSet-v1"}


class SeptetGym(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One game alone at a time."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(self, name: str, options: str = "", oracle: bool = False, render_mode: str | None = None) -> None:
        if name not in OFFERED:
            raise ValueError(f"{name!r} is not offered to Gymnasium; these are: {', '.join(OFFERED)}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be ansi or nothing, not {render_mode!r}")
        self.dialect = OFFERED[name](options)
        self.with_oracle, self.render_mode = oracle, render_mode
        self.observation_space = spaces.Box(-128, 127, (self.dialect.layout.size,), np.int8)
        self.action_space = spaces.Discrete(self.dialect.actions)
        self.position: Any = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a new game; the same seed deals the same."""
        super().reset(seed=seed)
        self.position, self.made, self.ended = self.dialect.deal(self.np_random.bytes(32)), 0, False
        return self.seen()

    def seen(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """The row, and what goes with it."""
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        if self.with_oracle:
            info["oracle"] = self.dialect.oracle(self.position, 0)
        return self.dialect.row(self.dialect.view(self.position, 0)), info

    def action_masks(self) -> NDArray[np.int8]:
        """Which actions are legal now."""
        mask = np.zeros(self.dialect.actions, np.int8)
        if not self.ended:
            mask[list(self.dialect.moves(self.dialect.view(self.position, 0)))] = 1
        return mask

    def text(self) -> str:
        """What is seen, as text."""
        return self.dialect.text(self.dialect.view(self.position, 0))

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Make a move."""
        before, self.made = self.position, self.made + 1
        move = None if self.ended else self.dialect.moves(self.dialect.view(before, 0)).get(int(action))
        reward = -1.0
        if move is not None:
            self.position = self.dialect.play(before, 0, move)
            reward = self.dialect.gained(before, self.position)[0]
        over = self.dialect.over(self.position)
        late = not over and self.made >= self.dialect.longest
        self.ended = over or late
        row, info = self.seen()
        return row, reward, over, late, info

    def render(self) -> Any:
        """The position as the picture that `septet check` reads."""
        if self.render_mode is None:
            return None
        return str(self.dialect.game.notation.picture(self.position))

    # for those who search

    def clone(self) -> "SeptetGym":
        """Another environment that stands where this one does; what is drawn next is the same in both."""
        other = copy(self)
        other.np_random = seeding.np_random()[0]
        other.np_random.bit_generator.state = self.np_random.bit_generator.state
        return other

    def resample(self, seed: int) -> "SeptetGym":
        """A clone in which all that is not seen is dealt anew, each way to do so as likely as any other."""
        other = self.clone()
        other.position = self.dialect.game.guess(self.dialect.view(self.position, 0), random.Random(seed))
        return other


for _name, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point="septet.envs.gymnasium:SeptetGym", kwargs={"name": _name})
