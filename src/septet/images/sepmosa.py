"""A table of SEPMOSA: the mosaic with its rows and columns, scores, and the racks above and below."""

from septet.games.game import Seat
from septet.games.sepmosa.cells import JOKER
from septet.games.sepmosa.forms import tile as tile_text
from septet.games.sepmosa.tiles import HIDDEN
from septet.games.sepmosa.view import View
from septet.images.artwork import Artwork
from septet.images.scene import Scene, Size, Tabletop

CELL, RACK = 76.0, 58.0
EDGE, LETTERS, STRIP = 24.0, 34.0, 84.0
ROWS = "abcdefg"
TILT = -5  # of a tile that floats


class MosaicTable(Tabletop):
    def __init__(self, art: Artwork, scene: Scene) -> None:
        super().__init__(art, scene)
        self.view: View = scene.view
        cells = [JOKER, *self.view.mosaic]
        rows, columns = [ROWS.index(cell[0]) for cell in cells], [int(cell[1:]) for cell in cells]
        self.top, self.bottom = max(0, min(rows) - 1), min(len(ROWS) - 1, max(rows) + 1)
        self.left, self.right = min(columns) - 1, max(columns) + 1

    def draw(self) -> Size:
        *others, me = self.scene.seats()
        y = EDGE
        for seat in others:
            self.seat(seat, y)
            y += STRIP
        wide = max((self.right - self.left + 1) * CELL + LETTERS, 12 * RACK)
        high = (self.bottom - self.top + 1) * CELL
        self.grid(y)
        for cell, tile in {JOKER: "*", **self.view.mosaic}.items():
            self.placed(cell, tile, y)
        self.seat(me, y + LETTERS + high + 18)
        return 2 * EDGE + wide, y + LETTERS + high + 18 + STRIP

    def at(self, cell: str, y: float) -> tuple[float, float]:
        row, column = ROWS.index(cell[0]) - self.top, int(cell[1:]) - self.left
        return EDGE + LETTERS + column * CELL, y + LETTERS + row * CELL

    def grid(self, y: float) -> None:
        for row in range(self.top, self.bottom + 1):
            for column in range(self.left, self.right + 1):
                left, above = self.at(f"{ROWS[row]}{column}", y)
                self.art.circle((left + CELL / 2, above + CELL / 2), 3, fill="b-line")
            left, above = self.at(f"{ROWS[row]}{self.left}", y)
            self.art.text(ROWS[row], (left - 18, above + CELL / 2 + 7), 22, "b-quiet", "middle")
        for column in range(self.left, self.right + 1):
            left, above = self.at(f"{ROWS[self.top]}{column}", y)
            name = f"{column:+d}".replace("-", "−") if column else "0"
            self.art.text(name, (left + CELL / 2, above - 12), 22, "b-quiet", "middle")

    def placed(self, cell: str, tile: str, y: float) -> None:
        left, above = self.at(cell, y)
        floats = cell in self.view.floating
        words = tile_text(tile, self.art.t) if tile != "*" else self.art.t("sepmosa.coach.place.joker")
        name = f"{tile}~" if floats else tile
        box = (left + 2, above + 2, CELL - 4, CELL - 4)
        turn = TILT if floats else 0
        self.art.face("sepmosa", name, box, words=words, place=f"cell {cell}", turn=turn)

    def seat(self, seat: Seat, y: float) -> None:
        art, view = self.art, self.view
        art.text(art.fitted(self.scene.names[seat], 22, 150), (EDGE, y + 26), 22)
        if view.mover == seat and not view.ending:
            art.circle((EDGE - 11, y + 19), 5, fill="b-accent")
        art.figure(view.scores[seat], (EDGE + 28, y + 62), 32)
        own: View | None = self.scene.of(seat)
        rack = own.rack if own else (HIDDEN,) * view.racks[seat]
        for at, tile in enumerate(rack):
            words = tile_text(tile, art.t) if tile != HIDDEN else art.t("sepmosa.tell.a_tile")
            box = (EDGE + 180 + at * (RACK + 4), y + 4, RACK, RACK)
            art.face("sepmosa", tile, box, words=words, place=f"rack {seat}")
