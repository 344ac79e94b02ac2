"""Positions as pictures, without a browser: `svg(game, views)`, `png(picture)`, and `preview` for links in chats.

The faces of cards and tiles, the colours and the letters come from one sheet that is made when the web app is built, so
that a picture looks as the page does.
"""

from septet.images.images import png, svg
from septet.images.preview import preview
from septet.images.sheet import NoSheet

__all__ = ["NoSheet", "png", "preview", "svg"]
