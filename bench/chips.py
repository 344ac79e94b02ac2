"""What one bot wins from another at ChipSet, in chips a hand, and how often each bluffs.

    .venv/bin/python bench/chips.py [BOT [OTHER [HANDS]]]

Matches of four hands with the usual stacks; the bots change seats from match to match, and every two matches are dealt
alike. A bluff is a bet or a raise of a hand without a set; its rate is that of all such hands that might have bet.
"""

import random
import statistics
import sys
from collections import Counter

from septet.bots import BOTS
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.game import Move
from septet.games.setgame.chipset.moves import Bet, Check, Fold, MatchBet, Raise
from septet.games.setgame.chipset.state import ChipState
from septet.games.setgame.chipset.view import own_sets
from septet.lab.simulate import played_out, spread

GAME = GAMES["chipset"]


def match(bots: tuple[str, str], number: int, turned: bool, seen: Counter[tuple[str, str]]) -> tuple[float, int]:
    """What the first of the bots has won, and in how many hands."""
    seating = bots[::-1] if turned else bots
    state = GAME.deal(GAME.Options(), 2, seed_from(f"chips/{number}"))
    minds = [
        BOTS["chipset"][bot](GAME, seat, random.Random(f"{number} {turned} {bot} {seat}"))
        for seat, bot in enumerate(seating)
    ]
    for step in played_out(GAME, state, minds):
        if step.seat is not None:
            count(state, seating[step.seat], step.seat, step.move, seen)
        state = step.state
    return state.stacks[int(turned)] - state.options.chip_stack, state.deal


def count(state: ChipState, bot: str, seat: int, move: Move, seen: Counter[tuple[str, str]]) -> None:
    """Note a decision of a hand without a set."""
    if isinstance(move, Bet | Raise | MatchBet | Check | Fold) and not own_sets(state.hands[seat], state.table):
        seen[bot, "empty"] += 1
        seen[bot, "bluff"] += isinstance(move, Bet | Raise)


def main(bots: tuple[str, str], hands: int) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    gains: list[float] = []
    played = 0
    while played < hands:
        both = [match(bots, len(gains), turned, seen) for turned in (False, True)]
        gains.append(sum(chips for chips, _ in both))
        played += sum(number for _, number in both)
    one, scale = spread(gains), len(gains) / played
    print(f"{bots[0]} against {bots[1]}: {played} hands, {one.mean * scale:+.3f} chips a hand", end=" ")
    print(f"(95 % interval {one.low * scale:+.3f} to {one.high * scale:+.3f}), in {len(gains)} pairs of matches")
    print(f"won {sum(gain > 0 for gain in gains)}, lost {sum(gain < 0 for gain in gains)}", end=" ")
    print(f"of the pairs; in the middle {statistics.median(gains):+} chips a pair")
    for bot in bots:
        print(f"{bot} bluffs {seen[bot, 'bluff'] / max(1, seen[bot, 'empty']):.1%} of {seen[bot, 'empty']} times")


if __name__ == "__main__":
    bot, other, hands = [*sys.argv[1:4], *("expert", "mixed", "5000")[len(sys.argv) - 1 :]]
    main((bot, other), int(hands))
