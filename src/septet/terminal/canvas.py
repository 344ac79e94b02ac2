"""A small drawing surface of characters, each with a style."""

from rich.text import Text


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write text from this place on; what does not fit is cut off. Returns where the text ends."""
        row = self.cells[y]
        for offset, letter in enumerate(text):
            if 0 <= x + offset < len(row):
                row[x + offset] = (letter, style)
        return x + len(text)

    def lines(self) -> list[Text]:
        return [Text.assemble(*row, end="") for row in self.cells]

    def text(self) -> Text:
        lines = self.lines()
        for line in lines:
            line.rstrip()
        return Text("\n").join(lines)
