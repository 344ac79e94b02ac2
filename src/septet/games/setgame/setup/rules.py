"""SetUp: whoever lays a card that makes a set, and is found out, takes the whole table."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from septet.games.chance import Stream
from septet.games.game import Choose, Move, Seat, Timer
from septet.games.rows import changed
from septet.games.setgame.cards import THIRD, Cards, failing, is_set
from septet.games.setgame.chapters import NEXT
from septet.games.setgame.choosing import choice_refusal
from septet.games.setgame.company import FamilyCompany
from septet.games.setgame.options import deals_in
from septet.games.setgame.rules import FamilyRules
from septet.games.setgame.setup.coach import SetupCoach
from septet.games.setgame.setup.moves import Challenge, PlayCard, SetupMove
from septet.games.setgame.setup.notation import SetupNotation
from septet.games.setgame.setup.options import SetupOptions
from septet.games.setgame.setup.state import HAND, Seen, SetupState, SetupView
from septet.games.setgame.setup.study import SetupStudy
from septet.games.setgame.setup.view import hand_of, view, whole
from septet.games.setgame.state import NOBODY, Counts, Terms, added

TURN_S = 30


def makes_a_set(row: Cards) -> bool:
    """Does the last card make a set with two others?"""
    last, others = row[-1], set(row[:-1])
    return any(THIRD[last][card] in others for card in others)


class SetUp(FamilyRules[SetupOptions, SetupState, SetupView]):
    name = "setup"
    minutes = 25
    difficulty = 2
    seats = range(2, 9)
    Options = SetupOptions
    moves = SetupMove
    views = SetupView
    chapters: ClassVar[Mapping[str, str]] = {
        "turn": "not_your_turn not_in_hand window_open closing",
        "challenge": "nothing_to_challenge own_card barred two_cards card_twice out_of_reach",
        "match": NEXT,
    }
    refusals = FamilyRules.refusals | frozenset(
        "not_your_turn window_open closing not_in_hand nothing_to_challenge own_card barred two_cards card_twice "
        "out_of_reach".split()
    )
    endings: ClassVar[frozenset[str]] = frozenset({"deals"})
    waits = FamilyRules.waits | {"turn"}
    coach = SetupCoach("setup")

    def __init__(self) -> None:
        self.notation, self.study, self.company = SetupNotation(self), SetupStudy(self), FamilyCompany(self)

    # the deal

    def new_state(self, options: SetupOptions, seats: int) -> SetupState:
        return SetupState(options, seats)

    def lay_out(self, state: SetupState) -> None:
        """Four cards to each; the player at the dealer's left begins on an empty table."""
        state.phase, state.slots = "play", ()
        state.hands = tuple(tuple(sorted(state.draw(HAND))) for _ in range(state.seats))
        state.mover, state.player = (state.dealer + 1) % state.seats, None
        state.window = state.closing = False
        state.barred = NOBODY
        state.taken, state.fines = ((),) * state.seats, (0,) * state.seats

    # what may be done

    def menu(self, view: SetupView) -> list[Move | Choose]:
        return [Choose("play", 1, view.hand, single=True), Choose("challenge", 2, view.slots[:-1])]

    def move_refusal(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        if isinstance(move, Challenge):
            return self.challenge_refusal(seen, seat, move.cards)
        assert isinstance(move, PlayCard)
        return self.play_refusal(seen, seat, move.card)

    def play_refusal(self, seen: Seen, seat: Seat, card: str) -> str | None:
        """A card of the own hand, by turns, and not before the others have had time to look."""
        if seen.closing:
            return "closing"
        if seat != seen.mover:
            return "not_your_turn"
        if seen.window:
            return "window_open"
        return None if card in hand_of(seen, seat) else "not_in_hand"

    def challenge_refusal(self, seen: Seen, seat: Seat, chosen: Cards) -> str | None:
        """Two cards of the table, named by anybody but the player of the last card."""
        if seen.player is None:
            return "nothing_to_challenge"
        if seat == seen.player:
            return "own_card"
        if seat in seen.barred:
            return "barred"
        return choice_refusal(chosen, 2, seen.slots, seen.slots[-1])

    def facts(self, state: SetupState, move: Move) -> dict[str, object]:
        return {**super().facts(state, move), "seat": state.mover}

    # a move

    def act(self, state: SetupState, seat: Seat, move: Move) -> None:
        match move:
            case PlayCard(card):
                self.play(state, seat, card)
            case Challenge(chosen):
                self.challenge(state, seat, chosen)

    def play(self, state: SetupState, seat: Seat, card: str) -> None:
        """One card on the table, and one from the pile for it; the others look whether it makes a set."""
        kept = tuple(one for one in state.hands[seat] if one != card)
        state.hands = changed(state.hands, seat, tuple(sorted(kept + state.draw(1))))
        state.slots += (card,)
        state.rev += 1
        state.plays += 1
        state.player, state.mover, state.barred = seat, (seat + 1) % state.seats, NOBODY
        state.tell("card_played", seat, (card,))
        self.open_window(state)

    def open_window(self, state: SetupState) -> None:
        """Time to look at the card; by house rules the table looks itself, and after the last card nobody waits."""
        options, checked = state.options, state.options.setup_check == "auto"
        more = any(state.hands) if options.setup_end == "hands_empty" else state.deck
        state.closing = not more
        state.window = bool(options.setup_window_s) and not state.closing
        if checked and makes_a_set(state.slots):
            self.pick_up(state)
        elif state.closing and (checked or not options.setup_last_window_s):
            self.end_deal(state)

    def challenge(self, state: SetupState, seat: Seat, chosen: Cards) -> None:
        """Whoever names two cards that make a set with the last one is right."""
        three = (*chosen, state.slots[-1])
        if is_set(three):
            state.tell("challenge_ok", seat, chosen)
            self.pick_up(state)
        else:
            state.tell("challenge_bad", seat, chosen, features=failing(three))
            self.bar(state, seat)

    def pick_up(self, state: SetupState) -> None:
        """Whoever played the last card takes all cards of the table; the next player leads."""
        seat = state.player
        assert seat is not None
        state.taken = changed(state.taken, seat, state.taken[seat] + state.slots)
        state.pick_ups += (len(state.slots),)
        state.tries += 1
        state.tell("pile_taken", seat, number=len(state.slots))
        state.slots, state.player, state.window = (), None, False
        state.rev += 1
        if state.closing:
            self.end_deal(state)

    def bar(self, state: SetupState, seat: Seat) -> None:
        """A wrong challenge bars a player until the next card."""
        penalty = state.options.setup_false_penalty
        state.tries += 1
        if penalty != "none":
            state.barred |= {seat}
        if penalty == "bar_and_1":
            state.fines = added(state.fines, seat, 1)

    # timers

    def deal_timers(self, state: SetupState) -> Iterator[Timer]:
        if state.closing:
            yield Timer("last_window", None, state.options.setup_last_window_s)
        elif state.window:
            yield Timer("window", None, state.options.setup_window_s, state.plays)
        else:
            yield Timer("turn", state.mover, TURN_S, state.plays)

    def end_timer(self, state: SetupState, name: str, seat: Seat | None) -> None:
        """The others have had time to look, or the table plays any card for whoever took too long."""
        match name:
            case "window":
                state.window = False
            case "last_window":
                self.end_deal(state)
            case "turn":
                hand = state.shuffle(state.hands[state.mover], Stream("card", state.deal, state.plays))
                self.play(state, state.mover, hand[0])

    # the end, and the score

    def match_over(self, state: SetupState) -> str | None:
        return "deals" if state.deal >= self.deals(state) else None

    def deals(self, seen: Seen) -> int:
        return deals_in(seen.options.deals, seen.seats)

    def terms(self, view: SetupView) -> Terms:
        return Terms(on_table=self.on_table, deals=self.deals(view))

    def booked(self, seen: Seen) -> Counts:
        """Every card taken is a point lost."""
        rows = zip(seen.totals, seen.taken, seen.fines, strict=True)
        return tuple(total - len(taken) - fine for total, taken, fine in rows)

    # what a seat knows

    view, whole = staticmethod(view), staticmethod(whole)

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        for taken in seen.taken:
            yield from taken

    def held(self, view: SetupView) -> Cards:
        return view.hand
