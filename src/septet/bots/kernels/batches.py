"""Many games at once, on as many cores as asked for, and the same whatever their number."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from septet.bots.kernels import Record
from septet.bots.kernels.chance import new_chance

BATCH = 200  # games that share a generator


def in_batches(states: Record, seed: int, threads: int, play: Callable[[Record, Record], int]) -> int:
    """Give `play`, which does without the GIL, batches of states with a generator each; the sum of what it says."""

    def batch(start: int) -> int:
        return int(play(states[start : start + BATCH], new_chance((seed << 32) + start + 1)))

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(batch, range(0, states.size, BATCH)))
