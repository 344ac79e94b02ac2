"""The mosaic: what is anchored and what floats, where a tile may stand, and which lines it makes."""

from collections import Counter
from collections.abc import Collection, Iterable
from functools import cached_property

from septet.games.sepmosa.cells import COLUMN, JOKER, JOKER_SIDES, NEIGHBOURS, NUMBER, RAYS, RAYS_THROUGH, Ray
from septet.games.sepmosa.options import SepmosaOptions
from septet.games.sepmosa.tiles import MATCHES

Placed = dict[str, str]  # the tiles on the table, by cell; the joker is not among them
ROW = 7  # a row holds at most seven tiles
BOX = 8  # columns in use, under the house rule


def floats(tiles: Placed) -> frozenset[str]:
    """The tiles that no chain of tiles, side by side, links to the joker."""
    anchored = {JOKER}
    edge = [JOKER]
    while edge:
        for cell in NEIGHBOURS[edge.pop()]:
            if cell in tiles and cell not in anchored:
                anchored.add(cell)
                edge.append(cell)
    return frozenset() if len(anchored) > len(tiles) else frozenset(tiles.keys() - anchored)


def cut_tiles(tiles: Placed) -> set[str]:
    """The anchored tiles without which others would float; one walk from the joker finds them all."""
    met = {JOKER: 0}
    cuts = set()

    def walk(cell: str, came_from: str) -> int:
        """How early a cell can be reached from here and beyond without going back the way we came."""
        earliest = met[cell]
        for near in NEIGHBOURS[cell]:
            if near in met:
                if near != came_from:
                    earliest = min(earliest, met[near])
            elif near in tiles:
                met[near] = len(met)
                reached = walk(near, cell)
                if reached >= met[cell]:
                    cuts.add(cell)
                earliest = min(earliest, reached)
        return earliest

    walk(JOKER, "")
    return cuts - {JOKER}


def in_reading_order(cells: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cells, key=NUMBER.__getitem__))


