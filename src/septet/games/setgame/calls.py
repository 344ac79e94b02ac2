"""Calls: who says so first may show three cards, and nobody else may take any before; or claims, all at once."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, TypeVar

from septet.games.game import Choose, Move, Seat, Timer
from septet.games.setgame.cards import Cards, failing, is_set
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.family import Family
from septet.games.setgame.moves import Abort, Call, Pick, Unpick
from septet.games.setgame.sight import Seen, V
from septet.games.setgame.state import NOBODY, Event, HasDeck

C = TypeVar("C", bound=HasDeck[Any])


class Calls(Family[C, V]):
    """The lock: call, show three cards within the time, and be right."""

    refusals = Family.refusals | frozenset(
        {
            "locked",
            "cooldown",
            "frozen",
            "no_call",
            "call_first",
            "claim_directly",
            "out_of_reach",
            "card_twice",
            "not_picked",
            "three_cards",
        }
    )

    def call_rule(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        direct = getattr(seen.options, "claim_mode", "call_then_pick") == "direct"
        mine = seen.lock == seat
        match move:
            case Call():
                return "claim_directly" if direct else self.kept_out(seen, seat)
            case Claim(cards):
                return "call_first" if not direct else self.kept_out(seen, seat) or self.not_three(seen, seat, cards)
            case Pick(card):
                if not mine:
                    return "no_call" if seen.lock is None else "locked"
                if card in seen.picked:
                    return "card_twice"
                return None if card in self.reach(seen, seat) else "out_of_reach"
            case Unpick(card) if mine:
                return None if card in seen.picked else "not_picked"
        return None if mine else "no_call"

    def kept_out(self, seen: Seen, seat: Seat) -> str | None:
        """While somebody shows cards, while cooling down and while frozen, nobody calls."""
        if seen.lock is not None:
            return "locked"
        if seat in seen.cooling:
            return "cooldown"
        return "frozen" if seat in seen.frozen else None

    def not_three(self, seen: Seen, seat: Seat, cards: Cards) -> str | None:
        """A claim names three different cards that are there."""
        if len(cards) != 3:
            return "three_cards"
        if len(set(cards)) < 3:
            return "card_twice"
        return None if set(cards) <= set(self.reach(seen, seat)) else "out_of_reach"

    def reach(self, seen: Seen, seat: Seat) -> Cards:
        """The cards that this seat may take."""
        cards: Cards = seen.table
        return cards

    def facts(self, state: C, move: Move) -> dict[str, Any]:
        lock = getattr(state, "lock", None)
        return {**super().facts(state, move), "seat": 0 if lock is None else lock}

    def call_menu(self, view: V, seat: Seat) -> list[Move | Choose]:
        seen: Seen = view
        cards = self.reach(seen, seat)
        return [
            Call(),
            Choose("claim", 3, cards),
            Choose("pick", 1, tuple(card for card in cards if card not in seen.picked)),
            Choose("unpick", 1, seen.picked),
            Abort(),
        ]

    def call(self, state: Any, seat: Seat, move: Move) -> None:
        match move:
            case Call():
                state.lock, state.picked, state.phase = seat, (), "locked"
                self.tell(state, "call", seat)
            case Claim(cards):
                self.resolve(state, seat, cards)
            case Pick(card):
                state.picked = (*state.picked, card)
                self.tell(state, "picked", seat, (card,))
                if len(state.picked) == 3:
                    self.resolve(state, seat, state.picked)
            case Unpick(card):
                state.picked = tuple(one for one in state.picked if one != card)
                self.tell(state, "unpicked", seat, (card,))
            case Abort():
                self.fail(state, seat, "abort")

    def resolve(self, state: Any, seat: Seat, cards: Cards) -> None:
        """Three cards are shown: they are a set, or it was a false call."""
        if not is_set(cards) or not self.takeable(state, cards):
            self.fail(state, seat, "false_call", cards)
            return
        self.release(state)
        self.tell(state, "set_taken", seat, cards)
        state.frozen = NOBODY
        self.take(state, seat, cards)

    def takeable(self, seen: Seen, cards: Cards) -> bool:
        """May this set be taken?"""
        return True

    def fail(self, state: Any, seat: Seat, what: str, cards: Cards = ()) -> None:
        """A false call, one that was withdrawn, or one that nobody followed up in time."""
        self.release(state)
        wrong = failing(cards) if cards else ()
        state.last = (*state.last, Event(what, seat, cards, -self.cost(state, what), wrong))
        self.cool(state, seat)
        self.pay(state, seat, what)

    def is_free(self, seen: Seen, what: str) -> bool:
        """By a house rule a call that nobody followed up in time costs nothing."""
        return what == "lock_expired" and getattr(seen.options, "timeout_cost", "as_false") == "free"

    def cost(self, state: Any, what: str) -> int:
        """How many points a call without a set costs."""
        return 0

    def release(self, state: Any) -> None:
        state.lock, state.picked, state.phase = None, (), "open"
        state.tries += 1

    def cool(self, state: Any, seat: Seat) -> None:
        """A false caller rests a moment before the next call."""
        if self.cooling_seconds(state, seat):
            state.cooling |= {seat}

    def cooling_seconds(self, seen: Seen, seat: Seat) -> int:
        seconds: int = seen.options.cooldown_s
        return seconds

    def call_clocks(self, state: Any) -> Iterator[Timer]:
        if state.lock is not None:
            yield Timer("pick", state.lock, state.options.pick_timeout_s)
        for seat in state.cooling:
            yield Timer("cooldown", seat, self.cooling_seconds(state, seat))

    def call_time_out(self, state: Any, name: str, seat: Seat | None) -> None:
        if name == "pick" and seat is not None:
            self.fail(state, seat, "lock_expired")
        else:
            state.cooling -= {seat}

    @abstractmethod
    def take(self, state: Any, seat: Seat, cards: Cards) -> None:
        """The seat takes a set."""

    @abstractmethod
    def pay(self, state: Any, seat: Seat, what: str) -> None:
        """What a call without a set costs."""
