"""Bots against each other: everyone meets everyone on the same deals, from both seats, and a ladder comes of it."""

import itertools
import math
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from septet.background.chunks import Chunk
from septet.background.running import On, run
from septet.bots import prepare, sit
from septet.bots.bot import Budget, Mind, Plan
from septet.bots.failing import BotFailed
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.errors import BadRecord, Refusal
from septet.games.game import IllegalMove, Move
from septet.games.options import from_values
from septet.lab.ratings import Standing, by_points, by_wins
from septet.lab.simulate import Share, play_out, ready, share, wilson

KIND = "arena"
MOST_CHUNKS = 2_000


def in_pairs(game: str) -> bool:
    """Where two may sit against each other, bots meet in pairs; of a team the points count, with one bot alone."""
    return 2 in GAMES[game].seats and not GAMES[game].team


class Contest(msgspec.Struct, frozen=True):
    """What to play. Deal number n comes from `seed/n` for every pair of bots."""

    game: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    games: int  # of each pair; alone, of each bot
    seed: str
    budget: Budget = Budget()

    @property
    def seats(self) -> int:
        """Bots meet in pairs, or play alone."""
        return 2 if in_pairs(self.game) else 1

    @property
    def deals(self) -> int:
        return math.ceil(self.games / self.seats)


class Met(msgspec.Struct, frozen=True):
    """One deal, played from every seating: what each of the bots scored, and how long it thought about a move."""

    bots: tuple[int, ...]
    deal: int
    scores: tuple[tuple[float, ...], ...]  # of each game, in the order of `bots`; 1 a win, ½ a tie; alone the points
    ms: tuple[float, ...]
    won: bool | None = None  # alone, where the game can be won or lost


class Pair(msgspec.Struct, frozen=True):
    """How one bot did against another, ties as halves, with the 95 % interval over the deals."""

    bots: tuple[str, str]
    games: int
    share: float
    low: float
    high: float


class ArenaTable(msgspec.Struct, frozen=True):
    contest: Contest
    ladder: tuple[Standing, ...]  # the best first
    pairs: tuple[Pair, ...]
    ms: dict[str, float]  # the mean time that each bot took for a move
    won: dict[str, Share]  # alone, how often each bot won


def hold(
    contest: Contest, jobs: On = 1, out: Path | None = None, on_progress: Callable[[int, int], None] = lambda *_: None
) -> ArenaTable:
    """Play what is not played yet, and add it up; the result is the same wherever it is played.

    One job is in this very process, as bots want it that no other process knows.
    """
    played = resumed(contest, out) if out else []
    done = {(met.bots, met.deal) for met in played}
    units = [unit for unit in meetings(contest) if unit not in done]
    total = len(units) + len(played)
    on_progress(len(played), total)

    def keep(some: Sequence[Met]) -> None:
        played.extend(some)
        if out:
            with out.open("ab") as file:
                file.write(b"".join(msgspec.json.encode(met) + b"\n" for met in some))
        on_progress(len(played), total)

    prepare(contest.game, contest.bots)
    if jobs == 1:
        for unit in units:
            keep([meet(contest, *unit)])
    else:
        run(chunks(contest, units), on=jobs, keep=lambda _, result: keep(met(result)))
    return table(contest, sorted(played, key=lambda met: (met.bots, met.deal)))


def meetings(contest: Contest) -> Iterator[tuple[tuple[int, ...], int]]:
    """Everyone with everyone on every deal; deal by deal, so that an unfinished contest is a fair one."""
    for deal in range(contest.deals):
        for bots in itertools.combinations(range(len(contest.bots)), contest.seats):
            yield bots, deal


def resumed(contest: Contest, out: Path) -> list[Met]:
    """What the file holds already; a last line that was cut off is played again."""
    header = msgspec.json.encode(contest)
    if not out.exists() or not out.read_bytes():
        out.write_bytes(header + b"\n")
        return []
    there, played = results(out)
    if there != contest:
        raise BadRecord("other_contest")
    content = out.read_bytes()
    out.write_bytes(content[: content.rfind(b"\n") + 1])
    return played


def results(file: Path) -> tuple[Contest, list[Met]]:
    """The contest that a file is about, and what was played of it so far; the file stays as it is."""
    content = file.read_bytes()
    first, *lines = content[: content.rfind(b"\n") + 1].splitlines() or [b""]
    try:
        contest = msgspec.json.decode(first, type=Contest)
        played = {(met.bots, met.deal): met for met in (msgspec.json.decode(line, type=Met) for line in lines)}
    except msgspec.MsgspecError:
        raise BadRecord("other_contest") from None
    return contest, list(played.values())


# -- as work that may be done elsewhere --------------------------------------------------------------------------------


class ArenaChunk(msgspec.Struct, frozen=True):
    """Some meetings of a contest."""

    contest: Contest
    units: tuple[tuple[tuple[int, ...], int], ...]


class ArenaFailure(msgspec.Struct, frozen=True, tag="failed"):
    """A bot that could not go on, told where there are words for it."""

    code: str
    facts: dict[str, Any]
    why: str = ""  # the code of what the rules said, of which family, and its facts
    family: str = ""
    why_facts: dict[str, Any] = {}


class ArenaMet(msgspec.Struct, frozen=True, tag="met"):
    met: tuple[Met, ...]


