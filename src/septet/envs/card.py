"""Many games side by side on a graphics card: `septet.batch("sep", 1_000_000, device="cuda")`.

Everything is as in `batched`, and game by game the same as there, but that all arrays are in the card's memory. What is
given back is a `CardArray`, which PyTorch, JAX and CuPy take over without a copy; arrays of theirs are taken as they
are. Work is queued in the order of the calls, on the stream that is the usual one for all; `wait` waits for it.
"""

from typing import Any

import numpy as np

from septet.bots.kernels import card
from septet.bots.kernels.card import cuda
from septet.envs.batched import Array, GameBatch, SepBatch, SepmosaBatch, SepSoloBatch


class CardArray:
    """An array in the card's memory, for whoever knows the CUDA array interface or DLPack."""

    def __init__(self, array: Any) -> None:
        self.array = array  # Numba's own

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        dtype: np.dtype[Any] = self.array.dtype
        return dtype

    @property
    def __cuda_array_interface__(self) -> Any:
        return self.array.__cuda_array_interface__

    def __dlpack__(self, **asked: Any) -> Any:
        return self._view().__dlpack__(**asked)

    def __dlpack_device__(self) -> Any:
        return self._view().__dlpack_device__()

    def _view(self) -> Any:
        from cuda.core.utils import StridedMemoryView

        return StridedMemoryView.from_cuda_array_interface(self.array, stream_ptr=-1)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """A copy in the memory of the processor: `np.asarray(array)`."""
        if copy is False:
            raise ValueError("what is in the card's memory has to be copied to be read by the processor")
        return np.asarray(self.array.copy_to_host(), dtype)

    def __setitem__(self, where: Any, value: Any) -> None:
        self.array[where] = value

    def __len__(self) -> int:
        return len(self.array)


class OnCard(GameBatch):
    """What is different on a card: where arrays live, and that threads are the card's own business."""

    def __init__(self, games: int, *, threads: int = 1, **more: Any) -> None:
        if threads != 1:
            raise ValueError(f"threads are for the processor: a card has its own, so leave out threads={threads}")
        if why := card.no_card():
            raise RuntimeError(f'device="cuda" cannot be used: {why}. Without `device` the processor plays')
        super().__init__(games, **more)

    def wait(self) -> None:
        """Wait until all that was asked for is done: before another stream reads it, or a clock is read."""
        cuda.synchronize()

    def play_out(self) -> CardArray:
        """Play every game at random to its end, each by its own stream of chance; how many moves each took.

        The games stay over until `reset`.
        """
        made = self._zeros(self.size, np.int32)
        self._kernel.play_out_each(self._states, self._words, made)
        self._over[:] = 1
        self._counts[:] = 0
        return CardArray(made)

    def step(self, actions: Any, rewards: Any = None, done: Any = None) -> Any:
        return tuple(map(_theirs, super().step(actions, _ours(rewards), _ours(done))))

    def mask(self, out: Any = None) -> Any:
        return _theirs(super().mask(_ours(out)))

    def legal(self, out: Any = None, counts: Any = None) -> Any:
        return tuple(map(_theirs, super().legal(_ours(out), _ours(counts))))

    def observe(self, out: Any = None, seats: Any = None) -> Any:
        return _theirs(super().observe(_ours(out), seats))

    def oracle(self, out: Any = None, seats: Any = None) -> Any:
        return _theirs(super().oracle(_ours(out), seats))

    def to_move(self, out: Any = None) -> Any:
        return _theirs(super().to_move(_ours(out)))

    def scores(self, out: Any = None) -> Any:
        return _theirs(super().scores(_ours(out)))

    def _room(self) -> tuple[Any, ...]:
        return ()

    def _zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        made = cuda.device_array(shape, dtype)
        if np.dtype(dtype).names is None:
            made[:] = 0
        return made

    def _spread(self, one: Array, games: int) -> Any:
        if one.dtype.names:
            return card.spread(one, games)
        made = cuda.device_array(games, one.dtype)
        made[:] = one[0]
        return made

    def _copy(self, source: Any, target: Any) -> None:
        if source.dtype.names:
            source, target = card.as_words(source), card.as_words(target)
        target.copy_to_device(source)

    def _host(self, array: Any) -> Array:
        copied: Array = array.copy_to_host()
        return copied

    def _given(self, name: str, array: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        if array is None:
            return self._zeros(shape, dtype)
        wanted = f"{name} must be a C-contiguous array of {np.dtype(dtype)} with shape {shape} in the card's memory"
        array = _ours(array)
        if not hasattr(array, "copy_to_host"):
            raise TypeError(f"{wanted}, not {type(array).__name__}")
        if tuple(array.shape) != shape or array.dtype != dtype or not array.is_c_contiguous():
            raise ValueError(f"{wanted}, not {array.dtype} with shape {tuple(array.shape)}")
        return array


def _ours(array: Any) -> Any:
    """Numba's view of an array of anybody's in the card's memory; others are left as they are, to be refused."""
    if isinstance(array, CardArray):
        return array.array
    if hasattr(array, "copy_to_host") or not hasattr(array, "__cuda_array_interface__"):
        return array
    return cuda.as_cuda_array(array)


def _theirs(array: Any) -> CardArray:
    return CardArray(array)


class SepCard(OnCard, SepBatch):
    """Games of SEP on a graphics card."""

    def _twin(self) -> tuple[Any, Any, Any]:
        from septet.bots.kernels.sep import on_card

        _, records, moves = super()._twin()
        return on_card, records, moves


class SepSoloCard(SepCard, SepSoloBatch):
    """Games of SEP solo on a graphics card."""

    game, seats = SepSoloBatch.game, SepSoloBatch.seats


class SepmosaCard(OnCard, SepmosaBatch):
    """Games of SEPMOSA on a graphics card."""

    def _twin(self) -> tuple[Any, Any, Any]:
        from septet.bots.kernels.sepmosa import on_card

        _, records, moves = super()._twin()
        return on_card, records, moves

    def _room(self) -> tuple[Any, ...]:
        return (self._kernel.new_works(self.size),)

    def features(self, out: Any = None) -> Any:
        return _theirs(super().features(_ours(out)))


ON_CARD: dict[str, type[OnCard]] = {kind.game: kind for kind in (SepCard, SepSoloCard, SepmosaCard)}
