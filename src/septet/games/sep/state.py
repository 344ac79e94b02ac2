"""The state of a game of SEP: the whole truth, the hidden cards included."""

from typing import Literal

import msgspec

from septet.games.game import Seat, Why
from septet.games.sep.cards import Cards
from septet.games.sep.combinations import Circle
from septet.games.sep.moves import SepMove, Source
from septet.games.sep.options import CircleOptions

TOKENS = 7

# choose a number or an action turn; place a number card; use an action card; fill the empty slot; the game is over
Phase = Literal["choose", "place", "use", "fill", "over"]


class Player(msgspec.Struct, gc=False):
    """What a seat holds. A card that has just been taken stands last in its hand."""

    number_hand: Cards = ()
    action_hand: Cards = ()
    tokens: int = 0
    shown: frozenset[str] = frozenset()  # number cards in the hand that all saw being taken from the reserve


class Last(msgspec.Struct, gc=False):
    """The last move, and what came of it."""

    seat: Seat
    move: SepMove
    card: str | None = None  # the card that it brought up: drawn, taken, or filled in
    lifted: Cards = ()
    why: tuple[Why, ...] = ()
    from_centre: int = 0
    from_opponent: int = 0
    returned: int = 0
    new_actions: bool = False  # the action cards were shuffled and dealt anew
    new_pile: int = 0  # the size of the new draw pile that the turn's end made
    points: int | None = None  # what the round that ended with this move was worth (solo)


class State(msgspec.Struct, gc=False):
    """All piles stand from bottom to top: the last card is the top one. The discard has no order, and is sorted."""

    options: CircleOptions
    seed: bytes
    shuffles: int = 0
    circle: Circle = ()
    centre: int = TOKENS
    players: tuple[Player, ...] = ()
    draw: Cards = ()
    reserve: Cards = ()
    discard: Cards = ()
    face_down: frozenset[str] = frozenset()  # discarded from a hand, unseen by spectators (solo)
    action_draw: Cards = ()
    action_discard: Cards = ()
    mover: Seat = 0
    phase: Phase = "choose"
    source: Source = "draw"  # where this turn's number card was taken
    empty: int | None = None  # the slot to be filled
    pile: int = 1
    tie: bool = False  # played on after the last pile because the tokens were level
    turn: int = 1
    moves: int = 0
    action_resets: int = 0
    after_action: bool = False  # solo: the next turn must be a number turn
    points: tuple[int, ...] = ()  # solo: the rounds so far
    ending: str = ""
    last: Last | None = None
