"""How many points could SEP solo bring to somebody who sees all cards, on the deals of the final test?

    .venv/bin/python bench/clairvoyant.py [--deals 100] [--moves 20000000] [--seed final/0] [--beside FILE] [--json]

Each action turn costs a point, so ways with none are looked for first, then with one, and so on. A deal is exact where
all ways with fewer action turns were looked through and none takes the seventh token within the first pile, and no line
came to its end; where the moves ran out, or a line did, there are two bounds. `--beside` names a file of
`bench/learnt.py sep-solo`, with what bots made of the same deals.
"""

import argparse
import statistics
import time
from pathlib import Path

import msgspec
import numpy as np
from clairvoyance import FOUND, NONE, ROOM, best_way, seventh_token

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sep.learnt import room_for
from septet.bots.kernels.sep.records import STATE, to_record
from septet.bots.kernels.sep.signs import LAYOUT
from septet.bots.learnt import shipped
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.lab.arena import Contest, Met

DECK = 10  # action cards that may be left


class Seen(msgspec.Struct, frozen=True):
    """What somebody who sees all cards could make of a deal."""

    deal: int
    low: int  # a way was found to so many points
    high: int  # and there is none to more
    looked: int


def look(deal: int, seed: str, width: int, budget: int) -> Seen:
    game = GAMES["sep-solo"]
    states, room, chance = np.zeros(1, STATE), np.zeros(1, ROOM)[0], new_chance(1)
    to_record(game.deal(game.Options(), 1, seed_from(f"{seed}/{deal}")), states[0])
    net = shipped("sep-solo", LAYOUT["sep-solo"]).net
    prizes = np.linspace(0, 1, len(net.last_bias))
    low = high = best_way(states[0], width, net, room_for(net), prizes, room, chance)
    total = 0
    for turns in range(DECK - low):
        answer, looked = seventh_token(states[0], turns, budget, room, chance)
        total += looked
        if answer != NONE:
            return Seen(deal, DECK - turns if answer == FOUND else low, DECK - turns, total)
    return Seen(deal, low, high, total)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--moves", type=int, default=20_000_000, help="that are looked at for each number of turns")
    parser.add_argument("--width", type=int, default=1000, help="ways that are followed")
    parser.add_argument("--seed", default="final/0")
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    began = time.process_time()
    seen = [look(deal, args.seed, args.width, args.moves) for deal in range(args.deals)]
    if args.json:
        print(msgspec.json.encode(seen).decode())
        return
    exact = sum(one.low == one.high for one in seen)
    low, high = (statistics.fmean(getattr(one, bound) for one in seen) for bound in ("low", "high"))
    print(f"sees all cards: {low:.2f} to {high:.2f} points a round on {len(seen)} deals, {exact} of them exact")
    print(f"{sum(one.looked for one in seen):,} moves, {time.process_time() - began:.0f} s of one core")
    if args.beside:
        beside(args.beside, seen)


def beside(file: Path, seen: list[Seen]) -> None:
    """What bots made of the same deals."""
    first, *lines = file.read_bytes().splitlines()
    names = msgspec.json.decode(first, type=Contest).bots
    met = [msgspec.json.decode(line, type=Met) for line in lines]
    low = {one.deal: one.low for one in seen}
    for number, name in enumerate(names):
        made = [(one.scores[0][0], low[one.deal]) for one in met if one.bots == (number,) and one.deal in low]
        if made:
            points, best = (statistics.fmean(column) for column in zip(*made, strict=True))
            print(f"{name}: {points:.2f} of at least {best:.2f} on {len(made)} of these deals")


if __name__ == "__main__":
    main()
