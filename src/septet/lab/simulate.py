"""Many games between bots, on as many processes as asked for, and what they add up to."""

import math
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from typing import Any

import msgspec

from septet.bots import prepare, sit
from septet.bots.bot import Mind, Plan
from septet.bots.failing import BotFailed, plan_of, refused
from septet.bots.own import is_own, load
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.game import Game, IllegalMove, Move, Seat, Timeout
from septet.games.options import from_values
from septet.games.timers import Due, first, going_on
from septet.lab.quantiles import normal_quantile, t_quantile

CHUNK = 25  # games that a process plays before it reports
UPPER = 0.975  # an interval of 95 % leaves as much above as below


class Task(msgspec.Struct, frozen=True):
    """What to simulate. Game number n is dealt from `seed/n`, whoever plays it and in whatever order."""

    game: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    games: int
    seed: str


class PlayedGame(msgspec.Struct, frozen=True):
    """What is kept of one game."""

    number: int
    seating: tuple[int, ...]  # which bot sat on each seat
    first: Seat | None  # who moved first, where only one may
    reason: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    won: bool | None
    figures: dict[str, float]
    counts: dict[str, tuple[int, ...]]


class Share(msgspec.Struct, frozen=True):
    """How often something happened, with the 95 % interval of its probability."""

    count: int
    share: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True):
    """How a number was spread over the games, with the 95 % interval of its mean; of one game there is none."""

    mean: float
    low: float
    high: float
    sd: float
    median: float
    p95: float
    least: float
    most: float


class Report(msgspec.Struct, frozen=True):
    game: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: str
    games: int
    endings: dict[str, Share]
    wins: tuple[Share, ...]  # of each bot, in the order in which they were named
    ties: Share | None
    first_wins: Share | None
    won: Share | None  # solo and team games
    figures: dict[str, Spread]
    counts: dict[str, dict[int, Share]]  # how often each value came up
    scores: tuple[Spread, ...]


def simulate(task: Task, jobs: int = 1, on_progress: Callable[[int], None] = lambda done: None) -> Report:
    """Play the games and add them up; the result is the same for any number of processes."""
    return report(task, all_played(task, jobs, on_progress))


def all_played(task: Task, jobs: int = 1, on_progress: Callable[[int], None] = lambda done: None) -> list[PlayedGame]:
    """The games one by one, in their order."""
    played = []
    for chunk in _chunks(task, jobs):
        played += chunk
        on_progress(len(played))
    return sorted(played, key=lambda one: one.number)


def _chunks(task: Task, jobs: int) -> Iterator[list[PlayedGame]]:
    starts = range(0, task.games, CHUNK)
    prepare(task.game, task.bots)
    if jobs == 1:
        for start in starts:
            yield _some(task, start)
        return
    with workers(jobs, task.game, task.bots) as pool:
        try:
            yield from pool.map(_some, [task] * len(starts), starts)
        except GeneratorExit:
            pool.shutdown(cancel_futures=True)
            raise


def workers(jobs: int, game: str, bots: tuple[str, ...]) -> ProcessPoolExecutor:
    """Processes in which these bots are ready to play."""
    way = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"  # Windows has only the latter
    return ProcessPoolExecutor(jobs, get_context(way), ready, (game, bots))


def ready(game: str, bots: tuple[str, ...]) -> None:
    """In a process of its own: know the bots that somebody brought along, and get all of them ready."""
    for bot in bots:
        if is_own(bot):
            load(bot)
    prepare(game, bots)


def _some(task: Task, start: int) -> list[PlayedGame]:
    return [one_game(task, number) for number in range(start, min(start + CHUNK, task.games))]


def one_game(task: Task, number: int) -> PlayedGame:
    """One game from its deal to its end; the bots change seats from game to game."""
    game = GAMES[task.game]
    seats = len(task.bots)
    seating = tuple((seat + number) % seats for seat in range(seats))
    options = from_values(game.Options, task.options)
    state = game.deal(options, seats, seed_from(f"{task.seed}/{number}"))
    minds = [
        sit(task.game, task.bots[bot], seat, random.Random(f"{task.seed}/{number}/{seat}"))
        for seat, bot in enumerate(seating)
    ]
    starters = game.to_move(state)
    try:
        state = play_out(game, state, minds)
    except BotFailed as failed:
        raise failed.by(task.bots[seating[failed.facts["seat"]]]) from failed.__cause__
    outcome = game.outcome(state)
    assert outcome is not None
    return PlayedGame(
        number,
        seating,
        next(iter(starters)) if len(starters) == 1 else None,
        outcome.reason,
        outcome.places,
        outcome.scores,
        outcome.won,
        game.study.figures(state),
        game.study.counts(state),
    )


class SimulationStep(msgspec.Struct, frozen=True):
    """A move of a game between minds, when it was made, and what it led to."""

    at: int  # milliseconds of table time
    seat: Seat | None
    move: Move
    state: Any


def play_out(game: Game[Any, Any, Any], state: Any, minds: Sequence[Mind]) -> Any:
    """Let the bots play until the game is over; its last state."""
    for step in played_out(game, state, minds):
        state = step.state
    return state


