"""How far bots are from each other on a ladder that was played, with the intervals of the differences.

    .venv/bin/python bench/steps.py FILE BOT BOT …

FILE is what `septet arena … --out FILE` kept. Two ratings move together when deals are drawn again, so that their
difference is known better than each; 95 % intervals are from such draws. Nothing is asked of it but equal steps between
the four levels, as far as so many games can tell.
"""

import argparse
from itertools import pairwise
from pathlib import Path

from septet.games.errors import BadRecord
from septet.lab.arena import results, shares_of
from septet.lab.ratings import between, drawn_again


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("bots", nargs="+", metavar="BOT", help="from the weakest to the best")
    args = parser.parse_args()
    try:
        contest, played = results(args.file)
    except (OSError, BadRecord):
        parser.error(f"{args.file} is no file of `septet arena --out`")
    if contest.seats == 1 or not played:
        parser.error(f"nobody has met anybody in {args.file}")
    if unknown := [name for name in args.bots if name not in contest.bots]:
        parser.error(f"{unknown[0]} is not in {args.file}; there are {', '.join(contest.bots)}")
    if len(args.bots) < 2:
        parser.error("a step is between two bots")
    ratings, drawn = drawn_again(contest.bots, shares_of(contest.bots, played), contest.seed)
    for lower, upper in pairwise(args.bots):
        low, high = between(one[upper] - one[lower] for one in drawn)
        print(f"{lower:>10} to {upper:<10} {ratings[upper] - ratings[lower]:5.0f} ({low:.0f} to {high:.0f})")


if __name__ == "__main__":
    main()
