"""A picture that is put together piece by piece: faces of the sheet, letters as outlines, lines and circles."""

import re
from collections.abc import Iterable
from html import escape, unescape

import msgspec

from septet.games.sep.forms import COURTS, court
from septet.i18n import Words
from septet.images.sheet import EM, Letter, sheet

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, width, height
BOXES: dict[str, Box] = {"sep": (0, 0, 100, 140), "sepmosa": (0, 0, 100, 100), "setgame": (-46, -30, 92, 60)}
TOKEN: Box = (-50, -50, 100, 100)
VARIABLE = re.compile(r"var\(--([\w-]+)\)")
TEXT = re.compile(r"<text([^>]*)>([^<]*)</text>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
TIGHT = re.compile(r"(-?[\d.]+)em")

ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Lettering(msgspec.Struct, frozen=True, kw_only=True):
    """How a line of words stands: where, how large, in which letters."""

    at: Point
    size: float
    fill: str
    font: str = "read"
    anchor: str = "start"
    spacing: float = 0


def number(value: float) -> str:
    """With two places at most, and no more of them than are needed."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")  # which makes 0 of −0


class Artwork:
    """Colours by day or by night, the inks of a palette, the words of a language."""

    def __init__(self, t: Words, theme: str = "light", palette: str = "classic") -> None:
        self.t = t
        self.sheet = sheet()
        self.colours = self.sheet.colours[theme]
        self.inks = self.sheet.layouts.setgame.palettes[palette]
        self.parts: list[str] = []
        self.symbols: dict[str, str] = {}

    # Pieces

    def face(self, family: str, name: str, at: Box, *, words: str = "", place: str = "", turn: float = 0) -> None:
        """A card, a tile or a token in a box; `words` tell it to those who listen, `place` says where it lies."""
        left, top, wide, high = TOKEN if name.endswith("token") else BOXES[family]
        x, y, width, _ = at
        scale = width / wide
        turned = f" rotate({number(turn)} {number(left + wide / 2)} {number(top + high / 2)})" if turn else ""
        where = f"translate({number(x - left * scale)} {number(y - top * scale)}) scale({number(scale)}){turned}"
        piece = f'data-piece="{escape(name)}" data-place="{escape(place)}"'
        told = f"<title>{escape(words)}</title>" if words else ""
        self.parts.append(f"<g {piece}>{told}")
        self.parts.append(f'<use href="#{self._symbol(family, name)}" transform="{where}"/></g>')

    def _symbol(self, family: str, name: str) -> str:
        symbol = f"{family}-" + re.sub(r"\W", lambda sign: f"_{ord(sign[0])}", name)
        if symbol not in self.symbols:
            body = self.sheet.faces[family][name]
            if family == "sep" and name[0] in COURTS:
                body = body.replace(f">{name[0]}</text>", f">{escape(court(name[0], self.t))}</text>")
            if family == "setgame":
                body = body.replace("currentColor", self.inks[name[1]])
            body = VARIABLE.sub(lambda found: self.colours[found[1]], TEXT.sub(self._outlined, body))
            self.symbols[symbol] = f'<g id="{symbol}">{body}</g>'
        return symbol

    def _outlined(self, found: re.Match[str]) -> str:
        has = dict(ATTRIBUTE.findall(found[1]))
        tight = TIGHT.fullmatch(has.get("letter-spacing", ""))
        line = Lettering(
            at=(float(has["x"]), float(has["y"])),
            size=float(has["font-size"]),
            fill=has["fill"],
            font="numerals",
            anchor=has.get("text-anchor", "start"),
            spacing=float(tight[1]) * EM if tight else 0,
        )
        return self._set(unescape(found[2]), line)

    # Words

    def text(self, said: str, at: Point, size: float, colour: str = "b-ink", anchor: str = "start") -> None:
        """A line of words; a letter that the sheet does not have is left out."""
        self.parts.append(self._set(said, Lettering(at=at, size=size, fill=self.colours[colour], anchor=anchor)))

    def figure(self, value: int, at: Point, size: float, colour: str = "b-ink") -> None:
        """A number in the letters of the cards, around a middle."""
        line = Lettering(at=at, size=size, fill=self.colours[colour], font="numerals", anchor="middle")
        self.parts.append(self._set(str(value).replace("-", "−"), line))

    def _set(self, said: str, line: Lettering) -> str:
        """Letters one after the other, as outlines: then no font is needed to see them."""
        letters = [self._letter(one, line.font) for one in said]
        x = -sum(reach + line.spacing for reach, _ in letters) * ANCHORS[line.anchor]
        shapes = []
        for reach, outline in letters:
            if outline:
                shapes.append(f'<path d="{outline}" transform="translate({number(x)})"/>')
            x += reach + line.spacing
        where = f"translate({number(line.at[0])} {number(line.at[1])}) scale({line.size / EM:.4f})"
        return f'<g fill="{line.fill}" transform="{where}">{"".join(shapes)}</g>'

    def _letter(self, one: str, font: str) -> Letter:
        """Of its font or else of the other one: the zero of the first is crossed out, and left out of the sheet."""
        found = self.sheet.letters[font].get(one)
        return found or next((letters[one] for letters in self.sheet.letters.values() if one in letters), (0, ""))

    def width(self, said: str, size: float) -> float:
        return sum(self._letter(one, "read")[0] for one in said) * size / EM

    def fitted(self, said: str, size: float, most: float) -> str:
        """As much of a line as there is room for."""
        if self.width(said, size) <= most:
            return said
        while said and self.width(said + "…", size) > most:
            said = said[:-1]
        return said + "…"

    # Lines

    def rect(
        self, at: Box, *, fill: str = "", line: str = "", thick: float = 2, corner: float = 9, dash: str = ""
    ) -> None:
        x, y, wide, high = map(number, at)
        shape = f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{number(corner)}"'
        self.parts.append(f"{shape}{self._ink(fill, line, thick, dash)}/>")

    def circle(self, at: Point, r: float, *, fill: str = "", line: str = "", thick: float = 2) -> None:
        x, y = map(number, at)
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="{number(r)}"{self._ink(fill, line, thick, "")}/>')

    def _ink(self, fill: str, line: str, thick: float, dash: str) -> str:
        ink = f' fill="{self.colours[fill] if fill else "none"}"'
        if line:
            ink += f' stroke="{self.colours[line]}" stroke-width="{number(thick)}"'
        return ink + (f' stroke-dasharray="{dash}"' if dash else "")

    def svg(self, wide: float, high: float, title: str, about: Iterable[str] = ()) -> str:
        """The whole picture, on the colour of the table."""
        w, h = number(wide), number(high)
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img">',
                f"<title>{escape(title)}</title>",
                *(f"<desc>{escape(told)}</desc>" for told in about),
                f"<defs>{''.join(self.symbols.values())}</defs>",
                f'<rect width="{w}" height="{h}" fill="{self.colours["b-table"]}"/>',
                *self.parts,
                "</svg>",
            ]
        )
