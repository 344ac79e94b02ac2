"""Positions of SEPMOSA from pictures; whoever's rack is not drawn holds what a try needs."""

import re
from copy import copy

from septet.games.chance import shuffled
from septet.games.errors import BadText
from septet.games.game import Move, Seat
from septet.games.places import Place, Places, choice, number, one_of, row
from septet.games.sepmosa.cells import FURTHEST, JOKER, ROWS, cell_at
from septet.games.sepmosa.mosaic import ROW, Placed, floats, in_reading_order
from septet.games.sepmosa.moves import MosaicMove
from septet.games.sepmosa.options import SepmosaOptions
from septet.games.sepmosa.state import ENDINGS, RACK, State
from septet.games.sepmosa.text import EMPTY, FLOATS, JOKER_SIGN, grid, scores_text, tile_of, tiles_text
from septet.games.sepmosa.tiles import BAG, KINDS, NUMBER_TILES, VALUE, Tiles

KEYS = tuple("rack other-rack scores next pool-left set-aside other-set-aside passes to-move turn-number over".split())

TILES = "tiles"
PLACES = Places(
    (
        Place("grid", "grid", TILES, FURTHEST, parts=tuple(ROWS)),
        row("rack", TILES, RACK + 1),
        row("other-rack", TILES, RACK),
        Place("scores", "counts", most=999, least=-999, parts=("mover", "opponent"), sign="-"),
        choice("to-move", "P1", "P2"),
        row("set-aside", TILES, len(BAG)),
        row("other-set-aside", TILES, len(BAG)),
        number("pool-left", 0, len(BAG), coming=True),
        row("next", TILES, len(BAG), coming=True),
    ),
    {TILES: BAG},
)


class Drawn(State):
    """A position from a picture: seats whose rack is not drawn hold whatever tile a move needs."""

    lenient: tuple[Seat, ...] = ()


def picture(state: State) -> list[str]:
    """The position with the mover's tile drawn, as the lines of a picture; what is usual is left out at the end."""
    me, other = state.mover, 1 - state.mover
    lines = [
        *grid(state),
        f"rack: {tiles_text(state.racks[me])}",
        f"other-rack: {tiles_text(state.racks[other])}",
        f"scores: {scores_text(state, me)}",
        f"next: {tiles_text(reversed(state.pool))}",
        f"pool-left: {len(state.pool)}",
    ]
    unusual = {
        "set-aside": " ".join(state.set_aside[me]),
        "other-set-aside": " ".join(state.set_aside[other]),
        "passes": f"{state.passes[me]}-{state.passes[other]}" if any(state.passes) else "",
        "to-move": "P2" if me else "",
        "turn-number": str(state.moves + 1) if state.moves else "",
        "over": state.ending,
    }
    return lines + [f"{key}: {text}" for key, text in unusual.items() if text]


def parse(options: SepmosaOptions, lines: list[str]) -> Drawn:
    """The position that the lines draw; the first seat is to move and has drawn, and what is not named is filled in."""
    return _drawn(options, lines, bytes(32), BAG)


def begin(options: SepmosaOptions, lines: list[str], seed: bytes) -> State:
    """The same to be played from: nobody holds anything but what stands on the rack."""
    drawn = _drawn(options, lines, seed, shuffled(BAG, seed, 0))
    fields = {name: getattr(drawn, name) for name in State.__struct_fields__}
    return State(**{**fields, "shuffles": 1})


def _drawn(options: SepmosaOptions, lines: list[str], seed: bytes, order: Tiles) -> Drawn:
    rows, values = _read(lines)
    heap = _Heap(order)
    mosaic = _mosaic(rows, heap)
    ending = one_of(values, "over", "", *sorted(ENDINGS))
    second = one_of(values, "to-move", "P1", "P2") == "P2"
    held = RACK + (not ending)  # whoever is to move has drawn
    mine, theirs = heap.rack("rack", values, held), heap.rack("other-rack", values, RACK)
    following = heap.take(values.get("next", ""))
    set_aside = heap.take(values.get("set-aside", "")), heap.take(values.get("other-set-aside", ""))
    racks = heap.fill(mine, held), heap.fill(theirs, RACK)
    most = len(following) + len(heap.left)
    size = _number(values, "pool-left", most, len(following), most)
    under = size - len(following)
    aside = heap.left[under:]
    passes, scores = _pair(values, "passes"), _pair(values, "scores")
    lenient = tuple(seat for seat, named in enumerate((mine, theirs)) if not named)
    return Drawn(
        options=options,
        seed=seed,
        mosaic=mosaic,
        floating=in_reading_order(floats(mosaic)),
        racks=racks[::-1] if second else racks,
        scores=scores[::-1] if second else scores,
        pool=(*heap.left[:under], *reversed(following)),
        removed=tuple(tile for tile in aside if VALUE[tile] <= 10),
        played=tuple(tile for tile in aside if VALUE[tile] > 10),
        set_aside=set_aside[::-1] if second else set_aside,
        mover=int(second),
        passes=passes[::-1] if second else passes,
        moves=_number(values, "turn-number", 1, 1, 1_000_000) - 1,
        ending=ending,
        lenient=tuple(1 - seat for seat in lenient) if second else lenient,
    )


