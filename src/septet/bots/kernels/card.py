"""Twins on a graphics card: what the kernels of all games have in common (CUDA, by the package numba-cuda).

The functions of a twin are compiled for the card from the same source: numba-cuda makes a device function of each as
soon as a kernel calls it. A kernel says which thread plays which game, and gives each its own stream of chance; nothing
else of the rules is here. With NUMBA_ENABLE_CUDASIM=1, Numba's simulator runs the kernels, and the functions of the
twin are those of the processor: so tests hold the kernels, and all that surrounds them, to what the processor plays.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numba
import numpy as np

from septet.bots.kernels import Record
from septet.bots.kernels.chance import PLAIN, Chance
from septet.bots.kernels.chance import begin as _begin

cuda: Any = import_module("numba.cuda")  # whose types say little
config: Any = numba.config
SIMULATED = bool(config.ENABLE_CUDASIM)
BLOCK = 4 if SIMULATED else 128  # threads
CHANCE = Chance if SIMULATED else PLAIN
IN_FLIGHT = 4 if SIMULATED else 1 << 16  # threads that have room of their own in the card's memory


def kernel(function: Callable[..., None]) -> Any:
    """A function that many threads of the card run at once."""
    return cuda.jit(function)


def frugal(function: Callable[..., None]) -> Any:
    """The same with half of the registers that it would like, so that twice as many threads run at once."""
    return cuda.jit(function) if SIMULATED else cuda.jit(function, max_registers=128)


def of_two(one: Any) -> Any:
    """A kernel that does this in every game, where it takes two arrays with a row for each."""

    def each(first: Record, second: Record) -> None:
        at = cuda.grid(1)
        if at < first.shape[0]:
            one(first, second, at)

    return kernel(each)


def of_three(one: Any) -> Any:
    """The same with three arrays."""

    def each(first: Record, second: Record, third: Record) -> None:
        at = cuda.grid(1)
        if at < first.shape[0]:
            one(first, second, third, at)

    return kernel(each)


def launched(made: Any) -> Callable[..., None]:
    """Run such a kernel on arrays: a thread for each row."""

    def run(*arrays: Any) -> None:
        launch(made, arrays[0].shape[0], *arrays)

    return run


def twin(one: Any, each: Any) -> Any:
    """What the twin does in one of many games, as kernels call it.

    It has arrays, the number of the game, and room to work in; `each` does the same in every game, on the processor.
    """
    return _simulated(each) if SIMULATED else one


def _simulated(each: Any) -> Any:
    """The processor's function, for one game; the simulator wraps arrays, which that function does not know."""

    def call(*arguments: Any) -> None:
        number = next(place for place, argument in enumerate(arguments) if type(argument) in {int, np.int64})
        at = arguments[number]
        games = [unwrapped(argument) for argument in arguments[:number]]
        each(
            *(game[at : at + 1] if isinstance(game, np.ndarray) else game for game in games),
            *map(unwrapped, arguments[number + 1 :]),
        )

    return call


def unwrapped(argument: Any) -> Any:
    """The array itself, or the arrays of a net."""
    if isinstance(argument, tuple):
        made: Any = type(argument)
        return made(*map(unwrapped, argument))
    while not isinstance(argument, np.ndarray | np.generic) and hasattr(argument, "__dict__"):
        inside = argument.__dict__.get("_item", argument.__dict__.get("_ary"))
        if inside is None:
            break
        argument = inside
    return argument


def _begun(chance: Any, word: int) -> None:
    for name, value in (("word", word), ("streams", 0), ("given", 0), ("taken", 0), ("wrong", 0)):
        chance[name] = value


begin = _begun if SIMULATED else _begin


def launch(made: Any, threads: int, *arguments: Any) -> None:
    """Run a kernel on at least so many threads; each looks whether there is something for it to do."""
    made[-(-threads // BLOCK), BLOCK](*arguments)


def no_card() -> str:
    """Why no card can be used, in one line; nothing if one can."""
    if SIMULATED or cuda.is_available():
        return ""
    return "no graphics card of NVIDIA answers: is there one, with its driver? `nvidia-smi` tells"


def spread(record: Record, games: int) -> Any:
    """The same record for so many games, in the card's memory."""
    states = cuda.device_array(games, record.dtype)
    words = cuda.to_device(as_words(np.atleast_1d(record)))
    launch(_spread, games, words, as_words(states))
    return states


def lent(records: Record) -> Any:
    """A copy of these records in the card's memory."""
    made = cuda.device_array(records.shape, records.dtype)
    as_words(made).copy_to_device(as_words(records))
    return made


def arrays() -> Any:
    """What calculates with arrays in the card's memory: CuPy, or where the card is simulated NumPy."""
    return np if SIMULATED else import_module("cupy")


def shown(array: Any) -> Any:
    """Such an array, as a kernel takes it within a tuple."""
    return array if SIMULATED else cuda.as_cuda_array(array)


def on_host(array: Any) -> Any:
    """A copy of such an array in the processor's memory."""
    return array.copy() if SIMULATED else array.get()


def as_words(states: Any) -> Any:
    """An array of records as rows of 64 bits, without a copy: what is moved at once goes fastest in these."""
    size = states.dtype.itemsize // 8
    return states.view(np.uint64).reshape(states.shape[0], size)


def _spread_words(words: Record, rows: Record) -> None:
    at = cuda.grid(1)
    if at < rows.shape[0]:
        for place in range(rows.shape[1]):
            rows[at, place] = words[0, place]


_spread = kernel(_spread_words)
