"""How the SET family looks in a terminal: cards with shape, shading and colour, and what a player may type."""

import re
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from septet.games.errors import BadText
from septet.games.game import Game, Move, Seat
from septet.games.setgame.cards import NUMBER_OF, Cards
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.coopset.moves import CommitLayout
from septet.games.setgame.coopset.ratings import rating
from septet.games.setgame.moves import Call, Mark, Noset, Pick, Unmark
from septet.games.setgame.state import SetEvent
from septet.i18n import LANGUAGES, Words, words
from septet.terminal.canvas import Canvas

# A letter for each slot; those that mean something else when they are typed alone are left out.
LETTERS = "abdefghjklmoprstvwyzABDEFGHJKLMOPRSTVWYZ"
SYMBOLS = {"OF": "●", "OH": "◍", "OE": "○", "BF": "▰", "BH": "▨", "BE": "▱", "DF": "◆", "DH": "◈", "DE": "◇"}
STYLES = {"R": "red", "G": "green", "P": "magenta"}
ACCENT = "yellow"
WIDTH, HEIGHT, ROWS = 11, 3, 3


def symbols(card: str) -> str:
    """The drawing on a card: one, two or three shapes with their shading."""
    return " ".join(SYMBOLS[card[2:]] * int(card[0]))


class SetScreen:
    """Draws a view, tells what happened, and understands what is typed."""

    def __init__(self, game: Game[Any, Any, Any], names: Sequence[str], t: Words) -> None:
        self.game = game
        self.names = names
        self.t = t
        alone = len(names) == 1
        self.called_you = {words(language)("play.you") for language in LANGUAGES} if alone else set[str]()

    def board(self, view: Any, *, running: bool = True) -> Text:
        """The table with its letters, what is in the hands, and the scores."""
        parts = [self.title(view), self.table(view)]
        parts += [line for seat in range(view.seats) if (line := self.player(view, seat))]
        return Text("\n").join(parts)

    def title(self, view: Any) -> Text:
        words = [self.t(f"game.{self.game.name}"), self.t("setgame.deck", n=view.deck_left)]
        if view.seats > 1 and not self.game.team:
            words.append(self.t("setgame.deal", deal=view.deal))
        return Text(" · ".join(words), style="bold")

    def table(self, view: Any) -> Text:
        """Rows of four (quick start: of three); cards that were added stand in columns at the right."""
        slots, columns = view.slots, max(self.game_width(), (len(view.slots) + ROWS - 1) // ROWS)
        canvas = Canvas(columns * WIDTH, ROWS * HEIGHT)
        glowing = self.glowing(view)
        for at, card in enumerate(slots):
            row, column = self.place(at)
            if card:
                letter = LETTERS[at % len(LETTERS)]
                self.card(canvas, (column * WIDTH, row * HEIGHT), letter, card, card in glowing)
        return canvas.text()

    def game_width(self) -> int:
        size: int = getattr(self.game, "on_table", 12)
        return max(2, size // ROWS)

    def place(self, at: int) -> tuple[int, int]:
        width = self.game_width()
        if at < ROWS * width:
            return divmod(at, width)
        return at % ROWS, at // ROWS

    def glowing(self, view: Any) -> set[str]:
        """Cards that are shown or marked just now."""
        marks = getattr(view, "marks", ()) if self.game.team else ()
        marked = {card for mark in marks for card in mark}
        return {*getattr(view, "picked", ()), *getattr(view, "proposed", ()), *marked}

    def card(self, canvas: Canvas, at: tuple[int, int], letter: str, card: str, glows: bool) -> None:
        """A box with its letter above and its code below, so that a screen without colours plays as well."""
        x, y = at
        edge, style = (ACCENT if glows else "dim"), f"bold {STYLES[card[1]]}"
        wide = WIDTH - 2
        canvas.put(x, y, f"┌{'*' if glows else '─'}{letter}{'─' * (wide - 4)}┐", edge)
        canvas.put(x, y + 1, f"│{' ' * (wide - 2)}│", edge)
        drawing = symbols(card)
        canvas.put(x + 1 + (wide - 2 - len(drawing)) // 2, y + 1, drawing, style)
        canvas.put(x, y + 2, f"└─{card}{'─' * (wide - 7)}┘", edge)

    def player(self, view: Any, seat: Seat) -> Text:
        text = Text()
        scores = self.game.scores(view) if self.game.team else self.running(view)
        text.append(f"  {self.names[seat]:<12} ", "bold").append(str(scores[seat]), ACCENT)
        hand = view.hand if seat == view.seat and hasattr(view, "hand") else self.open_hand(view, seat)
        for card in hand:
            text.append(f"  {symbols(card)} ", f"bold {STYLES[card[1]]}").append(card, "dim")
        return text

    def running(self, view: Any) -> tuple[int, ...]:
        scores: tuple[int, ...] = self.game.scores(view)
        return scores

    def open_hand(self, view: Any, seat: Seat) -> Cards:
        return tuple(card for card in getattr(view, "backs", ((),) * view.seats)[seat] if card)

    def information(self, view: Any, people: int) -> str:
        """What lies open: the cards that are out of play."""
        seen = sorted({*self.game.named(view)} & NUMBER_OF.keys() - {*view.table}, key=NUMBER_OF.__getitem__)
        return self.t("setgame.seen", cards=" ".join(seen) or "–")

    def tell(self, last: tuple[SetEvent, ...]) -> str:
        """What happened, in words."""
        return " ".join(map(self.told, last))

    def told(self, event: SetEvent) -> str:
        name = "" if event.seat is None else self.names[event.seat]
        why = ", ".join(self.t(f"setgame.feature.{feature}") for feature in event.features)
        own = f"setgame.tell_you.{event.what}"
        key = own if name in self.called_you and self.t.message(own) else f"setgame.tell.{event.what}"
        told = self.t(key, name=name, cards=" ".join(event.cards), n=event.number)
        return f"{told} {self.t('setgame.fails', features=why)}" if why else told

    def prompt(self, view: Any) -> Text:
        """What may be done now, and what to type for it."""
        if view.ending:
            return Text(self.t("setgame.rated", rating=self.t(f"setgame.rating.{rating(view.points)}")))
        kind = "mark" if self.game.team else "pick" if view.lock is not None else "claim"
        return Text(self.t(f"setgame.ask.{kind}"), style="bold")

    def hear(self, view: Any, typed: str) -> Move:
        """`abd` claims or marks three cards, `n` says that there is no set, `c` takes the marked sets."""
        words = typed.strip()
        if words in {"n", "c", "!"}:
            plain: dict[str, Move] = {"n": Noset(), "c": CommitLayout(), "!": Call()}
            return plain[words]
        letters = re.sub(r"[\s,]+", "", words)
        slots = {letter: card for letter, card in zip(LETTERS, view.slots, strict=False) if card}
        if letters and all(letter in slots for letter in letters):
            return self.chosen(view, tuple(slots[letter] for letter in letters))
        move: Move = self.game.notation.hear(words)
        return move

    def chosen(self, view: Any, cards: Cards) -> Move:
        """The move that these cards mean now; three marked cards lose their mark."""
        if self.game.team:
            mark = Mark(cards)
            return Unmark(cards) if mark.cards in view.marks else mark
        if view.options.claim_mode == "direct":
            return Claim(cards)
        if len(cards) != 1:
            raise BadText("one_at_a_time", text=" ".join(cards))
        return Pick(cards[0])
