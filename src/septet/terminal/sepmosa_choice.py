"""What a player of SEPMOSA types: a move at once, or a tile first and then its cell."""

import re

from septet.games.errors import BadText
from septet.games.game import Game
from septet.games.sepmosa.moves import MosaicMove, Place, RemoveThree, SetAside, Shift
from septet.games.sepmosa.state import State
from septet.games.sepmosa.text import action, cell_of
from septet.games.sepmosa.tiles import NUMBER_TILES
from septet.games.sepmosa.view import View

TYPED = re.compile(r"(?P<aside>-)?(?P<number>[1-7])?(?P<place>[a-g](?:0|[-+]).*)?")
AT = re.compile(r"([a-g][-+0-9]+)(?:>([a-g][-+0-9]+)|([hv]))?")


class TileChoice:
    """The tile that a player has chosen for this turn, and the cell that a 12 lifts from."""

    def __init__(self, game: Game[State, MosaicMove, View]) -> None:
        self.game = game
        self.made: tuple[int, str, str | None] | None = None  # in which turn, the tile, the cell

    def tile(self, view: View) -> str | None:
        """The chosen tile, while it is still the same turn."""
        return self.made[1] if self.made and self.made[0] == view.moves and self.made[1] in view.rack else None

    def lifts_from(self, view: View) -> str | None:
        return self.made[2] if self.made and self.tile(view) else None

    def moves(self, view: View) -> list[MosaicMove]:
        """The legal moves of the chosen tile, from the cell that was named."""
        tile, lifted = self.tile(view), self.lifts_from(view)
        mine = [move for move in self.game.legal(view) if move.tile == tile and not isinstance(move, SetAside)]
        return [move for move in mine if lifted is None or (isinstance(move, Shift) and move.cell == lifted)]

    def hear(self, view: View, typed: str) -> MosaicMove | None:
        """The move that was typed: `3c+1`, `-2`, or in full `R7@c+1`; None if a tile was chosen or put back."""
        words = "".join(typed.lower().split())
        if not words:
            return self._enter(view)
        found = TYPED.fullmatch(words)
        if not found or words == "-":
            return self.game.notation.hear(re.sub(r"[krbo](?=\d)", lambda colour: colour[0].upper(), words))
        tile = self._numbered(view, int(found["number"]), words) if found["number"] else self.tile(view)
        if tile is None:
            raise BadText("which_tile", text=words)
        if found["aside"]:
            return SetAside(tile)
        if found["place"]:
            return self._at(view, tile, found["place"])
        self.made = (view.moves, tile, None)
        return None

    def _enter(self, view: View) -> MosaicMove | None:
        """Enter alone puts the chosen tile back, or makes the only move there is."""
        moves = self.game.legal(view)
        only = moves[0] if len(moves) == 1 and not self.tile(view) else None
        self.made = None
        return only

    def _numbered(self, view: View, number: int, words: str) -> str:
        if number > len(view.rack):
            raise BadText("unknown_move", text=words)
        return view.rack[number - 1]

    def _at(self, view: View, tile: str, place: str) -> MosaicMove | None:
        """The move of this tile at this place; a 12 may be told in two steps, and a 13 mostly has one direction."""
        found = AT.fullmatch(place)
        if found is None:
            raise BadText("unknown_cell", text=place)
        cell, to, line = cell_of(found[1]), found[2] and cell_of(found[2]), found[3]
        if tile in NUMBER_TILES and not to and not line:
            return Place(tile, cell)
        if tile.endswith("12") and not to and not line:
            if tile == self.tile(view) and (lifted := self.lifts_from(view)):
                return Shift(tile, lifted, cell)
            self.made = (view.moves, tile, cell)
            return None
        threes = [move for move in self.game.legal(view) if isinstance(move, RemoveThree) and move.cell == cell]
        if tile.endswith("13") and not line and len(threes) == 1:
            return threes[0]
        return action(tile, cell, to, line, place)
