"""What a turn of SEPMOSA begins with, as signs that a net learns from, with both racks open.

Only what pays or fits is told, and not where: so most house rules are in the signs already, and the net stays small.
Whoever does not know the other rack shows the net one that it imagines.
"""

import math

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.sepmosa.allowed import held, look, threes
from septet.bots.kernels.sepmosa.planes import islands_beside, written
from septet.bots.kernels.sepmosa.points import series
from septet.bots.kernels.sepmosa.policy import by_colour, three_pays
from septet.bots.kernels.sepmosa.tables import (
    A_COLOUR,
    ANY_NUMBER,
    ANY_THIRTEEN,
    COLOUR,
    ELEVEN,
    FIT,
    FLOOR_ZERO,
    OWN,
    SHADE,
    TARGET,
    VALUES,
)
from septet.games.sepmosa.points import MOST
from septet.games.sepmosa.tiles import KINDS

LAYOUT = 1  # raised when the signs change: weights of another layout are refused
FIELDS = (
    ("game", 13),  # the lead, what is missing, how full the mosaic is, what floats
    ("my_best", 8),  # the most points that a tile would score if it were placed now
    ("my_next", 8),  # the same, by another tile
    ("my_rack", 13),  # how many tiles fit, score, do something else, and have the colours of the best ones
    ("their_best", 8),
    ("their_next", 8),
    ("their_rack", 13),
    ("unseen", 5),  # of the tiles that may be drawn: how many fit and score
    ("colours", 32),  # colour by colour, where the mover can score most first: what both racks and the pool would score
    ("close", 20),  # how few points each misses, and whether a tile that it has now would be enough
    ("rules", 2),
)
AT = {name: sum(size for _, size in FIELDS[:number]) for number, (name, _) in enumerate(FIELDS)}
SIGNS = sum(size for _, size in FIELDS)
GAME, MINE, THEIRS, UNSEEN, COLOURS, CLOSE, RULES = (
    AT[name] for name in ("game", "my_best", "their_best", "unseen", "colours", "close", "rules")
)
A_SHARE = 8  # signs of one colour
A_SIDE = 10  # signs of how close somebody is
NEXT, RACK = AT["my_next"] - MINE, AT["my_rack"] - MINE
ALL_KINDS = len(KINDS)


@inner
def read_game(state: Record, row: Record) -> None:
    """Points, the mosaic, and the rules of the house."""
    me = np.int64(state.mover)
    mine, theirs, target = float(state.scores[me]), float(state.scores[1 - me]), float(state.options.target)
    missing = max(1.0, target - max(mine, theirs))
    lead = mine - theirs
    near = 1.0 / math.sqrt(missing + 2.0)
    row[GAME] = lead * near
    row[GAME + 1] = lead / 20.0
    row[GAME + 2] = near
    row[GAME + 3] = max(0.0, 1.0 - (target - mine) / 14.0)
    row[GAME + 4] = max(0.0, 1.0 - (target - theirs) / 14.0)
    row[GAME + 5] = target - mine <= MOST
    row[GAME + 6] = target - theirs <= MOST
    row[GAME + 7] = state.tiles / 25.0
    row[GAME + 8] = state.tiles < 8
    row[GAME + 9] = state.floats / 10.0
    row[GAME + 10] = state.floats > 0
    row[GAME + 11] = max(0.0, state.tiles - 40.0) / 8.0
    row[RULES] = target / 77.0
    row[RULES + 1] = state.options.floor == FLOOR_ZERO


@inner
def read_places(state: Record, work: Record, pays: Record, where: Record) -> None:
    """What a tile of each kind would score at best if it were placed, and on which place; -1 where it does not fit."""
    look(state, work, ANY_NUMBER)
    by_colour(work)
    for kind in range(ALL_KINDS):
        pays[kind], where[kind] = -1, -1
    for asked in range(work.asked):
        pays[work.kinds[asked]] = 0 if work.counts[FIT + asked] else -1
    for number in range(written(work, OWN)):
        place: Int = np.int64(work.places[number])
        block, bit = place >> 6, place & 63
        tied = islands_beside(state, work, place) if state.floats else 0
        for colour in range(4):
            if (work.planes[SHADE + colour, block] >> bit) & 1:
                worth = min(MOST, series(state, colour, place) + tied)
                if worth:
                    for asked in range(VALUES * colour, VALUES * (colour + 1)):
                        tile: Int = np.int64(work.kinds[asked])
                        if (work.planes[FIT + asked, block] >> bit) & 1 and worth > pays[tile]:
                            pays[tile], where[tile] = worth, place


@inner
def most_by_three(state: Record, work: Record, kinds: Int) -> Int:
    """The most points that a 13 among these kinds would score; 0 where it can take nothing off."""
    most = 0
    if threes(state, work, kinds):
        for line in range(2):
            for number in range(written(work, TARGET + 1 + line) if work.counts[TARGET + 1 + line] else 0):
                most = max(most, three_pays(state, work, np.int64(work.places[number]), line))
    return most


@inner
def read_close(missing: Int, most: Int, row: Record, at: Int) -> None:
    """How few points somebody misses who could score so many now."""
    if missing <= MOST:
        row[at + max(0, missing - 1)] = 1
    elif missing <= 2 * MOST:
        row[at + MOST] = 1
    row[at + MOST + 1] = most >= missing
    row[at + MOST + 2] = missing <= 2 * MOST and most + MOST >= missing


