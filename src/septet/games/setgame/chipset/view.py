"""What one seat sees of a game of ChipSet (its own two cards, the table, the chips), and a state guessed from that."""

import random

from septet.games.chance import SEED_BYTES
from septet.games.game import Seat
from septet.games.setgame.cards import Cards, Triple, largest_packing, sets_among
from septet.games.setgame.chipset.state import HAND, ChipState, ChipView, Seen
from septet.games.setgame.state import NOBODY, Seats, shown


def own_sets(hand: Cards, table: Cards) -> list[Triple]:
    """The sets among hand and table that use a card of the hand."""
    return [one for one in sets_among(hand + table) if one[0] in hand]


def counted_sets(seen: Seen, hand: Cards) -> tuple[Triple, ...]:
    """The sets that a hand has with the table; they may share cards, unless a house rule says no."""
    found = own_sets(hand, seen.table)
    return largest_packing(found) if seen.options.chip_disjoint else tuple(found)


def hand_of(seen: Seen, seat: Seat) -> Cards:
    """The hand of a seat; a view has only that of its own."""
    return seen.hands[seat] if isinstance(seen, ChipState) else seen.hand


def view(state: ChipState, seat: Seat | None) -> ChipView:
    return ChipView(
        *shown(state),
        stacks=state.stacks,
        paid=state.paid,
        staked=state.staked,
        carried=state.carried,
        live=state.live,
        bust=state.bust,
        mover=state.mover,
        spoken=state.spoken,
        raises=state.raises,
        phases=state.phases,
        turns=state.turns,
        answered=state.answered,
        backs=state.backs,
        marks=state.marks,
        dealt=state.dealt,
        all_phases=state.all_phases,
        exposures=state.exposures,
        splits=state.splits,
        seat=seat,
        deck_left=len(state.deck),
        hand=() if seat is None else state.hands[seat],
        exposes=None if seat is None else seat in state.exposing,
    )


def whole(view: ChipView, unseen: list[str], rng: random.Random) -> ChipState:
    hands, exposing, deck = _answers(view, unseen, rng)
    return ChipState(
        *shown(view),
        seed=rng.randbytes(SEED_BYTES),
        deck=deck,
        hands=hands,
        exposing=exposing,
        stacks=view.stacks,
        paid=view.paid,
        staked=view.staked,
        carried=view.carried,
        live=view.live,
        bust=view.bust,
        mover=view.mover,
        spoken=view.spoken,
        raises=view.raises,
        phases=view.phases,
        turns=view.turns,
        answered=view.answered,
        backs=view.backs,
        marks=view.marks,
        dealt=view.dealt,
        all_phases=view.all_phases,
        exposures=view.exposures,
        splits=view.splits,
    )


def _answers(view: ChipView, unseen: list[str], rng: random.Random) -> tuple[tuple[Cards, ...], Seats, Cards]:
    """Hands, who shows, and the deck: whoever has answered may have answered either, but shows only with a set."""
    others = [seat for seat in view.answered if seat != view.seat]
    mine = frozenset({view.seat}) if view.seat is not None and view.exposes else NOBODY
    while True:
        rng.shuffle(unseen)
        left = list(unseen)
        hands = tuple(_hand(view, seat, left) for seat in range(view.seats))
        exposing = frozenset(seat for seat in others if rng.random() < 0.5)
        if not view.options.expose_check or all(own_sets(hands[seat], view.table) for seat in exposing):
            return hands, exposing | mine, tuple(left)


def _hand(view: ChipView, seat: Seat, left: list[str]) -> Cards:
    if seat == view.seat:
        return view.hand
    if view.backs[seat] or seat in view.bust:
        return view.backs[seat]
    return tuple(sorted(left.pop() for _ in range(HAND)))
