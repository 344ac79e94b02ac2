"""Games of a study played by the compiled twins of the rules: the same games as by plain rules, move by move.

Only bots that a twin knows can play in it; whoever else sits down plays by plain rules.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from septet.bots.engine import COMPILES
from septet.games import GAMES
from septet.games.options import from_values
from septet.games.sep.solo import TARGETS
from septet.games.sep.state import TOKENS
from septet.lab.chance import bot_word, dealt_from
from septet.lab.rule_sets import RuleSet

GAMES_WITH_TWINS = ("sep", "sep-solo", "sepmosa")
BOTS_OF_TWINS = ("random", "greedy")
Rows = Any  # an array: deals, rule sets, columns


def played_by_twin(game: str, bots: Sequence[str]) -> bool:
    return COMPILES and game in GAMES_WITH_TWINS and all(bot in BOTS_OF_TWINS for bot in bots)


class Twin:
    """Plays whole games of one kind under several rule sets."""

    def __init__(self, game: str, sets: Sequence[RuleSet]) -> None:
        kind = "sepmosa" if game == "sepmosa" else "sep"
        self.game = game
        self.module: Any = _module(kind, "studying")
        records = _module(kind, "records")
        self.options: list[Any] = [from_values(GAMES[game].Options, one.options) for one in sets]
        self.bases = np.zeros(len(sets), records.STATE)
        for one, base in zip(self.options, self.bases, strict=True):
            records.to_record(GAMES[game].deal(one, GAMES[game].seats.start, bytes(32)), base)
        self.fresh = np.array([one.fresh for one in sets], np.int64)
        width = records.STATE.fields["options"][0].itemsize
        self.base_bytes = _bytes(self.bases)[:, :width].copy()
        self.states = np.zeros(3, records.STATE)
        self.work = [records.new_work()] if kind == "sepmosa" else []

    @property
    def endings(self) -> Sequence[str]:
        found: Sequence[str] = _module("sepmosa" if self.game == "sepmosa" else "sep", "tables").ENDINGS
        return found

    def play(
        self, bots: Sequence[str], seed: str, numbers: range, *, matters: bool = True, decided: bool = True
    ) -> Rows:
        """A row of the twin's own columns for each deal and rule set."""
        from septet.bots.kernels.chance import new_chance
        from septet.bots.kernels.studies import POLICIES

        seats = len(bots)
        starts = np.zeros(len(numbers), np.uint64)
        words = np.ones((2, len(numbers), 2), np.uint64)
        policies = np.zeros((len(numbers), 2), np.int64)
        for at, number in enumerate(numbers):
            dealt = dealt_from(seed, number)
            starts[at] = int.from_bytes(dealt[:8], "big") or 1
            for seat in range(seats):
                policies[at, seat] = POLICIES.index(bots[(seat + number) % seats])
                words[:, at, seat] = [bot_word(dealt, seat, fresh=False), bot_word(dealt, seat, fresh=True)]
        rows = np.zeros((len(numbers), len(self.bases), self.module.COLUMNS))
        self.module.study(
            self.bases,
            self.base_bytes,
            self.fresh,
            starts,
            words,
            policies,
            self._judgement() if decided else self._no_judgement(),
            matters,
            self.states,
            _bytes(self.states),
            rows,
            *self.work,
            new_chance(1),
        )
        return rows

    def column(self, rows: Rows, name: str) -> Any:
        """A figure of a study, from the twin's own columns."""
        from septet.bots.kernels import studies

        first, second = rows[..., studies.SCORES], rows[..., studies.SCORES + 1]
        begins = rows[..., studies.FIRST]
        if name.startswith("ending."):
            return (rows[..., studies.ENDING] == self.endings.index(name.removeprefix("ending."))).astype(float)
        if name == "first":
            return np.where(
                first == second, 0.5, (np.where(begins == 0, first, second) > np.minimum(first, second)) * 1.0
            )
        if name == "tie":
            return (first == second).astype(float)
        if name == "with_reset":
            return (rows[..., self.module.RESETS] > 0).astype(float)
        if self.game == "sep-solo" and name in SOLO:
            return SOLO[name](self, rows)
        own = getattr(self.module, name.upper(), None)
        return rows[..., getattr(studies, name.upper()) if own is None else own]

    def _judgement(self) -> Any:
        """For each rule set the table or the weights that say how such games end."""
        return np.stack([judgement(self.game, one) for one in self.options])

    def _no_judgement(self) -> Any:
        return np.zeros((len(self.options), *judgement(self.game, GAMES[self.game].Options()).shape))


def _solo_score(twin: Twin, rows: Rows) -> Any:
    points = twin.module.POINTS
    return rows[..., points : points + 3].sum(axis=-1)


def _solo_won(twin: Twin, rows: Rows) -> Any:
    """As `outcome` of SEP solo says it."""
    won = np.zeros(rows.shape[:2])
    score, tokens = _solo_score(twin, rows), rows[..., _module("sep", "studying").SCORES]
    for which, options in enumerate(twin.options):
        match = options.solo_match
        if match == "single":
            won[:, which] = tokens[:, which] == TOKENS
        elif match == "b" and options.solo_b_target == "exactly":
            won[:, which] = score[:, which] == TARGETS[match]
        else:
            won[:, which] = score[:, which] >= TARGETS[match]
    return won


SOLO: dict[str, Callable[[Twin, Rows], Any]] = {
    "turns": lambda twin, rows: rows[..., twin.module.TURNS] / rows[..., twin.module.ROUNDS],
    "points": lambda twin, rows: _solo_score(twin, rows) / rows[..., twin.module.ROUNDS],
    "score": _solo_score,
    "won": _solo_won,
}


def judgement(game: str, options: Any) -> Any:
    """What says how such games end: learnt from games of the quick hand under the same options."""
    if game == "sepmosa":
        return _module("sepmosa", "valuing").weights(options)
    engine = _module("sep", "engine")
    return engine.NO_VALUES if game == "sep-solo" else engine.values(options)


def hope(game: str, state: Any) -> float | None:
    """The first seat's chance to win, by that judgement; None where it has none, in the middle of a turn."""
    kind = "sepmosa" if game == "sepmosa" else "sep"
    records = _module(kind, "records")
    states = np.zeros(1, records.STATE)
    records.to_record(state, states[0])
    found = float(_module(kind, "studying").hope(states[0], judgement(game, state.options)))
    return None if found < 0 else found


@cache
def _module(kind: str, name: str) -> Any:
    return import_module(f"septet.bots.kernels.{kind}.{name}")


def _bytes(records: Any) -> Any:
    return records.view(np.uint8).reshape(len(records), -1)
