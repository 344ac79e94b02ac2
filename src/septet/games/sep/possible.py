"""Which positions of SEP a game can come to, as far as they can be told from others by a rule."""

from septet.games.errors import BadText
from septet.games.sep.allowed import fits
from septet.games.sep.drawing import plays_all_twelve
from septet.games.sep.options import ROUNDS, SepOptions, SepSoloOptions
from septet.games.sep.state import TOKENS, State


def impossible(state: State) -> BadText | None:
    """Why no game comes to this position, if a rule says so."""
    seven = TOKENS in [player.tokens for player in state.players]
    if state.ending:
        return BadText("bad_ending", text=state.ending) if seven != (state.ending == "seven") else None
    if seven:
        return BadText("already_won", tokens=TOKENS)
    return _taken(state) or _piles(state) or _alone(state)


def _taken(state: State) -> BadText | None:
    """Whoever takes from the reserve can place."""
    if state.phase != "place" or state.source != "reserve":
        return None
    hand = state.players[state.mover].number_hand
    free = isinstance(state.options, SepOptions) and state.options.reserve_take == "free"
    return None if fits(state.circle, hand if free else hand[-1:]) else BadText("taken_in_vain", card=hand[-1])


def _piles(state: State) -> BadText | None:
    """A pile that runs out is made anew at the end of a turn, as often as was agreed; a tie is played on level."""
    options = state.options
    if not state.draw and not (state.phase == "place" and state.source == "draw"):
        return BadText("pile_empty")
    if isinstance(options, SepSoloOptions):
        agreed, extra = options.solo_piles, 0
    else:
        agreed, extra = options.pile_count, options.tie_extra_piles if options.tie_mode == "sudden_death" else 0
    low, high = (agreed + 1, agreed + extra) if state.tie else (1, agreed)
    if not low <= state.pile <= high:
        return BadText("no_such_pile", pile=state.pile, low=low, high=high) if low <= high else BadText("no_tie")
    level = len({player.tokens for player in state.players}) == 1
    return BadText("tie_not_level") if state.tie and state.phase != "fill" and not level else None


def _alone(state: State) -> BadText | None:
    """Alone, the last action card ends the round, and a match has so many rounds."""
    options = state.options
    if not isinstance(options, SepSoloOptions):
        return None
    spent = not state.action_draw and not (plays_all_twelve(options) and state.players[0].action_hand)
    if spent and state.phase in {"choose", "place"}:
        return BadText("actions_spent")
    over = len(state.points) >= ROUNDS[options.solo_match]
    return BadText("rounds_over", rounds=ROUNDS[options.solo_match]) if over else None
