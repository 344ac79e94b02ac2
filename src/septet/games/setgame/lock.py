"""The lock: who says so first may show three cards, and nobody else may take any before."""

from typing import Protocol

import msgspec

from septet.games.game import Move, Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.moves import Call, Pick, Unpick
from septet.games.setgame.state import NOBODY, Seats


class Lock(msgspec.Struct, frozen=True, gc=False):
    """Who has called and what was shown, and who has to wait before the next call."""

    holder: Seat | None = None  # who has called
    picked: Cards = ()
    cooling: Seats = NOBODY
    excused: Seats = NOBODY  # whose last call ran out at no cost
    frozen: Seats = NOBODY

    # questions

    def refusal(self, seat: Seat, move: Move, reach: Cards) -> str | None:
        """Why a call, a card of these that is shown or put back, or giving in is refused."""
        match move:
            case Call():
                return self.call_refusal(seat)
            case Pick(card):
                return self.pick_refusal(seat, card, reach)
            case Unpick(card) if self.holder == seat:
                return None if card in self.picked else "not_picked"
        return None if self.holder == seat else "no_call"

    def call_refusal(self, seat: Seat) -> str | None:
        """While somebody shows cards, while cooling down and while frozen, nobody calls."""
        if self.holder is not None:
            return "locked"
        if seat in self.cooling:
            return "cooldown"
        return "frozen" if seat in self.frozen else None

    def pick_refusal(self, seat: Seat, card: str, reach: Cards) -> str | None:
        """Whoever has called shows a card within reach, and none twice."""
        if self.holder != seat:
            return "no_call" if self.holder is None else "locked"
        if card in self.picked:
            return "card_twice"
        return None if card in reach else "out_of_reach"

    # the lock after something has happened

    def called(self, seat: Seat) -> "Lock":
        return msgspec.structs.replace(self, holder=seat, picked=())

    def with_card(self, card: str) -> "Lock":
        return msgspec.structs.replace(self, picked=(*self.picked, card))

    def without_card(self, card: str) -> "Lock":
        return msgspec.structs.replace(self, picked=tuple(one for one in self.picked if one != card))

    def released(self) -> "Lock":
        return msgspec.structs.replace(self, holder=None, picked=())

    def cooled(self, seat: Seat) -> "Lock":
        """A false caller rests a moment before the next call."""
        return msgspec.structs.replace(self, cooling=self.cooling | {seat})

    def rested(self, seat: Seat) -> "Lock":
        return msgspec.structs.replace(self, cooling=self.cooling - {seat})

    def excusing(self, seat: Seat) -> "Lock":
        """The call of this seat ran out at no cost."""
        return msgspec.structs.replace(self, excused=self.excused | {seat})

    def accusing(self, seat: Seat) -> "Lock":
        return msgspec.structs.replace(self, excused=self.excused - {seat})

    def froze(self, seat: Seat) -> "Lock":
        return msgspec.structs.replace(self, frozen=self.frozen | {seat})

    def thawed(self) -> "Lock":
        return msgspec.structs.replace(self, frozen=NOBODY)


class Lockable(Protocol):
    """A table on which players call."""

    calling: Lock
    phase: str
    tries: int

    def tell(self, what: str, seat: Seat | None = None, cards: Cards = (), number: int = 0) -> None: ...


def use(state: Lockable, seat: Seat, move: Move) -> None:
    """Call, show a card, or put one back."""
    match move:
        case Call():
            state.calling, state.phase = state.calling.called(seat), "locked"
            state.tell("call", seat)
        case Pick(card):
            state.calling = state.calling.with_card(card)
            state.tell("picked", seat, (card,))
        case Unpick(card):
            state.calling = state.calling.without_card(card)
            state.tell("unpicked", seat, (card,))


def release(state: Lockable) -> None:
    """The call has had its answer, and others may call."""
    state.calling, state.phase = state.calling.released(), "open"
    state.tries += 1
