"""SEP for one player: a round, or a match of two (A) or three (B)."""

from collections.abc import Mapping
from typing import ClassVar

from septet.games.game import Company, Outcome
from septet.games.sep.allowed import fits
from septet.games.sep.cards import Cards
from septet.games.sep.coach import SoloCoach
from septet.games.sep.effect import Seen
from septet.games.sep.moves import Discard, Fill, Pass, Place, Use
from septet.games.sep.notation import SepNotation
from septet.games.sep.options import ROUNDS, SepSoloOptions
from septet.games.sep.rules import CircleGame
from septet.games.sep.state import TOKENS, Last, Player, State
from septet.games.sep.study import SoloStudy
from septet.games.sep.view import Terms, View

TARGETS = {"a": 7, "b": 11}


def house_rules(seen: Seen) -> SepSoloOptions:
    options: SepSoloOptions = seen.options
    return options


class SepSolo(CircleGame):
    name = "sep-solo"
    minutes = 8
    difficulty = 2
    rules = 2  # 1: whoever stopped had lost, also what could no longer be lost
    seats = range(1, 2)
    chapter = "solo"
    Options = SepSoloOptions
    chapters: ClassVar[Mapping[str, str]] = {**CircleGame.chapters, "solo": "no_reserve action_after_action"}
    refusals = (CircleGame.refusals - {"reserve_empty", "reserve_does_not_fit", "nothing_to_place"}) | {
        "no_reserve",
        "action_after_action",
    }
    # how the last round ended: all seven tokens; the last action card was played; the last pile was used up
    endings: ClassVar[frozenset[str]] = frozenset({"seven", "last_action", "piles"})
    notation, study, coach = SepNotation(1, endings), SoloStudy(), SoloCoach("sep-solo")

    def __init__(self) -> None:
        self.company = SoloCompany(self)

    def deal(self, options: SepSoloOptions, seats: int, seed: bytes) -> State:
        state = State(options, seed)
        self.lay_out(state)
        return state

    def terms(self, view: View) -> Terms:
        options = house_rules(view)
        return Terms(options.solo_piles, ROUNDS[options.solo_match], TARGETS.get(options.solo_match))

    def reserve_refusal(self, seen: Seen, hand: Cards) -> str | None:
        return "no_reserve"

    def action_refusal(self, seen: Seen) -> str | None:
        """Between two action turns there must be a number turn."""
        return "action_after_action" if seen.after_action else None

    def pass_refusal(self, seen: Seen, hand: Cards) -> str | None:
        """What can be placed must be placed."""
        willing = house_rules(seen).solo_voluntary_pass
        return None if willing or not fits(seen.circle, hand) else "must_place"

    def pass_costs(self, seen: Seen) -> bool:
        return house_rules(seen).solo_pass_penalty

    def discard_costs(self, seen: Seen) -> bool:
        return house_rules(seen).solo_action_penalty

    def payable(self, view: View, earned: int) -> int:
        return min(earned, view.centre)

    def take_action(self, state: State, me: Player, last: Last) -> None:
        """The action cards are never shuffled again; the last two may be played from the hand (all_twelve)."""
        if state.action_draw:
            last.card = self.draw_action(state)
            me.action_hand = (*me.action_hand, last.card)
        state.after_action = True

    def pass_on(self, state: State, card: str) -> None:
        """The card goes face down on the discard pile."""
        state.discard = tuple(sorted((*state.discard, card)))
        state.face_down |= {card}

    def take_token(self, state: State, me: Player, last: Last) -> None:
        state.centre -= 1
        me.tokens += 1
        last.from_centre += 1

    def end_with_seven(self, state: State, last: Last) -> None:
        """Each card that is left in the action deck is worth a point."""
        self.end_round(state, last, len(state.action_draw), "seven")

    def end_turn(self, state: State, last: Last) -> None:
        """The round is lost with the last action card, or with the last pile: a point for each token left."""
        options = house_rules(state)
        acted = isinstance(last.move, Use | Discard | Fill)
        spent = not state.action_draw
        if options.solo_last_action == "all_twelve":
            spent = spent and not state.players[0].action_hand
        if acted and spent:
            self.end_round(state, last, -state.centre, "last_action")
        elif not state.draw and state.pile >= options.solo_piles:
            self.end_round(state, last, -state.centre, "piles")
        else:
            if not state.draw:
                self.new_pile(state, last)
            if isinstance(last.move, Place) or (isinstance(last.move, Pass) and options.solo_between == "turn"):
                state.after_action = False
            state.phase = "choose"
            state.turn += 1

    def end_round(self, state: State, last: Last, points: int, ending: str) -> None:
        """Write the points down; the next round of a match is dealt at once."""
        last.points = points
        state.points = (*state.points, points)
        if len(state.points) == ROUNDS[house_rules(state).solo_match]:
            state.phase, state.ending = "over", ending
        else:
            self.lay_out(state)
            state.turn += 1

    def scores(self, state: State) -> tuple[int, ...]:
        return (sum(state.points),)

    def outcome(self, state: State) -> Outcome | None:
        if not state.ending:
            return None
        options = house_rules(state)
        (score,) = self.scores(state)
        if options.solo_match == "single":
            won = state.players[0].tokens == TOKENS
        elif options.solo_match == "b" and options.solo_b_target == "exactly":
            won = score == TARGETS["b"]
        else:
            won = score >= TARGETS[options.solo_match]
        return Outcome((1,), (score,), state.ending, won)


class SoloCompany(Company[State]):
    def __init__(self, game: SepSolo) -> None:
        self.game = game

    def surely_won(self, state: State) -> bool:
        """Whoever stops early keeps a win that the rounds to come could not undo: each costs seven points at most."""
        options = house_rules(state)
        exactly = options.solo_match == "b" and options.solo_b_target == "exactly"
        if self.game.rules < 2 or options.solo_match == "single" or exactly:
            return False
        to_come = ROUNDS[options.solo_match] - len(state.points)
        return sum(state.points) - TOKENS * to_come >= TARGETS[options.solo_match]
