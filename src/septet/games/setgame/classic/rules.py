"""SET itself, for many players, with 27 cards for beginners, and alone."""

from collections.abc import Iterator
from copy import copy
from typing import Any, ClassVar

import msgspec

from septet.games.game import Choose, Move, Seat, Timer
from septet.games.rows import changed
from septet.games.setgame.calls import Calls
from septet.games.setgame.cards import Cards, reduced
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.classic.options import QuickOptions, SetOptions, SoloOptions
from septet.games.setgame.classic.state import SetShown, SetState, SetView
from septet.games.setgame.family import added
from septet.games.setgame.moves import Abort, Call, Noset, Pick, Ready, Unpick
from septet.games.setgame.sight import Seen
from septet.games.setgame.state import NOBODY
from septet.games.setgame.text import Drawing, numbers, seats
from septet.games.setgame.votes import Votes


class Set(Calls[Any, Any], Votes[Any, Any]):
    name = "set"
    # 1: an empty deck was not checked, one claim ended a deal that all vote about, a free time-out froze
    rules = 2
    seats = range(2, 17)
    Options: ClassVar[Any] = SetOptions
    moves = Call | Pick | Unpick | Abort | Claim | Noset | Ready
    Shown, State, View = SetShown, SetState, SetView
    refusals = Calls.refusals | Votes.refusals
    endings: ClassVar[frozenset[str]] = frozenset({"deals"})

    def lay_out(self, state: SetState) -> None:
        """Twelve cards face up; nobody has won anything yet."""
        state.phase = "open"
        state.slots = self.draw_cards(state, self.on_table)
        state.won, state.faults, state.bonus = ((),) * state.seats, (0,) * state.seats, (0,) * state.seats
        state.sets, state.all_faults = state.sets or state.faults, state.all_faults or state.faults
        state.cooling = state.excused = state.frozen = state.flags = NOBODY
        state.looks, state.resting = (0,) * state.seats, False
        state.largest = max(state.largest, len(state.slots))

    def rule_against(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        return self.noset_rule(seen, seat, move.on) if isinstance(move, Noset) else self.call_rule(seen, seat, move)

    def menu(self, view: SetView) -> list[Move | Choose]:
        assert view.seat is not None
        return [*self.call_menu(view, view.seat), Noset(), Noset(False)]

    def act(self, state: SetState, seat: Seat, move: Move) -> None:
        if isinstance(move, Noset):
            self.noset(state, seat, move)
        else:
            self.call(state, seat, move)

    def take(self, state: SetState, seat: Seat, cards: Cards) -> None:
        """The three cards are a point at the end of the deal."""
        state.won = changed(state.won, seat, state.won[seat] + cards)
        self.take_off(state, cards)
        self.table_changed(state)

    def cost(self, state: SetState, what: str) -> int:
        points: int = 0 if self.is_free(state, what) else state.options.false_call_cost
        return points

    def pay(self, state: SetState, seat: Seat, what: str) -> None:
        """A false call costs a point; the cards stay, and the caller's vote falls."""
        free = self.is_free(state, what)
        if not free:
            state.faults = added(state.faults, seat, 1)
        state.flags -= {seat}
        if state.options.false_call_freeze == "until_next_set" and not (free and self.rules > 1):
            state.frozen |= {seat}
            if state.active <= state.frozen:  # or nobody could ever take a set again
                state.frozen = NOBODY
        self.agreed(state)

    def fail(self, state: SetState, seat: Seat, what: str, cards: Cards = ()) -> None:
        free = self.rules > 1 and self.is_free(state, what)
        state.excused = state.excused | {seat} if free else state.excused - {seat}
        super().fail(state, seat, what, cards)

    def cooling_seconds(self, seen: Seen, seat: Seat) -> int:
        freeze = seen.options.false_call_freeze
        frozen = isinstance(freeze, int) and seat not in seen.excused
        return freeze if frozen else super().cooling_seconds(seen, seat)

    def kept_from_claiming(self, seen: Seen, seat: Seat) -> str | None:
        return self.kept_out(seen, seat)

    def pay_noset(self, state: SetState, seat: Seat) -> None:
        state.faults = added(state.faults, seat, 1)
        state.excused -= {seat}
        self.cool(state, seat)

    def reward_noset(self, state: SetState, seat: Seat) -> None:
        state.bonus = added(state.bonus, seat, state.options.noset_reward)

    def clocks(self, state: SetState) -> Iterator[Timer]:
        yield from self.call_clocks(state)
        yield from self.noset_clocks(state)

    def time_out(self, state: SetState, name: str, seat: Seat | None) -> None:
        if name in {"pick", "cooldown"}:
            self.call_time_out(state, name, seat)
        else:
            self.noset_time_out(state, name, seat)

    def somebody_left(self, state: SetState) -> None:
        if state.active and state.active <= state.frozen:
            state.frozen = NOBODY
        super().somebody_left(state)

    def with_lowest(self, state: SetState, totals: tuple[int, ...]) -> tuple[int, ...]:
        """Whoever joins begins with the lowest total of those who have played."""
        lowest = min(total for seat, total in enumerate(totals) if seat not in state.joining)
        return tuple(lowest if seat in state.joining else total for seat, total in enumerate(totals))

    def booked(self, state: SetState) -> tuple[int, ...]:
        """A point for each set, less the price of each fault; whoever joins later has what the last one has."""
        totals = tuple(
            total + self.deal_score(state, len(won) // 3, faults, bonus)
            for total, won, faults, bonus in zip(state.totals, state.won, state.faults, state.bonus, strict=True)
        )
        return self.with_lowest(state, totals) if state.joining else totals

    def deal_score(self, seen: Seen, sets: int, faults: int, bonus: int) -> int:
        score: int = sets + bonus - faults * seen.options.false_call_cost
        return max(score, 0) if seen.options.score_floor == 0 else score

    def end_deal(self, state: SetState) -> None:
        state.left += (len(state.table),)
        state.sets = tuple(sets + len(won) // 3 for sets, won in zip(state.sets, state.won, strict=True))
        state.all_faults = tuple(map(sum, zip(state.all_faults, state.faults, strict=True)))
        super().end_deal(state)

    def deals(self, state: SetState) -> int:
        """Each seat deals once, or as often as was agreed; whoever joins later changes nothing in that."""
        agreed: int | str = state.options.deals
        return state.seats - state.joined if isinstance(agreed, str) else agreed

    def match_over(self, state: SetState) -> str | None:
        """After all deals; a tie for the first place may get one deal more."""
        deals = self.deals(state)
        level = state.totals.count(max(state.totals)) > 1
        if state.options.tie_break == "extra_deal" and state.deal == deals and level:
            return None
        return "deals" if state.deal >= deals else None

    # joining later

    def joins(self, state: SetState) -> bool:
        late: bool = getattr(state.options, "late_join", False)
        return late and not state.ending and state.deal < self.deals(state) and state.seats < max(self.seats)

    def join(self, state: SetState) -> SetState:
        """A new seat, which plays from the next deal on."""
        state = copy(state)
        state.joining |= {state.seats}
        state.seats, state.joined = state.seats + 1, state.joined + 1
        state.totals += (min(state.totals),)
        state.won += ((),)
        for name in ("faults", "bonus", "sets", "all_faults", "looks"):
            setattr(state, name, (*getattr(state, name), 0))
        state.last = ()
        return state

    def start(self, state: SetState) -> None:
        state.joining = NOBODY
        super().start(state)

    def worth(self, state: SetState) -> list[Any]:
        tie_break = getattr(state.options, "tie_break", "shared")
        finer = {"more_sets": state.sets, "fewer_faults": tuple(-faults for faults in state.all_faults)}
        return list(zip(self.scores(state), finer.get(tie_break, (0,) * state.seats), strict=True))

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        for cards in seen.won:
            yield from cards

    def figures(self, state: SetState) -> dict[str, float]:
        deals = state.deal
        return {
            "sets": sum(state.sets) / deals,
            "faults": sum(state.all_faults) / deals,
            "additions": state.additions / deals,
            "largest": state.largest,
        }

    def counts(self, state: SetState) -> dict[str, tuple[int, ...]]:
        return {"left": state.left}

    keys = (*Votes.keys, "frozen")

    def fill_in(self, state: SetState, drawing: Drawing) -> None:
        state.slots = drawing.filled("table", self.on_table)
        state.won, state.faults, state.bonus = ((),) * state.seats, (0,) * state.seats, (0,) * state.seats
        state.sets = state.all_faults = state.looks = state.faults
        state.frozen = frozenset(drawing.seats("frozen", state.seats))
        state.largest = len(state.slots)

    def more_lines(self, state: SetState) -> list[str]:
        return [*super().more_lines(state), f"frozen: {seats(state.frozen)}"]

    def more_checks(self, name: str, state: SetState) -> str:
        match name:
            case "faults":
                return numbers(state.faults)
            case "frozen":
                return seats(state.frozen)
            case "votes":
                return seats(state.flags)
            case "left":
                return numbers(state.left)
        return super().more_checks(name, state)


class Alone(Set):
    """What changes for one player: the first table without a set stops the game."""

    against_time = True
    endings = frozenset({"no_set", "deck", "perfect"})

    def without_set(self, state: SetState) -> None:
        if state.seats == 1 and state.options.solo_end == "stop":
            self.end_deal(state)
        else:
            super().without_set(state)

    def match_over(self, state: SetState) -> str | None:
        if state.seats > 1:
            return super().match_over(state)
        if state.deck:
            return "no_set"
        return "deck" if state.table else "perfect"

    def won(self, state: SetState) -> bool | None:
        """Alone, it is a win to get through the deck."""
        return state.ending != "no_set" if state.seats == 1 else None


class Solo(Alone):
    name = "set-solo"
    book = "SOLO"
    seats = range(1, 2)
    Options = SoloOptions


class Quick(Alone):
    name = "set-quick"
    book = "QUICK"
    seats = range(1, 9)
    Options = QuickOptions
    endings = Alone.endings | Set.endings
    on_table = 9
    most_without = 9

    def resolved(self, options: QuickOptions, seats: int) -> QuickOptions:
        usual = {"claim_mode": "direct", "noset_mode": "claim"} if seats == 1 else USUAL
        settled = {name: value for name, value in usual.items() if getattr(options, name) == "by_table"}
        if seats == 1 and options.noset_mode in {"vote", "vote_checked"}:
            settled["noset_mode"] = "claim"  # a vote of one is a claim
        return msgspec.structs.replace(options, **settled)

    def pack(self, options: QuickOptions) -> Cards:
        """The 27 cards that share a value of one feature."""
        return reduced(options.quick_attr, ("first", "second", "third").index(options.quick_value))


USUAL = {"claim_mode": "call_then_pick", "noset_mode": "vote"}
