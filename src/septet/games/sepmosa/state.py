"""The state of a game of SEPMOSA: the whole truth, the hidden tiles included."""

from typing import Literal

import msgspec

from septet.games.game import Seat, Why
from septet.games.sepmosa.mosaic import Placed
from septet.games.sepmosa.moves import MosaicMove
from septet.games.sepmosa.options import SepmosaOptions
from septet.games.sepmosa.tiles import Tiles

RACK = 6  # tiles on a rack between the turns
FULL = 49  # tiles that make the mosaic full
# somebody has reached the target; more points, or as many, when the last turn was over
ENDINGS = frozenset({"target", "limit", "tie"})

# the forty-ninth tile; nothing can ever be placed again; too many passes in a row
Reset = Literal["full", "dead", "stall"]


class Last(msgspec.Struct, gc=False):
    """The last move, and what came of it."""

    seat: Seat
    move: MosaicMove
    why: tuple[Why, ...] = ()
    taken: Tiles = ()  # the tiles that left the mosaic
    tied: tuple[str, ...] = ()  # the cells of floating tiles that it tied back
    cut: tuple[str, ...] = ()  # the cells of tiles that began to float
    reset: Reset | None = None
    refilled: bool = False  # the pool was empty and was made anew

    @property
    def points(self) -> int:
        return sum(one.points for one in self.why)


class State(msgspec.Struct, gc=False):
    """A tile that has just been drawn stands last on its rack. Nothing in a state is changed once it is made."""

    options: SepmosaOptions
    seed: bytes
    shuffles: int = 0
    mosaic: Placed = {}
    floating: tuple[str, ...] = ()  # in reading order
    racks: tuple[Tiles, ...] = ((), ())
    scores: tuple[int, ...] = (0, 0)
    pool: Tiles = ()
    removed: Tiles = ()  # aside, face down, but seen by all when they were taken off the mosaic
    set_aside: tuple[Tiles, ...] = ((), ())  # aside, face down, seen only by the seat that put them there
    played: Tiles = ()  # action tiles, aside, face up
    mover: Seat = 0
    passes: tuple[int, ...] = (0, 0)  # of each seat since the mosaic last changed
    moves: int = 0
    set_asides: int = 0
    resets: int = 0  # because of the forty-ninth tile
    rescues: int = 0  # of a mosaic that was dead or stalled
    refills: int = 0
    ending: str = ""
    last: Last | None = None
