"""Search in SEPMOSA over what a seat cannot see: a race of moves, each tried in the same imagined worlds.

In other words: flat Monte Carlo with a racing algorithm and common random numbers.
"""

import math

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.chance import below
from septet.bots.kernels.piles import empty_onto, pop, push
from septet.bots.kernels.sepmosa.allowed import survey
from septet.bots.kernels.sepmosa.policy import quick_move
from septet.bots.kernels.sepmosa.rules import apply
from septet.bots.kernels.sepmosa.tables import A_COLOUR, BIT, ELEVEN
from septet.games.sepmosa.state import RACK
from septet.games.sepmosa.tiles import KINDS

ALL_KINDS = len(KINDS)

RUNNER = np.dtype(
    [
        ("move", np.int32),
        ("visits", np.int32),
        ("worth", np.float64),  # the sum of all results
        ("ahead", np.float64),  # the sum of what it was better than the others in the same world
        ("squares", np.float64),
        ("result", np.float64),  # in the world that is being looked at
    ],
    align=True,
)
RACE = np.dtype(
    [
        ("running", np.int32),  # moves that are still in the race; they stand first
        ("next", np.int32),  # the one to be tried next in this world
        ("worlds", np.int32),
        ("world", np.uint64),  # where chance stood when this world began
    ],
    align=True,
)
KNOBS = np.dtype(
    [
        ("horizon", np.int32),  # moves that a playout looks ahead
        ("price", np.int32),  # tenths of a point: what an action tile must bring more
        ("shift_below", np.int32),  # a quick hand thinks of a 12 when all else brings less
        ("keep", np.float64, (3,)),  # points that an 11, 12 or 13 on a rack is worth at the horizon
        ("scale", np.float64),  # how many points, times the root of those that are missing, make a difference
        ("doubt", np.float64),  # standard errors that a move may lag behind
        ("warm", np.int32),  # worlds before a move may drop out
        ("passes", np.int32),  # how often the other one had to pass on this mosaic
        ("misfits", np.int64),  # if so, the tiles that it can hold, as bits
        ("hidden", np.int32),  # removed tiles that this seat does not remember
        ("blind", np.int8),  # 0: the worlds are the real one, for measuring only
    ],
    align=True,
)


# -- worlds -----------------------------------------------------------------------------------------------------------


@inner
def redeal(state: Record, seat: Int, knobs: Record, chance: Record) -> None:
    """Deal what this seat cannot see anew: the other rack, what lies hidden, and the tiles that are drawn soon."""
    held, aside = int(state.racks[1 - seat].size), int(state.set_aside[1 - seat].size)
    gather(state, seat, knobs)
    hand_out(state, seat, held, aside, knobs, chance)
    pool = state.pool
    for soon in range(1, min(np.int64(pool.size), np.int64(knobs.horizon) + 1)):
        last = pool.size - soon
        other = below(chance, last + 1)
        pool.cards[last], pool.cards[other] = pool.cards[other], pool.cards[last]


@inner
def gather(state: Record, seat: Int, knobs: Record) -> None:
    """Put all that this seat cannot see into the pool."""
    pool = state.pool
    empty_onto(state.racks[1 - seat], pool)
    empty_onto(state.set_aside[1 - seat], pool)
    for place in range(knobs.hidden):
        push(pool, state.removed.cards[place])


@inner
def hand_out(state: Record, seat: Int, held: Int, aside: Int, knobs: Record, chance: Record) -> None:
    """Deal so many tiles to the other rack and to what lies aside, and those that were removed unseen."""
    pool, rack, laid = state.pool, state.racks[1 - seat], state.set_aside[1 - seat]
    stuck = min(aside, int(knobs.passes))
    old = min(held, RACK) if knobs.passes else 0
    for _ in range(old):
        push(rack, drawn(pool, knobs.misfits, chance))
    for _ in range(aside - stuck):
        push(laid, drawn(pool, 0, chance))
    for _ in range(stuck):
        push(laid, drawn(pool, knobs.misfits, chance))
    for _ in range(held - old):
        push(rack, drawn(pool, 0, chance))
    for place in range(knobs.hidden):
        state.removed.cards[place] = drawn(pool, 0, chance)


@inner
def misfits(state: Record, work: Record) -> Int:
    """The kinds of tiles that cannot be played on the mosaic as it lies, as bits."""
    kinds = np.int64(0)
    for kind in range(ALL_KINDS):
        if survey(state, work, BIT[kind]) == 0:
            kinds |= BIT[kind]
    return kinds


