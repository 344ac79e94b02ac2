"""How SEP and SEP solo look in a terminal, and what a player may type."""

import re
from collections.abc import Sequence

from rich.text import Text

from septet.games.errors import BadText
from septet.games.game import Game, Seat, tag_of
from septet.games.sep.cards import HIDDEN, Cards
from septet.games.sep.drawing import SLOT_LETTERS
from septet.games.sep.forms import COURTS, SUITS, court
from septet.games.sep.forms import card as card_text
from septet.games.sep.moves import SLOTS, ActionTurn, Discard, Draw, Fill, Pass, Place, SepMove, TakeReserve, Use
from septet.games.sep.options import ROUNDS, SepOptions, SepSoloOptions
from septet.games.sep.solo import TARGETS
from septet.games.sep.state import TOKENS, Last, State
from septet.games.sep.view import View
from septet.i18n import Words
from septet.terminal.canvas import Canvas

SUIT_STYLES = {"C": "green", "D": "blue", "H": "red", "S": ""}
ACCENT = "yellow"
BOX, GAP = 17, 6  # the width of a stack's box, and between the two boxes of a row
TOKEN, NO_TOKEN = "●", "·"
# where the boxes of slots a to f stand, clockwise from the upper left
PLACES = ((14, 0), (14 + BOX + GAP, 0), (1 + 2 * BOX + 2 * GAP + 1, 3), (14 + BOX + GAP, 6), (14, 6), (0, 3))

NUMBERED = re.compile(r"~[1-9]|[1-9][a-f]?")  # by its place in the hand, with a slot or laid down; but ~3c is a card
CARD = re.compile(r"(~?)(10|[a-z0-9])([cdhs♣♦♥♠])(.*)")  # a move in full, with its card


def style_of(card: str) -> str:
    return SUIT_STYLES.get(card[-1], "")


