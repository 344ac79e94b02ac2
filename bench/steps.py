"""How far bots are from each other on a ladder that was played, with the intervals of the differences.

    .venv/bin/python bench/steps.py FILE BOT BOT …

FILE is what `septet arena … --out FILE` kept. Two ratings move together when deals are drawn again, so that their
difference is known better than each; 95 % intervals are from such draws. Nothing is asked of it but equal steps between
the four levels, as far as so many games can tell.
"""

import argparse
from itertools import pairwise
from pathlib import Path

import msgspec

from septet.lab.arena import Contest, resumed, shares_of
from septet.lab.ratings import between, drawn_again


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("bots", nargs="+", metavar="BOT", help="from the weakest to the best")
    args = parser.parse_args()
    contest = msgspec.json.decode(args.file.read_bytes().split(b"\n", 1)[0], type=Contest)
    ratings, drawn = drawn_again(contest.bots, shares_of(contest.bots, resumed(contest, args.file)), contest.seed)
    for lower, upper in pairwise(args.bots):
        low, high = between(one[upper] - one[lower] for one in drawn)
        print(f"{lower:>10} to {upper:<10} {ratings[upper] - ratings[lower]:5.0f} ({low:.0f} to {high:.0f})")


if __name__ == "__main__":
    main()
