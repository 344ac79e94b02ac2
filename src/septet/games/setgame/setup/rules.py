"""SetUp: whoever lays a card that makes a set, and is found out, takes the whole table."""

import random
from collections.abc import Iterator
from typing import Any, ClassVar

from septet.games.game import Choose, Move, Seat, Timer
from septet.games.setgame.cards import THIRD, Cards, failing, is_set
from septet.games.setgame.family import Family, added, put
from septet.games.setgame.moves import Ready
from septet.games.setgame.setup.moves import Challenge, Play
from septet.games.setgame.setup.options import SetupOptions
from septet.games.setgame.setup.state import SetupShown, SetupState, SetupView
from septet.games.setgame.sight import Seen
from septet.games.setgame.state import NOBODY, Event
from septet.games.setgame.text import Drawing
from septet.games.setgame.text import cards as cards_text
from septet.games.setgame.text import seats as seats_text

HAND = 4
TURN_S = 30


class SetUp(Family[Any, Any]):
    name = "setup"
    seats = range(2, 9)
    Options = SetupOptions
    moves = Play | Challenge | Ready
    Shown, State, View = SetupShown, SetupState, SetupView
    refusals = Family.refusals | frozenset(
        {
            "not_your_turn",
            "window_open",
            "closing",
            "not_in_hand",
            "nothing_to_challenge",
            "own_card",
            "barred",
            "two_cards",
            "card_twice",
            "out_of_reach",
        }
    )
    endings: ClassVar[frozenset[str]] = frozenset({"deals"})

    def lay_out(self, state: SetupState) -> None:
        """Four cards to each; the player at the dealer's left begins on an empty table."""
        state.phase, state.slots = "play", ()
        state.hands = tuple(tuple(sorted(self.draw_cards(state, HAND))) for _ in range(state.seats))
        state.sizes = (HAND,) * state.seats
        state.mover, state.player = (state.dealer + 1) % state.seats, None
        state.window = state.closing = False
        state.barred = NOBODY
        state.taken, state.fines = ((),) * state.seats, (0,) * state.seats

    def rule_against(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        if isinstance(move, Challenge):
            return self.challenge_rule(seen, seat, move.cards)
        assert isinstance(move, Play)
        if seen.closing:
            return "closing"
        if seat != seen.mover:
            return "not_your_turn"
        if seen.window:
            return "window_open"
        return None if move.card in self.hand(seen, seat) else "not_in_hand"

    def challenge_rule(self, seen: Seen, seat: Seat, chosen: Cards) -> str | None:
        """Two cards of the table, named by anybody but the player of the last card."""
        if seen.player is None:
            return "nothing_to_challenge"
        if seat == seen.player:
            return "own_card"
        if seat in seen.barred:
            return "barred"
        if len(chosen) != 2:
            return "two_cards"
        if len({*chosen, seen.slots[-1]}) < 3:
            return "card_twice"
        return None if set(chosen) <= set(seen.slots) else "out_of_reach"

    def facts(self, state: SetupState, move: Move) -> dict[str, Any]:
        return {**super().facts(state, move), "seat": state.mover}

    def menu(self, view: SetupView) -> list[Move | Choose]:
        return [Choose("play", 1, view.hand), Choose("challenge", 2, view.slots[:-1])]

    def act(self, state: SetupState, seat: Seat, move: Move) -> None:
        match move:
            case Play(card):
                self.play(state, seat, card)
            case Challenge(chosen):
                if is_set((*chosen, state.slots[-1])):
                    self.tell(state, "challenge_ok", seat, chosen)
                    self.pick_up(state)
                else:
                    wrong = failing((*chosen, state.slots[-1]))
                    state.last = (*state.last, Event("challenge_bad", seat, chosen, features=wrong))
                    self.wrong(state, seat)

    def play(self, state: SetupState, seat: Seat, card: str) -> None:
        """One card on the table, and one from the pile for it; the others look whether it makes a set."""
        hand = tuple(one for one in state.hands[seat] if one != card)
        hand = tuple(sorted(hand + self.draw_cards(state, 1)))
        state.hands = put(state.hands, seat, hand)
        state.sizes = put(state.sizes, seat, len(hand))
        state.slots += (card,)
        state.rev += 1
        state.plays += 1
        state.player, state.mover, state.barred = seat, (seat + 1) % state.seats, NOBODY
        self.tell(state, "card_played", seat, (card,))
        every = state.options.setup_end == "hands_empty"
        state.closing = not (any(state.hands) if every else state.deck)
        state.window = bool(state.options.setup_window_s) and not state.closing
        if state.options.setup_check == "auto" and makes_a_set(state.slots):
            self.pick_up(state)
        elif state.closing and (state.options.setup_check == "auto" or not state.options.setup_last_window_s):
            self.end_deal(state)

    def pick_up(self, state: SetupState) -> None:
        """Whoever played the last card takes all cards of the table; the next player leads."""
        seat = state.player
        assert seat is not None
        state.taken = put(state.taken, seat, state.taken[seat] + state.slots)
        state.pick_ups += (len(state.slots),)
        state.tries += 1
        self.tell(state, "pile_taken", seat, number=len(state.slots))
        state.slots, state.player, state.window = (), None, False
        state.rev += 1
        if state.closing:
            self.end_deal(state)

    def wrong(self, state: SetupState, seat: Seat) -> None:
        """A wrong challenge bars a player until the next card."""
        penalty = state.options.setup_false_penalty
        state.tries += 1
        if penalty != "none":
            state.barred |= {seat}
        if penalty == "bar_and_1":
            state.fines = added(state.fines, seat, 1)

    def clocks(self, state: SetupState) -> Iterator[Timer]:
        if state.closing:
            yield Timer("last_window", None, state.options.setup_last_window_s)
        elif state.window:
            yield Timer("window", None, state.options.setup_window_s, state.plays)
        else:
            yield Timer("turn", state.mover, TURN_S, state.plays)

    def time_out(self, state: SetupState, name: str, seat: Seat | None) -> None:
        match name:
            case "window":
                state.window = False
            case "last_window":
                self.end_deal(state)
            case _:
                self.play(state, state.mover, self.shuffle(state, state.hands[state.mover])[0])

    def booked(self, state: SetupState) -> tuple[int, ...]:
        """Every card taken is a point lost."""
        rows = zip(state.totals, state.taken, state.fines, strict=True)
        return tuple(total - len(taken) - fine for total, taken, fine in rows)

    def match_over(self, state: SetupState) -> str | None:
        deals = state.seats if state.options.deals == "each" else state.options.deals
        return "deals" if state.deal >= deals else None

    def hand(self, seen: Seen, seat: Seat) -> Cards:
        cards: Cards = seen.hands[seat] if isinstance(seen, SetupState) else seen.hand
        return cards

    def private(self, state: SetupState, seat: Seat | None) -> tuple[Any, ...]:
        return () if seat is None else (state.hands[seat],)

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        for taken in seen.taken:
            yield from taken

    def held(self, view: SetupView) -> Cards:
        return view.hand

    def pieces(self, state: SetupState) -> Iterator[str]:
        yield from super().pieces(state)
        for hand in state.hands:
            yield from hand

    def hidden(self, view: SetupView, unseen: list[str], rng: random.Random) -> tuple[Any, ...]:
        hands = [
            view.hand if seat == view.seat else tuple(sorted(unseen.pop() for _ in range(size)))
            for seat, size in enumerate(view.sizes)
        ]
        return (tuple(hands),)

    def figures(self, state: SetupState) -> dict[str, float]:
        return {
            "plays": state.plays / state.deal,
            "pick_ups": len(state.pick_ups) / state.deal,
            "cards_taken": sum(state.pick_ups) / state.deal,
        }

    def counts(self, state: SetupState) -> dict[str, tuple[int, ...]]:
        return {"pick_up": state.pick_ups}

    keys = (*Family.keys, "hand", "last", "turn")

    def fill_in(self, state: SetupState, drawing: Drawing) -> None:
        """The cards of the table in the order of play; `last` says who played the last one, `turn` who is next."""
        state.phase = "play"
        state.slots = drawing.cards("table")
        named = drawing.hands(state.seats, HAND)
        hands = [named[seat] if seat in named else drawing.filled("", HAND) for seat in range(state.seats)]
        state.hands = tuple(tuple(sorted(hand)) for hand in hands)
        state.sizes = tuple(map(len, state.hands))
        state.taken, state.fines = ((),) * state.seats, (0,) * state.seats
        state.player = drawing.seat("last", state.seats) if "last" in drawing and state.slots else None
        state.mover = drawing.seat("turn", state.seats)

    def more_lines(self, state: SetupState) -> list[str]:
        hands = [f"hand P{seat + 1}: {cards_text(hand)}" for seat, hand in enumerate(state.hands)]
        last = [] if state.player is None else [f"last: P{state.player + 1}"]
        return [*super().more_lines(state), *hands, *last, f"turn: P{state.mover + 1}"]

    def more_checks(self, name: str, state: SetupState) -> str:
        match name.split():
            case ["hand", player]:
                return cards_text(state.hands[int(player[1:]) - 1])
            case ["turn"]:
                return f"P{state.mover + 1}"
            case ["barred"]:
                return seats_text(state.barred)
        return super().more_checks(name, state)


def makes_a_set(row: Cards) -> bool:
    """Does the last card make a set with two others?"""
    last, others = row[-1], set(row[:-1])
    return any(THIRD[last][card] in others for card in others)
