"""What is drawn: a table as one seat sees it, or as several do together; and what all pictures of tables share."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import msgspec

from septet.games.game import Game, Seat
from septet.images.artwork import Artwork

Size = tuple[float, float]


class Scene(msgspec.Struct, frozen=True):
    game: Game[Any, Any, Any]
    views: Sequence[Any]  # of a seat or a spectator, or of every seat: then all hands lie open
    names: Sequence[str]

    @property
    def view(self) -> Any:
        """Of what all see, any view tells the same."""
        return self.views[0]

    @property
    def below(self) -> Seat:
        """The seat that is drawn below the board."""
        seat: Seat | None = self.view.seat
        return seat if seat is not None else 0

    def of(self, seat: Seat) -> Any | None:
        """The view of a seat, if it is one of those that are drawn."""
        return next((view for view in self.views if view.seat == seat), None)

    def seats(self) -> list[Seat]:
        """All seats, the one below last."""
        count = len(self.names)
        return [(self.below + 1 + step) % count for step in range(count)]


class Tabletop(ABC):
    """The picture of a table; each family says what lies on it."""

    def __init__(self, art: Artwork, scene: Scene) -> None:
        self.art = art
        self.scene = scene

    @abstractmethod
    def draw(self) -> Size:
        """Put everything there; how large the picture is."""
