"""What may be done in Scout, and why other moves are refused."""

from septet.games.game import Choose, Move, Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.choosing import choice_refusal
from septet.games.setgame.moves import Noset
from septet.games.setgame.scout.moves import Commit, Giveup, Scout, Second
from septet.games.setgame.scout.state import ScoutView, Seen
from septet.games.setgame.state import Seats


def shows(seen: Seen) -> int:
    """How many cards a second points at; by a house rule the third card too."""
    return 2 if seen.options.second_shows_third else 1


def seconds(seen: Seen) -> Seats:
    """Those who may still second."""
    return seen.active - {seen.scout} - seen.frozen - seen.barred - seen.given_up


def menu(view: ScoutView) -> list[Move | Choose]:
    """Every kind of move, with the cards that it may take."""
    others = tuple(card for card in view.table if card != view.pointed)
    return [
        Choose("scout", 1, view.table, single=True),
        Choose("commit", 2, others),
        Choose("second", shows(view), others),
        Giveup(),
        Noset(),
        Noset(False),
    ]


def refusal(seen: Seen, seat: Seat, move: Move) -> str | None:
    """Why a move of a round is refused, if it is."""
    match move:
        case Scout(card):
            return scout_refusal(seen, seat, card)
        case Commit(chosen):
            return commit_refusal(seen, seat, chosen)
        case Second(chosen):
            return second_refusal(seen, seat) or choice_refusal(chosen, shows(seen), seen.table, seen.pointed)
    return second_refusal(seen, seat)


def scout_refusal(seen: Seen, seat: Seat, card: str) -> str | None:
    """Anybody who is not frozen points at a card of the table, when nobody else does."""
    if seen.phase != "open":
        return "locked"
    if seat in seen.frozen:
        return "frozen"
    return None if card in seen.table else "out_of_reach"


def commit_refusal(seen: Seen, seat: Seat, chosen: Cards) -> str | None:
    """Two other cards of the table; whether they are a set is not looked at, and they are never changed."""
    if seen.scout != seat:
        return "not_the_scout"
    return choice_refusal(chosen, 2, seen.table, seen.pointed) if seen.phase == "pointed" else "sealed"


def second_refusal(seen: Seen, seat: Seat) -> str | None:
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
