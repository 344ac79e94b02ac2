"""The curve of a review as a picture: how the game stood after every move, and where it was thrown away."""

from collections.abc import Sequence
from html import escape

import msgspec

from septet.review.report import Decision, Valued

WIDTH, HEIGHT = 860, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 64, 64
PAPER, INK, FAINT, LINE, BAND = "#fbfaf6", "#23313f", "#e3ded2", "#1d4e6b", "#3b7ea1"
MISTAKE, MISSED = "#b4472e", "#7a1f5c"
SURE = 2  # standard errors on both sides of the line


class PlotWords(msgspec.Struct, frozen=True):
    """What is written on it."""

    title: str
    above: str  # what it means to be at the top
    below: str
    moves: str
    mistake: str
    missed: str


def svg(found: Valued, words: PlotWords) -> str:
    """One curve with its band of doubt, a mark at every mistake and at every certain win that was missed."""
    low, high = _range(found)
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    last = len(found.curve) - 1

    def x(number: float) -> float:
        return round(LEFT + wide * number / max(1, last), 1)

    def y(value: float) -> float:
        return round(TOP + tall * (high - min(high, max(low, value))) / (high - low), 1)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' font-family="system-ui, sans-serif" font-size="13">',
        f"<title>{escape(words.title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        f'<text x="20" y="30" font-size="17" font-weight="bold" fill="{INK}">{escape(words.title)}</text>',
        f'<text x="{LEFT}" y="{TOP - 10}" fill="{INK}">{escape(words.above)}</text>',
        f'<text x="{LEFT}" y="{HEIGHT - BOTTOM + 18}" fill="{INK}">{escape(words.below)}</text>',
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - BOTTOM + 36}" text-anchor="end" fill="{INK}">'
        f"{escape(words.moves)}</text>",
    ]
    for tick in _ticks(low, high):
        said = f"{round(100 * tick)} %" if found.unit == "share" else f"{tick:g}"
        lines += [
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick)}" y2="{y(tick)}" stroke="{FAINT}"/>',
            f'<text x="{LEFT - 8}" y="{y(tick) + 4}" text-anchor="end" fill="{INK}">{said}</text>',
        ]
    for number in range(0, last + 1, _step(last)):
        at = f'x="{x(number)}" y="{HEIGHT - BOTTOM + 36}"'
        lines.append(f'<text {at} text-anchor="middle" fill="{INK}">{number}</text>')
    upper = [f"{x(at)},{y(one.value + SURE * one.error)}" for at, one in enumerate(found.curve)]
    lower = [f"{x(at)},{y(one.value - SURE * one.error)}" for at, one in enumerate(found.curve)]
    middle = [f"{x(at)},{y(one.value)}" for at, one in enumerate(found.curve)]
    lines += [
        f'<polygon points="{" ".join(upper + lower[::-1])}" fill="{BAND}" opacity="0.25"/>',
        f'<polyline points="{" ".join(middle)}" fill="none" stroke="{LINE}" stroke-width="2"/>',
    ]
    for one in found.decisions:
        if one.label:
            said = words.missed if one.label == "missed_win" else words.mistake
            lines.append(_mark(x(one.number), y(found.curve[one.number].value), f"{one.number}: {said}", one))
    lines += _legend(found.decisions, words)
    return "\n".join([*lines, "</svg>", ""])


def _range(found: Valued) -> tuple[float, float]:
    if found.unit == "share":
        return 0.0, 1.0
    values = [one.value for one in found.curve]
    return float(int(min(0.0, *values)) - 1), float(int(max(values)) + 1)


def _ticks(low: float, high: float) -> Sequence[float]:
    if (low, high) == (0.0, 1.0):
        return (0.0, 0.25, 0.5, 0.75, 1.0)
    step = 1 if high - low <= 8 else 2
    return [float(tick) for tick in range(int(low), int(high) + 1, step)]


def _step(last: int) -> int:
    """Between two numbers below the curve: so that they have room."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 1_000, 100_000) if last // step <= 16)


def _mark(x: float, y: float, said: str, one: Decision) -> str:
    title = f"<title>{escape(said)}</title>"
    if one.label == "missed_win":
        corners = f"{x},{y - 8} {x + 8},{y} {x},{y + 8} {x - 8},{y}"
        return f'<polygon points="{corners}" fill="{MISSED}">{title}</polygon>'
    return f'<circle cx="{x}" cy="{y}" r="5" fill="{MISTAKE}">{title}</circle>'


def _legend(decisions: Sequence[Decision], words: PlotWords) -> list[str]:
    labels = {one.label for one in decisions}
    lines, left = [], LEFT
    for label, colour, said in (("mistake", MISTAKE, words.mistake), ("missed_win", MISSED, words.missed)):
        if label in labels:
            lines += [
                f'<circle cx="{left + 6}" cy="{HEIGHT - 14}" r="5" fill="{colour}"/>'
                if label == "mistake"
                else f'<polygon points="{left + 6},{HEIGHT - 22} {left + 14},{HEIGHT - 14} {left + 6},{HEIGHT - 6}'
                f' {left - 2},{HEIGHT - 14}" fill="{colour}"/>',
                f'<text x="{left + 18}" y="{HEIGHT - 10}" fill="{INK}">{escape(said)}</text>',
            ]
            left += 40 + 8 * len(said)
    return lines
