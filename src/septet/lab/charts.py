"""The charts of a report: how much each figure differs, as SVG that goes into a page.

Drawn by matplotlib, which is an extra: `pip install "septet[charts]"`. Colours are those of the page around it, text
stays text, and nothing in it needs a style sheet, so that a page with a strict policy may show it.
"""

import re
from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from io import StringIO
from textwrap import wrap

import msgspec

WIDTH = 360  # pixels, as many as a phone has; rows have the label above the interval, so that it need not be wider
LABEL, ROW, AXIS = 17, 24, 50  # heights: of a line of a label, of the interval below, of the axis with its title
LETTERS = 34  # of a label, in a line
# Stand for the colours of the page.
INK, SOFT, LINE = "#010203", "#040506", "#070809"
COLOURS = {INK: "currentColor", SOFT: "var(--soft)", LINE: "var(--line)"}


class ChartRow(msgspec.Struct, frozen=True):
    """One figure: its name, the difference in words, and where it and its interval lie on the axis."""

    name: str
    told: str
    value: float
    low: float
    high: float
    clear: bool


def can_draw() -> bool:
    return find_spec("matplotlib") is not None


def forest(rows: Sequence[ChartRow], title: str, about: str, decimal: str = ".") -> str:
    """Differences below each other with their intervals, around a line where nothing differs; what is clear is bold."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    labels = [wrap(one.name, LETTERS) or [""] for one in rows]
    heights = [ROW + LABEL * len(lines) for lines in labels]
    tall = sum(heights) + AXIS
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "septet", "path.simplify": False}):
        figure = Figure(figsize=(WIDTH / 72, tall / 72), dpi=72)
        FigureCanvasSVG(figure)
        axes = figure.add_axes((0.02, AXIS / tall, 0.96, 1 - AXIS / tall))
        ends = [end for one in rows for end in (one.low, one.high, 0.0)]
        room = 0.06 * ((max(ends) - min(ends)) or 1.0)
        axes.set_xlim(min(ends) - room, max(ends) + room)
        axes.set_ylim(sum(heights), 0)
        axes.axvline(0, color=LINE, linewidth=1, zorder=1)
        top = 0
        for one, lines, height in zip(rows, labels, heights, strict=True):
            weight = "bold" if one.clear else "normal"
            for number, line in enumerate(lines):
                at = top + LABEL * (number + 0.85)
                axes.text(0, at, line, transform=axes.get_yaxis_transform(), size=14, color=INK, weight=weight)
            told = axes.text(1, top + LABEL * 0.85, one.told, size=14, color=INK, weight=weight, ha="right")
            told.set_transform(axes.get_yaxis_transform())
            middle = top + LABEL * len(lines) + 10
            axes.plot([0, 0], [middle - 8, middle + 8], color=SOFT, linewidth=1)
            colour, wide, mark, size = (INK, 2.6, "D", 7) if one.clear else (SOFT, 1.4, "o", 6)
            axes.plot([one.low, one.high], [middle, middle], color=colour, linewidth=wide, solid_capstyle="butt")
            axes.plot([one.value], [middle], marker=mark, color=colour, markersize=size, markeredgewidth=0)
            top += height
        axes.set_yticks([])
        for side in ("left", "right", "top"):
            axes.spines[side].set_visible(False)
        axes.spines["bottom"].set_color(SOFT)
        axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _tick(x, decimal)))
        axes.tick_params(axis="x", colors=SOFT, labelsize=13, labelcolor=SOFT)
        axes.set_xlabel(title, size=13, color=SOFT)
        out = StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _for_a_page(out.getvalue(), tall, about)


def _tick(value: float, decimal: str) -> str:
    """A number at the axis, as people of the language write it."""
    text = f"{round(value, 9):+g}" if value else "0"
    return text.replace("-", "−").replace(".", decimal)


def _for_a_page(svg: str, tall: int, about: str) -> str:
    """Without a prologue, and without anything that a policy against inline styles would not let pass."""
    svg = svg[svg.index("<svg") :].strip()
    svg = re.sub(
        r"<metadata>.*?</metadata>|<style[^>]*>.*?</style>|<!--.*?-->|\s+id=\"[^\"]*_\d+\"", "", svg, flags=re.S
    )
    svg = re.sub(r'style="([^"]*)"', lambda found: _attributes(found[1]), svg)
    for sign, colour in COLOURS.items():
        svg = svg.replace(sign, colour)
    head = f'<svg viewBox="0 0 {WIDTH} {tall}" role="img" aria-label="{escape(about)}">'
    return re.sub(r"\n\s*", "\n", re.sub(r"<svg[^>]*>", lambda _: head, svg, count=1))


def _attributes(style: str) -> str:
    """What a style says, as attributes; the family of a font is that of the page."""
    found = []
    for part in filter(None, (one.strip() for one in style.split(";"))):
        name, _, value = (one.strip() for one in part.partition(":"))
        if name == "font-family":
            continue
        if name == "font":
            size = re.search(r"[\d.]+px", value)
            found.append(f'font-size="{size[0] if size else "14px"}"')
            found += ['font-weight="700"'] if "bold" in value or "700" in value else []
        else:
            found.append(f'{name}="{value}"')
    return " ".join(found)
