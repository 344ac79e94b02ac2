"""What a chat shows for a link to a table: the game, who plays, and the board as whoever watches sees it."""

import math
import re
from collections.abc import Sequence

from septet.i18n import Words
from septet.images.artwork import Artwork

WIDE, HIGH = 1200, 630  # what messengers cut pictures to
EDGE = 60.0
BOARD = (470.0, 24.0, 706.0, 582.0)
NAME, LINE = 46.0, 32.0
SIZE = re.compile(r' width="([\d.]+)" height="([\d.]+)"')


def preview(t: Words, title: str, lines: Sequence[str], board: str | None = None) -> str:
    """The title and lines at the left, a picture at the right if there is one."""
    art = Artwork(t)
    room = BOARD[0] - 2 * EDGE if board else WIDE - 2 * EDGE
    mark(art, (EDGE + 44, EDGE + 44), 44)
    art.text("Septet", (EDGE + 108, EDGE + 60), 46)
    y = 270.0
    for part in folded(art, title, NAME, room):
        art.text(part, (EDGE, y), NAME)
        y += NAME * 1.2
    y += 12
    for line in lines:
        for part in folded(art, line, LINE, room):
            art.text(part, (EDGE, y), LINE, "b-quiet")
            y += LINE * 1.3
    if board:
        inlaid(art, board)
    return art.svg(WIDE, HIGH, title)


def mark(art: Artwork, middle: tuple[float, float], r: float) -> None:
    """Seven in a ring, the first of them gold."""
    for place in range(7):
        angle = 2 * math.pi * place / 7 - math.pi / 2
        at = (middle[0] + r * 0.8 * math.cos(angle), middle[1] + r * 0.8 * math.sin(angle))
        art.circle(at, r * (0.2 if place else 0.24), fill="b-ink" if place else "b-accent")


def folded(art: Artwork, said: str, size: float, most: float) -> list[str]:
    """A text in lines that fit; three of them, then it is cut."""
    lines = [""]
    for word in said.split():
        longer = f"{lines[-1]} {word}".strip()
        if art.width(longer, size) <= most or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > 3:
        lines[2:] = [" ".join(lines[2:])]
    return [art.fitted(line, size, most) for line in lines]


def inlaid(art: Artwork, board: str) -> None:
    """A picture in the picture, as large as its room allows."""
    found = SIZE.search(board)
    assert found
    wide, high = float(found[1]), float(found[2])
    left, top, most_wide, most_high = BOARD
    scale = min(most_wide / wide, most_high / high)
    width, height = wide * scale, high * scale
    x, y = left + (most_wide - width) / 2, top + (most_high - height) / 2
    placed = f' x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    art.parts.append(SIZE.sub(placed, board, count=1))
