"""How far reviews can be trusted: `python bench/review.py luck|labels|blunders|times GAME`.

luck      bots play, and luck is told apart from skill: does the frame add up, is luck 0 in the mean, what is its share
          in the result, and do games end as often well as the valuer had said? Cut off, it goes on where it was.
labels    the same games reviewed twice, with chance of its own: does the same move get the same name?
blunders  bad moves by the lights of another search, planted into games: is each of them named?
times     seconds for a game of 50 turns of SEP, or of 80 of SEPMOSA
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from septet.background.running import run
from septet.bots import prepare, sit
from septet.bots.bot import Budget
from septet.bots.engine import SEPMOSA
from septet.bots.sepmosa.search import SepmosaSearcher
from septet.games import GAMES, log
from septet.games.chance import seed_from
from septet.games.log import Log, Sitter
from septet.lab.luck import LuckOfGame, LuckTask, chunk, shares, story_of, told_of
from septet.review import chunks
from septet.review.deciding import sure_wins
from septet.review.report import VERSION, Valued
from septet.study.replay import Story, of_log

AT_ONCE = 16  # games between two lines of the file
BLUNDER = 0.10
QUICK_WORLDS, WORLDS = 60, 4_000
WHOLE_GAME = 10_000  # moves; none is as long


def told(*words: Any) -> None:
    print(*words, flush=True)


# -- luck -------------------------------------------------------------------------------------------------------------


def luck(args: argparse.Namespace) -> None:
    task = LuckTask(game=args.game, bot=args.bot, playouts=args.playouts, seed=args.seed)
    games = list(_games(task, args.games, args.out, args.jobs))
    frame = [abs(_sum(one) - one.luck.result) for one in games]
    told(
        f"{args.game}: {len(games)} games of {args.bot}, {args.playouts} playouts;"
        f" the frame is off by {max(frame):.1e} at most"
    )
    total = np.array([one.luck.draws.value + one.luck.hidden.value for one in games])
    for name, row in (("luck", total), ("draws", _column(games, "draws")), ("hidden", _column(games, "hidden"))):
        half = 2.576 * row.std(ddof=1) / np.sqrt(len(row))
        told(f"  mean {name}: {row.mean():+.4f}, 99 % interval {row.mean() - half:+.4f} to {row.mean() + half:+.4f}")
    if args.keep:
        args.keep.write_bytes(kept(task, games))
    share_of_luck(games[: args.share])
    if GAMES[args.game].seats.start > 1:
        calibration(games[: args.calibration])


def _games(task: LuckTask, count: int, out: Path | None, jobs: int | None) -> Iterator[LuckOfGame]:
    header = msgspec.json.encode(task)
    lines = out.read_bytes().splitlines() if out and out.exists() else [header]
    if lines[0] != header:
        sys.exit(f"{out} holds another study: {lines[0].decode()}")
    if out and not out.exists():
        out.write_bytes(header + b"\n")
    done = {one.number: one for one in (msgspec.json.decode(line, type=LuckOfGame) for line in lines[1:])}
    missing = [number for number in range(count) if number not in done]
    for start in range(0, len(missing), AT_ONCE):
        some = missing[start : start + AT_ONCE]
        results = run([chunk(task, number) for number in some], on=jobs)
        done |= {number: msgspec.json.decode(one, type=LuckOfGame) for number, one in zip(some, results, strict=True)}
        if out:
            with out.open("ab") as file:
                file.write(b"".join(one + b"\n" for one in results))
        print(f"{len(done)} of {count} games", file=sys.stderr, flush=True)
    return (done[number] for number in range(count))


def kept(task: LuckTask, games: list[LuckOfGame]) -> bytes:
    """The figures of every game in a row of a table, to be looked at again without playing them."""
    names = ("number", "start", "draws", "hidden", "skill", "skill of the second", "error of skill", "result")
    rows: list[tuple[str, ...]] = [names]
    for one in games:
        skill = [seat.value for seat in one.luck.skill] + [0.0]
        doubt = sum(seat.error**2 for seat in one.luck.skill) ** 0.5
        parts = (
            one.luck.start,
            one.luck.draws.value,
            one.luck.hidden.value,
            skill[0],
            skill[1],
            doubt,
            one.luck.result,
        )
        rows.append((str(one.number), *(f"{part:.4f}" for part in parts)))
    comment = f"# {msgspec.json.encode(task).decode()} {VERSION}\n"
    return (comment + "".join(",".join(row) + "\n" for row in rows)).encode()


def _skill(one: LuckOfGame) -> float:
    first, *other = (seat.value for seat in one.luck.skill)
    return first - sum(other)


def _column(games: list[LuckOfGame], name: str) -> Any:
    return np.array([getattr(one.luck, name).value for one in games])


def _sum(one: LuckOfGame) -> float:
    told = one.luck
    return told.start + told.draws.value + told.hidden.value + told.ended + _skill(one)


def share_of_luck(games: list[LuckOfGame]) -> None:
    """Var(luck) / (Var(luck) + Var(skill)), also without what playouts add to both by chance."""
    both = shares([told_of(one) for one in games])
    for name, one in zip(("as measured", "less the chance of playouts"), both, strict=True):
        told(f"  share of luck {name}, {one.games} games: {one.value:.3f}, 95 % {one.low:.3f} to {one.high:.3f}")


def calibration(games: list[LuckOfGame]) -> None:
    """What was said, and what came of it, by tenths."""
    said = np.concatenate([np.array(one.curve[:-1]) for one in games])
    came = np.concatenate([np.full(len(one.curve) - 1, one.luck.result) for one in games])
    game = np.concatenate([np.full(len(one.curve) - 1, number) for number, one in enumerate(games)])
    told(
        f"  calibration over {len(said)} positions of {len(games)} games:"
        " said, came, difference (and its error by games)"
    )
    for tenth in range(10):
        here = (said >= tenth / 10) & (said < (tenth + 1) / 10 if tenth < 9 else said <= 1)
        if not here.any():
            continue
        off = came[here] - said[here]
        by_game = np.array([off[game[here] == number].sum() for number in np.unique(game[here])])
        error = np.sqrt((by_game**2).sum()) / here.sum()
        told(
            f"    {tenth / 10:.1f}  {here.sum():6}  {said[here].mean():.3f}  {came[here].mean():.3f}"
            f"  {off.mean():+.3f} ± {error:.3f}"
        )


# -- labels -----------------------------------------------------------------------------------------------------------


def reviewed(record: bytes, seed: str, args: argparse.Namespace) -> Valued:
    plan = chunks.plan(record, seed, args.playouts or None)
    found = chunks.assemble(record, plan, run(plan, on=args.jobs))
    assert isinstance(found, Valued)
    return found


def labels(args: argparse.Namespace) -> None:
    pairs: list[tuple[bool, bool]] = []
    same = close = 0
    for number in range(args.games):
        record = record_of(story_of(LuckTask(game=args.game, bot=args.bot, playouts=1, seed=args.seed), number))
        one, other = (reviewed(record, f"{args.seed} {seed}", args) for seed in "ab")
        pairs += [
            (a.label is not None, b.label is not None) for a, b in zip(one.decisions, other.decisions, strict=True)
        ]
        if not one.costliest or not other.costliest:
            same += one.costliest[:1] == other.costliest[:1]
            close += one.costliest[:1] != other.costliest[:1]  # the limit lies between them
        elif one.costliest[0] == other.costliest[0]:
            same += 1
        else:
            costs = {d.number: d.lost for d in one.decisions}
            first, second = costs[one.costliest[0]], costs[other.costliest[0]]
            close += abs(first.value - second.value) <= 2 * (first.error**2 + second.error**2) ** 0.5
        told(
            f"{number + 1} games, {len(pairs)} decisions: kappa {kappa(pairs):.3f},"
            f" costliest the same {same}, within two errors {close}"
        )


def kappa(pairs: list[tuple[bool, bool]]) -> float:
    """Cohen's: agreement beyond what chance gives."""
    agree = statistics.fmean(a == b for a, b in pairs)
    first, second = (statistics.fmean(pair[n] for pair in pairs) for n in (0, 1))
    chance = first * second + (1 - first) * (1 - second)
    return (agree - chance) / (1 - chance) if chance < 1 else 1.0


