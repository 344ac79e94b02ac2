"""A table as a picture: in a notebook it shows itself, and a file may have it as SVG or PNG."""

import hashlib
import re
from pathlib import Path

from septet import images
from septet.workbench.asking import NotPossible

NAMED = re.compile(r'\bid="|href="#|url\(#')


class TablePicture:
    """A position as it is drawn in the browser. A notebook shows it; `svg` is its text, `png` gives its pixels."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def __repr__(self) -> str:
        return f"<a picture, {len(self.svg)} characters of SVG: save it as .svg or .png>"

    def _repr_svg_(self) -> str:
        """With names of its own inside: of several pictures on one page each keeps its own colours."""
        own = hashlib.sha256(self.svg.encode()).hexdigest()[:8]
        return NAMED.sub(rf"\g<0>p{own}-", self.svg)

    def png(self, width: int | None = None) -> bytes:
        """The same in pixels, as wide as is asked for."""
        return images.png(self.svg, width)

    def save(self, file: str | Path) -> Path:
        """Write it to a file whose name ends in `.svg` or `.png`."""
        path = Path(file)
        match path.suffix:
            case ".svg":
                path.write_text(self.svg, encoding="utf-8")
            case ".png":
                path.write_bytes(self.png())
            case _:
                raise NotPossible(f"{path.name}: .svg, .png")
        return path
