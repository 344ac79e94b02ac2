"""A table of SEP: the circle with its tokens, the piles beside it, the hands above and below."""

import math
from collections.abc import Iterable

from septet.games.game import Seat
from septet.games.sep.cards import HIDDEN
from septet.games.sep.drawing import SLOT_LETTERS
from septet.games.sep.forms import card as card_text
from septet.games.sep.state import TOKENS
from septet.games.sep.view import View
from septet.images.artwork import Artwork
from septet.images.scene import Scene, Size, Tabletop

CARD, HIGH = 100.0, 140.0
EDGE, STRIP, PILE = 24.0, 96.0, 64.0
ACTION_BACK = HIDDEN + "action"


class CircleTable(Tabletop):
    def __init__(self, art: Artwork, scene: Scene) -> None:
        super().__init__(art, scene)
        self.view: View = scene.view
        self.circle = art.sheet.layouts.sep
        self.wide = self.circle.wide * CARD
        self.high = self.circle.high * CARD

    def draw(self) -> Size:
        *others, me = self.scene.seats()
        top = EDGE
        for seat in others:
            self.seat(seat, top)
            top += STRIP
        for slot, stack in enumerate(self.view.circle):
            self.stack(slot, stack, top)
        self.centre(top)
        self.piles(EDGE + self.wide + 40, top + 30)
        self.seat(me, top + self.high + 14)
        return EDGE + self.wide + 40 + 3.4 * PILE + EDGE, top + self.high + 14 + STRIP + EDGE / 2

    def card(self, card: str, x: float, y: float, wide: float, place: str) -> None:
        words = card_text(card, self.art.t) if not card.startswith(HIDDEN) else self.art.t("sep.tell.a_card")
        self.art.face("sep", card, (x, y, wide, wide * 1.4), words=words, place=place)

    def stack(self, slot: int, stack: Iterable[str], top: float) -> None:
        x, y = self.circle.centres[slot]
        left = EDGE + (x + self.circle.wide / 2 - 0.5) * CARD
        above = top + (y + self.circle.high / 2 - self.circle.box / 2) * CARD
        cards = list(stack)
        if not cards:
            self.art.rect((left, above, CARD, HIGH), line="b-line", thick=3, dash="8 7")
        for place, card in enumerate(cards):
            self.card(card, left, above + place * self.circle.fan * CARD, CARD, f"slot {SLOT_LETTERS[slot]}")
        self.art.text(SLOT_LETTERS[slot], (left - 20, above + 24), 24, "b-quiet", "middle")

    def centre(self, top: float) -> None:
        middle = (EDGE + self.wide / 2, top + self.high / 2)
        for place in range(TOKENS):
            angle = 2 * math.pi * place / TOKENS - math.pi / 2
            at = (middle[0] + 44 * math.cos(angle) - 16, middle[1] + 44 * math.sin(angle) - 16, 32.0, 32.0)
            name = "token" if place < self.view.centre else "no_token"
            self.art.face("sep", name, at, place="centre")

    def seat(self, seat: Seat, top: float) -> None:
        """The name and the tokens, then the hand: open where it may be seen."""
        art, view = self.art, self.view
        name = art.fitted(self.scene.names[seat], 22, 190)
        art.text(name, (EDGE, top + 26), 22)
        if view.mover == seat and not view.ending:
            art.circle((EDGE - 11, top + 19), 5, fill="b-accent")
        for at in range(view.tokens[seat]):
            art.face("sep", "token", (EDGE + at * 27, top + 40, 24, 24), place=f"tokens {seat}")
        own: View | None = self.scene.of(seat)
        numbers = own.number_hand if own else self._known(seat)
        actions = own.action_hand if own else (ACTION_BACK,) * view.action_hands[seat]
        x = EDGE + 220
        for cards, wide in ((numbers, 60.0), (actions, 60.0)):
            for card in cards:
                self.card(card, x, top, wide, f"hand {seat}")
                x += wide + 6
            x += 18

    def _known(self, seat: Seat) -> tuple[str, ...]:
        """The cards that all saw being taken, and the backs of the others."""
        shown = self.view.shown[seat]
        return (*shown, *(HIDDEN,) * (self.view.number_hands[seat] - len(shown)))

    def piles(self, x: float, y: float) -> None:
        view = self.view
        backs = {"draw": (HIDDEN, view.draw_left), "actions": (ACTION_BACK, view.action_left)}
        tops = {"reserve": view.reserve, "discard": view.discard, "spent": view.action_discard}
        heaps = {**backs, **{name: (cards[-1] if cards else "", len(cards)) for name, cards in tops.items()}}
        heaps["discard"] = ("" if not view.discard_left else HIDDEN, view.discard_left)
        rows = (("draw", "actions"), ("reserve", "spent"), ("discard",))
        for row, names in enumerate(rows):
            for column, name in enumerate(names):
                card, count = heaps[name]
                if name == "discard" and not count:
                    continue
                self._pile(name, card, count, x + column * 1.8 * PILE, y + row * 170)

    def _pile(self, name: str, card: str, count: int, x: float, y: float) -> None:
        if card and count:
            self.card(card, x, y, PILE, name)
        else:
            self.art.rect((x, y, PILE, PILE * 1.4), line="b-line", thick=2, dash="6 5")
        self.art.text(self.art.t(f"board.sep.pile.{name}"), (x, y + PILE * 1.4 + 22), 19, "b-quiet")
        self.art.text(str(count), (x, y + PILE * 1.4 + 43), 19)
