"""Positions and moves of SEP as text: `circle: 4D 5D 6D.8H 7D 8D 2C`, `a JHxc`."""

import re

from septet.games.errors import BadText
from septet.games.game import Seat
from septet.games.notation import Notation
from septet.games.places import Places
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS, Cards
from septet.games.sep.drawing import SLOT_LETTERS, draw, picture, pile_text, places, stacks_text, tokens_text
from septet.games.sep.moves import ActionTurn, Discard, Draw, Fill, Pass, Place, SepMove, TakeReserve, Use
from septet.games.sep.options import SepOptions, SepSoloOptions
from septet.games.sep.possible import impossible
from septet.games.sep.state import State

PLAIN: dict[str, SepMove] = {
    "d": Draw(),
    "r": TakeReserve(),
    "a": ActionTurn(),
    "=d": Fill("draw"),
    "=r": Fill("reserve"),
}


def _card(text: str, among: Cards) -> str:
    if text not in among:
        raise BadText("unknown_card", text=text)
    return text


class SepNotation(Notation[State, SepMove]):
    """The same for two players and for one."""

    def __init__(self, seats: int, endings: frozenset[str]) -> None:
        self.seats = seats
        self.endings = endings

    def say(self, move: SepMove) -> str:
        match move:
            case Place(card, slot):
                return f"{card}@{SLOT_LETTERS[slot]}"
            case Use(card, slot):
                return f"{card}x{SLOT_LETTERS[slot]}"
            case Pass(card) | Discard(card):
                return f"~{card}"
        return next(text for text, plain in PLAIN.items() if plain == move)

    def hear(self, words: str) -> SepMove:
        if words in PLAIN:
            return PLAIN[words]
        if found := re.fullmatch(r"(.{2})@([a-f])", words):
            return Place(_card(found[1], NUMBER_CARDS), SLOT_LETTERS.index(found[2]))
        if found := re.fullmatch(r"(.{2})x([a-f])", words):
            return Use(_card(found[1], ACTION_CARDS), SLOT_LETTERS.index(found[2]))
        if found := re.fullmatch(r"~(.{2})", words):
            card = _card(found[1], NUMBER_CARDS + ACTION_CARDS)
            return Pass(card) if card in NUMBER_CARDS else Discard(card)
        raise BadText("unknown_move", text=words)

    def parse(self, options: SepOptions | SepSoloOptions, lines: list[str]) -> State:
        """The position that the lines draw; the first seat is to move unless they say so, and what is not named is
        filled in. A third card in a hand was taken just now; an empty space waits to be filled."""
        return draw(options, lines, self.seats, self.endings, None)

    def begin(self, options: SepOptions | SepSoloOptions, lines: list[str], seed: bytes) -> State:
        return draw(options, lines, self.seats, self.endings, seed)

    def places(self, options: SepOptions | SepSoloOptions, seats: int) -> Places:
        return places(self.seats)

    picture, impossible = staticmethod(picture), staticmethod(impossible)

    def check(self, name: str, state: State) -> str:
        """What a check of this name sees in the state: `tokens` sees `6-1-0`."""
        match name:
            case "tokens":
                return tokens_text(state)
            case "circle":
                return stacks_text(state.circle)
            case "reserve":
                return pile_text(state.reserve)
            case "draw-left":
                return str(len(state.draw))
            case "action-left":
                return str(len(state.action_draw))
            case "pile":
                return str(state.pile)
            case "points" if len(state.players) == 1:
                return str(sum(state.points))
        raise BadText("unknown_check", text=name)

    def tally(self, state: State, seat: Seat) -> int:
        return state.players[seat].tokens