class Mosaic:
    """The tiles on the table as the rules look at them."""

    def __init__(self, options: SepmosaOptions, tiles: Placed, floating: Collection[str]) -> None:
        self.options = options
        self.tiles = tiles
        self.floating = frozenset(floating)
        self.rays = RAYS if options.joker_break else RAYS_THROUGH

    @cached_property
    def rows(self) -> Counter[str]:
        """How many tiles each row holds; floating ones count, the joker does not."""
        return Counter([cell[0] for cell in self.tiles])

    @cached_property
    def free_sides(self) -> list[str]:
        """The sides of the joker where any tile may stand."""
        return [cell for cell in JOKER_SIDES if self.joker_suffices(cell)]

    def spaces(self, tile: str) -> list[str]:
        """The cells where this number tile may be placed."""
        tiles, matches = self.tiles, MATCHES[tile]
        near = {cell for place, other in tiles.items() if other in matches for cell in NEIGHBOURS[place]}
        near.update(self.free_sides)
        return [cell for cell in near if cell not in tiles and cell != JOKER and self.fits(tile, cell)]

    def joker_suffices(self, cell: str) -> bool:
        """Beside the joker any tile may stand that touches no other tile; or always, as a house rule."""
        return self.options.joker_wild == "always" or not any(near in self.tiles for near in NEIGHBOURS[cell])

    def fits(self, tile: str, cell: str) -> bool:
        """Is there room in the row, a link to the joker, and no twin? That the tile matches is known already."""
        return (
            self.rows[cell[0]] < ROW
            and (not self.floating or (self.touches_anchored(cell) and not self.spurned(tile, cell)))
            and (self.options.width == "free" or not self.too_wide(cell))
            and not self.twin(tile, cell)
        )

    def refusal(self, tile: str, cell: str) -> tuple[str, dict[str, str]] | None:
        """Why this number tile may not be placed there, and what shows it."""
        code, shown = self.placement_refusal(tile, cell)
        return (code, {"tile": tile, "cell": cell, **shown}) if code else None

    def placement_refusal(self, tile: str, cell: str) -> tuple[str, dict[str, str]]:
        """The code of the first rule that is against it, or none, and what shows it besides tile and cell."""
        touching = [self.tiles[near] for near in NEIGHBOURS[cell] if near in self.tiles]
        if cell in self.tiles or cell == JOKER:
            return "occupied", {}
        if self.rows[cell[0]] >= ROW:
            return "row_full", {"row": cell[0]}
        if not self.touches_anchored(cell):
            return ("only_floating" if touching else "not_connected"), {}
        if self.options.width == "box8" and self.too_wide(cell):
            return "too_wide", {}
        if cell not in self.free_sides and MATCHES[tile].isdisjoint(touching):
            return "no_match", {"touching": " ".join(touching)}
        if spurned := self.spurned(tile, cell):
            return "floating_no_match", {"touching": " ".join(spurned)}
        if twin := self.twin(tile, cell):
            return ("duplicate" if twin == tile else "joins_twins"), {"twin": twin}
        return "", {}

    def touches_anchored(self, cell: str) -> bool:
        """A tile is placed beside the joker or an anchored tile; touching only floating ones is never enough."""
        return any(near == JOKER or (near in self.tiles and near not in self.floating) for near in NEIGHBOURS[cell])

    def spurned(self, tile: str, cell: str) -> list[str]:
        """As a house rule, a tile must match every island it ties back: what it touches of one that it does not."""
        if self.options.reconnect == "adjacent":
            return []
        for island in self.islands(cell):
            touching = [self.tiles[near] for near in NEIGHBOURS[cell] if near in island]
            if MATCHES[tile].isdisjoint(touching):
                return touching
        return []

    def too_wide(self, cell: str) -> bool:
        """As a house rule, only eight neighbouring columns are in use, the joker's among them."""
        columns = [COLUMN[one] for one in (JOKER, cell, *self.tiles)]
        return max(columns) - min(columns) >= BOX

    def twin(self, tile: str, cell: str) -> str | None:
        """No line may hold two equal tiles: the tile that a line through this cell would hold twice."""
        left, right, up, down = self.rays[cell]
        for one, other in ((left, right), (up, down)):
            before, after = self.part(tile, one), self.part(tile, other)
            if tile in before or tile in after:
                return tile
            if before and after and self.options.dup_join:  # the tile may weld two lines with a twin in each
                for met in before:
                    if met in after:
                        return met
        return None

    def part(self, tile: str, ray: Ray) -> list[str]:
        """The tiles of the line on this side: up to a gap, or as a house rule all of them, or those of one colour."""
        tiles = self.tiles
        match self.options.dup:
            case "rowcol":
                return [tiles[cell] for cell in ray if cell in tiles]
            case "series":
                return [tiles[cell] for cell in self.stretch(tile[0], ray)]
        found = []
        for cell in ray:
            if cell not in tiles:
                break
            found.append(tiles[cell])
        return found

    def stretch(self, colour: str, ray: Ray) -> list[str]:
        """The unbroken stretch of cells with tiles of this colour."""
        found = []
        for cell in ray:
            if cell not in self.tiles or self.tiles[cell][0] != colour:
                break
            found.append(cell)
        return found

    def series(self, tile: str, cell: str) -> list[tuple[str, list[str], list[str]]]:
        """For the row and for the column, the tiles of one colour on both sides of the cell, in reading order."""
        left, right, up, down = self.rays[cell]
        return [
            ("row", self.stretch(tile[0], left)[::-1], self.stretch(tile[0], right)),
            ("column", self.stretch(tile[0], up)[::-1], self.stretch(tile[0], down)),
        ]

    def islands(self, cell: str) -> list[set[str]]:
        """The islands of floating tiles that a tile on this cell would touch."""
        found: list[set[str]] = []
        for near in NEIGHBOURS[cell]:
            if near in self.floating and not any(near in island for island in found):
                island, edge = {near}, [near]
                while edge:
                    new = [one for one in NEIGHBOURS[edge.pop()] if one in self.floating and one not in island]
                    island.update(new)
                    edge += new
                found.append(island)
        return found

    def targets(self, colour: str) -> list[str]:
        """An action tile acts on anchored tiles of its own colour."""
        return [cell for cell, tile in self.tiles.items() if tile[0] == colour and cell not in self.floating]

    def three(self, cell: str, line: str) -> tuple[str, ...]:
        """Three cells from this one on, to the right or downwards; fewer where the rows end."""
        return (cell, *RAYS[cell][1 if line == "h" else 3][:2])

    def is_three(self, colour: str, cell: str, line: str) -> bool:
        """Three neighbouring tiles of one colour, with neither a gap nor the joker in between."""
        cells = self.three(cell, line)
        return len(cells) == 3 and all(one in self.tiles and self.tiles[one][0] == colour for one in cells)

    def without(self, cell: str, cuts: Collection[str]) -> "Mosaic":
        """The mosaic with a tile lifted; only without a cut tile others begin to float."""
        rest = self.tiles.copy()
        del rest[cell]
        return Mosaic(self.options, rest, floats(rest) if cell in cuts else self.floating)
