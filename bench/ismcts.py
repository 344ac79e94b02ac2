"""OpenSpiel's own IS-MCTS on SEP, through our environment, against a bot: at equal processor time per move.

    .venv/bin/python bench/ismcts.py [BOT …] [--games 20] [--ms 50] [--seed 1] [--json]

IS-MCTS (`open_spiel.python.algorithms.ismcts`, random rollouts) gets as many simulations for each move as fit into so
many milliseconds on this machine, one at least; how long its moves really took is told. Games go by pairs: the same
chance, seats changed. Rows say how many points of a game it made (a win 1, a tie ½), and where 95 % of such shares lie.
The last row is its place on the ladder of our bots, from all of these games and their ratings, with what luck could
make of it: pairs of games drawn again.
"""

import argparse
import json
import random
import time
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from septet.bots import bot_named, prepare, sit
from septet.envs.openspiel import SpielSep
from septet.games.sep.moves import ALL_MOVES
from septet.lab.ratings import ELO, MEASURED, RESAMPLES, read

NUMBER = {move: number for number, move in enumerate(ALL_MOVES)}


def simulations(game: Any, ms: float) -> int:
    """How many fit into the time: what one takes at the first decision of a game, by processor time."""
    rng = np.random.RandomState(1)
    state = dealt(game, rng)
    start = time.process_time()
    ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 10, random_state=rng).step(state)
    return max(1, round(ms / 1000 / ((time.process_time() - start) / 10)))


def onward(state: Any, rng: Any) -> None:
    """Past all that chance decides."""
    while state.is_chance_node():
        numbers, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(numbers, p=weights)))


def dealt(game: Any, rng: Any) -> Any:
    state = game.new_initial_state()
    onward(state, rng)
    return state


def duel(game: Any, name: str, seat: int, seed: int, count: int) -> tuple[float, float, int]:
    """The points of IS-MCTS in this seat, the seconds that it thought, and its moves."""
    rng = np.random.RandomState(seed)
    search = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, count, random_state=rng)
    mind = sit("sep", name, 1 - seat, random.Random(seed))
    state, chance = dealt(game, np.random.RandomState(seed)), np.random.RandomState(seed + 1)
    thought, moves = 0.0, 0
    while not state.is_terminal():
        if state.current_player() == seat:
            start = time.process_time()
            action = int(search.step(state)) if len(state.legal_actions()) > 1 else state.legal_actions()[0]
            thought, moves = thought + time.process_time() - start, moves + 1
        else:
            plan = mind.see(state.dialect.view(state.progress.state, 1 - seat), 0)
            assert plan is not None
            action = NUMBER[plan.move]  # type: ignore[index]
        state.apply_action(action)
        onward(state, chance)
    return (state.returns()[seat] + 1) / 2, thought, moves


def rating(met: list[tuple[float, float]]) -> float:
    """The most likely rating of who made these points against these ratings; one tie more with all, so that it ends."""
    wanted = sum(points for _, points in met) + 0.5
    others = [*(one for one, _ in met), sum(one for one, _ in met) / len(met)]
    low, high = -4_000.0, 4_000.0
    while high - low > 0.01:
        middle = (low + high) / 2
        if sum(1 / (1 + np.exp((one - middle) / ELO)) for one in others) < wanted:
            low = middle
        else:
            high = middle
    return low


def _of_pairs(pairs: list[list[tuple[float, float]]]) -> float:
    return rating([met for pair in pairs for met in pair])


def standing(pairs: list[list[tuple[float, float]]]) -> tuple[float, float, float]:
    """A rating, and where 95 % of those lie that other luck would have brought."""
    rng = random.Random(1)
    drawn = sorted(_of_pairs(rng.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES))
    low, high = (drawn[round(share * (RESAMPLES - 1))] for share in (0.025, 0.975))
    return _of_pairs(pairs), low, high


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="*", default=["random", "novice", "greedy"], metavar="BOT")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--ms", type=float, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if unknown := [name for name in args.bots if bot_named("sep", name) is None]:
        parser.error(f"no bot of SEP is called {unknown[0]}; `septet bots` lists them")
    if args.games < 2 or args.ms <= 0:
        parser.error("--games must be 2 or more, and --ms more than 0")
    prepare("sep", args.bots)
    game: Any = SpielSep()
    count = simulations(game, args.ms)
    known = {name: one.rating for name, one in read(MEASURED)["sep"].items()}
    pairs: list[list[tuple[float, float]]] = []
    for name in args.bots:
        found = [duel(game, name, number % 2, args.seed + number // 2, count) for number in range(args.games)]
        points = np.array([one[0] for one in found])
        around = 1.96 * points.std(ddof=1) / np.sqrt(points.size)
        row = {
            "against": name,
            "games": args.games,
            "points": round(float(points.mean()), 3),
            "give or take": round(float(around), 3),
            "simulations": count,
            "ms a move": round(1000 * sum(one[1] for one in found) / sum(one[2] for one in found), 1),
        }
        if name in known:
            pairs += [[(known[name], one[0]) for one in found[at : at + 2]] for at in range(0, args.games, 2)]
        print(json.dumps(row) if args.json else "  ".join(f"{key} {value}" for key, value in row.items()), flush=True)
    if pairs:
        place = dict(zip(("rating", "low", "high"), map(round, standing(pairs)), strict=True))
        print(json.dumps(place) if args.json else "  ".join(f"{key} {value}" for key, value in place.items()))


if __name__ == "__main__":
    main()