def record_of(story: Story) -> bytes:
    """Written down again."""
    game = story.game
    made = Log.new(game, story.tables[0].state.options, story.sitters, story.tables[0].state.seed)
    for entry in story.entries:
        made.play(entry.seat, entry.move)
    return log.write(made)


# -- blunders ---------------------------------------------------------------------------------------------------------


def blunders(args: argparse.Namespace) -> None:
    """Another search than the valuer's says what a move costs; a dear one is planted, and bots play on."""
    game = GAMES[args.game]
    prepare(args.game, ["expert", args.bot])
    named = planted = wins = missed = 0
    number = 0
    while planted < args.games:
        number += 1
        story, at, cost = plant(game, args, number)
        if not at:
            continue
        record = record_of(story)
        planted += 1
        move = msgspec.to_builtins(story.entries[at - 1].move)
        found = chunks.tried(run([chunks.try_chunk(record, at, move, args.seed)], on=1)[0])
        named += found.label is not None
        if list(sure_wins(game, story.tables[at - 1].state, found.seat)):
            wins += 1
            missed += found.label != "missed_win"
        told(
            f"{planted}: game {number}, move {at}, cost {cost:.3f} by search, {found.lost.value:.3f} ±"
            f" {found.lost.error:.3f} here: {found.label}; named {named} of {planted},"
            f" certain wins {wins}, of which not named {missed}"
        )


