"""The games of SET that need a table in real time, as lessons show them: nobody is in a hurry, and what may be done
stands in a list."""

import re
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from septet.games.errors import BadText
from septet.games.game import Choose, Game, Move, Seat, tag_of
from septet.games.setgame.cards import Cards
from septet.games.setgame.chipset.state import ChipView
from septet.games.setgame.offers import KINDS
from septet.i18n import Words
from septet.terminal.setgame import ACCENT, LETTERS, STYLES, SetScreen, symbols


class RacingScreen(SetScreen):
    """Cards of one's own have letters, too; all else that may be done has a number."""

    def __init__(self, game: Game[Any, Any, Any], names: Sequence[str], t: Words) -> None:
        super().__init__(game, names, t)
        self.called_you = {t("play.you")}

    def title(self, view: Any) -> Text:
        title = super().title(view)
        if isinstance(view, ChipView):
            title.append(f" · {self.t('board.chips.pot')} {sum(view.paid) + view.carried}")
        return title

    def glowing(self, view: Any) -> set[str]:
        """Also the scout's card, and the one that has just been played and may be challenged."""
        last = view.slots[-1:] if getattr(view, "window", False) else ()
        return {*super().glowing(view), getattr(view, "pointed", ""), *last}

    def player(self, view: Any, seat: Seat) -> Text:
        if seat != view.seat:
            return super().player(view, seat)
        text = Text().append(f"  {self.names[seat]:<12} ", "bold").append(str(self.running(view)[seat]), ACCENT)
        for letter, card in zip(LETTERS[len(view.slots) :], self.hand(view), strict=False):
            text.append(f"  {letter} ", ACCENT).append(symbols(card), f"bold {STYLES[card[1]]}")
            text.append(f" {card}", "dim")
        return text

    @staticmethod
    def hand(view: Any) -> Cards:
        return tuple(getattr(view, "hand", ()))

    def prompt(self, view: Any) -> Text:
        """What may be done now, and what to type for it."""
        lines = [
            self.t("setgame.ask.letters", n=one.k, what=self.word(one.kind))
            for one in self.game.offers(view)
            if isinstance(one, Choose)
        ]
        named = [f"{number}: {self.named(one)}" for number, one in enumerate(self.plain(view), start=1)]
        return Text("\n".join([*lines, *([" · ".join(named)] if named else [])]), style="bold")

    def plain(self, view: Any) -> list[Move]:
        """What may be done without choosing cards."""
        return [one for one in self.game.offers(view) if not isinstance(one, Choose)]

    def named(self, move: Move) -> str:
        chips = getattr(move, "chips", None)
        word = self.word(tag_of(type(move)))
        return word if chips is None else f"{word} {chips}"

    def word(self, kind: str) -> str:
        """What the page calls such a move; where it may break a line, a terminal would not."""
        return self.t(f"web.move.{kind}").replace("\u00ad", "")

    def hear(self, view: Any, typed: str) -> Move:
        """Letters choose cards, a number is one of the list, and whoever knows the notation may type that."""
        words = typed.strip()
        plain = self.plain(view)
        if words.isdecimal() and 1 <= int(words) <= len(plain):
            return plain[int(words) - 1]
        at = dict(zip(LETTERS, (*view.slots, *self.hand(view)), strict=False))
        letters = re.sub(r"[\s,]+", "", words)
        if letters and all(at.get(letter) for letter in letters):
            return self.chosen(view, tuple(at[letter] for letter in letters))
        move: Move = self.game.notation.hear(words)
        return move

    def chosen(self, view: Any, cards: Cards) -> Move:
        """The move that as many cards mean now, best one that may be made with these."""
        offers = [one for one in self.game.offers(view) if isinstance(one, Choose) and one.k == len(cards)]
        offers.sort(key=lambda one: not {*cards} <= {*one.cards})
        if not offers:
            raise BadText("so_many_cards", text=" ".join(cards))
        return KINDS[offers[0].kind](cards[0] if offers[0].single else cards)
