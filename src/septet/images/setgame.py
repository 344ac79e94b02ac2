"""A table of the SET family: the cards in three rows, and below them who plays, with what lies in their hands."""

from typing import Any

from septet.games.game import Seat
from septet.games.setgame.forms import card as card_text
from septet.images.artwork import Artwork, Box
from septet.images.scene import Scene, Size, Tabletop

CARD = 138.0
SHAPE = 60 / 92
HELD = 72.0
EDGE, GAP, LINE = 24.0, 12.0, 64.0


class SetTable(Tabletop):
    def __init__(self, art: Artwork, scene: Scene) -> None:
        super().__init__(art, scene)
        self.view: Any = scene.view

    def draw(self) -> Size:
        slots = self.view.slots
        rows = next(rows for rows, most in ((1, 4), (2, 8), (3, 18), (4, 81)) if len(slots) <= most)
        columns = max(2, -(-len(slots) // rows))
        down = columns > rows  # as in the page: a wide table fills columns, another one rows
        for at, card in enumerate(slots):
            column, row = divmod(at, rows) if down else divmod(at, columns)[::-1]
            x, y = EDGE + column * (CARD + GAP), EDGE + row * (CARD * SHAPE + GAP)
            self.card(card, (x, y, CARD, CARD * SHAPE), f"table {at}")
        y = EDGE + rows * (CARD * SHAPE + GAP) + 30
        wide = columns * (CARD + GAP) - GAP
        self.facts(y)
        y += 20
        for seat in self.scene.seats():
            wide = max(wide, self.seat(seat, y) - EDGE)
            y += LINE
        return wide + 2 * EDGE, y + EDGE / 2

    def card(self, card: str, at: Box, place: str) -> None:
        """On paper; with a ring if something is done with it just now, and the number of its mark."""
        art, (x, y, wide, _) = self.art, at
        if not card:
            art.rect(at, line="b-line", thick=2, corner=10, dash="7 6")
            return
        ring = card in self.shown()
        mark = next((n for n, cards in enumerate(self.marks(), start=1) if card in cards), 0)
        line = "b-accent" if ring or mark else "c-edge"
        art.rect(at, fill="c-card", line=line, thick=6 if ring or mark else 2, corner=10)
        art.face("setgame", card, at, words=card_text(card, art.t), place=place)
        if mark:
            art.circle((x + wide - 13, y + 13), 12, fill="b-accent")
            art.figure(mark, (x + wide - 13, y + 19), 18, "c-ink")

    def shown(self) -> set[str]:
        """The cards that somebody points at or proposes."""
        names = ("picked", "proposed", "commit")
        found = {card for name in names for view in self.scene.views for card in getattr(view, name, ())}
        return found | {getattr(self.view, "pointed", "")} - {""}

    def marks(self) -> tuple[tuple[str, ...], ...]:
        """The sets that a team has marked; where everybody marks their own they are not drawn."""
        return self.view.marks if self.scene.game.team else ()

    def facts(self, y: float) -> None:
        t, view = self.art.t, self.view
        told = [t("setgame.deck", n=view.deck_left)]
        if hasattr(view, "carried"):
            told.append(f"{t('board.chips.pot')}: {sum(view.paid, view.carried)}")
        self.art.text(" · ".join(told), (EDGE, y), 20, "b-quiet")

    def seat(self, seat: Seat, y: float) -> float:
        """A line for each who plays; how far it reaches."""
        art, view = self.art, self.view
        art.text(art.fitted(self.scene.names[seat], 22, 170), (EDGE, y + 34), 22)
        if not self.scene.game.team or seat == self.scene.seats()[0]:  # a team has one score
            art.figure(self.scene.game.scores(view)[seat], (EDGE + 205, y + 35), 26)
        x = EDGE + 250
        for card in self.hand(seat):
            box = (x, y + 4, HELD, HELD * SHAPE)
            if card:
                art.rect(box, fill="c-card", line="c-edge", corner=7)
                art.face("setgame", card, box, words=card_text(card, art.t), place=f"hand {seat}")
            else:
                art.rect(box, fill="c-back", line="c-back-line", corner=7)
            x += HELD + 6
        return x

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """The cards of a seat; those that are not seen are empty."""
        own = self.scene.of(seat)
        if own is not None and hasattr(own, "hand"):
            return tuple(own.hand)
        if hasattr(self.view, "backs"):
            return tuple(self.view.backs[seat])
        return ("",) * self.view.sizes[seat] if hasattr(self.view, "sizes") else ()
