"""Random games on a graphics card: how many moves a second, beside one core of the same machine, and what bounds them.

    .venv/bin/python bench/cards.py [GAME …] [--games 1000000] [--equal 100000] [--seconds 5] [--json]
    .venv/bin/python bench/cards.py --compile [--arch 9.0]
    NUMBA_ENABLE_CUDASIM=1 .venv/bin/python bench/cards.py sep --games 40 --equal 20 --seconds 0.1

The first needs a card, and the extra: pip install 'septet[gpu]'. For each game it plays `--equal` games on both, from
the same streams of chance, and compares every byte of every game at its end; then whole batches for so many seconds,
from the deal to the end, and one core with the twin of the processor. What bounds a kernel is told by its registers
and spills, the memory of its own that each thread needs, how many threads that leaves room for on a multiprocessor
(occupancy), and by how much the longest game of 32 that run together outlasts the mean: a thread whose game is over
waits for those beside it. A last row plays one and the same game in all threads, where nothing diverges.

The second needs no card: it compiles every kernel for an architecture and tells the same figures of it, as the linker
does. The third runs everything in Numba's simulator, where no speed means anything.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import types

import septet
from septet.bots.kernels import card
from septet.bots.kernels.card import cuda
from septet.bots.kernels.chance import new_chance

GAMES = ("sep", "sep-solo", "sepmosa")
WARP, REGISTERS, MOST_THREADS, MOST_BLOCKS = 32, 65_536, 2_048, 32  # of a multiprocessor, from architecture 7.0 on
Figures = dict[str, Any]


def module_of(game: str, name: str) -> Any:
    return import_module(f"septet.bots.kernels.{'sepmosa' if game == 'sepmosa' else 'sep'}.{name}")


# -- without a card ---------------------------------------------------------------------------------------------------


@contextmanager
def as_if_on(arch: tuple[int, int]) -> Iterator[None]:
    """Device functions are compiled for the card at hand: here for one of this architecture, which may not be there."""
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=arch)
    try:
        yield
    finally:
        dispatcher.get_current_device = before


def signatures(game: str) -> dict[str, tuple[Any, ...]]:
    """What each kernel is given."""
    records, wide = module_of(game, "records"), game == "sepmosa"
    states, words, moves = array(records.STATE), array("u8"), array("i4" if wide else "i2", 2)
    counts, flags, seats, rows = array("i4"), array("u1"), array("i1"), array("i1", 2)
    works = (array(records.WORK),) if wide else ()
    found = {
        "play_out": (array("u8", 2), words, counts),
        "deal": (states, words, moves, counts, *works),
        "step": (states, words, moves, counts, flags, counts, types.boolean, array("f4", 2), flags, *works),
        "mask": (moves, counts, array("?", 2)),
        "observe": (states, seats, rows),
        "oracle": (states, seats, rows),
        "movers": (states, flags, seats),
        "scores": (states, array("i4", 2)),
    }
    return found | ({"features": (states, moves, counts, array("i1", 3))} if wide else {})


def array(dtype: Any, dimensions: int = 1) -> Any:
    records: Any = import_module("numba.cuda.np.numpy_support")
    return types.Array(records.from_dtype(np.dtype(dtype)), dimensions, "C")


def assembled(game: str, name: str, arch: tuple[int, int]) -> str:
    """The assembly of a kernel (PTX)."""
    function = getattr(module_of(game, "on_card"), f"{name}_kernel").py_func
    with as_if_on(arch):
        made: tuple[str, Any] = cuda.compile(
            function, types.void(*signatures(game)[name]), device=False, output="ptx", cc=arch, abi="numba"
        )
    return made[0]


def linked(assembly: str, arch: tuple[int, int]) -> Figures:
    """What the linker tells of a kernel: it is the one that Numba itself uses on a card."""
    from cuda.bindings import nvjitlink

    asked = [f"-arch=sm_{arch[0]}{arch[1]}", "-verbose"]
    linker = nvjitlink.create(len(asked), asked)
    code = assembly.encode()
    nvjitlink.add_data(linker, nvjitlink.InputType.PTX, code, len(code), "kernel")
    nvjitlink.complete(linker)
    log = bytearray(nvjitlink.get_info_log_size(linker))
    nvjitlink.get_info_log(linker, log)
    nvjitlink.destroy(linker)
    return read(log.decode())


def read(told: str) -> Figures:
    """The figures of a log: of the kernel as a whole, and the spills of all its functions together."""

    def most(pattern: str) -> int:
        return max([int(number) for number in re.findall(pattern, told)], default=0)

    registers = most(r"[Uu]sed (\d+) registers")
    return {
        "registers": registers,
        "spilled": sum(map(int, re.findall(r"(\d+) bytes spill stores", told))),
        "own memory": most(r"(\d+) stack,"),
        "constants": most(r"(\d+) bytes cmem\[3\]"),
        "occupancy": occupancy(registers),
    }


def occupancy(registers: int, block: int = 128) -> float:
    """Which part of the threads that a multiprocessor could hold have room for their registers."""
    a_warp = -(-registers * WARP // 256) * 256
    blocks = min(REGISTERS // (a_warp * (block // WARP)), MOST_BLOCKS, MOST_THREADS // block)
    return blocks * block / MOST_THREADS


def compiled(games: list[str], arch: tuple[int, int]) -> list[Figures]:
    rows = []
    for game in games:
        for name in signatures(game):
            print(f"{game}: {name} …", end="\r", file=sys.stderr, flush=True)
            rows.append({"game": game, "kernel": name} | linked(assembled(game, name, arch), arch))
    return rows


# -- with one, or a simulated one -------------------------------------------------------------------------------------


def room(game: str) -> Any:
    """What the processor's twin works in."""
    if game == "sepmosa":
        return module_of(game, "records").new_work()
    return np.empty(module_of(game, "allowed").MOST_MOVES, np.int16)


