"""How quick the batched games are beside environments that others have: steps a second, on one core, in one run.

    .venv/bin/python bench/envs.py [--seconds 3] [--rounds 3] [--games 4096]

A step is a decision at random among the legal ones, with the mask and the observation written. The peers run in
virtual environments of their own with pinned versions, which this program makes under `.tools/peers` when they are
missing (that needs the network once). Every program is kept on the same core and counts its own processor time; rounds
take turns, and each figure is the median of its rounds. Asked of SEP, by the batch of 4,096:

    100 ×  RLCard's gin rummy
    100 ×  OpenSpiel's `rl_environment` of gin rummy
      3 ×  OpenSpiel's fastest card game, driven from Python without an environment around it
     10 ×  PettingZoo around our own plain rules

SEPMOSA is printed, and nothing is asked of it. Of OpenSpiel's card games the quickest counts, whichever it is, and each
card that chance brings counts as a step of its own there.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
PEERS = ROOT / ".tools/peers"
PINNED = {
    "rlcard": ("rlcard==1.2.0", "numpy==2.4.6", "termcolor==3.3.0"),
    "open_spiel": ("open_spiel==2.0.2", "numpy==2.4.6"),
}
CARD_GAMES = "kuhn_poker leduc_poker tiny_hanabi blackjack go_fish crazy_eights gin_rummy euchre hearts".split()

CLOCK = """
import random, sys, time
seconds = float(sys.argv[1])
def measured(play):
    "Play for so long, after a warm-up; steps a second of processor time."
    play()
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += play()
    print(steps / spent)
"""
BATCH = (
    CLOCK
    + """
import numpy as np, septet
name, size = sys.argv[2], int(sys.argv[3])
games = septet.batch(name, size, seed=1)
rng = np.random.default_rng(1)
rows, masks = games.observe(), games.mask()
rewards, done = np.zeros((size, games.seats), np.float32), np.zeros(size, np.uint8)
moves, counts = games.legal()
every = np.arange(size)
def play():
    for _ in range(10):
        games.observe(rows); games.mask(masks); games.legal(moves, counts)
        places = (rng.random(size) * np.minimum(counts, moves.shape[1])).astype(np.int32)
        actions = places if name == "sepmosa" else moves[every, places].astype(np.int32)
        games.step(actions, rewards, done)
    return 10 * size
measured(play)
"""
)
AEC = (
    CLOCK
    + """
from septet.envs.pettingzoo import raw_env
import numpy as np
env = raw_env(sys.argv[2])
def play():
    env.reset(seed=random.randrange(1 << 30))
    steps = 0
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else int(random.choice(np.flatnonzero(seen["action_mask"]))))
        steps += not over
    return steps
measured(play)
"""
)
RLCARD = (
    CLOCK
    + """
import rlcard
env = rlcard.make("gin-rummy")
def play():
    state, _ = env.reset()
    steps = 0
    while not env.is_over():
        state, _ = env.step(random.choice(list(state["legal_actions"])))
        steps += 1
    return steps
measured(play)
"""
)
RL_ENVIRONMENT = (
    CLOCK
    + """
from open_spiel.python import rl_environment
env = rl_environment.Environment("gin_rummy")
def play():
    step = env.reset()
    steps = 0
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([random.choice(step.observations["legal_actions"][player])])
        steps += 1
    return steps
measured(play)
"""
)
DRIVEN = (
    CLOCK
    + """
import pyspiel
game = pyspiel.load_game(sys.argv[2])
kind = game.get_type()
def play():
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes())
            state.apply_action(random.choices(numbers, weights)[0])
        else:
            state.information_state_tensor() if kind.provides_information_state_tensor else state.observation_tensor()
            state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps
def many():
    return sum(play() for _ in range(10))
measured(many)
"""
)


def python_of(peer: str) -> str:
    """The Python of a peer's virtual environment, made where it is missing or has other versions."""
    home, stamp = PEERS / peer, "\n".join(PINNED[peer])
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (home / "pinned").exists() or (home / "pinned").read_text() != stamp:
        print(f"making {home.relative_to(ROOT)} with {', '.join(PINNED[peer])} ...", file=sys.stderr)
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PINNED[peer]], check=True)
        (home / "pinned").write_text(stamp)
    return str(python)


def speed(python: str, code: str, *arguments: str) -> float:
    done = subprocess.run([python, "-W", "ignore", "-c", code, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"a program that was to be measured failed: {done.stderr.strip().splitlines()[-1]}")
    return float(done.stdout.split()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3, help="processor time for each figure of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=4096, help="games of a batch")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rlcard, spiel = python_of("rlcard"), python_of("open_spiel")
    quick = {name: speed(spiel, DRIVEN, "0.5", name) for name in CARD_GAMES}
    quickest = max(quick, key=lambda name: quick[name])
    seconds, games = str(chosen.seconds), str(chosen.games)
    rows = {
        "SEP, batched": (sys.executable, BATCH, seconds, "sep", games),
        "SEP solo, batched": (sys.executable, BATCH, seconds, "sep-solo", games),
        "SEPMOSA, batched": (sys.executable, BATCH, seconds, "sepmosa", games),
        "RLCard, gin rummy": (rlcard, RLCARD, seconds),
        "OpenSpiel, rl_environment, gin rummy": (spiel, RL_ENVIRONMENT, seconds),
        f"OpenSpiel, {quickest}, from Python": (spiel, DRIVEN, seconds, quickest),
        "PettingZoo, SEP by the plain rules": (sys.executable, AEC, seconds, "sep"),
        "PettingZoo, SEPMOSA by the plain rules": (sys.executable, AEC, seconds, "sepmosa"),
    }
    asked = dict(zip(list(rows)[3:7], (100, 100, 3, 10), strict=True))
    found: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(chosen.rounds):
        for name, call in rows.items():
            found[name].append(speed(*call))
    rates = {name: statistics.median(figures) for name, figures in found.items()}
    mine = rates["SEP, batched"]
    if chosen.json:
        print(json.dumps({"rates": rates, "card games": quick, "asked": asked}))
        return
    for name, rate in rates.items():
        bar = f"   asked: {asked[name]} ×" if name in asked else ""
        print(f"{name:<42}{rate:>14,.0f} steps/s   SEP, batched, is {mine / rate:>8,.1f} × that{bar}")


if __name__ == "__main__":
    main()
