"""Scout: a player points at a card and seals the other two; the others look for a set through that card."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from septet.games.game import Move, Seat, Timer
from septet.games.rows import changed
from septet.games.setgame.cards import THIRD, Cards, is_set
from septet.games.setgame.chapters import NEXT, NOSET
from septet.games.setgame.company import OpenCompany
from septet.games.setgame.moves import Noset
from septet.games.setgame.open_table import OpenTable
from septet.games.setgame.options import deals_in
from septet.games.setgame.scout.allowed import menu, refusal, seconds
from septet.games.setgame.scout.coach import ScoutCoach
from septet.games.setgame.scout.moves import Commit, Giveup, Scout, ScoutMove, Second
from septet.games.setgame.scout.notation import ScoutNotation
from septet.games.setgame.scout.options import ScoutOptions
from septet.games.setgame.scout.state import ScoutState, ScoutView, Seen
from septet.games.setgame.scout.study import ScoutStudy
from septet.games.setgame.scout.verdicts import SCOUT_PAYS, Verdict, verdict_on
from septet.games.setgame.scout.view import view, whole
from septet.games.setgame.state import NOBODY, Counts, Terms, added


class ScoutGame(OpenTable[ScoutOptions, ScoutState, ScoutView]):
    name = "scout"
    minutes = 20
    difficulty = 2
    rules = 2  # 1: as in SET
    seats = range(2, 9)
    Options = ScoutOptions
    moves = ScoutMove
    views = ScoutView
    chapters: ClassVar[Mapping[str, str]] = {
        "scouting": "locked one_card out_of_reach card_twice not_the_scout sealed too_early",
        "second": "no_scout own_scout two_cards barred",
        "giveup": "gave_up",
        "mistakes": "frozen",
        "noset": NOSET,
        "end": NEXT,
    }
    refusals = OpenTable.refusals | frozenset(
        "frozen barred gave_up own_scout not_the_scout sealed no_scout too_early one_card two_cards card_twice "
        "out_of_reach".split()
    )
    endings: ClassVar[frozenset[str]] = frozenset({"deals"})
    coach = ScoutCoach("scout")

    def __init__(self) -> None:
        self.notation, self.study, self.company = ScoutNotation(self), ScoutStudy(self), OpenCompany(self)

    # the deal

    def new_state(self, options: ScoutOptions, seats: int) -> ScoutState:
        return ScoutState(options, seats)

    def lay_out(self, state: ScoutState) -> None:
        """Twelve cards face up; nobody has won anything yet."""
        self.lay_open(state)
        state.won, state.debts = ((),) * state.seats, (0,) * state.seats
        state.frozen, state.sunk = NOBODY, ()
        self.forget_round(state)

    def forget_round(self, state: ScoutState) -> None:
        state.phase, state.scout, state.pointed, state.commit = "open", None, "", ()
        state.tried, state.barred, state.given_up = (), NOBODY, NOBODY

    # what may be done

    menu = staticmethod(menu)

    def move_refusal(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        return self.noset_refusal(seen, seat, move.on) if isinstance(move, Noset) else refusal(seen, seat, move)

    def facts(self, state: ScoutState, move: Move) -> dict[str, object]:
        return {**super().facts(state, move), "seat": state.scout or 0}

    # a move

    def act(self, state: ScoutState, seat: Seat, move: Move) -> None:
        match move:
            case Noset(on):
                self.say_noset(state, seat, on)
            case Scout(card):
                state.phase, state.scout, state.pointed = "pointed", seat, card
                state.tell("scout_pointed", seat, (card,))
            case Commit(chosen):
                state.phase, state.commit = "seconding", chosen
                state.tell("scout_committed", seat)
                self.show_if_nobody_seconds(state)
            case Second(chosen):
                state.tries += 1
                self.second(state, seat, chosen)
            case Giveup():
                state.given_up |= {seat}
                state.tell("gave_up", seat)
                self.show_if_nobody_seconds(state)

    def second(self, state: ScoutState, seat: Seat, chosen: Cards) -> None:
        """Who has found what: the five outcomes of a second card."""
        scout, x = state.scout, chosen[0]
        assert scout is not None
        meant, third = (state.pointed, *state.commit), THIRD[state.pointed][x]
        match found := verdict_on(state.table, meant, chosen):
            case Verdict.HIT:
                self.end_round(state, found, {seat: (x,), scout: tuple(card for card in meant if card != x)})
            case Verdict.OTHER_SET:
                self.end_round(state, found, {seat: (x, third), scout: meant})
            case Verdict.SECOND_ALONE:
                self.end_round(state, found, {seat: (state.pointed, x, third)})
            case Verdict.HIT_NO_SET:
                self.end_round(state, found, {})
            case _:
                self.bar(state, seat, chosen)

    def bar(self, state: ScoutState, seat: Seat, chosen: Cards) -> None:
        """Whoever points at a wrong card loses one and is out of this round, which goes on for the others."""
        state.tell("second_tried", seat, chosen)
        state.outcomes += Verdict.WRONG_SECOND
        state.tried += (chosen,)
        state.barred |= {seat}
        if state.options.scout_second_penalty == "lose_card":
            self.lose_card(state, seat)
        self.show_if_nobody_seconds(state)

    def show_if_nobody_seconds(self, state: ScoutState) -> None:
        """When nobody is left who may second, the scout shows his cards."""
        if state.phase == "seconding" and not seconds(state):
            self.show(state)

    def show(self, state: ScoutState) -> None:
        """The scout shows a set that nobody has found, or that there was none."""
        scout, meant = state.scout, (state.pointed, *state.commit)
        assert scout is not None
        state.tries += 1
        if is_set(meant):
            self.end_round(state, Verdict.GIVEN_UP, {scout: meant})
        else:
            self.end_round(state, Verdict.WRONG_SCOUT, {})

    # the end of a round

    def end_round(self, state: ScoutState, how: Verdict, gains: dict[Seat, Cards]) -> None:
        """Cards are won and replaced, and whoever scouted wrongly pays and is frozen."""
        scout = state.scout
        assert scout is not None
        state.outcomes += how
        state.tell(how.event, scout, (state.pointed, *state.commit))
        for winner, won in gains.items():
            state.won = changed(state.won, winner, state.won[winner] + won)
            state.tell("cards_won", winner, won)
        taken = tuple({card: None for won in gains.values() for card in won})
        if state.options.freeze_until == "next_round":
            state.frozen = NOBODY
        elif taken:
            state.frozen &= {scout}
        if how in SCOUT_PAYS:
            self.lose_card(state, scout)
            state.frozen |= {scout}
            state.tell("frozen", scout)
        self.thaw_if_all_frozen(state)
        self.forget_round(state)
        if taken:
            state.take_off(taken, self.on_table)
            self.settle_table(state)
        else:
            self.count_votes(state)

    def thaw_if_all_frozen(self, state: ScoutState) -> None:
        """If everybody is frozen, nobody is."""
        if state.active and state.active <= state.frozen:
            state.frozen = NOBODY
            state.tell("unfrozen")

    def lose_card(self, state: ScoutState, seat: Seat) -> None:
        """The card won last is lost; whoever has none is let off, or owes it."""
        if not state.won[seat]:
            owing = state.options.scout_debt == "debt"
            state.debts = added(state.debts, seat, int(owing))
            state.tell("owes" if owing else "scolded", seat)
            return
        card = state.won[seat][-1]
        state.won = changed(state.won, seat, state.won[seat][:-1])
        state.tell("card_lost", seat, (card,))
        if state.options.lost_card_to == "out":
            state.out += (card,)
        else:
            state.deck, state.sunk = (card, *state.deck), (card, *state.sunk)

    def fine_noset(self, state: ScoutState, seat: Seat) -> None:
        self.lose_card(state, seat)

    def reward_noset(self, state: ScoutState, seat: Seat) -> None:
        pass  # being right is enough: three more cards come

    def go_on_without(self, state: ScoutState) -> None:
        self.thaw_if_all_frozen(state)
        self.show_if_nobody_seconds(state)
        super().go_on_without(state)

    # timers

    def deal_timers(self, state: ScoutState) -> Iterator[Timer]:
        yield from self.noset_timers(state)
        if state.phase == "pointed":
            yield Timer("commit", state.scout, state.options.scout_commit_s)
        if state.phase == "seconding":
            yield Timer("second", None, state.options.second_timeout_s)

    def end_timer(self, state: ScoutState, name: str, seat: Seat | None) -> None:
        match name:
            case "commit":
                state.tell("lock_expired", seat)
                self.end_round(state, Verdict.WRONG_SCOUT, {})
            case "second":
                self.show(state)
            case _:
                self.end_noset_timer(state, name, seat)

    # the end, and the score

    def match_over(self, state: ScoutState) -> str | None:
        return "deals" if state.deal >= self.deals(state) else None

    def deals(self, seen: Seen) -> int:
        return deals_in(seen.options.deals, seen.seats)

    def terms(self, view: ScoutView) -> Terms:
        return Terms(on_table=self.on_table, deals=self.deals(view), votes=view.options.noset_mode != "auto")

    def booked(self, seen: Seen) -> Counts:
        """A point for each card, less what is owed."""
        rows = zip(seen.totals, seen.won, seen.debts, strict=True)
        return tuple(total + len(won) - debt for total, won, debt in rows)

    # what a seat knows

    view, whole = staticmethod(view), staticmethod(whole)

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        yield from seen.sunk
        for won in seen.won:
            yield from won
