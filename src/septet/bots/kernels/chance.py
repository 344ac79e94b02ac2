"""Chance inside a twin: a fast generator of its own, the streams of a study, or orders that are given from outside."""

from typing import Any

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.piles import push
from septet.games.chance import stream_name

GIVEN = 8  # orders that can wait; a solo deal with redeals may need several
LARGEST = 104  # cards or tiles
TOSS = np.uint64(stream_name("toss"))


def with_room_for(orders: int, cards: int) -> np.dtype[Any]:
    """A generator, and so many orders of so many cards that may wait for it."""
    return np.dtype(
        [
            ("word", np.uint64),
            ("orders", np.int8, (orders, cards)),  # the next shuffles, each as the cards from bottom to top
            ("given", np.int8),  # how many orders there are; with none the generator shuffles
            ("taken", np.int8),
            ("wrong", np.int8),  # orders that were no order of the cards to be shuffled
            ("streams", np.uint64),  # what the streams of a study begin from; with 0 there are none
        ],
        align=True,
    )


Chance = with_room_for(GIVEN, LARGEST)
PLAIN = with_room_for(1, 1)  # for many games at once, to which nobody gives orders: 24 bytes instead of 856


def new_chance(word: int) -> Record:
    """A generator that starts from this number."""
    chance = np.zeros(1, Chance)
    chance["word"] = word % (1 << 64) or 1
    return chance[0]


@inner
def begin(chance: Record, word: Int) -> None:
    """A generator that goes on from this number, in memory that nobody has cleared."""
    chance.word, chance.streams = word, 0
    chance.given, chance.taken, chance.wrong = 0, 0, 0


@inner
def draw_word(chance: Record) -> Int:
    """The next 32 bits (xorshift64*)."""
    word = chance.word
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    chance.word = word
    return np.int64((word * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32))


@inner
def below(chance: Record, count: Int) -> Int:
    """A number from 0 to count - 1, each as likely as any other but for one part in a hundred million."""
    return (draw_word(chance) * count) >> 32


@inner
def mixed(word: Int) -> Int:
    """Read it beside `mixed` of `games/chance`."""
    word += np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inner
def start_stream(chance: Record, name: Int, first: Int, second: Int) -> None:
    """From here on the generator draws this stream of a study."""
    word = mixed(mixed(mixed(chance.streams ^ name) + np.uint64(first)) + np.uint64(second))
    chance.word = word if word else np.uint64(1)


@inner
def shuffle_stream(pile: Record, chance: Record, name: Int, first: Int, second: Int) -> None:
    """Put the cards of a pile in a new order: in a study that of this stream, else whatever comes next."""
    if chance.streams:
        before = chance.word
        start_stream(chance, name, first, second)
        shuffle(pile, chance)
        chance.word = before
    else:
        shuffle(pile, chance)


@inner
def toss(chance: Record) -> Int:
    """A fair coin; in a study the first of two sides that were shuffled, as plain rules toss it."""
    if chance.streams:
        before = chance.word
        start_stream(chance, TOSS, 0, 0)
        side = 1 - below(chance, 2)
        chance.word = before
        return side
    return below(chance, 2)


@inner
def sort_for_study(pile: Record, order: Record, chance: Record) -> None:
    """In a study, what is shuffled lies in the order in which plain rules sort it; no kind is there more than twice."""
    if not chance.streams:
        return
    once, twice = np.int64(0), np.int64(0)
    for place in range(pile.size):
        bit = np.int64(1) << np.int64(pile.cards[place])
        twice |= once & bit
        once |= bit
    pile.size = 0
    for number in range(order.size):
        kind = np.int64(order[number])
        if once >> kind & 1:
            push(pile, kind)
        if twice >> kind & 1:
            push(pile, kind)


@inner
def shuffle(pile: Record, chance: Record) -> None:
    """Put the cards of a pile in a new order."""
    if chance.given:
        shuffle_as_given(pile, chance)
        return
    for last in range(pile.size - 1, 0, -1):
        other = below(chance, last + 1)
        pile.cards[last], pile.cards[other] = pile.cards[other], pile.cards[last]


@inner
def shuffle_as_given(pile: Record, chance: Record) -> None:
    """Take the next order; it must name the cards of the pile, each as often as it is there."""
    low, high = np.int64(0), np.int64(0)
    for place in range(pile.size):
        low += counted(pile.cards[place], 0)
        high += counted(pile.cards[place], 1)
        pile.cards[place] = chance.orders[chance.taken, place]
        low -= counted(pile.cards[place], 0)
        high -= counted(pile.cards[place], 1)
    if low or high or chance.taken >= chance.given:
        chance.wrong += 1
    chance.taken += 1


@inner
def counted(card: Int, half: Int) -> Int:
    """One card of this kind, where two bits count each kind, and 26 kinds share a number."""
    return np.int64(1) << np.int64(2 * (card % 26)) if card // 26 == half else np.int64(0)
