"""CoopSet played on from many imagined decks: what the sets that are taken now leave for later."""

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.games.setgame.cards import NUMBER_OF, PACK, THIRD

THIRDS = np.array([[NUMBER_OF[THIRD[one][two]] for two in PACK] for one in PACK], np.int16)
FULL = 12  # cards on the table
MOST = 24  # cards that a table may come to hold: with 21 there is a set
SETS = 200  # so many sets it never holds


@inner
def find(table: Record, size: Int, sets: Record) -> Int:
    """The sets among these cards, each as three bits; how many."""
    place = np.full(81, -1, np.int16)
    for at in range(size):
        place[table[at]] = at
    found = 0
    for one in range(size):
        for two in range(one + 1, size):
            three = place[THIRDS[table[one], table[two]]]
            if three > two:
                sets[found] = (1 << one) | (1 << two) | (1 << three)
                found += 1
    return found


@inner
def promise(table: Record, size: Int, taken: Int, coming: Record) -> Int:
    """How many pairs of the cards that stay have their third card in the deck."""
    pairs = 0
    for one in range(size):
        if not taken >> one & 1:
            for two in range(one):
                if not taken >> two & 1 and coming[THIRDS[table[one], table[two]]]:
                    pairs += 1
    return pairs


@inner
def choose(table: Record, size: Int, sets: Record, found: Int, coming: Record) -> Int:
    """As many sets as possible that share no card; among equal choices the one with the most promise."""
    best, most, promised = 0, 0, -1
    chosen = np.zeros(8, np.int64)  # which set is tried at each depth
    taken = np.zeros(8, np.int64)
    depth = 0
    while depth >= 0:
        at = chosen[depth]
        if at == found:
            depth -= 1
            continue
        chosen[depth] = at + 1
        if taken[depth] & sets[at]:
            continue
        together = taken[depth] | sets[at]
        if depth + 1 >= most:
            worth = promise(table, size, together, coming)
            if depth + 1 > most or worth > promised:
                best, most, promised = together, depth + 1, worth
        depth += 1
        chosen[depth], taken[depth] = at + 1, together
    return best


@inner
def take(table: Record, size: Int, taken: Int) -> Int:
    """Take cards off the table; how many stay."""
    left = 0
    for at in range(size):
        if not taken >> at & 1:
            table[left] = table[at]
            left += 1
    return left


@inner
def play_on(table: Record, size: Int, deck: Record, rules: Record, coming: Record) -> float:
    """The points of all layouts to come.

    The rules: what an extra card costs, what 0 to 4 sets pay, and whether the last layout is played.
    """
    points, dealt = 0.0, 0
    sets = np.zeros(SETS, np.int64)
    coming[:] = False
    coming[deck] = True
    while dealt < len(deck):
        while dealt < len(deck) and size < FULL:
            table[size] = deck[dealt]
            coming[deck[dealt]] = False
            size, dealt = size + 1, dealt + 1
        found = find(table, size, sets)
        while not found and dealt < len(deck):
            table[size] = deck[dealt]
            coming[deck[dealt]] = False
            size, dealt = size + 1, dealt + 1
            points -= rules[0]
            found = find(table, size, sets)
        if not found or (dealt == len(deck) and not rules[6]):
            break
        taken = choose(table, size, sets, found, coming)
        left = take(table, size, taken)
        points += rules[1 + min(4, (size - left) // 3)]
        size = left
    return points


@entry
def futures(left: Record, sizes: Record, decks: Record, rules: Record) -> Record:
    """For each group of cards that may be left on the table: the mean of the points to come, over these decks."""
    means = np.zeros(len(sizes))
    table, coming = np.zeros(MOST, np.int64), np.zeros(81, np.bool_)
    for deck in decks:
        for choice in range(len(sizes)):
            table[: sizes[choice]] = left[choice, : sizes[choice]]
            means[choice] += play_on(table, sizes[choice], deck, rules, coming) / len(decks)
    return means


def shuffled(deck: list[int], times: int, seed: int) -> Record:
    """So many orders of a deck, the next card first."""
    return np.random.default_rng(seed).permuted(np.tile(deck, (times, 1)), axis=1)


def warm_up() -> None:
    """Compile, or load what was compiled before."""
    cards = np.arange(81)
    futures(cards[None, :9], np.array([9]), cards[None, 9:], np.zeros(7))