def plant(game: Any, args: argparse.Namespace, number: int) -> tuple[Story, int, float]:
    """A game with one bad move in it, where it stands and what it cost; 0 if this game had no place for one."""
    rng = random.Random(f"{args.seed} {number}")
    made = Log.new(game, game.Options(), tuple(Sitter(args.bot) for _ in range(2)), seed_from(f"{args.seed} {number}"))
    minds = [sit(game.name, args.bot, seat, random.Random(f"{args.seed} {number} {seat}")) for seat in range(2)]
    wait, at, cost = rng.randrange(10, 60), 0, 0.0
    while made.outcome is None:
        state = made.table.state
        seat = next(iter(game.to_move(state)))
        view = game.view(state, seat)
        plan = minds[seat].see(view, 0)
        assert plan is not None
        move = plan.move
        if not at and len(made.entries) >= wait:
            worst = bad_move(game, view, seat, rng)
            if worst:
                move, cost = worst
                at = len(made.entries) + 1
        made.play(seat, move)
    return of_log(made), at, cost


def bad_move(game: Any, view: Any, seat: int, rng: random.Random) -> tuple[Any, float] | None:
    """A move that costs enough by another search, if there is one."""
    return (_by_tree if game.name == "sep" else _by_race)(game, view, seat, rng)


def _by_tree(game: Any, view: Any, seat: int, rng: random.Random) -> tuple[Any, float] | None:
    """The expert's own, with many playouts; of those moves that it has looked at often enough to say so."""
    expert: Any = sit(game.name, "expert", seat, random.Random(1), Budget(playouts=40_000))
    ranked = expert.ranked(view)
    if len(ranked) < 2 or not ranked[0][1]:
        return None
    best = max(worth for _, visits, worth in ranked if visits >= ranked[0][1] // 4)
    bad = [(move, best - worth) for move, visits, worth in ranked if visits >= 100 and best - worth >= BLUNDER]
    return rng.choice(bad) if bad else None


def _by_race(game: Any, view: Any, seat: int, rng: random.Random) -> tuple[Any, float] | None:
    """The expert's race drops what lags behind before it knows by how much. So all run on for a short while, and one
    that seems to be dear runs against the best to the end of the game, in worlds of their own."""

    def race(**knobs: Any) -> Any:
        stays = {**SepmosaSearcher.knobs, "doubt": np.inf, **knobs}
        return SEPMOSA.module.Search(view, game.guess(view, rng), rng.getrandbits(64), **stays)

    quick = race()
    moves = quick.moves()
    quick.add(QUICK_WORLDS * len(moves))
    (best, _, most), *others = quick.found()
    dear = [move for move, _, worth in others if most - worth >= BLUNDER]
    if not dear:
        return None
    chosen = rng.choice(dear)
    whole = race(horizon=WHOLE_GAME)
    whole.runners = whole.runners[[moves.index(best), moves.index(chosen)]].copy()
    whole.race["running"] = 2
    whole.add(2 * WORLDS)
    worth = {move: value for move, _, value in whole.found()}
    cost = worth[best] - worth[chosen]
    return (chosen, cost) if cost >= BLUNDER else None


# -- times ------------------------------------------------------------------------------------------------------------


def times(args: argparse.Namespace) -> None:
    """The first game of bots that is as long as asked for; the second of two reviews, when all is compiled."""
    turns = {"sep": 50, "sepmosa": 80}[args.game]
    for number in range(1_000):
        story = story_of(LuckTask(game=args.game, bot=args.bot, playouts=1, seed=args.seed), number)
        last = story.tables[-1].state
        if abs((last.turn if args.game == "sep" else last.moves) - turns) <= 2:
            break
    record = record_of(story)
    for name in ("first", "again"):
        began = time.perf_counter()
        found = reviewed(record, "times", args)
        told(
            f"{args.game}, {turns} turns, {len(found.decisions)} decisions, {name}: {time.perf_counter() - began:.1f} s"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("luck", "labels", "blunders", "times"))
    parser.add_argument("game", choices=("sep", "sep-solo", "sepmosa"))
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--bot", default="casual")
    parser.add_argument("--playouts", type=int, default=0, help="luck: 200; else as many as reviews use")
    parser.add_argument("--seed", default="review")
    parser.add_argument("--jobs", type=int, help="processes; as many as there are cores")
    parser.add_argument("--out", type=Path, help="luck: where games are kept, to go on with")
    parser.add_argument("--keep", type=Path, help="luck: write the figures of each game down as CSV")
    parser.add_argument("--share", type=int, default=200, help="luck: games of which its share is told")
    parser.add_argument("--calibration", type=int, default=400, help="luck: games of which it is told how they ended")
    args = parser.parse_args()
    if args.what == "luck":
        args.playouts = args.playouts or 200
    {"luck": luck, "labels": labels, "blunders": blunders, "times": times}[args.what](args)


if __name__ == "__main__":
    main()
