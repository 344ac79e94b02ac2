"""Open cards on a table: players who agree that there is no set get three more, or end a deal whose deck is empty."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Protocol, TypeVar

from septet.games.game import Seat, Timer
from septet.games.setgame.cards import holds_a_set
from septet.games.setgame.rules import FamilyRules, Opts
from septet.games.setgame.state import Counts, HasDeck, Options_co, Seats, Sight
from septet.games.setgame.votes import Votes, no_votes

KEEP_LOOKING_S = 5
ADDED = 3


class NosetRules(Protocol):
    """The house rules about a table without a set."""

    @property
    def noset_mode(self) -> str: ...
    @property
    def noset_grace_s(self) -> int: ...
    @property
    def auto_noset_delay_s(self) -> int: ...
    @property
    def end_mode(self) -> str: ...


class OpenState(HasDeck[Options_co]):
    """A state with votes, and with counts for the reports."""

    voting: Votes = Votes()
    left: Counts = ()  # the cards that each finished deal left over
    additions: int = 0
    largest: int = 0


class OpenSight(Sight, Protocol):
    """A view of an open table."""

    @property
    def options(self) -> NosetRules: ...
    @property
    def seats(self) -> int: ...
    @property
    def active(self) -> Seats: ...
    @property
    def deck_left(self) -> int: ...
    @property
    def voting(self) -> Votes: ...


S = TypeVar("S", bound=OpenState[NosetRules])
V = TypeVar("V", bound=OpenSight)


class OpenTable(FamilyRules[Opts, S, V]):
    """The games on open cards say what it costs and brings to say alone that there is no set."""

    most_without: ClassVar[int] = 20  # so many cards may hold no set, and no more
    most_on_table = 21
    refusals = FamilyRules.refusals | frozenset(
        "no_votes set_must_exist keep_looking flag_is_up flag_is_down no_more_time locked".split()
    )

    def lay_open(self, state: S) -> None:
        """The first cards of a deal, about which nobody has said anything yet."""
        state.phase = "open"
        state.slots = state.draw(self.on_table)
        state.voting = no_votes(state.seats)
        state.largest = max(state.largest, len(state.slots))

    # what may be said

    def noset_refusal(self, seen: S | V, seat: Seat, on: bool) -> str | None:
        takes_all = self.takes_all(seen)
        if not takes_all and seen.options.noset_mode == "auto":
            return "no_votes"
        if len(seen.table) > self.most_without and seen.deck_left:
            return "set_must_exist"
        if not takes_all:
            return self.claim_noset_refusal(seen, seat) if on else "no_votes"
        return seen.voting.refusal(seat, on, self.holdout(seen))

    def takes_all(self, seen: S | V) -> bool:
        """Does it take all who are there? Else one player alone claims it, or the table sees to it."""
        mode = seen.options.noset_mode
        if mode in {"vote", "vote_checked"}:
            return True
        ends = not seen.deck_left and seen.options.end_mode == "vote"
        return ends and (mode == "auto" or (self.rules > 1 and seen.seats > 1))

    def claim_noset_refusal(self, seen: S | V, seat: Seat) -> str | None:
        """Whoever may not call may not claim that there is no set either."""
        return None if seen.phase == "open" else "locked"

    def holdout(self, seen: S | V) -> Seat | None:
        """The only one for whom a vote waits."""
        votes = self.takes_all(seen) if self.rules > 1 else seen.options.noset_mode in {"vote", "vote_checked"}
        return seen.voting.holdout(seen.active) if votes and seen.phase == "open" else None

    # what is said

    def say_noset(self, state: S, seat: Seat, on: bool) -> None:
        """Vote, take the vote back, or ask for time; or claim alone that there is no set."""
        if not self.takes_all(state):
            self.claim_noset(state, seat)
        elif on:
            state.voting = state.voting.raised(seat)
            state.tell("noset", seat)
            self.count_votes(state)
        else:
            up = seat in state.voting.flags
            state.voting = state.voting.lowered(seat) if up else state.voting.looked(seat)
            state.tell("looking", seat)

    def claim_noset(self, state: S, seat: Seat) -> None:
        """One player alone says that there is no set."""
        state.tries += 1
        if holds_a_set(state.table):
            state.tell("false_noset", seat)
            self.fine_noset(state, seat)
        else:
            state.tell("true_noset", seat)
            self.reward_noset(state, seat)
            self.add_cards(state)

    @abstractmethod
    def fine_noset(self, state: S, seat: Seat) -> None:
        """What it costs to say wrongly that there is no set."""

    @abstractmethod
    def reward_noset(self, state: S, seat: Seat) -> None:
        """What it brings to say so rightly."""

    def count_votes(self, state: S) -> None:
        """When all who are there say so, cards are added, whether or not a set is really there."""
        if state.phase != "open" or not state.voting.are_in(state.active):
            return
        checked = state.options.noset_mode == "vote_checked" and (state.deck or self.rules > 1)
        if checked and holds_a_set(state.table):
            state.voting = state.voting.overruled()
            state.tries += 1
            state.tell("keep_looking")
        else:
            state.tell("noset_agreed")
            self.add_cards(state)

    def go_on_without(self, state: S) -> None:
        self.count_votes(state)

    # what comes of it

    def add_cards(self, state: S) -> None:
        """Three more cards, or as many as there are; with an empty deck the deal is over."""
        if not state.deck:
            self.end_deal(state)
            return
        drawn = state.draw(ADDED)
        state.slots += drawn
        state.additions += 1
        state.tell("cards_added", cards=drawn)
        self.settle_table(state)

    def settle_table(self, state: S) -> None:
        """Other cards lie there: all votes fall; with an empty deck the deal ends as soon as no set is left."""
        state.rev += 1
        state.voting = no_votes(state.seats)
        state.largest = max(state.largest, len(state.slots))
        if not state.deck and state.options.end_mode == "auto" and not holds_a_set(state.table):
            self.end_deal(state)

    def end_deal(self, state: S) -> None:
        state.left += (len(state.table),)
        super().end_deal(state)

    # timers

    def noset_timers(self, state: S) -> Iterator[Timer]:
        options = state.options
        if state.voting.resting:
            yield Timer("keep_looking", None, KEEP_LOOKING_S)
        seat = self.holdout(state)
        if seat is not None and options.noset_grace_s and self.may_add(state):
            yield Timer("grace", seat, options.noset_grace_s, state.voting.looks[seat])
        if options.noset_mode == "auto" and state.phase == "open" and state.deck and not holds_a_set(state.table):
            yield Timer("auto_noset", None, options.auto_noset_delay_s, state.rev)

    def may_add(self, state: S) -> bool:
        return not state.voting.resting and (len(state.table) <= self.most_without or not state.deck)

    def end_noset_timer(self, state: S, name: str, seat: Seat | None) -> None:
        """Votes are heard again, silence becomes a vote, or the table adds cards itself."""
        match name, seat:
            case "grace", int():
                state.voting = state.voting.raised(seat)
                self.count_votes(state)
            case "keep_looking", _:
                state.voting = state.voting.reopened()
            case _:
                self.add_cards(state)