class SepScreen:
    """Draws a view, tells what happened, and understands what is typed."""

    def __init__(self, game: Game[State, SepMove, View], names: Sequence[str], t: Words) -> None:
        self.game = game
        self.names = names
        self.t = t

    def card(self, card: str) -> str:
        return card_text(card, self.t)

    def cards(self, cards: Cards) -> str:
        return " ".join(map(self.card, cards))

    def board(self, view: View, *, running: bool = True) -> Text:
        """The whole table: the others above, the circle, the piles, and the hand below."""
        turn = view.mover if running and view.phase != "over" else None
        canvas = Canvas(80, 9)
        targets = {move.slot for move in self.game.legal(view) if isinstance(move, Place | Use)}
        for slot in SLOTS:
            self.stack(canvas, slot, view.circle[slot], slot in targets or slot == view.empty)
        self.centre(canvas, view)
        me = view.seat if view.seat is not None else 0
        others = [seat for seat in range(len(self.names)) if seat != me]
        parts = [self.title(view)]
        parts += [self.player(view, seat, seat == turn) for seat in others]
        parts += [canvas.text(), self.piles(view), self.player(view, me, me == turn)]
        return Text("\n").join(parts)

    def title(self, view: View) -> Text:
        options = view.options
        words = [self.t(f"game.{self.game.name}").partition(" – ")[0], self.t("sep.turn", turn=view.turn)]
        if isinstance(options, SepSoloOptions):
            words.append(self.t("sep.pile", pile=view.pile, of=options.solo_piles))
            if options.solo_match != "single":
                done, rounds = len(view.points), ROUNDS[options.solo_match]
                words.append(self.t("sep.round", round=min(done + 1, rounds), of=rounds))
                words.append(self.t("sep.points", points=sum(view.points), target=TARGETS[options.solo_match]))
        else:
            assert isinstance(options, SepOptions)
            words.append(self.t("sep.tie") if view.tie else self.t("sep.pile", pile=view.pile, of=options.pile_count))
        return Text(" · ".join(words), style="bold")

    def player(self, view: View, seat: Seat, turn: bool) -> Text:
        text = Text()
        text.append("▶ " if turn else "  ", ACCENT)
        text.append(f"{self.names[seat]:<12} ", "bold")
        tokens = view.tokens[seat]
        text.append(TOKEN * tokens + NO_TOKEN * (TOKENS - tokens), ACCENT)
        if seat == view.seat:
            text.append("  ")
            self.hand(text, view.number_hand, view.phase == "place" and turn)
            text.append("  │  ", "dim")
            self.hand(text, view.action_hand, view.phase == "use" and turn)
        else:
            numbers, actions = view.number_hands[seat], view.action_hands[seat]
            text.append("   " + self.t("sep.holds", numbers=numbers, actions=actions), "dim")
            if view.shown[seat]:
                text.append("  " + self.t("sep.seen", cards=self.cards(view.shown[seat])), "dim")
        return text

    def hand(self, text: Text, cards: Cards, numbered: bool) -> None:
        for number, card in enumerate(cards, start=1):
            if numbered:
                text.append(f" {number}:", "dim")
            text.append(f" {self.card(card)}" if not numbered else self.card(card), f"bold {style_of(card)}")
        if not cards:
            text.append(" –", "dim")

    def stack(self, canvas: Canvas, slot: int, stack: Cards, glows: bool) -> None:
        """A box with the slot's letter; the covered cards are dim, the top card stands in brackets."""
        x, y = PLACES[slot]
        style = ACCENT if glows else "dim"
        canvas.put(x, y, f"┌─ {SLOT_LETTERS[slot]} " + "─" * (BOX - 6) + "┐", style)
        canvas.put(x, y + 1, "│" + " " * (BOX - 2) + "│", style)
        canvas.put(x, y + 2, "└" + "─" * (BOX - 2) + "┘", style)
        at = x + 2
        for card in stack[:-1]:
            at = canvas.put(at, y + 1, self.card(card), f"dim {style_of(card)}") + 1
        for card in stack[-1:]:
            canvas.put(at, y + 1, f"[{self.card(card)}]", f"bold {style_of(card)}")

    def centre(self, canvas: Canvas, view: View) -> None:
        left, right = PLACES[5][0] + BOX, PLACES[2][0]
        tokens = " ".join(TOKEN * view.centre + NO_TOKEN * (TOKENS - view.centre))
        canvas.put(left + (right - left - len(tokens)) // 2, 4, tokens, ACCENT)

    def piles(self, view: View) -> Text:
        t = self.t
        words = [t("sep.draw_pile", n=view.draw_left)]
        if len(view.tokens) == 2:
            top = self.card(view.reserve[-1]) if view.reserve else "–"
            under = len(view.reserve) - 1
            words.append(t("sep.reserve", top=top) + (f" (+{under})" if under > 0 else ""))
        words += [t("sep.discard", n=view.discard_left), t("sep.action_deck", n=view.action_left)]
        return Text("  " + " · ".join(words), style="dim")

    def information(self, view: View, people: int) -> str:
        """What lies open or was seen, in full; between two people what lies face down is only counted."""
        t = self.t
        lines = [t("sep.all_reserve", cards=self.cards(view.reserve) or "–")] if len(view.tokens) == 2 else []
        if people > 1:
            lines.append(t("sep.counted_discard", n=len(view.discard)))
        else:
            lines.append(t("sep.all_discard", cards=self.cards(view.discard) or "–"))
        lines.append(t("sep.all_actions", cards=self.cards(view.action_discard) or "–"))
        return "\n".join(lines)

    def tell(self, last: Last) -> str:
        """The last move and what came of it, in words."""
        t, name = self.t, self.names[last.seat]
        told = t(f"sep.tell.{tag_of(last.move)}", name=name, **self._facts(last))
        if last.new_actions:
            told = t("sep.tell.new_actions") + " " + told
        for why in last.why:
            reason = t(f"sep.why.{why.rule}", cards=self.cards(why.cards))
            told += " " + t("sep.tell.scores", n=why.points, why=reason)
        if last.from_opponent:
            told += " " + t("sep.tell.from_opponent", n=last.from_opponent)
        if last.returned:
            told += " " + t("sep.tell.returned")
        if last.points is not None:
            told += " " + t("sep.tell.round", n=last.points)
        if last.new_pile:
            told += " " + t("sep.tell.new_pile", n=last.new_pile)
        return told

    def _facts(self, last: Last) -> dict[str, object]:
        t = self.t
        hidden = t("sep.tell.a_card")
        card = self.card(last.card) if last.card else hidden
        match last.move:
            case Place(played, slot):
                return {"card": self.card(played), "slot": slot}
            case Use(played, slot):
                return {"card": self.card(played), "slot": slot, "lifted": self.cards(last.lifted)}
            case Pass(played) | Discard(played):
                return {"card": hidden if played == HIDDEN else self.card(played)}
            case Fill(source):
                return {"card": card, "source": t(f"sep.source.{source}")}
        return {"card": card}

    def prompt(self, view: View) -> Text:
        """What may be done now, and what to type for it."""
        t, moves = self.t, self.game.legal(view)
        text = Text(t(f"sep.ask.{self._question(view, moves)}"), style="bold")
        match view.phase:
            case "choose":
                for choice, key in ((Draw, "d"), (TakeReserve, "r"), (ActionTurn, "a")):
                    if choice() in moves:
                        card = self.card(view.reserve[-1]) if view.reserve else ""
                        text.append(f"\n  {key}  ", ACCENT).append(t(f"sep.choice.{key}", card=card), "not bold")
            case "fill":
                for move in moves:
                    assert isinstance(move, Fill)
                    key = move.source[0]
                    card = self.card(view.reserve[-1]) if key == "r" else ""
                    text.append(f"\n  {key}  ", ACCENT).append(t(f"sep.fill.{key}", card=card), "not bold")
                    text.append(self._gain(view, move), ACCENT)
            case _:
                hand = view.number_hand if view.phase == "place" else view.action_hand
                for number, card in enumerate(hand, start=1):
                    self._choices(text, view, moves, number, card)
        return text

    def _question(self, view: View, moves: tuple[SepMove, ...]) -> str:
        """Which of the questions fits the moves there are."""
        played = any(isinstance(move, Place | Use) for move in moves)
        laid_down = any(isinstance(move, Pass | Discard) for move in moves)
        match view.phase:
            case "place":
                return "place" if played and laid_down else "must_place" if played else "must_pass"
            case "use":
                return "use_or_discard" if played and laid_down else "use" if played else "must_discard"
        return view.phase

    def _choices(self, text: Text, view: View, moves: tuple[SepMove, ...], number: int, card: str) -> None:
        mine = [move for move in moves if not isinstance(move, Draw | TakeReserve | ActionTurn | Fill)]
        mine = [move for move in mine if move.card == card]
        if not mine:
            return
        text.append(f"\n  {self.card(card):>3} ", style_of(card) or "not bold")
        for move in mine:
            key = f"~{number}" if isinstance(move, Pass | Discard) else f"{number}{SLOT_LETTERS[move.slot]}"
            text.append(f"  {key}", "not bold").append(self._gain(view, move), ACCENT)

    def _gain(self, view: View, move: SepMove) -> str:
        points = self.game.preview(view, move).points
        return f" {self.t.format_field(points, 'signed')}" if points else ""

    def hear(self, view: View, typed: str) -> SepMove:
        """The move that was typed: `d`, `2b`, `~1`, or in full `5H@b`; nothing at all if there is no choice."""
        moves = self.game.legal(view)
        words = typed.strip()
        if not words and len(moves) == 1:
            return moves[0]
        if view.phase == "fill" and words in {"d", "r"}:
            return Fill("draw" if words == "d" else "reserve")
        hand = view.number_hand if view.phase == "place" else view.action_hand
        if NUMBERED.fullmatch(words.lower()):
            return self._by_number(view, moves, hand, words.lower())
        if written := CARD.fullmatch(words.lower()):
            words = f"{written[1]}{self._code(written)}{written[4]}"
        try:
            return self.game.notation.hear(words)
        except BadText as error:
            raise BadText(error.code, **{**error.facts, "text": typed.strip()}) from None

    def _code(self, written: re.Match[str]) -> str:
        """A card as it is shown or as it is coded: V♥, VH and JH are the same one in French."""
        courts = {court(code, self.t).lower(): code for code in COURTS}
        suits = {sign: code for code, sign in SUITS.items()}
        rank = "T" if written[2] == "10" else courts.get(written[2], written[2].upper())
        return rank + suits.get(written[3], written[3].upper())

    def _by_number(self, view: View, moves: tuple[SepMove, ...], hand: Cards, typed: str) -> SepMove:
        laid_down, named = typed.startswith("~"), typed.removeprefix("~")
        number, slot = int(named[0]), named[1:]
        if view.phase not in {"place", "use"} or number > len(hand):
            raise BadText("unknown_move", text=typed)
        card, placing = hand[number - 1], view.phase == "place"
        if laid_down:
            return Pass(card) if placing else Discard(card)
        if slot:
            at = SLOT_LETTERS.index(slot)
            return Place(card, at) if placing else Use(card, at)
        only = [move for move in moves if isinstance(move, Place | Use) and move.card == card]
        if len(only) != 1:
            raise BadText("which_slot", text=typed)
        return only[0]
