"""The ladder as a picture."""

from html import escape

from septet.lab.ratings import Standing

WIDTH, ROW, LEFT, RIGHT, TOP = 720, 34, 150, 90, 54


def svg(title: str, ladder: tuple[Standing, ...], names: dict[str, str], decimals: int) -> str:
    """One row a bot, the best first: a dot for its rating, and a line for its 95 % interval."""
    low, high = min(one.low for one in ladder), max(one.high for one in ladder)
    scale = (WIDTH - LEFT - RIGHT) / (high - low or 1)
    height = TOP + ROW * len(ladder) + 16
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' font-family="system-ui, sans-serif" font-size="15">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fbfaf6"/>',
        f'<text x="20" y="32" font-size="17" font-weight="bold" fill="#23313f">{escape(title)}</text>',
    ]
    for number, one in enumerate(ladder):
        y = TOP + ROW * number + ROW // 2
        start, at, end = (round(LEFT + (value - low) * scale, 1) for value in (one.low, one.rating, one.high))
        lines += [
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#e3ded2"/>',
            f'<text x="20" y="{y + 5}" fill="#23313f">{escape(names[one.bot])}</text>',
            f'<line x1="{start}" x2="{end}" y1="{y}" y2="{y}" stroke="#3b7ea1" stroke-width="5"/>',
            f'<circle cx="{at}" cy="{y}" r="6" fill="#1d4e6b"/>',
            f'<text x="{WIDTH - 20}" y="{y + 5}" text-anchor="end" fill="#23313f">{one.rating:.{decimals}f}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])