def played_out(game: Game[Any, Any, Any], state: Any, minds: Sequence[Mind]) -> Iterator[SimulationStep]:
    """A game between these minds to its end, on a clock that jumps to whatever comes next; raises BotFailed."""
    now = 0
    due: Due = {}
    while game.outcome(state) is None:
        plans = [_plan(minds, seat, game.view(state, seat), now) for seat in range(len(minds))]
        due = going_on(due, game.timers(state), now)
        coming = [(now + plan.after_ms, seat, plan.move) for seat, plan in enumerate(plans) if plan]
        planned = min(coming, key=_when, default=None)
        out = first(due)
        seat: Seat | None
        move: Move
        if out and (planned is None or out[0] < planned[0]):
            now, timer = out
            seat, move = None, Timeout(timer.name, timer.seat)
        else:
            if planned is None:  # somebody has to have a plan, or a timer to run
                raise BotFailed("no_plan", given=repr(None), seat=min(game.to_move(state)))
            now, seat, move = planned
        try:
            state = game.apply(state, seat, move)
        except IllegalMove as refusal:
            failed = refused(game, move, refusal)
            failed.facts["seat"] = seat
            raise failed from refusal
        yield SimulationStep(now, seat, move, state)


def _plan(minds: Sequence[Mind], seat: Seat, view: Any, now: int) -> Plan | None:
    try:
        return plan_of(minds[seat], view, now)
    except BotFailed as failed:
        failed.facts["seat"] = seat
        raise


def _when(planned: tuple[int, Seat, Move]) -> tuple[int, Seat]:
    return planned[:2]


def report(task: Task, played: list[PlayedGame]) -> Report:
    """What the games add up to."""
    games = len(played)
    endings = Counter(one.reason for one in played)
    tied = [one for one in played if len(one.places) > 1 and len(set(one.places)) == 1]
    decided = [one for one in played if len(set(one.places)) > 1]
    winners = Counter(one.seating[seat] for one in decided for seat, place in enumerate(one.places) if place == 1)
    seats = range(len(task.bots))
    several = len(task.bots) > 1
    return Report(
        game=task.game,
        bots=task.bots,
        options=task.options,
        seed=task.seed,
        games=games,
        endings={reason: share(count, games) for reason, count in endings.most_common()},
        wins=tuple(share(winners[bot], games) for bot in seats) if several else (),
        ties=share(len(tied), games) if several else None,
        first_wins=_first_wins(decided) if several else None,
        won=share(sum(one.won is True for one in played), games) if played[0].won is not None else None,
        figures={name: spread([one.figures[name] for one in played]) for name in played[0].figures},
        counts={name: _shares([one.counts[name] for one in played]) for name in played[0].counts},
        scores=tuple(spread([one.scores[one.seating.index(bot)] for one in played]) for bot in seats),
    )


def _first_wins(decided: list[PlayedGame]) -> Share | None:
    known = [one for one in decided if one.first is not None]
    return share(sum(one.places[one.first or 0] == 1 for one in known), len(known)) if known else None


def _shares(games: list[tuple[int, ...]]) -> dict[int, Share]:
    """How often each value came up, where every game has some of them."""
    each, sizes = [Counter(values) for values in games], [len(values) for values in games]
    return {value: clustered([one[value] for one in each], sizes) for value in sorted(set().union(*each))}


def share(count: int, of: int) -> Share:
    """A share of things that do not hang together, one of each game, with its Wilson interval."""
    low, high = wilson(count / of, of)
    return Share(count, count / of, low, high)


def clustered(counts: Sequence[int], sizes: Sequence[int]) -> Share:
    """A share of things of which each game has several: so many of so many in each game.

    What one game holds is alike: chance has drawn games and not things. How far the games lie apart tells how many
    trials that do not hang together the things are worth: never more than there are of them, and one for each game
    where the games do not differ at all.

    In other words: a cluster sample, and Wilson's interval for its effective size.
    """
    games, count, things = len(sizes), sum(counts), sum(sizes)
    if max(sizes) == 1:
        return share(count, things)
    p = count / things
    off = sum((mine - p * size) ** 2 for mine, size in zip(counts, sizes, strict=True))
    if games == 1 or not off:
        trials = float(games)
    else:
        trials = min(things, p * (1 - p) * things**2 * (games - 1) / (games * off))
    low, high = wilson(p, trials, games)
    return Share(count, p, low, high)


def wilson(p: float, of: float, drawn: int | None = None) -> tuple[float, float]:
    """The 95 % interval of a probability that was p in so many trials.

    If their number was itself worked out from how far some things lay apart, `drawn` says from how many.
    """
    z = t_quantile(UPPER, drawn - 1) if drawn and drawn > 1 else normal_quantile(UPPER)
    z2 = z * z
    centre = (p + z2 / (2 * of)) / (1 + z2 / of)
    half = z / (1 + z2 / of) * math.sqrt(p * (1 - p) / of + z2 / (4 * of * of))
    return (centre - half if p > 0 else 0.0, centre + half if p < 1 else 1.0)


def spread(numbers: list[float] | list[int]) -> Spread:
    """One number of each game, with Student's interval: how far games lie apart is known only from these."""
    mean, games = statistics.fmean(numbers), len(numbers)
    sd = statistics.stdev(numbers) if games > 1 else 0.0
    half = t_quantile(UPPER, games - 1) * sd / math.sqrt(games) if games > 1 else math.inf
    ordered = sorted(numbers)
    p95 = ordered[min(len(ordered) - 1, math.ceil(0.95 * len(ordered)) - 1)]
    return Spread(mean, mean - half, mean + half, sd, statistics.median(ordered), p95, ordered[0], ordered[-1])