def _read(lines: list[str]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The rows of the grid by their letters, and the other lines by their keys."""
    rows: dict[str, list[str]] = {}
    values: dict[str, str] = {}
    for line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        letter, *cells = line.split()
        if letter in ROWS and not colon:
            key, known = letter, letter in rows
            rows[letter] = cells
        elif colon and key in KEYS:
            known = key in values
            values[key] = value
        else:
            raise BadText("unknown_key", text=line, known=", ".join((*ROWS, *KEYS)))
        if known:
            raise BadText("key_twice", key=key)
    return rows, values


class _Heap:
    """The tiles that a position has not named yet."""

    def __init__(self, order: Tiles) -> None:
        self.left = list(order)

    def take(self, text: str, among: Tiles = KINDS) -> Tiles:
        """The named tiles, in the order of the text; `-` is none."""
        tiles = tuple(text.split()) if text != "-" else ()
        for tile in tiles:
            if tile_of(tile, among) not in self.left:
                raise BadText("tile_thrice", tile=tile)
            self.left.remove(tile)
        return tiles

    def rack(self, key: str, values: dict[str, str], most: int) -> Tiles:
        tiles = self.take(values.get(key, ""))
        if len(tiles) > most:
            raise BadText("too_many_tiles", key=key, most=most)
        return tiles

    def fill(self, tiles: Tiles, size: int) -> Tiles:
        """Fill a rack up from what is left; there is always enough."""
        need = size - len(tiles)
        found, self.left = self.left[:need], self.left[need:]
        return (*tiles, *found)


def _mosaic(rows: dict[str, list[str]], heap: _Heap) -> Placed:
    """The tiles of the grid; its columns are counted from the joker."""
    middle = rows.get(JOKER[0], [])
    if [sign for cells in rows.values() for sign in cells].count(JOKER_SIGN) != 1 or JOKER_SIGN not in middle:
        raise BadText("no_joker")
    zero = middle.index(JOKER_SIGN)
    if max(zero, len(middle) - 1 - zero) > FURTHEST:
        raise BadText("too_far", most=FURTHEST)
    mosaic: Placed = {}
    marked = set()
    for letter, signs in rows.items():
        if len(signs) != len(middle):
            raise BadText("ragged", row=letter)
        for place, sign in enumerate(signs):
            if sign not in (EMPTY, JOKER_SIGN):
                cell = cell_at(ROWS.index(letter), place - zero)
                (mosaic[cell],) = heap.take(sign.removesuffix(FLOATS), NUMBER_TILES)
                marked |= {cell} if sign.endswith(FLOATS) else set()
        if sum(letter == cell[0] for cell in mosaic) > ROW:
            raise BadText("long_row", row=letter, most=ROW)
    if marked and (wrong := marked ^ floats(mosaic)):  # a picture that marks none leaves it to the rules
        raise BadText("bad_float", cells=" ".join(in_reading_order(wrong)))
    return mosaic


def _number(values: dict[str, str], key: str, usual: int, low: int, high: int) -> int:
    text = values.get(key, str(usual))
    if not re.fullmatch(r"\d{1,6}", text):
        raise BadText("bad_number", key=key, text=text)
    if not low <= int(text) <= high:
        raise BadText("bad_size", key=key, size=int(text), low=low, high=high)
    return int(text)


def _pair(values: dict[str, str], key: str) -> tuple[int, int]:
    """A number of the mover and one of the opponent."""
    text = values.get(key, "0-0")
    found = re.fullmatch(r"(-?\d{1,4})-(-?\d{1,4})", text)
    if not found:
        raise BadText("bad_scores", text=text)
    return int(found[1]), int(found[2])


def lend(state: Drawn, seat: Seat | None, move: Move) -> Drawn:
    """A seat whose rack is not drawn swaps its oldest tile for the one that a move needs."""
    if seat is None or seat not in state.lenient or not isinstance(move, MosaicMove) or move.tile in state.racks[seat]:
        return state
    away, tile = state.racks[seat][0], move.tile
    lender = next((name for name in ("removed", "played", "pool") if tile in getattr(state, name)), None)
    racks = list(state.racks)
    racks[seat] = (*racks[seat][1:], tile)
    state = copy(state)
    if lender:
        setattr(state, lender, _exchanged(getattr(state, lender), tile, away))
    elif 1 - seat in state.lenient and tile in racks[1 - seat]:
        racks[1 - seat] = _exchanged(racks[1 - seat], tile, away)
    else:
        return state  # all tiles of the kind lie open: there is none to hold
    state.racks = tuple(racks)
    return state


def _exchanged(tiles: Tiles, tile: str, other: str) -> Tiles:
    at = tiles.index(tile)
    return (*tiles[:at], other, *tiles[at + 1 :])
