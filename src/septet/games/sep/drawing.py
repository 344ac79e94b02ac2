"""Positions of SEP from pictures and as pictures: `circle: 4D 5D 6D.8H 7D 8D 2C`."""

import re
from collections.abc import Iterable

from septet.games.chance import SEED_BYTES, shuffled
from septet.games.errors import BadText
from septet.games.places import YES, Place, Places, choice, number, one_of, row
from septet.games.sep.allowed import HEIGHT
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS, Cards
from septet.games.sep.combinations import Circle
from septet.games.sep.options import SepOptions, SepSoloOptions
from septet.games.sep.state import TOKENS, Phase, Player, State

SLOT_LETTERS = "abcdef"
NUMBERS, ACTIONS = "numbers", "actions"
HAND = 2  # cards of each kind between the turns
KEYS = (
    "circle tokens hand actions other-hand other-actions shown taken draw action-draw draw-left action-left reserve "
    "pile tie to-move phase turn-number over after-action face-down points"
).split()
TWO_ONLY = ("reserve", "other-hand", "other-actions", "taken", "tie", "to-move")
SOLO_ONLY = ("after-action", "face-down", "points")


# The text of what there is


def stacks_text(circle: Circle) -> str:
    return " ".join(".".join(stack) or "-" for stack in circle)


def pile_text(cards: Iterable[str]) -> str:
    return " ".join(cards) or "-"


def tokens_text(state: State, mover: int = 0) -> str:
    """Centre, mover, opponent; solo: centre, player."""
    seats = [mover, 1 - mover] if len(state.players) == 2 else [0]
    return "-".join(map(str, (state.centre, *(state.players[seat].tokens for seat in seats))))


def picture(state: State) -> list[str]:
    """The position as the lines of a picture; what is usual is left out at the end."""
    me, *others = (state.players[seat] for seat in (state.mover, 1 - state.mover)[: len(state.players)])
    lines = [
        f"circle: {stacks_text(state.circle)}",
        f"tokens: {tokens_text(state, state.mover)}",
        f"hand: {pile_text(me.number_hand)}",
        f"actions: {pile_text(me.action_hand)}",
    ]
    for other in others:
        lines += [f"other-hand: {pile_text(other.number_hand)}", f"other-actions: {pile_text(other.action_hand)}"]
    lines += [
        f"draw: {pile_text(reversed(state.draw))}",
        f"draw-left: {len(state.draw)}",
        f"action-draw: {pile_text(reversed(state.action_draw))}",
        f"action-left: {len(state.action_draw)}",
        f"pile: {state.pile}",
    ]
    unusual = {
        "reserve": pile_text(state.reserve) if state.reserve else "",
        "shown": " ".join(sorted(card for player in state.players for card in player.shown)),
        "taken": "reserve" if state.phase == "place" and state.source == "reserve" else "",
        "tie": "yes" if state.tie else "",
        "to-move": "P2" if state.mover else "",
        "phase": state.phase if state.phase not in {_phase(state.circle, me), "over"} else "",
        "turn-number": str(state.turn) if state.turn > 1 else "",
        "after-action": "yes" if state.after_action else "",
        "face-down": " ".join(sorted(state.face_down)),
        "points": " ".join(map(str, state.points)),
        "over": state.ending,
    }
    return lines + [f"{key}: {text}" for key, text in unusual.items() if text]


def _phase(circle: Circle, me: Player) -> Phase:
    """A third card in the hand was taken just now, and an empty space is filled next."""
    if () in circle:
        return "fill"
    if len(me.number_hand) > HAND:
        return "place"
    return "use" if len(me.action_hand) > HAND else "choose"


