"""Where a rule matters that hardly ever does: the twins play thousands of games, and say which are worth a look.

A game in which the twin saw the rule matter is played again by plain rules, move by move the same, and looked through.
"""

import msgspec
import numpy as np

from septet.background.chunks import Chunk
from septet.games import GAMES
from septet.lab.figures import matters_at, played
from septet.lab.paired import mean_of
from septet.lab.rule_sets import RuleSet
from septet.lab.simulate import ready
from septet.lab.twins import Twin
from septet.lab.where import Reading, Spot, Where, smallest_of, smallest_shrunk, spots_of, worth_of

KIND = "where.rare"
TOGETHER = 500  # games that one chunk plays
LOOKED_AT = 10  # of those in which it mattered
POLICIES = (("greedy", "greedy"), ("random", "random"), ("greedy", "random"))  # by turns, from chunk to chunk


class RareChunk(msgspec.Struct, frozen=True):
    reading: Reading
    seed: str
    start: int


class RareFound(msgspec.Struct, frozen=True):
    """What some thousand games had to show."""

    games: int
    with_it: int
    spots: tuple[Spot, ...]
    worth: tuple[float, ...] = ()  # of the first such position of each game that was looked at, to whoever moves


def chunk(reading: Reading, seed: str, start: int) -> Chunk:
    return Chunk(KIND, msgspec.json.encode(RareChunk(reading, seed, start)))


def answer(body: bytes) -> bytes:
    """Play some games by the twin, and look through those in which it mattered."""
    asked = msgspec.json.decode(body, type=RareChunk)
    reading, game = asked.reading, GAMES[asked.reading.game]
    base, other = (RuleSet(msgspec.structs.asdict(options)) for options in reading.options())
    bots = POLICIES[asked.start // TOGETHER % len(POLICIES)][: game.seats.start]
    ready(game.name, bots)
    twin = Twin(game.name, (base, other))
    numbers = range(asked.start, asked.start + TOGETHER)
    matters = twin.column(twin.play(bots, asked.seed, numbers, decided=False), "matters")[:, 1]
    hits = [number for number, mattered in zip(numbers, matters, strict=True) if mattered]
    spots, worth = list[Spot](), list[float]()
    changed = reading.options()[1]
    for number in hits[:LOOKED_AT]:
        one = played(game, bots, base, asked.seed, number)
        states = (one.dealt, *(step.state for step in one.steps))
        here: list[Spot] = []
        for before, step in zip(states, one.steps, strict=False):
            if step.seat is None or not matters_at(game, before, step, changed):
                continue
            found = list(spots_of(reading, before, step.seat))
            if found and not here:
                worth.append(worth_of(reading, before, step.seat, f"{asked.seed}/{number}"))
            here += found
        spots += here
    return msgspec.json.encode(RareFound(TOGETHER, len(hits), tuple(smallest_of(spots)), tuple(worth)))


def with_rare(found: Where, results: list[bytes]) -> Where:
    """What was found, and what these games had to show beyond it."""
    rare = [msgspec.json.decode(one, type=RareFound) for one in results]
    spots = [spot for one in rare for spot in one.spots]
    worth = np.array([value for one in rare for value in one.worth])
    return msgspec.structs.replace(
        found,
        far=sum(one.games for one in rare),
        far_with=sum(one.with_it for one in rare),
        worth=found.worth or (mean_of(worth, share=False) if len(worth) > 1 else None),
        spot=found.spot or smallest_shrunk(found.reading, spots),
    )
