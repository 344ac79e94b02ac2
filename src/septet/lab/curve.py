"""The curve of a training as a plot: the error on new games, and how well the hand plays without search."""

from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from septet.lab.training import Point

WIDTH, HEIGHT = 8.0, 5.0  # inches
ERROR, HAND = "#2b6cb0", "#c05621"


def curve_svg(curve: "Sequence[Point]", title: str, rounds: str, error: str, hand: str) -> str:
    """Two panels over the rounds, as SVG."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "septet"}):
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        FigureCanvasSVG(figure)
        above, below = figure.subplots(2, 1, sharex=True)
        above.plot([one.round for one in curve], [one.error for one in curve], color=ERROR, linewidth=1)
        above.set_ylabel(error)
        above.set_title(title)
        looks = [(one.round, one.hand) for one in curve if one.hand is not None]
        below.plot([at for at, _ in looks], [much for _, much in looks], color=HAND, marker=".")
        below.set_ylabel(hand)
        below.set_xlabel(rounds)
        for panel in (above, below):
            panel.grid(alpha=0.3)
        drawn = StringIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None})
    return drawn.getvalue()
