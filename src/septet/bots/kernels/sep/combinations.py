"""The combinations of SEP, compiled: read it beside `games/sep/combinations.py`."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.bits import first_of, last_of
from septet.bots.kernels.piles import top
from septet.bots.kernels.sep.tables import CYCLIC, HIGH_LOW

NOTHING = np.int64(-1)
ONE = np.int64(1)
A_SUIT = 10  # cards
SUIT_BITS = np.int64((1 << A_SUIT) - 1)


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
    line = line_of(options, shown, suit)
    swap = before == NOTHING or options.combo_swap
    tokens = 0
    for which in range(2 if options.combo_ace == HIGH_LOW and value == 0 else 1):
        start, end = run_through(options, line, value, which)
        if end - start >= 3 and (swap or _run_grown(options, line_of(options, before, suit), start, end)):
            tokens += options.combo_six_run if end - start >= 6 else 1
    group = _in_group(shown, value)
    if group >= 3 and (swap or _in_group(before, value) < 3 or group > _in_group(before, value)):
        tokens += 1
    return tokens


@inner
def _in_group(shown: Int, value: Int) -> Int:
    group = shown >> value
    return (group & 1) + (group >> 10 & 1) + (group >> 20 & 1) + (group >> 30 & 1)


@inner
def line_of(options: Record, shown: Int, suit: Int) -> Int:
    """The top cards of a suit in a line, their values from 10 on: the line goes on at both ends if aces join them.

    Where they do and there is no other end, it holds each card three times; where an ace ends it, the ace twice.
    """
    field = (shown >> (A_SUIT * suit)) & SUIT_BITS
    line = field << A_SUIT
    if options.combo_ace == CYCLIC:
        return field | line | field << (2 * A_SUIT)
    if options.combo_ace == HIGH_LOW:
        return line | (field & 1) << (2 * A_SUIT)
    return line


@inner
def run_through(options: Record, line: Int, value: Int, which: Int) -> tuple[Int, Int]:
    """Where the run through a card begins in its line, and where it is over; an ace of two ends has one at each."""
    at = value + A_SUIT
    if options.combo_ace == HIGH_LOW and value == 0 and which == 0:
        at += A_SUIT
    return last_of(~line & ((ONE << at) - 1)) + 1, at + 1 + first_of(~(line >> (at + 1)))


@inner
def cards_between(start: Int, end: Int) -> Int:
    """The values of a stretch of a line, as bits."""
    stretch = (ONE << end) - (ONE << start)
    return (stretch | stretch >> A_SUIT | stretch >> (2 * A_SUIT)) & SUIT_BITS


@inner
def _run_grown(options: Record, line: Int, start: Int, end: Int) -> bool:
    """Is this run longer than each one that was there before and shares a card with it?"""
    run = cards_between(start, end)
    for value in range(A_SUIT):
        if line >> (A_SUIT + value) & 1:
            for which in range(2):
                first, last = run_through(options, line, value, which)
                if last - first >= max(3, end - start) and cards_between(first, last) & run:
                    return False
    return True


@inner
def any_combination(options: Record, shown: Int) -> bool:
    for card in range(40):
        if shown >> card & 1 and earned(options, shown, card, NOTHING):
            return True
    return False
