"""Does the expert that has learnt beat the one that only searches, at equal time a move?

    .venv/bin/python bench/learnt.py GAME [--deals 400] [--ms 50] [--house N] [--seed TEXT] [--out FOLDER]
                                              [--jobs N]

The deals are fixed in advance (seed `final/HOUSE`) and nobody chose anything by them. Between two each deal is played
from both seats; alone both play it. House 0 has the usual rules, 1 and 2 two sets of house rules. What was played is
kept in the folder, and gone on with. Asked for: 55 % of the wins or more with the interval above one half; alone a
paired difference in points whose interval is above 0. Bots think by processor time here, so that it makes no difference
what else the machine has to do.
"""

import argparse
import math
import multiprocessing
import statistics
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from septet.bots import prepare, search
from septet.bots.bot import Budget
from septet.bots.sepmosa import search as mosaic
from septet.lab.arena import Contest, Met, hold, meet, meetings, resumed

HOUSES: dict[str, tuple[dict[str, Any], ...]] = {
    "sep": ({}, {"number_voluntary_pass": False, "reserve_take": "fits_and_place_it"}, {"pile_count": 1}),
    "sep-solo": ({}, {"solo_pass_penalty": True}, {"combo_swap": False}),
    "sepmosa": ({}, {"target": 49}, {"floor": "zero"}),
}


def by_processor_time() -> None:
    """Let bots look at the clock of this process, which stands still while others are served."""
    for module in (search, mosaic):
        vars(module)["time"] = SimpleNamespace(perf_counter=time.process_time)


def side_by_side(contest: Contest, jobs: int, file: Path) -> None:
    """Play what is missing in processes of this one's kind, which think by their own time as it does."""
    prepare(contest.game, contest.bots)
    done = {(met.bots, met.deal) for met in resumed(contest, file)}
    units = [unit for unit in meetings(contest) if unit not in done]
    with multiprocessing.get_context("fork").Pool(jobs) as pool, file.open("ab") as kept:
        for met in pool.imap_unordered(partial(_met, contest), units):
            kept.write(msgspec.json.encode(met) + b"\n")
            kept.flush()


def _met(contest: Contest, unit: Any) -> Met:
    return meet(contest, *unit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=tuple(HOUSES))
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--ms", type=int, default=50)
    parser.add_argument("--house", type=int, choices=(0, 1, 2), default=0)
    parser.add_argument("--seed", default="final", help="another word for a look that is not the last one")
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--jobs", type=int, default=1, help="processes that play, each on a core")
    args = parser.parse_args()
    by_processor_time()
    alone = args.game == "sep-solo"
    contest = Contest(
        args.game,
        ("expert:learnt", "expert:search"),
        HOUSES[args.game][args.house],
        args.deals * (1 if alone else 2),
        f"{args.seed}/{args.house}",
        Budget(ms=args.ms),
    )
    file = args.out / f"{args.seed}-{args.game}-{args.house}-{args.ms}ms.jsonl"
    if args.jobs > 1:
        side_by_side(contest, args.jobs, file)
    table = hold(contest, 1, file)
    told = ", ".join(f"{name}: {ms:.1f} ms a move" for name, ms in table.ms.items())
    print(f"{args.game}, {contest.options or 'usual rules'}; {told}")
    if not alone:
        pair = table.pairs[0]
        print(f"{pair.bots[0]} wins {pair.share:.1%} ({pair.low:.1%} – {pair.high:.1%}) of {pair.games} games")
        return
    differences = _differences(file)
    mean = statistics.fmean(differences)
    off = 1.96 * statistics.stdev(differences) / math.sqrt(len(differences))
    for one in table.ladder:
        print(f"{one.bot}: {one.rating:.2f} points a round ({one.low:.2f} – {one.high:.2f})")
    print(f"difference: {mean:+.3f} ({mean - off:+.3f} – {mean + off:+.3f}) on {len(differences)} deals")


def _differences(file: Path) -> list[float]:
    """What the first made more than the second, deal by deal."""
    points: dict[int, dict[int, float]] = {}
    for line in file.read_bytes().splitlines()[1:]:
        met = msgspec.json.decode(line, type=Met)
        points.setdefault(met.deal, {})[met.bots[0]] = met.scores[0][0]
    return [both[0] - both[1] for both in points.values() if len(both) == 2]


if __name__ == "__main__":
    main()
