"""SET itself: call, show three cards that are a set, and take them."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec

from septet.games.game import Choose, Move, Seat, Timer
from septet.games.rows import changed
from septet.games.setgame import lock
from septet.games.setgame.cards import Cards, failing, is_set
from septet.games.setgame.chapters import CALLS, NEXT, NOSET
from septet.games.setgame.choosing import choice_refusal
from septet.games.setgame.classic.coach import SetCoach
from septet.games.setgame.classic.company import SetCompany
from septet.games.setgame.classic.moves import Claim, SetMove
from septet.games.setgame.classic.notation import SetNotation
from septet.games.setgame.classic.options import ClassicOptions, SetOptions, tie_break
from septet.games.setgame.classic.points import booked, breaks_ties
from septet.games.setgame.classic.state import Seen, SetState, SetView, deals, forget_deal
from septet.games.setgame.classic.study import SetStudy
from septet.games.setgame.classic.view import view, whole
from septet.games.setgame.moves import Abort, Call, Noset, Pick, Unpick
from septet.games.setgame.open_table import OpenTable
from septet.games.setgame.rules import Worth
from septet.games.setgame.state import NOBODY, Terms, added


class Set(OpenTable[ClassicOptions, SetState, SetView]):
    name = "set"
    minutes = 12
    difficulty = 1
    # 1: an empty deck was not checked, one claim ended a deal that all vote about, a free time-out froze
    rules = 2
    seats = range(2, 17)
    Options: ClassVar[type[msgspec.Struct]] = SetOptions
    moves = SetMove
    views = SetView
    chapters: ClassVar[Mapping[str, str]] = {
        "claim": f"{CALLS} call_first claim_directly three_cards",
        "mistakes": "frozen",
        "noset": NOSET,
        "match": NEXT,
    }
    refusals = OpenTable.refusals | frozenset(
        "cooldown frozen no_call call_first claim_directly out_of_reach card_twice not_picked three_cards".split()
    )
    endings: ClassVar[frozenset[str]] = frozenset({"deals"})
    coach: SetCoach = SetCoach("set")

    def __init__(self) -> None:
        self.notation, self.study, self.company = SetNotation(self), SetStudy(self), SetCompany(self)

    # the deal

    def new_state(self, options: ClassicOptions, seats: int) -> SetState:
        nothing = (0,) * seats
        return SetState(options, seats, sets=nothing, all_faults=nothing)

    def lay_out(self, state: SetState) -> None:
        """Twelve cards face up; nobody has won anything yet."""
        self.lay_open(state)
        forget_deal(state)

    # what may be done

    def menu(self, view: SetView) -> list[Move | Choose]:
        cards = view.table
        return [
            Call(),
            Choose("claim", 3, cards),
            Choose("pick", 1, tuple(card for card in cards if card not in view.picked), single=True),
            Choose("unpick", 1, view.picked, single=True),
            Abort(),
            Noset(),
            Noset(False),
        ]

    def move_refusal(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        direct = seen.options.claim_mode == "direct"
        match move:
            case Noset(on):
                return self.noset_refusal(seen, seat, on)
            case Call() if direct:
                return "claim_directly"
            case Claim(cards):
                if not direct:
                    return "call_first"
                return seen.calling.call_refusal(seat) or choice_refusal(cards, 3, seen.table)
        return seen.calling.refusal(seat, move, seen.table)

    def claim_noset_refusal(self, seen: Seen, seat: Seat) -> str | None:
        return seen.calling.call_refusal(seat)

    def facts(self, state: SetState, move: Move) -> dict[str, object]:
        return {**super().facts(state, move), "seat": state.calling.holder or 0}

    # a move

    def act(self, state: SetState, seat: Seat, move: Move) -> None:
        match move:
            case Noset(on):
                self.say_noset(state, seat, on)
            case Claim(cards):
                self.judge(state, seat, cards)
            case Abort():
                self.fail(state, seat, "abort")
            case Call() | Pick() | Unpick():
                lock.use(state, seat, move)
                if len(state.calling.picked) == 3:
                    self.judge(state, seat, state.calling.picked)

    def judge(self, state: SetState, seat: Seat, cards: Cards) -> None:
        """Three cards are shown: they are a set, or it was a false call."""
        if is_set(cards):
            lock.release(state)
            state.tell("set_taken", seat, cards)
            self.take(state, seat, cards)
        else:
            self.fail(state, seat, "false_call", cards)

    def take(self, state: SetState, seat: Seat, cards: Cards) -> None:
        """The three cards are a point at the end of the deal, and whoever was frozen until the next set is free."""
        state.calling = state.calling.thawed()
        state.won = changed(state.won, seat, state.won[seat] + cards)
        state.take_off(cards, self.on_table)
        self.settle_table(state)

    def fail(self, state: SetState, seat: Seat, what: str, cards: Cards = ()) -> None:
        """A false call, one that was withdrawn, or one that nobody followed up in time: the cards stay."""
        free = what == "lock_expired" and state.options.timeout_cost == "free"
        excused = free and self.rules > 1
        lock.release(state)
        cost = 0 if free else state.options.false_call_cost
        state.tell(what, seat, cards, -cost, failing(cards) if cards else ())
        state.calling = state.calling.excusing(seat) if excused else state.calling.accusing(seat)
        self.cool(state, seat)
        if not free:
            state.faults = added(state.faults, seat, 1)
        state.voting = state.voting.lowered(seat)
        if state.options.false_call_freeze == "until_next_set" and not excused:
            state.calling = state.calling.froze(seat)
            self.thaw_if_all_frozen(state)
        self.count_votes(state)

    def cool(self, state: SetState, seat: Seat) -> None:
        """A false caller rests a moment before the next call."""
        if self.cooldown_s(state, seat):
            state.calling = state.calling.cooled(seat)

    def cooldown_s(self, state: SetState, seat: Seat) -> int:
        freeze = state.options.false_call_freeze
        if isinstance(freeze, int) and seat not in state.calling.excused:
            return freeze
        return state.options.cooldown_s

    def thaw_if_all_frozen(self, state: SetState) -> None:
        """Or nobody could ever take a set again."""
        if state.active <= state.calling.frozen:
            state.calling = state.calling.thawed()

    def fine_noset(self, state: SetState, seat: Seat) -> None:
        state.faults = added(state.faults, seat, 1)
        state.calling = state.calling.accusing(seat)
        self.cool(state, seat)

    def reward_noset(self, state: SetState, seat: Seat) -> None:
        state.bonus = added(state.bonus, seat, state.options.noset_reward)

    def go_on_without(self, state: SetState) -> None:
        if state.active:
            self.thaw_if_all_frozen(state)
        super().go_on_without(state)

    # timers

    def deal_timers(self, state: SetState) -> Iterator[Timer]:
        calling = state.calling
        if calling.holder is not None:
            yield Timer("pick", calling.holder, state.options.pick_timeout_s)
        for seat in calling.cooling:
            yield Timer("cooldown", seat, self.cooldown_s(state, seat))
        yield from self.noset_timers(state)

    def end_timer(self, state: SetState, name: str, seat: Seat | None) -> None:
        match name, seat:
            case "pick", int():
                self.fail(state, seat, "lock_expired")
            case "cooldown", int():
                state.calling = state.calling.rested(seat)
            case _:
                self.end_noset_timer(state, name, seat)

    def start_deal(self, state: SetState) -> None:
        """Whoever has joined plays from now on."""
        state.joining = NOBODY
        super().start_deal(state)

    # the end, and the score

    def end_deal(self, state: SetState) -> None:
        state.sets = tuple(sets + len(won) // 3 for sets, won in zip(state.sets, state.won, strict=True))
        state.all_faults = tuple(map(sum, zip(state.all_faults, state.faults, strict=True)))
        super().end_deal(state)

    def match_over(self, state: SetState) -> str | None:
        """After all deals; a tie for the first place may get one deal more."""
        agreed = deals(state)
        level = state.totals.count(max(state.totals)) > 1
        if tie_break(state.options) == "extra_deal" and state.deal == agreed and level:
            return None
        return "deals" if state.deal >= agreed else None

    def terms(self, view: SetView) -> Terms:
        options = view.options
        votes, direct = options.noset_mode != "auto", options.claim_mode == "direct"
        return Terms(on_table=self.on_table, deals=deals(view), votes=votes, direct=direct)

    booked = staticmethod(booked)

    def worth(self, state: SetState) -> list[Worth]:
        return list(zip(self.scores(state), breaks_ties(state), strict=True))

    # what a seat knows

    view, whole = staticmethod(view), staticmethod(whole)

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        for cards in seen.won:
            yield from cards
