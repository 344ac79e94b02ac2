"""The rules that all games of the SET family share: the deals of a match, moves at the door, and the end."""

import random
from abc import abstractmethod
from collections.abc import Iterator
from copy import copy
from typing import ClassVar, Generic, TypeVar

import msgspec

from septet.games.chance import Stream
from septet.games.game import Choose, Gain, Game, IllegalMove, Move, Outcome, Seat, Timeout, Timer
from septet.games.setgame.cards import PACK, Cards
from septet.games.setgame.forms import FORMS
from septet.games.setgame.moves import Ready
from septet.games.setgame.offers import example, spelt
from septet.games.setgame.state import NOBODY, Counts, HasDeck, Sight, Terms

NEXT_DEAL_S = 10
Opts = TypeVar("Opts", bound=msgspec.Struct)
S = TypeVar("S", bound=HasDeck[object])
V = TypeVar("V", bound=Sight)
Worth = tuple[int, ...]  # what decides between players: points first, and then what breaks a tie


class FamilyRules(Game[S, Move, V], Generic[Opts, S, V]):
    """A game with cards on a table; each says how it is dealt, what its moves do, and what they are refused for."""

    family = "setgame"
    forms = FORMS
    on_table: ClassVar[int] = 12
    most_on_table: ClassVar[int] = 81
    untold: ClassVar[frozenset[str]] = frozenset({"auto_noset", "auto_refresh"})
    races: ClassVar[frozenset[str]] = frozenset({"call", "claim", "scout", "second", "challenge"})
    rests = waits = frozenset({"next_deal"})
    refusals: ClassVar[frozenset[str]] = frozenset(
        "game_over no_such_timer unknown_move needs_a_seat between_deals not_now ready_already".split()
    )

    # the start of a match, and of each deal

    def deal(self, options: Opts, seats: int, seed: bytes) -> S:
        state = self.new_state(options, seats)
        state.seed, state.totals = seed, (0,) * seats
        state.dealer = state.shuffle(range(seats), Stream("dealer"))[0]
        self.next_deal(state)
        return state

    @abstractmethod
    def new_state(self, options: Opts, seats: int) -> S:
        """A match before its first deal."""

    def next_deal(self, state: S) -> None:
        """Shuffle all cards, those of the last deal included, and deal."""
        state.deal += 1
        state.rev += 1
        state.ready, state.out = NOBODY, ()
        state.deck = state.shuffle(self.pack(state.options), Stream("deal", state.deal))
        self.lay_out(state)

    def pack(self, options: object) -> Cards:
        """The cards that are played with."""
        return PACK

    @abstractmethod
    def lay_out(self, state: S) -> None:
        """Deal from the shuffled deck."""

    # what may be done

    def to_move(self, state: S) -> frozenset[Seat]:
        return frozenset([seat for seat in range(state.seats) if any(self.open_offers(self.view(state, seat)))])

    def legal(self, view: V) -> tuple[Move, ...]:
        return tuple([move for offer in self.offers(view) for move in spelt(offer)])

    def offers(self, view: V) -> tuple[Move | Choose, ...]:
        """Offered for any cards: whether they are a set is for the player to see."""
        return tuple(self.open_offers(view))

    def open_offers(self, view: V) -> Iterator[Move | Choose]:
        """Of all that there is to do, what this seat may do now."""
        if view.seat is None or view.ending:
            return
        allowed = {None, *self.attempts}
        for offer in [Ready()] if view.phase == "between" else self.menu(view):
            move = example(offer)
            if move is not None and self.refusal(view, view.seat, move) in allowed:
                yield offer

    @abstractmethod
    def menu(self, view: V) -> list[Move | Choose]:
        """Every kind of move, with the cards that it may take."""

    def refuse(self, state: S, seat: Seat | None, move: Move) -> None:
        """Say why the rules do not allow this move now, if they do not."""
        if state.ending:
            raise IllegalMove(move, "game_over")
        if isinstance(move, Timeout):
            running = {(timer.name, timer.seat) for timer in self.timers(state)} if seat is None else {}
            if (move.name, move.seat) not in running:
                raise IllegalMove(move, "no_such_timer")
        elif not isinstance(move, self.moves):
            raise IllegalMove(move, "unknown_move")
        elif seat is None:
            raise IllegalMove(move, "needs_a_seat")
        elif code := self.refusal(state, seat, move):
            raise IllegalMove(move, code, **self.facts(state, move))

    def refusal(self, seen: S | V, seat: Seat, move: Move) -> str | None:
        """Why this seat may not make this move now, if it may not; attempts are answered last."""
        if seat in seen.joining:
            return "not_now"
        if isinstance(move, Ready):
            if seen.phase != "between":
                return "not_now"
            return "ready_already" if seat in seen.ready else None
        if seen.phase == "between":
            return "between_deals"
        return self.move_refusal(seen, seat, move)

    @abstractmethod
    def move_refusal(self, seen: S | V, seat: Seat, move: Move) -> str | None:
        """Why this move is refused in a deal that runs, if it is."""

    def facts(self, state: S, move: Move) -> dict[str, object]:
        """What a person needs to know to understand a refusal."""
        return {name: value for name, value in msgspec.structs.asdict(move).items() if name != "on"}

    def preview(self, view: V, move: Move) -> Gain:
        """Whether cards are a set is not told beforehand."""
        return Gain()

    # a move

    def apply(self, state: S, seat: Seat | None, move: Move) -> S:
        self.refuse(state, seat, move)
        state = copy(state)
        state.last = ()
        match seat, move:
            case None, Timeout("next_deal"):
                self.start_deal(state)
            case None, Timeout(name, of):
                self.end_timer(state, name, of)
            case int(), Ready():
                state.ready |= {seat}
                state.tell("ready", seat)
                self.deal_if_all_ready(state)
            case int(), _:
                self.act(state, seat, move)
        return state

    @abstractmethod
    def act(self, state: S, seat: Seat, move: Move) -> None:
        """Make a move that no rule forbids."""

    def go_on_without(self, state: S) -> None:
        """Somebody has left or come back: those who are there may agree now."""

    # timers

    def timers(self, state: S) -> frozenset[Timer]:
        if state.phase == "between":
            return frozenset({Timer("next_deal", None, NEXT_DEAL_S, state.deal)})
        return frozenset(self.deal_timers(state)) if not state.ending else frozenset()

    @abstractmethod
    def deal_timers(self, state: S) -> Iterator[Timer]:
        """The timers of a deal that runs."""

    @abstractmethod
    def end_timer(self, state: S, name: str, seat: Seat | None) -> None:
        """A timer of the deal has run out."""

    # the end of a deal, and of the match

    def end_deal(self, state: S) -> None:
        """Book the points; after the last deal the match is over, and before it the table rests a while."""
        state.totals = self.booked(state)
        state.tell("deal_over", number=state.deal)
        state.phase = "between"
        reason = self.match_over(state)
        if reason:
            state.phase, state.ending = "over", reason

    @abstractmethod
    def match_over(self, state: S) -> str | None:
        """Why the match is over after this deal, if it is."""

    def deal_if_all_ready(self, state: S) -> None:
        """The next deal begins when all who are there want it."""
        if state.active and state.active <= state.ready:
            self.start_deal(state)

    def start_deal(self, state: S) -> None:
        state.dealer = self.next_dealer(state)
        state.tell("dealt", state.dealer)
        self.next_deal(state)

    def next_dealer(self, state: S) -> Seat:
        return (state.dealer + 1) % state.seats

    # the score

    @abstractmethod
    def booked(self, seen: S | V) -> Counts:
        """The totals with what this deal has brought so far."""

    def scores(self, state: S) -> Counts:
        return state.totals if state.phase in {"between", "over"} else self.booked(state)

    def terms(self, view: V) -> Terms:
        return Terms(on_table=self.on_table)

    def outcome(self, state: S) -> Outcome | None:
        if not state.ending:
            return None
        worth = self.worth(state)
        places = tuple(1 + sum(other > mine for other in worth) for mine in worth)
        return Outcome(places, self.scores(state), state.ending, self.won(state))

    def worth(self, state: S) -> list[Worth]:
        """What decides between the players, the greatest first."""
        return [(points,) for points in self.scores(state)]

    def won(self, state: S) -> bool | None:
        """Solo and team games are won or lost."""
        return None

    # what a seat knows

    def rev(self, state: S) -> int:
        return state.rev

    def named(self, view: V) -> frozenset[str]:
        marks = (f"shuffle {view.shuffles}", f"answer {view.tries}")
        return frozenset((*self.located(view), *self.held(view), *marks))

    def located(self, seen: S | V) -> Iterator[str]:
        """Every card whose place all know."""
        yield from seen.table
        yield from seen.out

    def held(self, view: V) -> Cards:
        """The cards that only this seat knows."""
        return ()

    def guess(self, view: V, rng: random.Random) -> S:
        """What the view does not name is dealt at random."""
        seen = self.named(view)
        unseen = [card for card in self.pack(view.options) if card not in seen]
        rng.shuffle(unseen)
        return self.whole(view, unseen, rng)

    @abstractmethod
    def whole(self, view: V, unseen: list[str], rng: random.Random) -> S:
        """A state that would look like this view, with the unseen cards, in this order, where nobody sees them."""
