"""Many games side by side over the compiled twins, into arrays that the caller owns: `septet.batch("sep", 4096)`.

Each game has a stream of chance of its own, from the seed and the game's number: what becomes of it depends neither on
how many others there are nor on how many threads work. Nothing is copied: a method writes into the array that it is
given, or into a new one where none is given, and returns it. All of it runs without the GIL.
"""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from importlib import import_module
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from septet.bots.layouts import RowLayout, sep, sepmosa
from septet.envs.needing import needed, options_of
from septet.games import GAMES
from septet.games.sep.moves import ALL_MOVES

GOES_ON, ENDED, REFUSED = 0, 1, 2  # what `step` says of each game
MOST_GAMES = 1 << 24
Array = NDArray[Any]


class GameBatch:
    """Many games of one kind. An action is a number of a move, or in SEPMOSA a place in the list of legal moves.

    `step` says of each game whether it goes on (0), has ended (1), or was ended by a move that is not legal (2): that
    costs its mover a point. With `auto_reset` such a game is dealt anew at once, and everything asked afterwards is
    about the new one; without, it stays over, and further steps leave it alone.
    """

    game: ClassVar[str]
    seats: ClassVar[int]
    layout: ClassVar[RowLayout]
    oracle_layout: ClassVar[RowLayout]
    actions: int  # how many numbers an action may have

    def __init__(
        self, games: int, *, seed: int = 0, first: int = 0, options: str = "", threads: int = 1, auto_reset: bool = True
    ) -> None:
        between("games", games, 1, MOST_GAMES)
        between("threads", threads, 1, 1024)
        between("first", first, 0, 1 << 62)
        self.size, self.first, self.threads, self.auto_reset = games, first, threads, auto_reset
        rules = GAMES[self.game]
        self.options = options_of(rules, options)
        self._kernel, self._records, self._moves = self._twin()
        dealt = np.zeros(1, self._records.STATE)
        self._records.to_record(rules.deal(self.options, self.seats, bytes(32)), dealt[0])
        self._states = self._spread(dealt, games)
        self._words = self._zeros(games, np.uint64)
        self._counts = self._zeros(games, np.int32)
        self._over = self._zeros(games, np.uint8)
        self._anyone = self._spread(np.full(1, -1, np.int8), games)
        self._pool = ThreadPoolExecutor(threads, "septet-batch") if threads > 1 else None
        share = -(-games // threads)
        self._parts = [slice(start, min(start + share, games)) for start in range(0, games, share)]
        self._rooms = [self._room() for _ in self._parts]
        self.reset(seed)

    # what is done

    def reset(self, seed: int | None = None) -> None:
        """Deal every game anew: from this seed or, without one, each on from where its own stream of chance is."""
        if seed is not None:
            self._words[:] = np.array([stream(seed, self.first + number) for number in range(self.size)], np.uint64)
        self._over[:] = 0
        self._each(
            lambda part, room: self._kernel.deal_batch(
                self._states[part], self._words[part], self._moves[part], self._counts[part], *room
            )
        )

    def step(self, actions: Array, rewards: Array | None = None, done: Array | None = None) -> tuple[Array, Array]:
        """Make a move in each game: what each seat gets for it, and whether the game goes on."""
        actions = self._given("actions", actions, (self.size,), np.int32)
        rewards = self._given("rewards", rewards, (self.size, self.seats), np.float32)
        done = self._given("done", done, (self.size,), np.uint8)
        self._each(
            lambda part, room: self._kernel.step_batch(
                self._states[part],
                self._words[part],
                self._moves[part],
                self._counts[part],
                self._over[part],
                actions[part],
                self.auto_reset,
                rewards[part],
                done[part],
                *room,
            )
        )
        return rewards, done

    # what is seen

    def mask(self, out: Array | None = None) -> Array:
        """For each game and each action: is it legal?"""
        out = self._given("mask", out, (self.size, self.actions), np.bool_)
        self._each(lambda part, room: self._kernel.mask_batch(self._moves[part], self._counts[part], out[part]))
        return out

    def legal(self, out: Array | None = None, counts: Array | None = None) -> tuple[Array, Array]:
        """The numbers of the legal moves of each game, in the order of the rules, and how many there are.

        What stands in a row behind them means nothing.
        """
        out = self._given("legal", out, self._moves.shape, self._moves.dtype)
        counts = self._given("counts", counts, (self.size,), np.int32)
        self._copy(self._moves, out)
        self._copy(self._counts, counts)
        return out, counts

    def observe(self, out: Array | None = None, seats: Array | None = None) -> Array:
        """What the seat sees whose turn it is, or the seat named for each game: rows of `layout`."""
        out = self._given("observation", out, (self.size, self.layout.size), np.int8)
        whose = self._whose(seats)
        self._each(lambda part, room: self._kernel.observe_batch(self._states[part], whose[part], out[part]))
        return out

    def oracle(self, out: Array | None = None, seats: Array | None = None) -> Array:
        """What that seat does not see: rows of `oracle_layout`, for critics in training."""
        out = self._given("oracle", out, (self.size, self.oracle_layout.size), np.int8)
        whose = self._whose(seats)
        self._each(lambda part, room: self._kernel.oracle_batch(self._states[part], whose[part], out[part]))
        return out

    def to_move(self, out: Array | None = None) -> Array:
        """Whose turn it is in each game; -1 in one that is over."""
        out = self._given("to_move", out, (self.size,), np.int8)
        self._kernel.movers_batch(self._states, self._over, out)
        return out

    def scores(self, out: Array | None = None) -> Array:
        """Tokens in SEP, points in SEP solo and in SEPMOSA."""
        out = self._given("scores", out, (self.size, self.seats), np.int32)
        self._kernel.scores_batch(self._states, out)
        return out

    # single games, and copies

    def state(self, number: int) -> Any:
        """One of the games as the plain rules know it, for a closer look; its seed is not that of its cards."""
        between("game", number, 0, self.size - 1)
        return self._records.to_state(self._host(self._states[number : number + 1])[0], bytes(32))

    def clone(self) -> "GameBatch":
        """Another batch that stands where this one does: games, chance and all."""
        other = copy(self)
        for name in ("_states", "_words", "_counts", "_over", "_moves"):
            mine = getattr(self, name)
            setattr(other, name, self._zeros(mine.shape, mine.dtype))
            self._copy(mine, getattr(other, name))
        other._rooms = [other._room() for _ in other._parts]
        other._pool = ThreadPoolExecutor(self.threads, "septet-batch") if self._pool else None
        return other

    def close(self) -> None:
        """End the threads; the batch is of no use afterwards if it had several."""
        if self._pool:
            self._pool.shutdown()

    def __enter__(self) -> "GameBatch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # how it is done

    def _twin(self) -> tuple[Any, Any, Array]:
        """The compiled functions, the records of states, and room for the lists of moves."""
        raise NotImplementedError

    def _room(self) -> tuple[Any, ...]:
        """What one thread needs for itself."""
        return (import_module("septet.bots.kernels.chance").new_chance(1),)

    def _each(self, work: Callable[[slice, tuple[Any, ...]], object]) -> None:
        if self._pool:
            list(self._pool.map(work, self._parts, self._rooms))
        else:
            work(self._parts[0], self._rooms[0])

    def _whose(self, seats: Array | None) -> Array:
        if seats is None:
            return self._anyone
        whose = self._given("seats", seats, (self.size,), np.int8)
        said = self._host(whose)
        if said.size and not -1 <= int(said.min()) <= int(said.max()) < self.seats:
            raise ValueError(f"seats must be from -1 (whose turn it is) to {self.seats - 1}")
        return whose

    # where arrays live: those of a graphics card do elsewhere

    def _zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Array:
        return np.zeros(shape, dtype)

    def _spread(self, one: Array, games: int) -> Array:
        """The same for every game."""
        return np.repeat(one, games)

    def _copy(self, source: Array, target: Array) -> None:
        np.copyto(target, source)

    def _host(self, array: Array) -> Array:
        """As the processor reads it."""
        return array

    def _given(self, name: str, array: Array | None, shape: tuple[int, ...], dtype: Any) -> Array:
        """The caller's array if it is as it must be: nothing is converted, as that would be a copy."""
        if array is None:
            return self._zeros(shape, dtype)
        wanted = f"{name} must be a C-contiguous array of {np.dtype(dtype)} with shape {shape}"
        if not isinstance(array, np.ndarray):
            raise TypeError(f"{wanted}, not {type(array).__name__}")
        if array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous:
            raise ValueError(f"{wanted}, not {array.dtype} with shape {array.shape}")
        if name not in {"actions", "seats"} and not array.flags.writeable:
            raise ValueError(f"{name} cannot be written to")
        return array


class SepBatch(GameBatch):
    """Games of SEP; an action is the number of a move, 0 to 368."""

    game = "sep"
    seats = 2
    layout, oracle_layout = sep.SEP, sep.SEP_ORACLE
    actions = len(ALL_MOVES)

    def _twin(self) -> tuple[Any, Any, Array]:
        from septet.bots.kernels.sep import allowed, records, stepping

        return stepping, records, self._zeros((self.size, allowed.MOST_MOVES), np.int16)


class SepSoloBatch(SepBatch):
    """Games of SEP solo; an action is the number of a move, as in SEP."""

    game = "sep-solo"
    seats = 1


class SepmosaBatch(GameBatch):
    """Games of SEPMOSA; an action is a place in the list of legal moves, of which `width` can be named."""

    game = "sepmosa"
    seats = 2
    layout, oracle_layout = sepmosa.SEPMOSA, sepmosa.SEPMOSA_ORACLE
    features_layout: ClassVar[RowLayout] = sepmosa.FEATURES

    def __init__(self, games: int, *, width: int = 256, **more: Any) -> None:
        between("width", width, 1, 4096)
        self.actions = width
        super().__init__(games, **more)

    def _twin(self) -> tuple[Any, Any, Array]:
        from septet.bots.kernels.sepmosa import records, stepping

        return stepping, records, self._zeros((self.size, self.actions), np.int32)

    def _room(self) -> tuple[Any, ...]:
        return (self._records.new_work(), *super()._room())

    def features(self, out: Array | None = None) -> Array:
        """What each move of each list is: matrices of `features_layout`."""
        out = self._given("features", out, (self.size, self.actions, self.features_layout.size), np.int8)
        self._each(
            lambda part, room: self._kernel.features_batch(
                self._states[part], self._moves[part], self._counts[part], out[part]
            )
        )
        return out


BATCHED: dict[str, type[GameBatch]] = {kind.game: kind for kind in (SepBatch, SepSoloBatch, SepmosaBatch)}
DEVICES = ("cpu", "cuda")


def batch(game: str, games: int, *, device: str = "cpu", **more: Any) -> GameBatch:
    """So many games side by side, dealt and ready.

    `seed` and `first` (the number of the first game) say what chance brings; `options` are house rules as text, such
    as "pile_count=1"; `threads` says how many work; `auto_reset` deals a game anew when it is over. SEPMOSA also takes
    `width`, how many of its legal moves can be named. `device` is "cpu", or "cuda" for games on a graphics card: they
    are the same, game by game, and all arrays are in the card's memory.
    """
    needed("numba", "search", "septet.batch")
    if game not in BATCHED:
        raise ValueError(f"{game!r} is not played in batches; these are: {', '.join(BATCHED)}")
    if device not in DEVICES:
        raise ValueError(f"device must be {' or '.join(DEVICES)}, not {device!r}")
    if device == "cuda":
        needed("numba_cuda", "gpu", "septet.batch(..., device='cuda')")
        from septet.envs.card import ON_CARD

        return ON_CARD[game](games, **more)
    return BATCHED[game](games, **more)


def between(name: str, number: Any, low: int, high: int) -> None:
    if not isinstance(number, int) or not low <= number <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, not {number!r}")


def stream(seed: int, game: int) -> int:
    """Where a game's stream of chance begins: it is the same in a batch of any size."""
    between("seed", seed, 0, 1 << 62)
    digest = hashlib.blake2b(f"{seed} {game}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") or 1
