"""What changes with a rule, on the same deals: `septet.compare("sep", "combo_ace=cyclic,low")`."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import msgspec

from septet.background.processes import ChunkFailed
from septet.bots.failing import BotFailed
from septet.games.errors import BadOption
from septet.games.game import Game
from septet.games.options import said
from septet.i18n import Words
from septet.lab.kept import OtherStudy
from septet.lab.rule_sets import BadStudy, RuleSet, checked, varied
from septet.lab.study import TOGETHER, StudyResult, StudyTask, study
from septet.workbench.asking import AnyBot, HouseRules, NotPossible, between, game_named, players, rules_of, words_of
from septet.workbench.figures import FigureTable, Kind, Row

FEWEST, MOST = 2 * TOGETHER, 10_000_000
BASE = "base"  # what the usual rules are called, which have nothing unusual to be called by
KINDS: dict[str, Kind] = {
    "rules": "str",
    "figure": "str",
    "mean": "float",
    "low": "float",
    "high": "float",
    "difference": "float",
    "difference_low": "float",
    "difference_high": "float",
    "clear": "bool",
}


def compare(
    game: str,
    vary: str | Sequence[str] | Mapping[str, HouseRules],
    bots: AnyBot | Sequence[AnyBot] = "greedy",
    deals: int = 400,
    *,
    seed: int | str = "septet",
    options: str = "",
    until: float | None = None,
    keep: str | Path | None = None,
    jobs: int = 1,
    language: str = "en",
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> "RuleComparison":
    """Play the same deals under several rule sets: how each figure differs from that of the first of them, the base.

    `vary` is an option and its values, "combo_ace=cyclic,low", or an option alone for all of its values; several make
    every combination, and the base is the usual rules, or what `options` says. A mapping names whole rule sets
    instead, the first of them the base: `{"as usual": "", "low aces": "combo_ace=low"}`.

    `until` stops as soon as all is known that closely, 0.005 for half a point of a hundred; `keep` names a file in
    which the study goes on later. `docs/lab.md` says what each figure is, and what the intervals promise: all of them
    hold together. The same as `septet lab`; raises `NotPossible`.
    """
    t = words_of(language)
    rules = game_named(game, t)
    between("deals", deals, FEWEST, MOST, t)
    if until is not None and not 0 < until < 1:
        raise NotPossible(t("python.number", name="until", given=until, least=0, most=1))
    names = players(rules, bots, jobs, t)
    task = StudyTask(game=game, bots=names, sets=_sets(rules, vary, options, t), seed=str(seed))
    path, stop = None if keep is None else Path(keep), Event()

    def work() -> StudyResult:
        return study(task, deals, until=until, path=path, on_progress=on_progress, jobs=jobs, stop=stop, here=jobs == 1)

    try:
        return RuleComparison(work() if jobs == 1 else _aside(work, stop))
    except BotFailed as failed:
        raise NotPossible(t.refusal(failed)) from failed.__cause__
    except OtherStudy:
        raise NotPossible(t("lab.other_study", file=path)) from None
    except ChunkFailed as error:
        raise NotPossible(t("lab.failed", why=next(iter(error.why.splitlines()), ""))) from None


def _aside(work: Callable[[], StudyResult], stop: Event) -> StudyResult:
    """In a thread of its own: a notebook has a loop at work in ours, and there is room for one only."""
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(work)
        try:
            return found.result()
        except BaseException:
            stop.set()
            raise


def _sets(
    game: Game[Any, Any, Any], vary: str | Sequence[str] | Mapping[str, HouseRules], base: str, t: Words
) -> tuple[RuleSet, ...]:
    try:
        if not isinstance(vary, Mapping):
            return varied(game, [vary] if isinstance(vary, str) else vary, base)
        found = {name: rules_of(game, rules, t) for name, rules in vary.items()}
        return checked([RuleSet(msgspec.structs.asdict(one), name or said(one)) for name, one in found.items()])
    except BadStudy as error:
        raise NotPossible(t(error.key, **error.values)) from None
    except BadOption as error:
        raise NotPossible(t.refusal(error)) from None


class RuleComparison(FigureTable):
    """A row for each rule set and figure: its mean, and how that differs from the base on the same deals.

    `clear` says whether a difference is surely one; the base itself has none, and neither has `matters`, the share of
    games in which a rule could have made a difference.
    """

    def __init__(self, result: StudyResult) -> None:
        super().__init__(KINDS, _rows(result))
        self.result = result

    @property
    def deals(self) -> int:
        """How many deals were played, each by every rule set."""
        return self.result.comparison.deals

    def __repr__(self) -> str:
        rules = " | ".join(one.name or BASE for one in self.result.task.sets)
        return f"<{self.deals} deals of {self.result.task.game}: {rules}>"


def _rows(result: StudyResult) -> list[Row]:
    rows: list[Row] = []
    for at, rules in enumerate(result.task.sets):
        for one in result.comparison.figures:
            mean = one.means[at]
            apart = one.differences[at - 1] if at and one.differences else None
            values = (mean.value, mean.low, mean.high)
            differs = (apart.value, apart.low, apart.high, apart.clear) if apart else (None,) * 4
            row = (rules.name or BASE, one.figure.name, *values, *differs)
            rows.append(dict(zip(KINDS, row, strict=True)))
    return rows
