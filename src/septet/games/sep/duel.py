"""SEP for two players."""

from collections.abc import Mapping
from typing import ClassVar

from septet.games.chance import Stream
from septet.games.game import Alternating, Outcome, Seat
from septet.games.sep.allowed import fits
from septet.games.sep.cards import ACTION_CARDS, Cards
from septet.games.sep.coach import CircleCoach
from septet.games.sep.effect import Seen
from septet.games.sep.notation import SepNotation
from septet.games.sep.options import SepOptions
from septet.games.sep.rules import CircleGame
from septet.games.sep.state import TOKENS, Last, Player, State
from septet.games.sep.study import DuelStudy
from septet.games.sep.view import Terms, View


def house_rules(seen: Seen) -> SepOptions:
    options: SepOptions = seen.options
    return options


class Sep(CircleGame):
    name = "sep"
    minutes = 15
    difficulty = 2
    seats = range(2, 3)
    ties = True
    leisurely = True
    unit = "tokens"
    goal = TOKENS
    Options = SepOptions
    refusals = CircleGame.refusals | {"must_place_taken"}
    chapters: ClassVar[Mapping[str, str]] = {
        **CircleGame.chapters,
        "reserve": "reserve_empty reserve_does_not_fit nothing_to_place must_place_taken",
    }
    # all seven tokens; more tokens after the last pile; a lead after a tie; more tokens at the turn limit; level
    endings: ClassVar[frozenset[str]] = frozenset({"seven", "tokens", "lead", "turn_limit", "tie"})
    notation, study, company = SepNotation(2, endings), DuelStudy(), Alternating[State]()
    coach = CircleCoach("sep")

    def deal(self, options: SepOptions, seats: int, seed: bytes) -> State:
        state = State(options, seed)
        self.lay_out(state)
        starters = {"first": 0, "second": 1}
        state.mover = starters.get(options.start_player, self.toss(state))
        return state

    def terms(self, view: View) -> Terms:
        return Terms(house_rules(view).pile_count)

    def toss(self, state: State) -> Seat:
        """A fair coin says who starts; it is tossed in any case, so that options do not change the deal."""
        return int(self.shuffle(state, "01", Stream("toss"))[0])

    def reserve_refusal(self, seen: Seen, hand: Cards) -> str | None:
        """The top of the reserve may be taken if it can be placed at once."""
        if not seen.reserve:
            return "reserve_empty"
        top = seen.reserve[-1:]
        if house_rules(seen).reserve_take == "free":
            return None if fits(seen.circle, (*hand, *top)) else "nothing_to_place"
        return None if fits(seen.circle, top) else "reserve_does_not_fit"

    def must_place_taken(self, seen: Seen) -> bool:
        return seen.source == "reserve" and house_rules(seen).reserve_take == "fits_and_place_it"

    def action_refusal(self, seen: Seen) -> str | None:
        """An action turn is always possible: an empty action deck is made anew."""
        return None

    def pass_refusal(self, seen: Seen, hand: Cards) -> str | None:
        """Whoever took from the draw pile may pass; whoever took from the reserve must place."""
        if seen.source == "reserve":
            return "must_place"
        willing = house_rules(seen).number_voluntary_pass
        return None if willing or not fits(seen.circle, hand) else "must_place"

    def pass_costs(self, seen: Seen) -> bool:
        return True

    def may_discard(self, seen: Seen) -> bool:
        return house_rules(seen).action_voluntary_discard

    def discard_costs(self, seen: Seen) -> bool:
        return True

    def payable(self, view: View, earned: int) -> int:
        beyond = earned - view.centre
        if beyond > 0 and house_rules(view).token_empty_centre == "return_only":
            earned = view.centre + beyond // 2  # the opponent returns one, which the next one earned takes
        return min(earned, TOKENS - view.tokens[view.mover])

    def take_action(self, state: State, me: Player, last: Last) -> None:
        """Draw an action card; if there is none, all twelve are shuffled, two dealt to each and one more drawn."""
        if not state.action_draw:
            stream = Stream("actions", 0, state.action_resets + 1)
            state.action_draw, state.action_discard = self.shuffle(state, ACTION_CARDS, stream), ()
            for player in state.players:
                player.action_hand = (self.draw_action(state), self.draw_action(state))
            state.action_resets += 1
            last.new_actions = True
        last.card = self.draw_action(state)
        me.action_hand = (*me.action_hand, last.card)

    def pass_on(self, state: State, card: str) -> None:
        """The card goes face up on the reserve."""
        state.reserve = (*state.reserve, card)

    def take_token(self, state: State, me: Player, last: Last) -> None:
        """A token comes from the centre or, when the centre is empty, from the opponent."""
        if state.centre:
            state.centre -= 1
            me.tokens += 1
            last.from_centre += 1
            return
        opponent = state.players[1 - state.mover]
        opponent.tokens -= 1
        last.from_opponent += 1
        if house_rules(state).token_empty_centre == "take":
            me.tokens += 1
        else:
            state.centre += 1

    def end_with_seven(self, state: State, last: Last) -> None:
        self.end(state, "seven")

    def end(self, state: State, ending: str) -> None:
        state.phase, state.ending = "over", ending

    def end_turn(self, state: State, last: Last) -> None:
        """A lead decides a game that was level; an empty draw pile is made anew or ends the game."""
        options = house_rules(state)
        level = state.players[0].tokens == state.players[1].tokens
        extra = options.tie_extra_piles if options.tie_mode == "sudden_death" else 0
        if state.tie and not level:
            self.end(state, "lead")
        elif not state.draw and state.pile >= options.pile_count and not level:
            self.end(state, "tokens")
        elif not state.draw and state.pile >= options.pile_count + extra:
            self.end(state, "tie")
        elif options.action_voluntary_discard and state.turn >= options.turn_limit:
            self.end(state, "tie" if level else "turn_limit")
        else:
            if not state.draw:
                state.tie = state.pile >= options.pile_count
                self.new_pile(state, last)
            state.phase, state.mover = "choose", 1 - state.mover
            state.turn += 1

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple([player.tokens for player in state.players])

    def outcome(self, state: State) -> Outcome | None:
        if not state.ending:
            return None
        mine, theirs = self.scores(state)
        places = (1, 1) if mine == theirs else (1, 2) if mine > theirs else (2, 1)
        return Outcome(places, (mine, theirs), state.ending)
