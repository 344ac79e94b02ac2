"""How every board stands on screens of every size, in its fullest state: figures, and what is wrong.

    .venv/bin/python -m tests.browser.layout [--board NAME …] [--language en …] [--size 390x844 …] [--faults]

A row for each board and size: the smallest card or tile, and its share of the largest that the room would allow.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from playwright import sync_api as playwright

from tests.browser import full
from tests.browser.conftest import PLAYED, launched
from tests.server.running import House, running

Size = tuple[int, int]
PHONES: tuple[Size, ...] = ((320, 568), (360, 640), (375, 667), (390, 844))
LYING: tuple[Size, ...] = ((568, 320), (640, 360), (667, 375))
TABLETS: tuple[Size, ...] = ((768, 1024), (820, 1180), (1024, 768))
DESKS: tuple[Size, ...] = ((1280, 720), (1366, 625), (1440, 900))
SIZES = (*PHONES, *LYING, *TABLETS, *DESKS)
TELLING: tuple[Size, ...] = ((320, 568), (640, 360), (1366, 625))
LANGUAGES = ("en", "fr", "nl")
MEASURE = (Path(__file__).parent / "layout.js").read_text("utf-8").partition("\n")[2]
SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"
CARD = 92 / 60  # a card of SET, lying
GAP = 6
ENOUGH = 0.9  # of the best

Fits = Callable[[float, float], float]  # the largest piece in a rectangle: its longer side


class Spared(NamedTuple):
    """What all else needs at least where it stands above and below the cards, and where it stands beside them."""

    high: int
    wide: int


def grid(count: int, shape: float = CARD) -> Fits:
    """So many cards: the best of all numbers of columns, lying and upright."""

    def largest(wide: float, high: float) -> float:
        found = [0.0]
        for across in range(1, count + 1):
            down = -(-count // across)
            room = (wide - GAP * (across + 1)) / across, (high - GAP * (down + 1)) / down
            found += [min(room[0], room[1] * shape), min(room[0] * shape, room[1])]
        return max(found)

    return largest


def two_groups(one: int, two: int) -> Fits:
    """So many cards for all and so many of one's own, of one size, below each other or side by side."""

    def largest(wide: float, high: float) -> float:
        found = [0.0]
        for most in range(1, max(one, two) + 1):
            lines = -(-one // most) + -(-two // most)
            for across, down in ((most, lines), (lines, most)):
                room = (wide - GAP * (across + 1)) / across, (high - GAP * (down + 1)) / down
                found += [min(room[0], room[1] * CARD), min(room[0] * CARD, room[1])]
        return max(found)

    return largest


def block(across: float, down: float, longer: float = 1, most: float = 1_000) -> Fits:
    """An arrangement of so many pieces in width and height, in widths of a piece."""
    return lambda wide, high: min(wide / across, high / down, most) * longer


class Board(NamedTuple):
    """A board in its fullest state, and what to measure there."""

    game: str
    seats: int
    fill: full.Fill
    fits: Fits
    spared: Spared
    pieces: str = ".cards-area [data-card]"
    room: str = ".cards-area"  # where the pieces lie
    ready: str = ".set-board .dock-area"
    options: Mapping[str, Any] = MappingProxyType({})
    acts: tuple[str, ...] = ("",)  # what is done on the page, one after the other; after each all is measured
    layered: str = ""  # what is meant to lie one on the other
    short: str = ".told, .name"  # what may end in an ellipsis
    pans: tuple[str, float] = (
        "nothing",
        0,
    )  # a window over the pieces, moved by hand where they would be smaller than this


TAKE = "document.querySelector('.hand .moving').click()"
REFUSED = "[...document.querySelectorAll('.slot:not(.glows)')].at(-1).click()"
HOLD = "document.querySelectorAll('.tiles .tile')[2].click()"
AIM = """
  const target = document.querySelector('.cell.target').getBoundingClientRect()
  const at = { clientX: target.x + 9, clientY: target.y + 9, pointerType: 'mouse', bubbles: true }
  document.querySelector('.window').dispatchEvent(new PointerEvent('pointermove', at))
"""
NEVER = "document.querySelectorAll('.tiles .tile')[0].click(); document.querySelector('[data-cell=d0]').click()"
SEP = Board(
    "sep", 2, full.sep, block(6.1, 5.5, 1.4, 128), Spared(250, 300), ".circle .stack .card", ".ground",
    ready=".sep-board .dock",
    acts=("", TAKE, REFUSED), layered=".circle .stack, .circle .centre, .letter",
)  # fmt: skip
BOARDS: dict[str, Board] = {
    "sep": SEP,
    "sep-solo": SEP._replace(
        game="sep-solo", seats=1, fill=full.sep_solo, spared=Spared(270, 300), options={"solo_match": "b"}
    ),
    "sepmosa": Board(
        "sepmosa", 2, full.sepmosa, block(15, 7, 1, 68), Spared(265, 330), ".window .cell", ".ground",
        ready=".board .dock",
        acts=("", HOLD, AIM, NEVER), layered=".window", pans=(".window", 27),
    ),
    "set": Board("set", 8, full.classic, grid(18), Spared(250, 260)),
    "set-quick": Board("set-quick", 8, full.quick, grid(12), Spared(250, 260)),
    "set-solo": Board("set-solo", 1, full.classic, grid(18), Spared(250, 260)),
    "scout": Board("scout", 8, full.scout, grid(18), Spared(250, 260)),
    "chipset": Board("chipset", 8, full.chipset, grid(15), Spared(330, 260)),
    "scouting": Board("scout", 8, full.scouting, grid(18), Spared(250, 260)),
    "setup": Board("setup", 8, full.setup, grid(18), Spared(330, 260), options={"setup_window_s": 60}),
    "coopset": Board("coopset", 8, full.coopset, grid(18), Spared(250, 260)),
    "twenty": Board("twenty", 8, full.twenty, two_groups(6, 9), Spared(340, 260)),
}  # fmt: skip


class Figures(NamedTuple):
    board: str
    language: str
    size: Size
    wide: float  # of the smallest piece
    high: float
    share: float
    faults: tuple[str, ...]


def measured(page: Any, name: str, language: str, sizes: Iterable[Size]) -> Iterator[Figures]:
    """The board at these sizes, the worst of all that is done on it."""
    board = BOARDS[name]
    found: dict[Size, list[Figures]] = {}
    for act in board.acts:
        if act:
            page.evaluate(f"() => {{ {act} }}")
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate(SETTLED)
            found.setdefault(size, []).append(_figures(page, name, language, size))
    for all_ in found.values():
        worst = min(all_, key=lambda one: one.share)
        yield worst._replace(faults=tuple(dict.fromkeys(fault for one in all_ for fault in one.faults)))


def _figures(page: Any, name: str, language: str, size: Size) -> Figures:
    board = BOARDS[name]
    spec = {"pieces": board.pieces, "room": board.room, "layered": board.layered, "short": board.short}
    seen = page.evaluate(MEASURE, {**spec, "pans": "nothing"})
    (across, down), spared = seen["board"], board.spared
    rooms = [seen["room"], (across, down - spared.high), (across - spared.wide, down)]
    best = max(board.fits(*room) for room in rooms)
    if best < board.pans[1]:
        best = board.pans[1] - 1
        seen = page.evaluate(MEASURE, {**spec, "pans": board.pans[0]})
    faults = list(seen["faults"])
    faults += [f"the page is {seen[key]} px too {key}" for key in ("tall", "wide") if seen[key] > 0]
    wide, high = min(seen["pieces"], key=max, default=(0, 0))
    share = max(wide, high) / best if best > 0 else 1
    if share < ENOUGH:
        faults.append(f"pieces of {wide:.0f}×{high:.0f} where {best:.0f} fit")
    return Figures(name, language, size, wide, high, share, tuple(faults))


def opened(browser: Any, tables: full.Full, name: str, language: str, *, shared: bool = False) -> Any:
    """The table of a board, in a window of its own; a shared one is only looked at."""
    board = BOARDS[name]
    laid = tables.shared if shared else tables.table
    table = laid(board.game, board.seats, board.options, board.fill)
    house = tables.house.address
    context = browser.new_context(locale=language, reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    context.add_cookies([{"name": key, "value": value, "url": house} for key, value in tables.me.cookies.items()])
    context.add_init_script(PLAYED)
    page = context.new_page()
    page.goto(f"{house}/table/{table}")
    page.locator(board.ready).wait_for(timeout=60_000)
    page.evaluate("document.fonts.ready.then(() => 1)")
    return page


def survey(
    house: House, boards: Iterable[str], languages: Iterable[str], sizes: Iterable[Size], folder: Path | None = None
) -> Iterator[Figures]:
    with playwright.sync_playwright() as driver, full.full_tables(house) as tables:
        browser = launched(driver)
        for name in boards:
            for language in languages:
                page = opened(browser, tables, name, language, shared=True)
                yield from measured(page, name, language, sizes)
                if folder:
                    for wide, high in sizes:
                        page.set_viewport_size({"width": wide, "height": high})
                        page.evaluate(SETTLED)
                        page.screenshot(path=folder / f"{name}.{language}.{wide}x{high}.png")
                page.context.close()


def row(one: Figures) -> str:
    size = f"{one.size[0]}×{one.size[1]}"
    piece = f"{one.wide:.0f}×{one.high:.0f}"
    return f"{one.board:10} {one.language} {size:>9} {piece:>8} {one.share:5.0%} {len(one.faults):3}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", nargs="+", default=list(BOARDS), choices=list(BOARDS))
    parser.add_argument("--language", nargs="+", default=list(LANGUAGES), choices=LANGUAGES)
    parser.add_argument("--size", nargs="+", default=[f"{wide}x{high}" for wide, high in SIZES], metavar="WIDTHxHEIGHT")
    parser.add_argument("--faults", action="store_true", help="say what is wrong")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="a picture of each, into this folder")
    args = parser.parse_args()
    sizes = [(int(wide), int(high)) for wide, _, high in (size.partition("x") for size in args.size)]
    if args.pictures:
        args.pictures.mkdir(parents=True, exist_ok=True)
    sys.stdout.write("board      language  size    piece  share faults\n")
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as house:
        for one in survey(house, args.board, args.language, sizes, args.pictures):
            sys.stdout.write(row(one) + "\n")
            if args.faults:
                sys.stdout.writelines(f"    {fault}\n" for fault in one.faults)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
