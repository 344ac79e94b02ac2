"""The rules of SEPMOSA once more, written from the definitions, on a plain grid and without any haste."""

from collections.abc import Iterator
from itertools import product

from septet.games.sepmosa.options import SepmosaOptions

Place = tuple[int, int]  # row 0 to 6, column from the joker
Grid = dict[Place, str]
JOKER = (3, 0)
ACROSS, DOWN = (0, 1), (1, 0)


def grid_of(mosaic: dict[str, str]) -> Grid:
    return {("abcdefg".index(cell[0]), int(cell[1:])): tile for cell, tile in mosaic.items()}


def name(place: Place) -> str:
    row, column = place
    return "abcdefg"[row] + (f"{column:+d}" if column else "0")


def beside(place: Place) -> list[Place]:
    row, column = place
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def anchored(grid: Grid) -> set[Place]:
    """Grow the set of anchored places until it grows no more."""
    found = {JOKER}
    while True:
        more = {place for place in grid if any(near in found for near in beside(place))} - found
        if not more:
            return found - {JOKER}
        found |= more


def match(one: str, other: str) -> bool:
    a, b = int(one[1:]), int(other[1:])
    return a == b or (one[0] == other[0] and (a - b) % 10 in (1, 9))


def line(options: SepmosaOptions, grid: Grid, place: Place, step: Place, colour: str | None = None) -> list[Place]:
    """The unbroken line of tiles through a place, of one colour if one is given, in reading order."""
    found = [place]
    for sign in (-1, 1):
        at = place
        while True:
            at = (at[0] + sign * step[0], at[1] + sign * step[1])
            if at == JOKER and not options.joker_break:
                continue
            if at not in grid or (colour and grid[at][0] != colour):
                break
            found.append(at)
    return sorted(found)


def has_twins(options: SepmosaOptions, grid: Grid, place: Place) -> bool:
    """Does a line through the tile on this place hold two equal tiles?"""
    for step in (ACROSS, DOWN):
        if options.dup == "rowcol":
            axis = 0 if step == ACROSS else 1
            tiles = [tile for at, tile in grid.items() if at[axis] == place[axis]]
        else:
            colour = grid[place][0] if options.dup == "series" else None
            tiles = [grid[at] for at in line(options, grid, place, step, colour)]
        doubled = {tile for tile in tiles if tiles.count(tile) > 1}
        if grid[place] in doubled or (doubled and options.dup_join):
            return True
    return False


def may_stand(options: SepmosaOptions, grid: Grid, tile: str, place: Place) -> bool:
    row, _ = place
    if place in grid or place == JOKER or not 0 <= row <= 6:
        return False
    if sum(at[0] == row for at in grid) == 7:
        return False
    linked = anchored(grid)
    near = [at for at in beside(place) if at in grid]
    if JOKER not in beside(place) and not any(at in linked for at in near):
        return False
    if options.width == "box8":
        columns = [column for _, column in (JOKER, place, *grid)]
        if max(columns) - min(columns) + 1 > 8:
            return False
    free = JOKER in beside(place) and (not near or options.joker_wild == "always")
    if not free and not any(match(tile, grid[at]) for at in near):
        return False
    after = {**grid, place: tile}
    if options.reconnect == "match":
        for at in near:
            if at not in linked:
                island = {at} | {one for one in grid if one not in linked and touches(grid, at, one)}
                if not any(match(tile, grid[one]) for one in near if one in island):
                    return False
    return not has_twins(options, after, place)


def touches(grid: Grid, one: Place, other: Place) -> bool:
    """Are two floating tiles in the same island?"""
    found = {one}
    while True:
        more = {place for place in grid if any(near in found for near in beside(place))} - found
        if not more:
            return other in found
        found |= more


def series(options: SepmosaOptions, grid: Grid, place: Place) -> list[list[Place]]:
    stretches = [line(options, grid, place, step, grid[place][0]) for step in (ACROSS, DOWN)]
    return [stretch for stretch in stretches if len(stretch) >= 3]


def pays(options: SepmosaOptions, stretch: list[Place], place: Place) -> int:
    if options.join == "length":
        return len(stretch)
    at = stretch.index(place)
    return max(3, at + 1, len(stretch) - at)


def moves(options: SepmosaOptions, grid: Grid, rack: list[str]) -> Iterator[tuple[str, int]]:
    """Every move that the rack allows but setting aside, with its points (before any floor)."""
    cells = {near for at in (JOKER, *grid) for near in beside(at)}
    linked = anchored(grid)
    for tile in set(rack):
        targets = [at for at in linked if grid[at][0] == tile[0]]
        match int(tile[1:]):
            case 11:
                for at in targets:
                    yield f"{tile}x{name(at)}", bonus(grid, {at}) if options.float_bonus == "11-12-13" else 0
            case 12:
                for at in targets:
                    rest = {one: held for one, held in grid.items() if one != at}
                    for to in cells:
                        if to != at and may_stand(options, rest, grid[at], to):
                            yield f"{tile}x{name(at)}>{name(to)}", moved(options, grid, rest, at, to)
            case 13:
                for at, step in product(targets, (ACROSS, DOWN)):
                    three = {(at[0] + n * step[0], at[1] + n * step[1]) for n in range(3)}
                    if all(one in grid and grid[one][0] == tile[0] for one in three):
                        yield f"{tile}x{name(at)}{'h' if step == ACROSS else 'v'}", 3 + bonus(grid, three)
            case _:
                for to in cells:
                    if may_stand(options, grid, tile, to):
                        after = {**grid, to: tile}
                        back = len(anchored(after)) - len(linked) - 1
                        gained = sum(pays(options, stretch, to) for stretch in series(options, after, to))
                        yield f"{tile}@{name(to)}", min(7, gained + back)


def bonus(grid: Grid, taken: set[Place]) -> int:
    rest = {at: tile for at, tile in grid.items() if at not in taken}
    return min(4, len(anchored(grid) - taken - anchored(rest)))


def moved(options: SepmosaOptions, grid: Grid, rest: Grid, at: Place, to: Place) -> int:
    after = {**rest, to: grid[at]}
    now, before = anchored(after) - {to}, anchored(grid) - {at}
    back = now - (anchored(rest) if options.lost12 == "any" else before)
    gained = 0
    for stretch in series(options, after, to):
        old = [line(options, grid, at, step, grid[at][0]) for step in (ACROSS, DOWN)]
        same = any(set(stretch) - {to} <= set(one) for one in old)
        if not (same and options.relay == "no-score"):
            gained += pays(options, stretch, to)
    if options.float_bonus == "11-12-13":
        gained += min(4, len(before - now))
    return min(7, gained + len(back))