def chunks(contest: Contest, units: Sequence[tuple[tuple[int, ...], int]]) -> list[Chunk]:
    """A meeting each, or more where there are very many."""
    together = max(1, len(units) // MOST_CHUNKS)
    return [
        Chunk(KIND, msgspec.json.encode(ArenaChunk(contest, tuple(units[at : at + together]))))
        for at in range(0, len(units), together)
    ]


def answer(body: bytes) -> bytes:
    """Play some meetings."""
    asked = msgspec.json.decode(body, type=ArenaChunk)
    ready(asked.contest.game, asked.contest.bots)
    try:
        return msgspec.json.encode(ArenaMet(tuple(meet(asked.contest, *unit) for unit in asked.units)))
    except BotFailed as failed:
        facts, why = dict(failed.facts), failed.facts.get("why")
        if isinstance(why, Refusal):
            del facts["why"]
            return msgspec.json.encode(ArenaFailure(failed.code, facts, why.code, why.family, why.facts))
        return msgspec.json.encode(ArenaFailure(failed.code, facts))


def met(result: bytes) -> tuple[Met, ...]:
    """What came of a chunk; raises BotFailed."""
    found = msgspec.json.decode(result, type=ArenaMet | ArenaFailure)
    if isinstance(found, ArenaMet):
        return found.met
    facts = dict(found.facts)
    if found.why:
        facts["why"] = IllegalMove(Move(), found.why, **found.why_facts)
        facts["why"].family = found.family
    raise BotFailed(found.code, **facts)


# -- one deal ----------------------------------------------------------------------------------------------------------


class ArenaWatch:
    """A mind with a stop watch."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.seconds, self.moves = 0.0, 0

    def see(self, view: Any, now_ms: int) -> Plan | None:
        start = time.perf_counter()
        plan = self.mind.see(view, now_ms)
        self.seconds += time.perf_counter() - start
        self.moves += plan is not None
        return plan


def meet(contest: Contest, bots: tuple[int, ...], deal: int) -> Met:
    """Play one deal from every seating."""
    game = GAMES[contest.game]
    scores = []
    won = None
    spent: dict[int, list[ArenaWatch]] = {bot: [] for bot in bots}
    for turned in range(len(bots)):
        seating = bots[turned:] + bots[:turned]
        minds = [_sit(contest, bot, seat, f"{deal}/{bots}") for seat, bot in enumerate(seating)]
        options = from_values(game.Options, contest.options)
        start = game.deal(options, len(bots), seed_from(f"{contest.seed}/{deal}"))
        try:
            outcome = game.outcome(play_out(game, start, minds))
        except BotFailed as failed:
            raise failed.by(contest.bots[seating[failed.facts["seat"]]]) from failed.__cause__
        assert outcome is not None
        won = outcome.won
        results = _results(outcome.places, outcome.scores)
        scores.append(tuple(results[seating.index(bot)] for bot in bots))
        for bot, mind in zip(seating, minds, strict=True):
            spent[bot].append(mind)
    ms = tuple(1000 * sum(w.seconds for w in spent[bot]) / max(1, sum(w.moves for w in spent[bot])) for bot in bots)
    return Met(bots, deal, tuple(scores), ms, won)


def _sit(contest: Contest, bot: int, seat: int, where: str) -> ArenaWatch:
    rng = random.Random(f"{contest.seed}/{where}/{seat}/{bot}")
    return ArenaWatch(sit(contest.game, contest.bots[bot], seat, rng, contest.budget))


def _results(places: tuple[int, ...], scores: tuple[int, ...]) -> tuple[float, ...]:
    if len(places) == 1:
        return tuple(map(float, scores))
    winners = places.count(1)
    return tuple(1 / winners if place == 1 else 0.0 for place in places)


def table(contest: Contest, played: list[Met]) -> ArenaTable:
    """The ladder, and how each pair of bots did."""
    names = contest.bots
    pairs: tuple[Pair, ...] = ()
    if contest.seats == 1:
        points = {name: [met.scores[0][0] for met in played if met.bots == (bot,)] for bot, name in enumerate(names)}
        ladder = by_points(points)
    else:
        met_at = shares_of(names, played)
        ladder = by_wins(names, met_at, contest.seed)
        pairs = tuple(_pair(both, list(shares.values())) for both, shares in met_at.items())
    ms = {
        name: [t for met in played for bot, t in zip(met.bots, met.ms, strict=True) if names[bot] == name]
        for name in names
    }
    mean = {name: statistics.fmean(times) for name, times in ms.items() if times}
    return ArenaTable(contest, ladder, pairs, mean, _won(contest, played))


def shares_of(names: tuple[str, ...], played: Sequence[Met]) -> dict[tuple[str, str], dict[int, float]]:
    """Of each pair, what the first scored on each deal."""
    shares: dict[tuple[str, str], dict[int, float]] = {}
    for met in played:
        both = (names[met.bots[0]], names[met.bots[1]])
        shares.setdefault(both, {})[met.deal] = statistics.fmean(one[0] for one in met.scores)
    return shares


def _won(contest: Contest, played: list[Met]) -> dict[str, Share]:
    ends = {name: [met.won for met in played if met.bots == (bot,)] for bot, name in enumerate(contest.bots)}
    known = {name: [won for won in mine if won is not None] for name, mine in ends.items()}
    return {name: share(sum(mine), len(mine)) for name, mine in known.items() if mine}


def _pair(both: tuple[str, str], shares: list[float]) -> Pair:
    """The two games of a deal count as one trial where luck made them alike, and as more where they differ."""
    p, deals = statistics.fmean(shares), len(shares)
    variance = statistics.variance(shares) / deals if deals > 1 else 0.0
    trials = p * (1 - p) / variance if variance else 2 * deals
    low, high = wilson(p, trials, deals if variance else None)
    return Pair(both, 2 * deals, p, low, high)