def on_processor(game: str, batch: Any) -> Any:
    made = np.zeros(batch.size, np.int32)
    module_of(game, "playouts").play_out_each(batch._states, batch._words, made, room(game), new_chance(1))
    return made


def equal(game: str, games: int) -> bool:
    """Is every game on the card the same, byte by byte, as on the processor?"""
    there: Any = septet.batch(game, games, seed=1, device="cuda")
    here = septet.batch(game, games, seed=1)
    same = np.array_equal(np.asarray(there.play_out()), on_processor(game, here))
    states = there._states.copy_to_host() == here._states
    return bool(same and states.all() and (there._words.copy_to_host() == here._words).all())


def core_speed(game: str, seconds: float) -> float:
    """Moves a second of one core, by processor time."""
    batch = septet.batch(game, 2_000, seed=2)
    on_processor(game, batch)  # compiled, or loaded
    moves, spent = 0, 0.0
    while spent < seconds:
        batch.reset()
        start = time.process_time()
        moves += int(on_processor(game, batch).sum())
        spent += time.process_time() - start
    return moves / spent


def card_speed(game: str, games: int, seconds: float, alike: bool = False) -> tuple[float, Any]:
    """Moves a second of the card, and how many each game of the last batch took."""
    batch: Any = septet.batch(game, games, seed=2, device="cuda")
    first = batch._states[:1].copy_to_host()
    batch.play_out()
    batch.wait()
    moves, spent, made = 0, 0.0, np.zeros(0)
    while spent < seconds:
        batch.reset()
        if alike:  # every thread plays the first game
            batch._states = card.spread(first, games)
            batch._words[:] = np.uint64(1 + moves)
        batch.wait()
        start = time.perf_counter()
        lengths = batch.play_out()
        batch.wait()
        spent += time.perf_counter() - start
        made = np.asarray(lengths)
        moves += int(made.sum())
    return moves / spent, made


def together(lengths: Any) -> float:
    """By how much the longest game of those that run together outlasts their mean."""
    whole = lengths[: lengths.size // WARP * WARP].reshape(-1, WARP)
    return float((whole.max(1) / whole.mean(1)).mean()) if whole.size else 1.0


def measured(game: str, games: int, equals: int, seconds: float) -> Figures:
    rate, lengths = card_speed(game, games, seconds)
    core = core_speed(game, seconds)
    row = {
        "game": game,
        "equal": equal(game, equals),
        "games compared": equals,
        "card moves/s": rate,
        "core moves/s": core,
        "times": rate / core,
        "alike moves/s": card_speed(game, games, seconds, alike=True)[0],
        "longest of 32": together(lengths),
    }
    if not card.SIMULATED:
        (made,) = module_of(game, "on_card").play_out_kernel.overloads.values()
        row |= {"registers": made.regs_per_thread, "own memory": made.local_mem_per_thread}
        row |= {"constants": made.const_mem_size, "occupancy": occupancy(made.regs_per_thread)}
    return row


# -- telling ----------------------------------------------------------------------------------------------------------


def tell(row: Figures) -> str:
    def said(name: str, value: Any) -> str:
        if isinstance(value, bool | str):
            return f"{name} {value}"
        if name == "occupancy":
            return f"{name} {value:.0%}"
        return f"{name} {value:,.2f}" if isinstance(value, float) and value < 1000 else f"{name} {value:,.0f}"

    return "  ".join(said(name, value) for name, value in row.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--games", type=int, default=1_000_000, help="games of a batch on the card")
    parser.add_argument("--equal", type=int, default=100_000, help="games to compare with the processor's")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--compile", action="store_true", help="only compile, which needs no card")
    parser.add_argument("--arch", default="9.0", help="the architecture to compile for (compute capability)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if unknown := [name for name in args.game if name not in GAMES]:
        parser.error(f"{unknown[0]} is not played on a card; these are: {', '.join(GAMES)}")
    if not re.fullmatch(r"\d+\.\d", args.arch):
        parser.error(f"--arch {args.arch} is no architecture: write it like 9.0")
    if args.compile:
        major, minor = args.arch.split(".")
        games = [name for name in args.game or GAMES if name != "sep-solo"]  # which is SEP's own twin
        rows = compiled(games, (int(major), int(minor)))
    else:
        if why := card.no_card():
            parser.error(f"{why}. With --compile none is needed")
        rows = [measured(game, args.games, args.equal, args.seconds) for game in args.game or GAMES]
    for row in rows:
        print(json.dumps(row) if args.json else tell(row))
    if not all(row.get("equal", True) for row in rows):
        sys.exit("The card plays other games than the processor.")


if __name__ == "__main__":
    main()
