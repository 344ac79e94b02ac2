"""Positions and moves of SEP as text: `circle: 4D 5D 6D.8H 7D 8D 2C`, `a JHxc`."""

import re
from collections.abc import Iterable

from septet.games.chance import shuffled
from septet.games.errors import BadText
from septet.games.game import Notation, Seat
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS, Cards
from septet.games.sep.combinations import Circle
from septet.games.sep.moves import ActionTurn, Discard, Draw, Fill, Pass, Place, SepMove, TakeReserve, Use
from septet.games.sep.options import SepOptions, SepSoloOptions
from septet.games.sep.state import TOKENS, Player, State

SLOT_LETTERS = "abcdef"
PLAIN: dict[str, SepMove] = {
    "d": Draw(),
    "r": TakeReserve(),
    "a": ActionTurn(),
    "=d": Fill("draw"),
    "=r": Fill("reserve"),
}
KEYS = "circle tokens hand actions draw action-draw draw-left action-left reserve pile tie after-action".split()


def _card(text: str, among: Cards) -> str:
    if text not in among:
        raise BadText("unknown_card", text=text)
    return text


def stacks_text(circle: Circle) -> str:
    return " ".join(".".join(stack) or "-" for stack in circle)


def pile_text(cards: Iterable[str]) -> str:
    return " ".join(cards) or "-"


def tokens_text(state: State, mover: int = 0) -> str:
    """Centre, mover, opponent; solo: centre, player."""
    seats = [mover, 1 - mover] if len(state.players) == 2 else [0]
    return "-".join(map(str, (state.centre, *(state.players[seat].tokens for seat in seats))))


def _values(lines: list[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or key not in KEYS:
            raise BadText("unknown_key", text=line, known=", ".join(KEYS))
        if key in values:
            raise BadText("key_twice", key=key)
        values[key] = value
    return values


class _Pack:
    """The cards of one family that a position has not named yet."""

    def __init__(self, cards: Cards, order: Cards) -> None:
        self.all = cards
        self.left = list(order)

    def take(self, text: str) -> Cards:
        """The named cards, in the order of the text; `-` is none."""
        cards = tuple(text.split()) if text != "-" else ()
        for card in cards:
            _card(card, self.all)
            if card not in self.left:
                raise BadText("card_twice", card=card)
            self.left.remove(card)
        return cards

    def fill(self, cards: Cards, size: int) -> Cards:
        """Fill a hand up from what is left."""
        while len(cards) < size:
            if not self.left:
                raise BadText("no_cards_left")
            cards = (*cards, self.left.pop(0))
        return cards

    def pile(self, top: Cards, key: str, values: dict[str, str]) -> tuple[Cards, Cards]:
        """A pile with these cards on top, of the size that the key says, and a discard pile of the rest."""
        most = len(top) + len(self.left)
        size = _number(key, values.get(key, str(most)))
        if not len(top) <= size <= most:
            raise BadText("bad_size", key=key, size=size, low=len(top), high=most)
        under = size - len(top)
        return (*self.left[:under], *top), tuple(self.left[under:])


def _tokens(text: str | None, seats: int) -> list[int]:
    if text is None:
        return [TOKENS] + [0] * seats
    counts = [int(part) for part in text.split("-")] if re.fullmatch(r"[0-9](-[0-9])+", text) else []
    if len(counts) != seats + 1 or sum(counts) != TOKENS:
        raise BadText("bad_tokens", text=text, tokens=TOKENS)
    return counts


def _number(key: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise BadText("bad_number", key=key, text=text)
    return int(text)


def _yes(key: str, values: dict[str, str]) -> bool:
    text = values.get(key, "no")
    if text not in {"yes", "no"}:
        raise BadText("yes_or_no", key=key, text=text)
    return text == "yes"


class SepNotation(Notation[State, SepMove]):
    """The same for two players and for one."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

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
        """The position that the lines draw; the first seat is to move, and what is not named is filled in.

        A turn begins, or an empty slot waits to be filled.
        """
        return self._drawn(options, lines, bytes(32), (NUMBER_CARDS, ACTION_CARDS))

    def begin(self, options: SepOptions | SepSoloOptions, lines: list[str], seed: bytes) -> State:
        state = self._drawn(options, lines, seed, (shuffled(NUMBER_CARDS, seed, 0), shuffled(ACTION_CARDS, seed, 1)))
        state.shuffles = 2
        return state

    def _drawn(
        self, options: SepOptions | SepSoloOptions, lines: list[str], seed: bytes, orders: tuple[Cards, Cards]
    ) -> State:
        values, seats = _values(lines), self.seats
        if "circle" not in values:
            raise BadText("no_circle")
        if seats == 1 and "reserve" in values:
            raise BadText("key_elsewhere", key="reserve")
        if seats == 2 and "after-action" in values:
            raise BadText("key_elsewhere", key="after-action")
        numbers, actions = _Pack(NUMBER_CARDS, orders[0]), _Pack(ACTION_CARDS, orders[1])
        circle = tuple(numbers.take(stack.replace(".", " ")) for stack in values["circle"].split())
        empty = circle.index(()) if () in circle else None
        if len(circle) != 6 or any(len(stack) > 3 for stack in circle) or circle.count(()) > 1:
            raise BadText("bad_circle", text=values["circle"])
        reserve = numbers.take(values.get("reserve", ""))
        next_cards = numbers.take(values.get("draw", ""))[::-1]
        next_actions = actions.take(values.get("action-draw", ""))[::-1]
        hand, held = numbers.take(values.get("hand", "")), actions.take(values.get("actions", ""))
        for key, cards, most in (("hand", hand, 2), ("actions", held, 2)):
            if len(cards) > most:
                raise BadText("too_many_cards", key=key, most=most)
        players = [Player(numbers.fill(hand, 2), actions.fill(held, 2))]
        players += [Player(numbers.fill((), 2), actions.fill((), 2)) for _ in range(seats - 1)]
        centre, *tokens = _tokens(values.get("tokens"), seats)
        for player, count in zip(players, tokens, strict=True):
            player.tokens = count
        draw_pile, discard = numbers.pile(next_cards, "draw-left", values)
        action_draw, action_discard = actions.pile(next_actions, "action-left", values)
        return State(
            options=options,
            seed=seed,
            circle=circle,
            centre=centre,
            players=tuple(players),
            draw=draw_pile,
            reserve=reserve,
            discard=tuple(sorted(discard)),
            action_draw=action_draw,
            action_discard=action_discard,
            phase="choose" if empty is None else "fill",
            empty=empty,
            pile=_number("pile", values.get("pile", "1")),
            tie=_yes("tie", values),
            after_action=_yes("after-action", values),
        )

    def picture(self, state: State) -> list[str]:
        """The position at the start of a turn, or before a fill, as the lines of a picture."""
        me = state.players[state.mover]
        lines = [
            f"circle: {stacks_text(state.circle)}",
            f"tokens: {tokens_text(state, state.mover)}",
            f"hand: {pile_text(me.number_hand)}",
            f"actions: {pile_text(me.action_hand)}",
            f"draw: {pile_text(reversed(state.draw))}",
            f"draw-left: {len(state.draw)}",
            f"action-draw: {pile_text(reversed(state.action_draw))}",
            f"action-left: {len(state.action_draw)}",
            f"pile: {state.pile}",
        ]
        if state.reserve:
            lines.append(f"reserve: {pile_text(state.reserve)}")
        if state.tie:
            lines.append("tie: yes")
        if state.after_action:
            lines.append("after-action: yes")
        return lines

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
