"""Moves and positions of the SET family as text, whichever of its games they belong to."""

from abc import abstractmethod
from typing import ClassVar, Generic

import msgspec

from septet.games.chance import SEED_BYTES, shuffled
from septet.games.errors import BadText
from septet.games.game import Move, Seat, tag_of
from septet.games.notation import Notation
from septet.games.places import CARDS, Place, Places, choice, for_each, number, row
from septet.games.setgame import text
from septet.games.setgame.cards import Cards, card_from
from septet.games.setgame.offers import KINDS
from septet.games.setgame.rules import FamilyRules, Opts, S, V


class FamilyNotation(Notation[S, Move], Generic[Opts, S, V]):
    """Each game says what else it draws, and what else can be checked."""

    all_keys: ClassVar[tuple[str, ...]] = ("players", "table", "deck", "deck-left", "dealer", "deal", "between", "over")
    keys: ClassVar[tuple[str, ...]] = ("scores",)  # and those that each game adds
    fills_up: ClassVar[bool] = True  # does the deck fill up the table as long as there are cards?

    def __init__(self, game: FamilyRules[Opts, S, V]) -> None:
        self.game = game

    def say(self, move: Move) -> str:
        """`call`, `pick=2ROF`, `claim=2ROE,2ROF,2ROH`, `bet=3`, `noset=off`."""
        name = tag_of(move)
        match msgspec.structs.astuple(move):
            case [bool(on)]:
                return name if on else f"{name}=off"
            case [tuple(cards)]:
                return f"{name}={','.join(cards)}"
            case [argument]:
                return f"{name}={argument}"
        return name

    def hear(self, words: str) -> Move:
        name, sign, argument = words.partition("=")
        kind = KINDS.get(name)
        if kind is None or bool(sign) != bool(argument):
            raise BadText("unknown_move", text=words)
        match kind.__struct_fields__:
            case ("card",) if argument:
                return kind(card_from(argument))
            case ("cards",) if argument:
                return kind(tuple(card_from(card) for card in argument.split(",")))
            case ("chips",) if argument.isascii() and argument.isdigit() and len(argument) < 7:
                return kind(int(argument))
            case ("on",) if argument in {"", "on", "off"}:
                return kind(argument != "off")
            case () if not argument:
                return kind()
        raise BadText("unknown_move", text=words)

    def parse(self, options: Opts, lines: list[str]) -> S:
        """The position that the lines draw; what is not named is filled in."""
        return self._drawn(options, lines, bytes(SEED_BYTES), self.game.pack(options))

    def begin(self, options: Opts, lines: list[str], seed: bytes) -> S:
        return self._drawn(options, lines, seed, shuffled(self.game.pack(options), seed, 0))

    def _drawn(self, options: Opts, lines: list[str], seed: bytes, order: Cards) -> S:
        drawing = text.Drawing((*self.all_keys, *self.keys), order, lines)
        state = self.game.new_state(options, drawing.players(self.game.seats))
        state.seed, state.deal, state.rev, state.shuffles = seed, 1, 1, 1
        state.dealer = drawing.seat("dealer", state.seats)
        state.totals = drawing.numbers("scores", state.seats)
        deck = drawing.cards("deck")
        self.fill_in(state, drawing)
        state.deck, rest = drawing.deck(deck)
        self.set_aside(state, rest)
        state.deal = max(drawing.number("deal", 1), 1)
        state.ending = drawing.word("over", "", *sorted(self.game.endings))
        if state.ending or drawing.yes("between"):
            state.totals, state.phase = self.game.scores(state), "over" if state.ending else "between"
        return state

    @abstractmethod
    def fill_in(self, state: S, drawing: text.Drawing) -> None:
        """The table and the hands as they are drawn, and the rest of a running deal."""

    def set_aside(self, state: S, rest: Cards) -> None:
        """What is neither drawn nor in the deck is out of play."""
        state.out = rest

    def picture(self, state: S) -> list[str]:
        lines = [f"players: {state.seats}", f"dealer: P{state.dealer + 1}"]
        if "scores" in self.keys:
            lines.append(f"scores: {text.numbers(self.game.scores(state))}")
        lines += [f"table: {text.cards(state.slots)}", *self.more_lines(state)]
        lines += [f"deck: {text.cards(state.deck[::-1])}", f"deck-left: {len(state.deck)}"]
        unusual = {
            "deal": str(state.deal) if state.deal > 1 else "",
            "between": "yes" if state.phase == "between" else "",
            "over": state.ending,
        }
        return lines + [f"{key}: {value}" for key, value in unusual.items() if value]

    def more_lines(self, state: S) -> list[str]:
        """What this game draws besides the table."""
        return []

    def impossible(self, state: S) -> BadText | None:
        return None if state.phase in {"between", "over"} else self.strange(state)

    def strange(self, state: S) -> BadText | None:
        """What no deal that runs comes to: here, a table that the deck would have filled up, or one too large."""
        size, most = self.game.on_table, self.game.most_on_table
        if state.deck and self.fills_up and (len(state.table) < size or len(state.table) < len(state.slots)):
            return BadText("table_short", size=size)
        return BadText("table_long", most=most) if len(state.table) > most else None

    def places(self, options: Opts, seats: int) -> Places:
        """How many play, who deals, the table, what the game adds, and what is still to come."""
        low, high, pack = self.game.seats.start, self.game.seats.stop - 1, self.game.pack(options)
        everybody = tuple(f"P{seat + 1}" for seat in range(seats))
        found = (
            *([number("players", low, high)] if high > low else ()),
            row("table", CARDS, self.game.most_on_table),
            *([for_each("scores", -9999, 9999)] if "scores" in self.keys else ()),
            *self.more_places(seats),
            *([choice("dealer", *everybody)] if seats > 1 else ()),
            number("deal", 1, 999),
            number("deck-left", 0, len(pack), coming=True),
            row("deck", CARDS, len(pack), coming=True),
        )
        return Places(found, {CARDS: pack})

    def more_places(self, seats: int) -> list[Place]:
        """What else can be said in this game."""
        return []

    def check(self, name: str, state: S) -> str:
        match name:
            case "scores":
                return text.numbers(self.game.scores(state))
            case "table":
                return text.cards(state.slots)
            case "deck-left":
                return str(len(state.deck))
            case "dealer":
                return f"P{state.dealer + 1}"
            case "deal":
                return str(state.deal)
            case "set":
                return "" if self.game.study.finds(state) else "no set was taken"
            case "not-set":
                return " ".join(feature for event in state.last for feature in event.features)
            case "says":
                return " ".join(event.what for event in state.last)
        found = self.checked(name, state)
        if found is None:
            raise BadText("unknown_check", text=name)
        return found

    @abstractmethod
    def checked(self, name: str, state: S) -> str | None:
        """What a check that only this game has sees in the state."""

    def tally(self, state: S, seat: Seat) -> int:
        return self.game.scores(state)[seat]