@inner
def drawn(pool: Record, among: Int, chance: Record) -> Int:
    """A tile from anywhere in the pool, of these kinds if any are named."""
    at = below(chance, pool.size)
    if among:
        for _ in range(pool.size):
            if BIT[pool.cards[at]] & among:
                break
            at = (at + 1) % pool.size
    last = pool.size - 1
    pool.cards[at], pool.cards[last] = pool.cards[last], pool.cards[at]
    return pop(pool)


@inner
def outlook(state: Record, seat: Int, knobs: Record) -> float:
    """What the state promises this seat, from 0 to 1: the chance to win, guessed from points and action tiles."""
    mine, theirs = np.int64(state.scores[seat]), np.int64(state.scores[1 - seat])
    if state.ending:
        return 0.5 if mine == theirs else 1.0 if mine > theirs else 0.0
    lead = mine - theirs + kept(state.racks[seat], knobs) - kept(state.racks[1 - seat], knobs)
    missing = state.options.target - max(mine, theirs)
    return 1.0 / (1.0 + math.exp(-lead / (knobs.scale * math.sqrt(missing + 2.0))))


@inner
def kept(rack: Record, knobs: Record) -> float:
    """What the action tiles on a rack are worth, in points."""
    worth = 0.0
    for number in range(rack.size):
        value = rack.cards[number] % A_COLOUR
        if value >= ELEVEN:
            worth += knobs.keep[value - ELEVEN]
    return worth


# -- the race ---------------------------------------------------------------------------------------------------------


@entry
def search(
    states: Record,
    seat: Int,
    runners: Record,
    race: Record,
    playouts: Int,
    knobs: Record,
    work: Record,
    chance: Record,
) -> None:
    """Try so many moves more, each in the world that it is the turn of; `states` holds the root and room to play."""
    for _ in range(playouts):
        enter_world(states, seat, race, knobs, work, chance)
        apply(states[1], np.int64(runners[race.next].move), work, chance)
        play_on(states, knobs, work, chance)
        leave_world(runners, race, outlook(states[1], seat, knobs), knobs)


@inner
def enter_world(states: Record, seat: Int, race: Record, knobs: Record, work: Record, chance: Record) -> None:
    """Deal the world in which the next move is tried: a new one if all have been tried in the last."""
    if knobs.passes and not knobs.misfits:
        knobs.misfits = misfits(states[0], work)
    if race.next == 0:
        race.world = chance.word
    chance.word = race.world
    states[1] = states[0]
    if knobs.blind:
        redeal(states[1], seat, knobs, chance)


@inner
def play_on(states: Record, knobs: Record, work: Record, chance: Record) -> None:
    """Let the quick hand play on in this world, as far as the horizon."""
    state, until = states[1], states[0].moves + knobs.horizon
    while not state.ending and state.moves < until:
        apply(state, quick_move(state, work, knobs, chance), work, chance)


@inner
def leave_world(runners: Record, race: Record, result: float, knobs: Record) -> None:
    """Note where the move has led; the next one is tried in the same world, if one is left."""
    runners[race.next].result = result
    race.next += 1
    if race.next == race.running:
        end_world(runners, race, knobs)


@inner
def end_world(runners: Record, race: Record, knobs: Record) -> None:
    """All have been tried in this world: add it up, and let those drop out that lag too far behind."""
    mean = 0.0
    for number in range(race.running):
        mean += runners[number].result
    mean /= race.running
    for number in range(race.running):
        one = runners[number]
        one.visits += 1
        one.worth += one.result
        one.ahead += one.result - mean
        one.squares += (one.result - mean) ** 2
    race.worlds += 1
    race.next = 0
    if race.worlds >= knobs.warm and race.worlds % 4 == 0 and race.running > 1:
        drop_out(runners, race, knobs)


@inner
def drop_out(runners: Record, race: Record, knobs: Record) -> None:
    """Those leave the race that are surely behind the best one; the others keep their order."""
    best = runners[0]
    for number in range(1, race.running):
        if runners[number].worth > best.worth:
            best = runners[number]
    line = best.ahead / best.visits - knobs.doubt * doubt(best)
    at = 0
    while at < race.running:
        one = runners[at]
        if one.ahead / one.visits + knobs.doubt * doubt(one) < line:
            race.running -= 1
            swap(runners, at, race.running)
        else:
            at += 1


@inner
def doubt(one: Record) -> float:
    """The standard error of how far it is ahead."""
    mean = one.ahead / one.visits
    return math.sqrt(max(0.0, one.squares / one.visits - mean * mean) / one.visits)


@inner
def swap(runners: Record, one: Int, other: Int) -> None:
    a, b = runners[one], runners[other]
    a.move, b.move = b.move, a.move
    a.visits, b.visits = b.visits, a.visits
    a.worth, b.worth = b.worth, a.worth
    a.ahead, b.ahead = b.ahead, a.ahead
    a.squares, b.squares = b.squares, a.squares