def places(seats: int) -> Places:
    """Alone there is no opponent, and no reserve."""
    deck = len(ACTION_CARDS) - seats * HAND
    counts = ("centre", "mover", "opponent")[: seats + 1]
    mine = (row("hand", NUMBERS, HAND + 1), row("actions", ACTIONS, HAND + 1))
    other = (row("other-hand", NUMBERS, HAND), row("other-actions", ACTIONS, HAND), row("reserve", NUMBERS, 40))
    turn = (choice("to-move", "P1", "P2"), choice("taken", "draw", "reserve"), choice("tie", *YES))
    found = (
        Place("circle", "stacks", NUMBERS, HEIGHT, parts=tuple(SLOT_LETTERS)),
        Place("tokens", "counts", most=TOKENS, parts=counts, sign="-"),
        *mine,
        *(other if seats == 2 else ()),
        *(turn if seats == 2 else (choice("after-action", *YES),)),
        number("pile", 1, 9),
        number("draw-left", 0, 40, coming=True),
        row("draw", NUMBERS, 40, coming=True),
        number("action-left", 0, deck, coming=True),
        row("action-draw", ACTIONS, deck, coming=True),
    )
    return Places(found, {NUMBERS: NUMBER_CARDS, ACTIONS: ACTION_CARDS})


# A position from its text


class _Values:
    """The lines of a picture by their keys."""

    def __init__(self, lines: list[str], seats: int) -> None:
        self.texts: dict[str, str] = {}
        for line in lines:
            key, colon, value = (part.strip() for part in line.partition(":"))
            if not colon or key not in KEYS:
                raise BadText("unknown_key", text=line, known=", ".join(KEYS))
            if key in self.texts:
                raise BadText("key_twice", key=key)
            if key in (TWO_ONLY if seats == 1 else SOLO_ONLY):
                raise BadText("key_elsewhere", key=key)
            self.texts[key] = value

    def __getitem__(self, key: str) -> str:
        return self.texts.get(key, "")

    def number(self, key: str, usual: int) -> int:
        text = self.texts.get(key, str(usual))
        if not re.fullmatch(r"[0-9]{1,6}", text):
            raise BadText("bad_number", key=key, text=text)
        return int(text)

    def numbers(self, key: str) -> tuple[int, ...]:
        found = self[key].split()
        if not all(re.fullmatch(r"-?[0-9]{1,2}", text) for text in found):
            raise BadText("bad_number", key=key, text=self[key])
        return tuple(map(int, found))

    def one_of(self, key: str, *known: str) -> str:
        return one_of(self.texts, key, *known)

    def yes(self, key: str) -> bool:
        text = self.texts.get(key, "no")
        if text not in {"yes", "no"}:
            raise BadText("yes_or_no", key=key, text=text)
        return text == "yes"

    def tokens(self, seats: int) -> list[int]:
        text = self.texts.get("tokens", "-".join([str(TOKENS), *"0" * seats]))
        counts = [int(part) for part in text.split("-")] if re.fullmatch(r"[0-9](-[0-9])+", text) else []
        if len(counts) != seats + 1 or sum(counts) != TOKENS:
            raise BadText("bad_tokens", text=text, tokens=TOKENS)
        return counts


class _Pack:
    """The cards of one family that a position has not named yet."""

    def __init__(self, cards: Cards, seed: bytes | None, shuffle: int) -> None:
        self.all = cards
        self.left = list(cards if seed is None else shuffled(cards, seed, shuffle))

    def take(self, text: str) -> Cards:
        """The named cards, in the order of the text; `-` is none."""
        cards = tuple(text.split()) if text != "-" else ()
        for card in cards:
            if card not in self.all:
                raise BadText("unknown_card", text=card)
            if card not in self.left:
                raise BadText("card_twice", card=card)
            self.left.remove(card)
        return cards

    def hand(self, key: str, values: _Values, most: int) -> Cards:
        cards = self.take(values[key])
        if len(cards) > most:
            raise BadText("too_many_cards", key=key, most=most)
        return cards

    def fill(self, cards: Cards, size: int = HAND) -> Cards:
        """Fill a hand up from what is left."""
        while len(cards) < size:
            if not self.left:
                raise BadText("no_cards_left")
            cards = (*cards, self.left.pop(0))
        return cards

    def pile(self, top: Cards, key: str, values: _Values) -> tuple[Cards, Cards]:
        """A pile with these cards on top, of the size that the key says, and a discard pile of the rest."""
        most = len(top) + len(self.left)
        size = values.number(key, most)
        if not len(top) <= size <= most:
            raise BadText("bad_size", key=key, size=size, low=len(top), high=most)
        under = size - len(top)
        return (*self.left[:under], *top), tuple(self.left[under:])


