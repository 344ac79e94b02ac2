"""What all games of the SET family do alike: the deals of a match, and moves at the door."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, ClassVar, cast

from septet.games.chance import shuffled
from septet.games.game import IllegalMove, Move, Outcome, Seat, Timeout, Timer
from septet.games.rows import changed
from septet.games.setgame.cards import NONE, Cards
from septet.games.setgame.moves import Ready
from septet.games.setgame.sight import S, Seen, Sight, V
from septet.games.setgame.state import NOBODY, Event

NEXT_DEAL_S = 10


def added(row: tuple[int, ...], at: int, points: int) -> tuple[int, ...]:
    return changed(row, at, row[at] + points)


class Family(Sight[S, V]):
    """A game with cards on a table; each says what its moves are, why they are refused and what they do."""

    refusals: ClassVar[frozenset[str]] = frozenset(
        {"game_over", "no_such_timer", "unknown_move", "needs_a_seat", "between_deals", "not_now", "ready_already"}
    )

    rests = frozenset({"next_deal"})

    # the deals of a match

    def deal(self, options: Any, seats: int, seed: bytes) -> S:
        state = self.State(self.resolved(options, seats), seats, totals=(0,) * seats, seed=seed)
        state.dealer = self.shuffle(state, range(seats))[0]
        self.next_deal(state)
        return cast(S, state)

    def shuffle(self, state: S, items: Iterable[Any]) -> tuple[Any, ...]:
        state.shuffles += 1
        return shuffled(items, state.seed, state.shuffles - 1)

    def next_deal(self, state: S) -> None:
        """Shuffle all cards, those of the last deal included, and deal."""
        state.deal += 1
        state.rev += 1
        state.ready, state.out = NOBODY, ()
        state.deck = self.shuffle(state, self.pack(state.options))
        self.lay_out(state)

    def draw_cards(self, state: S, count: int) -> Cards:
        """So many cards from the deck, or as many as there are."""
        count = min(count, len(state.deck))
        drawn = state.deck[len(state.deck) - count :][::-1]
        state.deck = state.deck[: len(state.deck) - count]
        return drawn

    def take_off(self, state: S, taken: Cards) -> None:
        """Vacated slots are filled from the deck; beyond twelve cards they are not, and the table shrinks.

        Cards in the slots that are cut off move into vacated ones, in their order; nothing else moves.
        """
        before = len(state.table)
        slots = [NONE if card in taken else card for card in state.slots]
        if before > self.on_table:
            left = before - len(taken)
            size = max(left, min(self.on_table, left + len(state.deck)))
            movers = iter([card for card in slots[size:] if card])
            slots = [card or next(movers, NONE) for card in slots[:size]]
        drawn = iter(self.draw_cards(state, slots.count(NONE)))
        state.slots = tuple([card or next(drawn, NONE) for card in slots])

    def tell(self, state: S, what: str, seat: Seat | None = None, cards: Cards = (), number: int = 0) -> None:
        state.last = (*state.last, Event(what, seat, cards, number))

    def end_deal(self, state: S) -> None:
        """Book the points; after the last deal the match is over, and before it the table rests a while."""
        state.totals = self.booked(state)
        self.tell(state, "deal_over", number=state.deal)
        state.phase = "between"
        reason = self.match_over(state)
        if reason:
            state.phase, state.ending = "over", reason

    def may_go_on(self, state: S) -> None:
        """The next deal begins when all who are there want it."""
        if state.phase == "between" and state.active and state.active <= state.ready:
            self.start(state)

    def start(self, state: S) -> None:
        state.dealer = self.next_dealer(state)
        self.tell(state, "dealt", state.dealer)
        self.next_deal(state)

    def next_dealer(self, state: S) -> Seat:
        return (state.dealer + 1) % state.seats

    # moves at the door

    def apply(self, state: S, seat: Seat | None, move: Move) -> S:
        if state.ending:
            raise IllegalMove(move, "game_over")
        if isinstance(move, Timeout):
            running = {(timer.name, timer.seat) for timer in self.timers(state)} if seat is None else {}
            if (move.name, move.seat) not in running:
                raise IllegalMove(move, "no_such_timer")
            state = copy(state)
            state.last = ()
            self.timeout(state, move.name, move.seat)
            return state
        if not isinstance(move, self.moves):
            raise IllegalMove(move, "unknown_move")
        if seat is None:
            raise IllegalMove(move, "needs_a_seat")
        if code := self.refusal(state, seat, move):
            raise IllegalMove(move, code, **self.facts(state, move))
        state = copy(state)
        state.last = ()
        if isinstance(move, Ready):
            state.ready |= {seat}
            self.tell(state, "ready", seat)
            self.may_go_on(state)
        else:
            self.act(state, seat, move)
        return state

    def refusal(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        """Why this seat may not make this move now, if it may not; attempts are answered last."""
        if seat in seen.joining:
            return "not_now"
        if isinstance(move, Ready):
            if seen.phase != "between":
                return "not_now"
            return "ready_already" if seat in seen.ready else None
        if seen.phase == "between":
            return "between_deals"
        return self.rule_against(seen, seat, move)

    def facts(self, state: S, move: Move) -> dict[str, Any]:
        """What a person needs to know to understand a refusal."""
        return {name: getattr(move, name) for name in ("card", "cards", "chips") if hasattr(move, name)}

    def timers(self, state: S) -> frozenset[Timer]:
        if state.phase == "between":
            return frozenset({Timer("next_deal", None, NEXT_DEAL_S, state.deal)})
        return frozenset(self.clocks(state)) if not state.ending else frozenset()

    def timeout(self, state: S, name: str, seat: Seat | None) -> None:
        if name == "next_deal":
            self.start(state)
        else:
            self.time_out(state, name, seat)

    def away(self, state: S, seat: Seat, gone: bool) -> S:
        state = copy(state)
        state.last = ()
        state.gone = state.gone | {seat} if gone else state.gone - {seat}
        self.may_go_on(state)
        if state.phase not in {"between", "over"}:
            self.somebody_left(state)
        return state

    def somebody_left(self, state: S) -> None:
        """Those who are left may agree now."""

    def rev(self, state: S) -> int:
        return state.rev

    def scores(self, state: S) -> tuple[int, ...]:
        return state.totals if state.phase in {"between", "over"} else self.booked(state)

    def outcome(self, state: S) -> Outcome | None:
        if not state.ending:
            return None
        scores = self.scores(state)
        worth = self.worth(state)
        places = tuple(1 + sum(other > mine for other in worth) for mine in worth)
        return Outcome(places, scores, state.ending, self.won(state))

    def worth(self, state: S) -> list[Any]:
        """What decides between the players, the greatest first."""
        return list(self.scores(state))

    def won(self, state: S) -> bool | None:
        """Solo and team games are won or lost."""
        return None

    @abstractmethod
    def lay_out(self, state: S) -> None:
        """Deal from the shuffled deck."""

    @abstractmethod
    def rule_against(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        """Which rule forbids this move in a deal that runs, if one does."""

    @abstractmethod
    def act(self, state: S, seat: Seat, move: Move) -> None:
        """Make a move that no rule forbids."""

    @abstractmethod
    def clocks(self, state: S) -> Iterator[Timer]:
        """The timers of a deal that runs."""

    @abstractmethod
    def time_out(self, state: S, name: str, seat: Seat | None) -> None:
        """A timer of the deal has run out."""

    @abstractmethod
    def booked(self, state: S) -> tuple[int, ...]:
        """The totals with what this deal has brought so far."""

    @abstractmethod
    def match_over(self, state: S) -> str | None:
        """Why the match is over after this deal, if it is."""
