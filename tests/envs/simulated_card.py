"""Games on a simulated graphics card beside those on the processor: `python -m tests.envs.simulated_card sep 100 3`.

It is a program of its own, as Numba reads NUMBA_ENABLE_CUDASIM when it is imported.
"""

import sys
from typing import Any

import numpy as np

import septet
from septet.bots.kernels.card import cuda
from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sep import playouts as sep
from septet.bots.kernels.sep.allowed import MOST_MOVES
from septet.bots.kernels.sepmosa import playouts as sepmosa
from septet.envs.card import CardArray


def same(name: str, theirs: Any, ours: Any) -> None:
    got = np.asarray(theirs)
    assert got.dtype == ours.dtype and got.shape == ours.shape and (got == ours).all(), name


def played_out(batch: Any) -> Any:
    """The processor's games to their ends, each by its own stream of chance."""
    made = np.zeros(batch.size, np.int32)
    room = batch._records.new_work() if batch.game == "sepmosa" else np.empty(MOST_MOVES, np.int16)
    playouts = sepmosa if batch.game == "sepmosa" else sep
    playouts.play_out_each(batch._states, batch._words, made, room, new_chance(1))
    return made


def main(game: str, games: int, steps: int) -> None:
    there: Any = septet.batch(game, games, seed=3, device="cuda")
    here = septet.batch(game, games, seed=3)
    rng = np.random.default_rng(1)
    out = CardArray(cuda.device_array((games, here.layout.size), np.int8))
    for _ in range(steps):
        for name in ("mask", "oracle", "to_move", "scores"):
            same(name, getattr(there, name)(), getattr(here, name)())
        same("observe", there.observe(out), here.observe())
        moves, counts = here.legal()
        same("counts", there.legal()[1], counts)
        places = rng.integers(np.minimum(counts, here.actions))
        actions = (places if game == "sepmosa" else moves[np.arange(games), places]).astype(np.int32)
        actions[0] = -1  # one that is not legal
        for theirs, ours in zip(there.step(cuda.to_device(actions)), here.step(actions), strict=True):
            same("step", theirs, ours)
    copied = there.clone()
    same("moves made", there.play_out(), played_out(here))
    same("scores at the end", there.scores(), here.scores())
    assert (there._states.copy_to_host() == here._states).all(), "a game ended differently"
    assert (there._words.copy_to_host() == here._words).all(), "a stream of chance went on differently"
    assert there.state(0) == here.state(0)
    copied.play_out()
    assert (copied._states.copy_to_host() == here._states).all(), "a copy went on differently"
    sys.stdout.write(f"{games} games of {game} are the same\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