@inner
def read_rack(state: Record, work: Record, seat: Int, row: Record, at: Int, pays: Record) -> Int:
    """What the tiles of a rack are good for; the tile that would score most, or -1."""
    rack, score = state.racks[seat], np.int64(state.scores[seat])
    best: Int = np.int64(-1)
    following, chosen = best, best
    able, scoring, well = 0, 0, 0
    for number in range(rack.size):
        kind: Int = np.int64(rack.cards[number])
        much: Int = np.int64(pays[kind])
        able += much >= 0
        scoring += much > 0
        well += much >= 4
        if much > best:
            best, following, chosen = much, best, kind
        elif much > following:
            following = much
        value = kind % A_COLOUR
        if value >= ELEVEN:
            row[at + RACK + 4 + value - ELEVEN] += 0.5
    if best >= 0:
        row[at + best] = 1
    if following >= 0:
        row[at + NEXT + following] = 1
    row[at + RACK] = able / 4.0
    row[at + RACK + 1] = scoring / 2.0
    row[at + RACK + 2] = well / 2.0
    row[at + RACK + 3] = able == 0
    kinds = held(rack)
    most = 0
    if kinds & ANY_THIRTEEN:
        most = most_by_three(state, work, kinds)
        row[at + RACK + 7] = most > 0
        row[at + RACK + 8] = most / 5.0
        row[at + RACK + 9] = most > best
    read_close(state.options.target - score, max(best, most), row, CLOSE if at == MINE else CLOSE + A_SIDE)
    return chosen if best > 0 else np.int64(-1)


@inner
def of_colour(rack: Record, kind: Int) -> float:
    """How many other tiles of a colour are on a rack."""
    found = -1
    for number in range(rack.size):
        other: Int = np.int64(rack.cards[number])
        found += COLOUR[other] == COLOUR[kind] and other % A_COLOUR < VALUES
    return found


@inner
def read_colour(rack: Record, colour: Int, row: Record, at: Int, pays: Record) -> Int:
    """What the number tiles of one colour on a rack are good for; the most points."""
    best: Int = np.int64(-1)
    many, scoring = 0, 0
    for number in range(rack.size):
        kind: Int = np.int64(rack.cards[number])
        if COLOUR[kind] == colour and kind % A_COLOUR < VALUES:
            much: Int = np.int64(pays[kind])
            best = max(best, much)
            many += 1
            scoring += much > 0
    row[at] = max(0, best) / 5.0
    row[at + 1] = many / 2.0
    row[at + 2] = scoring / 2.0
    return best


@inner
def read_colours(state: Record, row: Record, pays: Record) -> None:
    """The colours one after the other, the one in which the mover would score most first."""
    me, other, pool = state.racks[state.mover], state.racks[1 - state.mover], state.pool
    for colour in range(4):
        best = read_colour(me, colour, row, COLOURS + A_SHARE * colour, pays)
        theirs = read_colour(other, colour, row, COLOURS + A_SHARE * colour + 3, pays)
        row[COLOURS + A_SHARE * colour + 7] = 8 * best + theirs  # for the order
    for number in range(pool.size):
        kind: Int = np.int64(pool.cards[number])
        much: Int = np.int64(pays[kind])
        if much >= 3:
            row[COLOURS + A_SHARE * COLOUR[kind] + 6] += 4.0 / pool.size
    for place in range(3):
        most = place
        for later in range(place + 1, 4):
            if row[COLOURS + A_SHARE * later + 7] > row[COLOURS + A_SHARE * most + 7]:
                most = later
        if most != place:
            for sign in range(A_SHARE):
                one, two = COLOURS + A_SHARE * place + sign, COLOURS + A_SHARE * most + sign
                row[one], row[two] = row[two], row[one]
    for colour in range(4):
        row[COLOURS + A_SHARE * colour + 7] = 0


@inner
def read_unseen(state: Record, row: Record, pays: Record) -> None:
    """What the next tile may be good for."""
    pool = state.pool
    able, once, well, total = 0, 0, 0, 0
    for number in range(pool.size):
        much: Int = np.int64(pays[pool.cards[number]])
        able += much >= 0
        once += much >= 3
        well += much >= 5
        total += max(0, much)
    many: Int = max(1, int(pool.size))
    row[UNSEEN] = able / many
    row[UNSEEN + 1] = 2.0 * once / many
    row[UNSEEN + 2] = 4.0 * well / many
    row[UNSEEN + 3] = total / many
    row[UNSEEN + 4] = many / 50.0


@inner
def read_signs(state: Record, work: Record, row: Record, pays: Record, where: Record) -> None:
    """What the beginning of a turn is like for the mover."""
    row[:] = 0
    read_game(state, row)
    me, other = state.racks[state.mover], state.racks[1 - state.mover]
    read_places(state, work, pays, where)
    mine = read_rack(state, work, np.int64(state.mover), row, MINE, pays)
    theirs = read_rack(state, work, 1 - np.int64(state.mover), row, THEIRS, pays)
    if mine >= 0:
        row[MINE + RACK + 10] = of_colour(me, mine) / 2.0
        row[THEIRS + RACK + 10] = (of_colour(other, mine) + 1.0) / 2.0
    if theirs >= 0:
        row[MINE + RACK + 11] = (of_colour(me, theirs) + 1.0) / 2.0
        row[THEIRS + RACK + 11] = of_colour(other, theirs) / 2.0
    row[GAME + 12] = mine >= 0 and theirs >= 0 and where[mine] == where[theirs]
    row[MINE + RACK + 12] = mine >= 0 and theirs >= 0 and COLOUR[mine] == COLOUR[theirs]
    read_unseen(state, row, pays)
    read_colours(state, row, pays)
