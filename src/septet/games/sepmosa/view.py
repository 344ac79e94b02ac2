"""What one seat sees of a game of SEPMOSA, and a whole state guessed from it."""

import random
from collections import Counter
from collections.abc import Iterable
from copy import copy

import msgspec

from septet.games.chance import SEED_BYTES
from septet.games.game import Seat
from septet.games.sepmosa.allowed import playable
from septet.games.sepmosa.mosaic import Placed
from septet.games.sepmosa.moves import SetAside
from septet.games.sepmosa.options import SepmosaOptions
from septet.games.sepmosa.state import FULL, RACK, Last, State
from septet.games.sepmosa.tiles import BAG, COPIES, HIDDEN, KINDS, Tiles


class View(msgspec.Struct, frozen=True, gc=False):
    """All that a seat sees or could remember."""

    options: SepmosaOptions
    seat: Seat | None
    mover: Seat
    mosaic: Placed
    floating: tuple[str, ...]
    scores: tuple[int, ...]
    rack: Tiles
    racks: tuple[int, ...]  # how many tiles each seat holds
    pool_left: int
    removed: Tiles  # those that were taken off the mosaic; without a list of them, only by the last move
    removed_left: int
    set_aside: Tiles  # those that this seat has put aside itself
    set_aside_left: tuple[int, ...]
    played: Tiles
    passes: tuple[int, ...]
    moves: int
    shuffles: int
    set_asides: int
    resets: int
    rescues: int
    refills: int
    ending: str
    last: Last | None
    copies: int  # how many tiles there are of each kind


class Terms(msgspec.Struct, frozen=True, gc=False):
    """What was agreed on: the score that wins, and how many tiles make the mosaic full."""

    target: int
    full: int = FULL


def view(state: State, seat: Seat | None) -> View:
    last = state.last
    removed = state.removed
    if not state.options.show_removed_log:
        removed = last.taken if last and not last.reset and not last.refilled else ()
    return View(
        options=state.options,
        seat=seat,
        mover=state.mover,
        mosaic=state.mosaic,
        floating=state.floating,
        scores=state.scores,
        rack=state.racks[seat] if seat is not None else (),
        racks=tuple([len(rack) for rack in state.racks]),
        pool_left=len(state.pool),
        removed=removed,
        removed_left=len(state.removed),
        set_aside=state.set_aside[seat] if seat is not None else (),
        set_aside_left=tuple([len(tiles) for tiles in state.set_aside]),
        played=state.played,
        passes=state.passes,
        moves=state.moves,
        shuffles=state.shuffles,
        set_asides=state.set_asides,
        resets=state.resets,
        rescues=state.rescues,
        refills=state.refills,
        ending=state.ending,
        last=_as_seen(last, seat),
        copies=COPIES,
    )


def _as_seen(last: Last | None, seat: Seat | None) -> Last | None:
    """Others do not see which tile was put aside."""
    if last is None or last.seat == seat or not isinstance(last.move, SetAside):
        return last
    last = copy(last)
    last.move = SetAside(HIDDEN)
    return last


def seen_tiles(view: View) -> Counter[str]:
    """How many tiles of each kind the view names."""
    return Counter([*view.mosaic.values(), *view.rack, *view.removed, *view.set_aside, *view.played])


def named(view: View) -> frozenset[str]:
    """Every tile that the view names, twins told apart, and the shuffles: after one, known tiles are news again."""
    tiles = {f"{tile}/{copy}" for tile, count in seen_tiles(view).items() for copy in range(count)}
    return frozenset(tiles | {f"shuffle {view.shuffles}"})


def unseen_tiles(view: View) -> list[str]:
    """The tiles that the view does not name: they are in the pool, on other racks, or aside."""
    return list((Counter(BAG) - seen_tiles(view)).elements())


def guess(view: View, rng: random.Random) -> State:
    """A state that would look like this view: what it does not name is dealt at random.

    Whoever had to pass could play none of its tiles, and cannot as long as the mosaic is the same: those tiles are
    dealt first, from the tiles that do not fit.
    """
    tiles = unseen_tiles(view)
    rng.shuffle(tiles)
    others = [seat for seat in range(len(view.racks)) if seat != view.seat]
    stuck = {seat: _stuck(view, seat) for seat in others}
    misfits = _taken(tiles, sum(map(sum, stuck.values())), _misfits(view) if any(view.passes) else KINDS)
    racks, set_aside = [view.rack] * len(view.racks), [view.set_aside] * len(view.racks)
    for seat in others:
        held, laid = stuck[seat]
        old, late = _cut(misfits, held), _cut(misfits, laid)
        racks[seat] = old + _cut(tiles, view.racks[seat] - held)
        set_aside[seat] = _cut(tiles, view.set_aside_left[seat] - laid) + late
    removed = _cut(tiles, view.removed_left - len(view.removed)) + view.removed
    state = State(
        options=view.options,
        seed=rng.randbytes(SEED_BYTES),
        shuffles=view.shuffles,
        mosaic=view.mosaic,
        floating=view.floating,
        racks=tuple(racks),
        scores=view.scores,
        pool=tuple(tiles),
        removed=removed,
        set_aside=tuple(set_aside),
        played=view.played,
        mover=view.mover,
        passes=view.passes,
        moves=view.moves,
        set_asides=view.set_asides,
        resets=view.resets,
        rescues=view.rescues,
        refills=view.refills,
        ending=view.ending,
    )
    state.last = _as_it_was(view, state, rng)
    return state


def _stuck(view: View, seat: Seat) -> tuple[int, int]:
    """How many of a seat's tiles, on its rack and put aside, are known not to fit on the mosaic as it lies."""
    passes = view.passes[seat] if view.options.passing == "forced" else 0
    return (RACK, min(passes, view.set_aside_left[seat])) if passes else (0, 0)


def _misfits(view: View) -> frozenset[str]:
    """The kinds of tiles that cannot be played on the mosaic as it lies."""
    return frozenset(KINDS) - {move.tile for move in playable(view, KINDS)}


def _taken(tiles: list[str], count: int, among: Iterable[str]) -> list[str]:
    """Take so many tiles of these kinds off the list."""
    found = [number for number, tile in enumerate(tiles) if tile in among][:count]
    assert len(found) == count, "no world would look like this view"
    return [tiles.pop(number) for number in reversed(found)]


def _cut(tiles: list[str], count: int) -> Tiles:
    """Take so many tiles off the end."""
    return tuple(tiles.pop() for _ in range(count))


def _as_it_was(view: View, state: State, rng: random.Random) -> Last | None:
    """The last move with the tile that this seat did not see; it may have been shuffled into the pool since."""
    if view.last is None or view.last.move != SetAside(HIDDEN):
        return view.last
    last = copy(view.last)
    if laid := state.set_aside[last.seat]:
        last.move = SetAside(laid[-1])
    else:
        mixed = (*state.pool, *state.racks[state.mover][-1:])
        among = _misfits(view) if _stuck(view, last.seat)[0] else mixed
        last.move = SetAside(rng.choice([tile for tile in mixed if tile in among]))
    return last