def draw(
    options: SepOptions | SepSoloOptions, lines: list[str], seats: int, endings: frozenset[str], seed: bytes | None
) -> State:
    """The position that the lines draw; cards that they do not name come as the seed has it, or in a fixed order."""
    values = _Values(lines, seats)
    if not values["circle"]:
        raise BadText("no_circle")
    numbers, actions = (_Pack(cards, seed, at) for at, cards in enumerate((NUMBER_CARDS, ACTION_CARDS)))
    circle = tuple(numbers.take(stack.replace(".", " ")) for stack in values["circle"].split())
    if len(circle) != 6 or any(len(stack) > HEIGHT for stack in circle) or circle.count(()) > 1:
        raise BadText("bad_circle", text=values["circle"])
    reserve = numbers.take(values["reserve"])
    next_cards = numbers.take(values["draw"])[::-1]
    next_actions = actions.take(values["action-draw"])[::-1]
    hands = [numbers.hand("hand", values, HAND + 1), numbers.hand("other-hand", values, HAND)][:seats]
    held = [actions.hand("actions", values, HAND + 1), actions.hand("other-actions", values, HAND)][:seats]
    spent = plays_all_twelve(options) and values["action-left"] == "0"  # then a hand is not filled up any more
    centre, *tokens = values.tokens(seats)
    players = [
        Player(numbers.fill(mine), actions.fill(acts, 0 if spent else HAND), count)
        for mine, acts, count in zip(hands, held, tokens, strict=True)
    ]
    draw_pile, discard = numbers.pile(next_cards, "draw-left", values)
    action_draw, action_discard = actions.pile(next_actions, "action-left", values)
    ending = values.one_of("over", "", *sorted(endings))
    state = State(
        options=options,
        seed=seed or bytes(SEED_BYTES),
        shuffles=2 if seed else 0,
        circle=circle,
        centre=centre,
        players=tuple(players),
        draw=draw_pile,
        reserve=reserve,
        discard=tuple(sorted(discard)),
        face_down=_among("face-down", values, discard),
        action_draw=action_draw,
        action_discard=action_discard,
        source="reserve" if values.one_of("taken", "draw", "reserve") == "reserve" else "draw",
        empty=circle.index(()) if () in circle and not ending else None,
        pile=values.number("pile", 1),
        tie=values.yes("tie"),
        turn=values.number("turn-number", 1),
        after_action=values.yes("after-action"),
        points=values.numbers("points"),
        ending=ending,
    )
    state.phase = _phase_of(state, values)
    state.after_action |= seats == 1 and state.phase in {"use", "fill"}
    _show(state, values)
    if values.one_of("to-move", "P1", "P2") == "P2":
        state.mover, state.players = 1, state.players[::-1]
    return state


def plays_all_twelve(options: SepOptions | SepSoloOptions) -> bool:
    return isinstance(options, SepSoloOptions) and options.solo_last_action == "all_twelve"


def _phase_of(state: State, values: _Values) -> Phase:
    """As the cards have it: a turn takes one card at most, and fills a space when all has been played.

    Only a soloist whose action deck is empty may be about to use one of two action cards.
    """
    me = state.players[0]
    if state.ending:
        return "over"
    if (len(me.number_hand) > HAND) + (len(me.action_hand) > HAND) + (state.empty is not None) > 1:
        raise BadText("turn_mixed")
    phase = _phase(state.circle, me)
    if state.source == "reserve" and phase != "place":
        raise BadText("nothing_taken")
    if not values["phase"]:
        return phase
    values.one_of("phase", "use")
    if phase != "choose" or not plays_all_twelve(state.options) or state.action_draw or not me.action_hand:
        raise BadText("turn_mixed")
    return "use"


def _among(key: str, values: _Values, cards: Cards) -> frozenset[str]:
    """Cards that the key names out of these."""
    found = frozenset(values[key].split())
    if strange := sorted(found.difference(cards)):
        raise BadText("not_there", key=key, text=" ".join(strange))
    return found


def _show(state: State, values: _Values) -> None:
    """Which cards of the hands everybody has seen; one that was just taken from the reserve is among them."""
    shown = _among("shown", values, tuple(card for player in state.players for card in player.number_hand))
    for player in state.players:
        player.shown = shown.intersection(player.number_hand)
    if state.phase == "place" and state.source == "reserve":
        me = state.players[0]
        me.shown |= {me.number_hand[-1]}
