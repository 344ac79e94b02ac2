"""No set: votes, additions, refills and the end of a deal, for the games that are played on twelve open cards."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar

from septet.games.game import Seat, Timer
from septet.games.rows import changed
from septet.games.setgame.cards import holds_a_set
from septet.games.setgame.family import Family
from septet.games.setgame.moves import Noset
from septet.games.setgame.sight import Seen, V
from septet.games.setgame.state import NOBODY, HasDeck, Seats

KEEP_LOOKING_S = 5
MOST_LOOKS = 3  # so often "still looking" restarts the time of grace
ADDED = 3
N = TypeVar("N", bound=HasDeck[Any])


class Votes(Family[N, V]):
    """Players who agree that there is no set get three more cards, or end a deal whose deck is empty."""

    most_without: ClassVar[int] = 20  # so many cards may hold no set, and no more
    refusals = Family.refusals | frozenset(
        {"no_votes", "set_must_exist", "keep_looking", "flag_is_up", "flag_is_down", "no_more_time", "locked"}
    )

    def noset_rule(self, seen: Seen, seat: Seat, on: bool) -> str | None:
        voting = self.voting(seen)
        if not voting and seen.options.noset_mode == "auto":
            return "no_votes"
        if len(seen.table) > self.most_without and seen.deck_left:
            return "set_must_exist"
        if not voting:
            return self.kept_from_claiming(seen, seat) if on else "no_votes"
        if seen.resting:
            return "keep_looking"
        if on or seat in seen.flags:
            return "flag_is_up" if on and seat in seen.flags else None
        if self.holdout(seen) != seat:
            return "flag_is_down"
        return "no_more_time" if seen.looks[seat] >= MOST_LOOKS else None

    def voting(self, seen: Seen) -> bool:
        """Does it take all who are there? Else one player alone claims it, or the table sees to it."""
        mode = seen.options.noset_mode
        if mode in {"vote", "vote_checked"}:
            return True
        ends = not seen.deck_left and seen.options.end_mode == "vote"
        return ends and (mode == "auto" or (self.rules > 1 and seen.seats > 1))

    def kept_from_claiming(self, seen: Seen, seat: Seat) -> str | None:
        """Whoever may not call may not claim that there is no set either."""
        return None if seen.phase == "open" else "locked"

    def holdout(self, seen: Seen) -> Seat | None:
        """The only one at the table who has not voted, while all the others have."""
        silent = seen.active - seen.flags
        votes = self.voting(seen) if self.rules > 1 else seen.options.noset_mode in {"vote", "vote_checked"}
        alone = votes and len(silent) == 1 and len(seen.active) > 1
        return next(iter(silent)) if alone and seen.phase == "open" else None

    def awaited(self, state: Any) -> Seats:
        """While somebody says that there is no set, all who have not said so."""
        voting = state.phase == "open" and state.active & state.flags
        return state.active - state.flags if voting else NOBODY

    def noset(self, state: Any, seat: Seat, move: Noset) -> None:
        if not self.voting(state):
            self.claim_noset(state, seat)
        elif move.on:
            state.flags |= {seat}
            self.tell(state, "noset", seat)
            self.agreed(state)
        elif seat in state.flags:
            state.flags -= {seat}
            self.tell(state, "looking", seat)
        else:
            state.looks = changed(state.looks, seat, state.looks[seat] + 1)
            self.tell(state, "looking", seat)

    def claim_noset(self, state: Any, seat: Seat) -> None:
        """One player alone says that there is no set."""
        state.tries += 1
        if holds_a_set(state.table):
            self.tell(state, "false_noset", seat)
            self.pay_noset(state, seat)
        else:
            self.tell(state, "true_noset", seat)
            self.reward_noset(state, seat)
            self.without_set(state)

    def agreed(self, state: Any) -> None:
        """When all who are there say so, cards are added, whether or not a set is really there."""
        if state.phase != "open" or not state.active or not state.active <= state.flags:
            return
        checked = state.options.noset_mode == "vote_checked" and (state.deck or self.rules > 1)
        if checked and holds_a_set(state.table):
            state.flags, state.resting = NOBODY, True
            state.tries += 1
            self.tell(state, "keep_looking")
            return
        self.tell(state, "noset_agreed")
        self.without_set(state)

    def without_set(self, state: Any) -> None:
        """Three more cards, or as many as there are; with an empty deck the deal is over."""
        if not state.deck:
            self.end_deal(state)
            return
        drawn = self.draw_cards(state, ADDED)
        state.slots += drawn
        state.additions += 1
        self.tell(state, "cards_added", cards=drawn)
        self.table_changed(state)

    def table_changed(self, state: Any) -> None:
        """All votes fall; with an empty deck the deal ends as soon as no set is left."""
        state.rev += 1
        state.flags, state.resting, state.looks = NOBODY, False, (0,) * state.seats
        state.largest = max(state.largest, len(state.slots))
        if not state.deck and state.options.end_mode == "auto" and not holds_a_set(state.table):
            self.end_deal(state)

    def noset_clocks(self, state: Any) -> Iterator[Timer]:
        options = state.options
        if state.resting:
            yield Timer("keep_looking", None, KEEP_LOOKING_S)
        seat = self.holdout(state)
        if seat is not None and options.noset_grace_s and self.may_add(state):
            yield Timer("grace", seat, options.noset_grace_s, state.looks[seat])
        if options.noset_mode == "auto" and state.phase == "open" and state.deck and not holds_a_set(state.table):
            yield Timer("auto_noset", None, options.auto_noset_delay_s, state.rev)

    def may_add(self, seen: Seen) -> bool:
        return not seen.resting and (len(seen.table) <= self.most_without or not seen.deck_left)

    def noset_time_out(self, state: Any, name: str, seat: Seat | None) -> None:
        match name:
            case "keep_looking":
                state.resting = False
            case "grace":
                state.flags |= {seat}
                self.agreed(state)
            case "auto_noset":
                self.without_set(state)

    def somebody_left(self, state: Any) -> None:
        self.agreed(state)

    @abstractmethod
    def pay_noset(self, state: Any, seat: Seat) -> None:
        """What it costs to say wrongly that there is no set."""

    @abstractmethod
    def reward_noset(self, state: Any, seat: Seat) -> None:
        """What it brings to say so rightly."""
