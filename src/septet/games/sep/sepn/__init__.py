"""SEPN, the game record that people read and write: `1.A d[3C] 6S@b +1`.

Every hidden card is written when it comes up, so that a record replays without a seed.
"""

from septet.games.sep.sepn.reading import ReadMove, read
from septet.games.sep.sepn.writing import write

__all__ = ["ReadMove", "read", "write"]
