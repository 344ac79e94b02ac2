"""Scout: a player points at a card and seals the other two; the others look for a set through that card."""

from collections.abc import Iterator
from typing import Any, ClassVar

from septet.games.game import Choose, Move, Seat, Timer
from septet.games.rows import changed
from septet.games.setgame.cards import THIRD, Cards, is_set
from septet.games.setgame.family import added
from septet.games.setgame.moves import Noset, Ready
from septet.games.setgame.scout.moves import Commit, Giveup, Scout, Second
from septet.games.setgame.scout.options import ScoutOptions
from septet.games.setgame.scout.sight import ScoutSight, outcome
from septet.games.setgame.scout.state import ScoutState, ScoutView
from septet.games.setgame.sight import Seen
from septet.games.setgame.state import NOBODY
from septet.games.setgame.votes import Votes


class ScoutGame(ScoutSight, Votes[Any, Any]):
    name = "scout"
    rules = 2  # 1: as in SET
    seats = range(2, 9)
    Options = ScoutOptions
    moves = Scout | Commit | Second | Giveup | Noset | Ready
    refusals = Votes.refusals | frozenset(
        {
            "frozen",
            "barred",
            "gave_up",
            "own_scout",
            "not_the_scout",
            "sealed",
            "no_scout",
            "too_early",
            "one_card",
            "two_cards",
            "card_twice",
            "out_of_reach",
        }
    )
    endings: ClassVar[frozenset[str]] = frozenset({"deals"})

    def lay_out(self, state: ScoutState) -> None:
        state.phase = "open"
        state.slots = self.draw_cards(state, self.on_table)
        state.won, state.debts = ((),) * state.seats, (0,) * state.seats
        state.flags = state.frozen = NOBODY
        state.looks, state.resting, state.sunk = (0,) * state.seats, False, ()
        state.largest = max(state.largest, len(state.slots))
        self.forget_round(state)

    def forget_round(self, state: ScoutState) -> None:
        state.phase, state.scout, state.pointed, state.commit = "open", None, "", ()
        state.tried, state.barred, state.given_up = (), NOBODY, NOBODY

    def rule_against(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        match move:
            case Noset(on):
                return self.noset_rule(seen, seat, on)
            case Scout(card):
                if seen.phase != "open":
                    return "locked"
                if seat in seen.frozen:
                    return "frozen"
                return None if card in seen.table else "out_of_reach"
            case Commit(chosen):
                return self.commit_rule(seen, seat, chosen)
            case Second(chosen):
                return self.second_rule(seen, seat) or self.cards_rule(seen, chosen, self.shows(seen))
        return self.second_rule(seen, seat)

    def commit_rule(self, seen: Seen, seat: Seat, chosen: Cards) -> str | None:
        """Two other cards of the table; whether they are a set is not looked at, and they are never changed."""
        if seen.scout != seat:
            return "not_the_scout"
        return self.cards_rule(seen, chosen, 2) if seen.phase == "pointed" else "sealed"

    def cards_rule(self, seen: Seen, chosen: Cards, count: int) -> str | None:
        if len(chosen) != count:
            return "two_cards" if count == 2 else "one_card"
        if len({seen.pointed, *chosen}) <= count:
            return "card_twice"
        return None if set(chosen) <= set(seen.table) else "out_of_reach"

    def shows(self, seen: Seen) -> int:
        return 2 if seen.options.second_shows_third else 1

    def second_rule(self, seen: Seen, seat: Seat) -> str | None:
        """Anybody else may try once the scout has sealed his set, unless frozen, barred, or out of this round."""
        if seen.scout is None:
            return "no_scout"
        if seat == seen.scout:
            return "own_scout"
        if seat in seen.frozen:
            return "frozen"
        if seen.phase == "pointed":
            return "too_early"
        if seat in seen.barred:
            return "barred"
        return "gave_up" if seat in seen.given_up else None

    def facts(self, state: ScoutState, move: Move) -> dict[str, Any]:
        return {**super().facts(state, move), "seat": state.scout or 0}

    def menu(self, view: ScoutView) -> list[Move | Choose]:
        others = tuple(card for card in view.table if card != view.pointed)
        return [
            Choose("scout", 1, view.table),
            Choose("commit", 2, others),
            Choose("second", self.shows(view), others),
            Giveup(),
            Noset(),
            Noset(False),
        ]

    def act(self, state: ScoutState, seat: Seat, move: Move) -> None:
        match move:
            case Noset():
                self.noset(state, seat, move)
            case Scout(card):
                state.phase, state.scout, state.pointed = "pointed", seat, card
                self.tell(state, "scout_pointed", seat, (card,))
            case Commit(chosen):
                state.phase, state.commit = "seconding", chosen
                self.tell(state, "scout_committed", seat)
                self.nobody_left(state)
            case Second(chosen):
                state.tries += 1
                self.second(state, seat, chosen)
            case Giveup():
                state.given_up |= {seat}
                self.tell(state, "gave_up", seat)
                self.nobody_left(state)

    def second(self, state: ScoutState, seat: Seat, chosen: Cards) -> None:
        """Who has found what: the five outcomes of a second card."""
        scout, x = state.scout, chosen[0]
        assert scout is not None
        meant, third = (state.pointed, *state.commit), THIRD[state.pointed][x]
        match outcome(state.table, meant, chosen):
            case "a":
                self.resolve(state, "a", {seat: (x,), scout: tuple(card for card in meant if card != x)})
            case "b":
                self.resolve(state, "b", {seat: (x, third), scout: meant})
            case "d":
                self.resolve(state, "d", {seat: (state.pointed, x, third)})
            case "e":
                self.resolve(state, "e", {})
            case _:
                self.wrong_second(state, seat, chosen)

    def wrong_second(self, state: ScoutState, seat: Seat, chosen: Cards) -> None:
        """Whoever points at a wrong card loses one and is out of this round, which goes on for the others."""
        self.tell(state, "second_tried", seat, chosen)
        state.outcomes += "c"
        state.tried += (chosen,)
        state.barred |= {seat}
        if state.options.scout_second_penalty == "lose_card":
            self.lose_card(state, seat)
        self.nobody_left(state)

    def nobody_left(self, state: ScoutState) -> None:
        """When nobody is left who may second, the scout shows his cards."""
        if state.phase == "seconding" and not self.seconds(state):
            self.shown_alone(state)

    def seconds(self, seen: Seen) -> frozenset[Seat]:
        """Those who may still second."""
        left: frozenset[Seat] = seen.active - {seen.scout} - seen.frozen - seen.barred - seen.given_up
        return left

    def shown_alone(self, state: ScoutState) -> None:
        scout, meant = state.scout, (state.pointed, *state.commit)
        assert scout is not None
        state.tries += 1
        if is_set(meant):
            self.resolve(state, "g", {scout: meant})
        else:
            self.resolve(state, "w", {})

    def resolve(self, state: ScoutState, how: str, gains: dict[Seat, Cards]) -> None:
        """The round is over: cards are won and replaced, and whoever scouted wrongly pays and is frozen."""
        scout = state.scout
        assert scout is not None
        state.outcomes += how
        self.tell(state, f"scout_{how}", scout, (state.pointed, *state.commit))
        for winner, won in gains.items():
            state.won = changed(state.won, winner, state.won[winner] + won)
            self.tell(state, "cards_won", winner, won)
        taken = tuple({card: None for won in gains.values() for card in won})
        if state.options.freeze_until == "next_round":
            state.frozen = NOBODY
        elif taken:
            state.frozen &= {scout}
        if how in "dew":
            self.lose_card(state, scout)
            state.frozen |= {scout}
            self.tell(state, "frozen", scout)
        self.thaw(state)
        self.forget_round(state)
        if taken:
            self.take_off(state, taken)
            self.table_changed(state)
        else:
            self.agreed(state)

    def thaw(self, state: ScoutState) -> None:
        """If everybody is frozen, nobody is."""
        if state.active and state.active <= state.frozen:
            state.frozen = NOBODY
            self.tell(state, "unfrozen")

    def lose_card(self, state: ScoutState, seat: Seat) -> None:
        """The card won last is lost; whoever has none is let off, or owes it."""
        if not state.won[seat]:
            owing = state.options.scout_debt == "debt"
            state.debts = added(state.debts, seat, int(owing))
            self.tell(state, "owes" if owing else "scolded", seat)
            return
        card = state.won[seat][-1]
        state.won = changed(state.won, seat, state.won[seat][:-1])
        self.tell(state, "card_lost", seat, (card,))
        if state.options.lost_card_to == "out":
            state.out += (card,)
        else:
            state.deck, state.sunk = (card, *state.deck), (card, *state.sunk)

    def draw_cards(self, state: ScoutState, count: int) -> Cards:
        drawn = super().draw_cards(state, count)
        state.sunk = state.sunk[: len(state.deck)]
        return drawn

    def pay_noset(self, state: ScoutState, seat: Seat) -> None:
        self.lose_card(state, seat)

    def reward_noset(self, state: ScoutState, seat: Seat) -> None:
        pass  # being right is enough: three more cards come

    def somebody_left(self, state: ScoutState) -> None:
        self.thaw(state)
        self.nobody_left(state)
        if state.phase == "open":
            super().somebody_left(state)

    def clocks(self, state: ScoutState) -> Iterator[Timer]:
        yield from self.noset_clocks(state)
        if state.phase == "pointed":
            yield Timer("commit", state.scout, state.options.scout_commit_s)
        if state.phase == "seconding":
            yield Timer("second", None, state.options.second_timeout_s)

    def time_out(self, state: ScoutState, name: str, seat: Seat | None) -> None:
        if name == "commit":
            self.tell(state, "lock_expired", seat)
            self.resolve(state, "w", {})
        elif name == "second":
            self.shown_alone(state)
        else:
            self.noset_time_out(state, name, seat)

    def booked(self, state: ScoutState) -> tuple[int, ...]:
        """A point for each card, less what is owed."""
        rows = zip(state.totals, state.won, state.debts, strict=True)
        return tuple(total + len(won) - debt for total, won, debt in rows)

    def end_deal(self, state: ScoutState) -> None:
        state.left += (len(state.table),)
        super().end_deal(state)

    def match_over(self, state: ScoutState) -> str | None:
        deals = state.seats if state.options.deals == "each" else state.options.deals
        return "deals" if state.deal >= deals else None
