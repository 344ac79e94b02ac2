"""The combinations of SEP, compiled: read it beside `games/sep/combinations.py`."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.piles import top
from septet.bots.kernels.sep.tables import COUNT, HIGH_LOW, RUNS

NOTHING = np.int64(-1)
ONE = np.int64(1)


@inner
def tops(circle: Record) -> Int:
    """Only the top cards of the circle make combinations: they are bits."""
    shown = np.int64(0)
    for slot in range(6):
        if circle[slot].size:
            shown |= ONE << top(circle[slot])
    return shown


@inner
def earned(options: Record, shown: Int, card: Int, before: Int) -> Int:
    """What the card that has just come up earns: a token for its run, one for its group.

    `before` are the top cards before a placement, or NOTHING; house rules may refuse to pay for an exchange of cards.
    """
    suit, value = card // 10, card % 10
    field = (shown >> (10 * suit)) & 1023
    swap = before == NOTHING or options.combo_swap
    tokens = 0
    for which in range(2 if options.combo_ace == HIGH_LOW else 1):
        run = np.int64(RUNS[options.combo_ace, field, value, which])
        if COUNT[run] >= 3 and (swap or _run_grown(options, (before >> (10 * suit)) & 1023, run)):
            tokens += options.combo_six_run if COUNT[run] >= 6 else 1
    group = _in_group(shown, value)
    if group >= 3 and (swap or _in_group(before, value) < 3 or group > _in_group(before, value)):
        tokens += 1
    return tokens


@inner
def _in_group(shown: Int, value: Int) -> Int:
    group = shown >> value
    return (group & 1) + (group >> 10 & 1) + (group >> 20 & 1) + (group >> 30 & 1)


@inner
def _run_grown(options: Record, field: Int, run: Int) -> bool:
    """Is this run longer than each one that was there before and shares a card with it?"""
    for value in range(10):
        if field >> value & 1:
            for which in range(2):
                old = np.int64(RUNS[options.combo_ace, field, value, which])
                if COUNT[old] >= 3 and old & run and COUNT[old] >= COUNT[run]:
                    return False
    return True


@inner
def any_combination(options: Record, shown: Int) -> bool:
    for card in range(40):
        if shown >> card & 1 and earned(options, shown, card, NOTHING):
            return True
    return False
