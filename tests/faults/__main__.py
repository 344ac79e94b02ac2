"""`python -m tests.faults`: break a house on purpose, as often as you like."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from tests.faults.backups import Backups
from tests.faults.cluster import Cluster
from tests.faults.kills import Kills
from tests.faults.rounds import OtherPlan, Program, Report, Tell, run
from tests.faults.soak import Soak, Soaked
from tests.server.guests import impatient

EXAMPLES = """examples:
  .venv/bin/python -m tests.faults kills --rounds 1000 --seed 7 --folder kills
  .venv/bin/python -m tests.faults kills --seed 7 --folder kills --only 317
  .venv/bin/python -m tests.faults soak --minutes 60 --folder soak --json

Cut off, even by a kill -9, the same command goes on where it was; the house in the folder stays and grows.
A round's chance comes from the seed and its number alone, so that one round can be asked for again with --only.
"""
SOAK = "play steadily while people come and go, and look whether memory grows"
PROGRAMS: dict[str, tuple[str, Callable[[Path], Program], int]] = {
    "kills": ("kill a server with SQLite at any moment while people play", Kills, 1_000),
    "cluster": ("break something of two servers, PostgreSQL and Redis while people play", Cluster, 100),
    "backups": ("copy a house while people play, and go back to every copy", Backups, 50),
}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description="Break a house on purpose, round after round, and look whether all that it promised holds.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    tasks = made.add_subparsers(dest="program", metavar="program", required=True)
    for name, (what, _, rounds) in PROGRAMS.items():
        task = tasks.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
        task.add_argument("--rounds", type=int, default=rounds, metavar="N", help=f"how many (default: {rounds})")
        task.add_argument("--only", type=int, metavar="N", help="make this round alone, even if it was made before")
        _common(task)
    task = tasks.add_parser("soak", help=SOAK, description=f"{SOAK[0].upper()}{SOAK[1:]}. It begins anew if cut off.")
    task.add_argument("--minutes", type=float, default=60, metavar="N", help="how long (default: 60)")
    _common(task)
    return made


def _common(task: argparse.ArgumentParser) -> None:
    task.add_argument("--seed", default="1", help="where all chance comes from (default: 1)")
    task.add_argument("--folder", type=Path, required=True, help="where the house and what came of it are kept")
    task.add_argument("--json", action="store_true", help="write the report as JSON; progress goes to standard error")


def show_soak(soaked: Soaked) -> None:
    for fault in soaked.faults:
        print(fault)
    print(f"{soaked.minutes:g} minutes: {soaked.moves} moves, {soaked.games} games, {soaked.people} people")
    for name, slope in (("server", soaked.server), ("workers", soaked.workers)):
        interval = f"95 % interval {slope.low:+.2f} to {slope.high:+.2f}"
        print(
            f"{name}: {slope.mb_per_hour:+.2f} MB an hour ({interval}), from {slope.first:.1f} to {slope.last:.1f} MB"
        )
    print(f"{len(soaked.faults)} faults")


def show(report: Report) -> None:
    for fault in report.faults:
        print(fault)
    waits = ", ".join(f"{name} {value:g}" for name, value in report.went_on.items())
    print(f"{report.program}, seed {report.seed}: {report.rounds} rounds in {report.minutes} minutes")
    print(f"went on after (s): {waits}")
    print("found: " + ", ".join(f"{name} {value}" for name, value in report.found.items()))
    print("done: " + ", ".join(f"{name} {value:g}" for name, value in report.figures.items()))
    print(f"{len(report.faults)} faults")


async def work(args: argparse.Namespace, tell: Tell) -> Report | Soaked:
    if args.program == "soak":
        args.folder.mkdir(parents=True, exist_ok=True)
        return await Soak(args.folder, args.seed, args.minutes).run(tell)
    program = PROGRAMS[args.program][1](args.folder)
    return await run(program, args.folder, args.seed, args.rounds, tell=tell, only=args.only)


def main() -> int:
    args = parser().parse_args()
    out = sys.stderr if args.json else sys.stdout
    for sign in (signal.SIGINT, signal.SIGTERM):  # also where a shell has them ignored
        signal.signal(sign, signal.default_int_handler)
    try:
        with impatient():
            report = asyncio.run(work(args, lambda line: print(line, file=out, flush=True)))
    except OtherPlan as error:
        print(f"{error}; name another folder", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("cut off; the same command goes on from here", file=sys.stderr)
        return 130
    if args.json:
        print(msgspec.json.encode(report).decode())
    elif isinstance(report, Soaked):
        show_soak(report)
    else:
        show(report)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
