"""What may be done in 20/20, why other moves are refused, and whether anybody can do anything at all."""

from septet.games.game import Choose, Move, Seat
from septet.games.setgame.cards import Cards, sets_among
from septet.games.setgame.moves import Abort, Call, Pick
from septet.games.setgame.twenty.moves import Draw, RefreshVote
from septet.games.setgame.twenty.state import MOST, Seen, TwentyState, TwentyView
from septet.games.setgame.twenty.view import hand_of


def reach(seen: Seen, seat: Seat) -> Cards:
    """Your own cards and those of the table."""
    return hand_of(seen, seat) + seen.table


def only_table(seen: Seen, cards: Cards) -> bool:
    """By a house rule three cards of the table are not enough."""
    return not seen.options.tt_table_only and len(cards) == 3 and set(cards) <= set(seen.table)


def anybody_has_a_set(state: TwentyState) -> bool:
    """Can anybody make a set?"""
    return any(not only_table(state, cards) for hand in state.hands for cards in sets_among(hand + state.table))


def is_stuck(state: TwentyState) -> bool:
    """Without votes for a new table: can nobody ever do anything more?"""
    full = all(len(hand) >= MOST for hand in state.hands)
    return state.options.tt_refresh == "off" and full and not anybody_has_a_set(state)


def menu(view: TwentyView, seat: Seat) -> list[Move | Choose]:
    """Every kind of move, with the cards that it may take."""
    cards = tuple(card for card in reach(view, seat) if not only_table(view, (*view.picked, card)))
    picks = Choose("pick", 1, tuple(card for card in cards if card not in view.picked), single=True)
    unpicks = Choose("unpick", 1, view.picked, single=True)
    return [Call(), picks, unpicks, Abort(), Draw(), RefreshVote(), RefreshVote(False)]


def refusal(seen: Seen, seat: Seat, move: Move) -> str | None:
    """Why a move is refused in a deal that runs, if it is."""
    match move:
        case Draw():
            return draw_refusal(seen, seat)
        case RefreshVote(on):
            return vote_refusal(seen, seat, on)
    refused = seen.calling.refusal(seat, move, reach(seen, seat))
    if refused is None and isinstance(move, Pick) and only_table(seen, (*seen.calling.picked, move.card)):
        return "needs_own_card"
    return refused


def draw_refusal(seen: Seen, seat: Seat) -> str | None:
    """One card at a time, never more than nine, and not while somebody shows a set."""
    if seen.calling.holder is not None:
        return "no_draw_now"
    if len(seen.backs[seat]) >= MOST:
        return "hand_full"
    return "draw_cooldown" if seat in seen.drawing else None


def vote_refusal(seen: Seen, seat: Seat, on: bool) -> str | None:
    """Where players vote for a new table: a flag goes up once, and down once."""
    if seen.options.tt_refresh != "vote":
        return "no_votes"
    if (seat in seen.voting.flags) == on:
        return "flag_is_up" if on else "flag_is_down"
    return None
