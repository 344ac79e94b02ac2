"""Moves and positions of SEPMOSA as text: `R7@c-2`, `R12xc-2>d+3`, and the grid of a picture."""

import re

from septet.games.errors import BadText
from septet.games.game import Move, Seat
from septet.games.notation import Notation
from septet.games.places import Places
from septet.games.sepmosa import drawing
from septet.games.sepmosa.moves import MosaicMove, Place, Remove, RemoveThree, SetAside, Shift
from septet.games.sepmosa.options import SepmosaOptions
from septet.games.sepmosa.possible import impossible
from septet.games.sepmosa.state import State
from septet.games.sepmosa.text import action, cell_of, scores_text, tile_of, tiles_text
from septet.games.sepmosa.tiles import ACTION_TILES, HIDDEN, KINDS, NUMBER_TILES

MOVE = re.compile(r"([A-Z]\d+)(?:@([a-g][-+\d]+)|x([a-g][-+\d]+)(?:>([a-g][-+\d]+)|([hv]))?)|-([A-Z]\d+)")


class MosaicNotation(Notation[State, MosaicMove]):
    def say(self, move: MosaicMove) -> str:
        match move:
            case Place(tile, cell):
                return f"{tile}@{cell}"
            case Remove(tile, cell):
                return f"{tile}x{cell}"
            case Shift(tile, cell, to):
                return f"{tile}x{cell}>{to}"
            case RemoveThree(tile, cell, line):
                return f"{tile}x{cell}{line}"
            case SetAside(tile):
                return "-?" if tile == HIDDEN else f"-{tile}"

    def hear(self, words: str) -> MosaicMove:
        found = MOVE.fullmatch(words)
        if found is None:
            raise BadText("unknown_move", text=words)
        tile, at, cell, to, line, aside = found.groups()
        if aside:
            return SetAside(tile_of(aside, KINDS))
        if at:
            return Place(tile_of(tile, NUMBER_TILES), cell_of(at))
        return action(tile_of(tile, ACTION_TILES), cell_of(cell), to and cell_of(to), line, words)

    def parse(self, options: SepmosaOptions, lines: list[str]) -> State:
        return drawing.parse(options, lines)

    def begin(self, options: SepmosaOptions, lines: list[str], seed: bytes) -> State:
        return drawing.begin(options, lines, seed)

    def lend(self, state: State, seat: Seat | None, move: Move) -> State:
        return drawing.lend(state, seat, move) if isinstance(state, drawing.Drawn) else state

    def places(self, options: SepmosaOptions, seats: int) -> Places:
        return drawing.PLACES

    picture, impossible = staticmethod(drawing.picture), staticmethod(impossible)

    def check(self, name: str, state: State) -> str:
        """What a check of this name sees in the state: `scores` sees `7-0`."""
        match name:
            case "floating":
                return tiles_text(state.floating)
            case "scores":
                return scores_text(state)
            case "tiles":
                return str(len(state.mosaic))
            case "pool-left":
                return str(len(state.pool))
            case "reset":
                return "" if state.last and state.last.reset else "-"
        raise BadText("unknown_check", text=name)

    def tally(self, state: State, seat: Seat) -> int:
        return state.scores[seat]
