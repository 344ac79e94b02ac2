"""What a seat of ChipSet sees, and whoever plays the solitaire or CoopSet alone, as a row of small numbers."""

import numpy as np

from septet.bots.layouts import Row, RowLayout, clipped
from septet.games.setgame.cards import FEATURES, NUMBER_OF, PACK, VALUES, Cards
from septet.games.setgame.chipset.pots import owed_by, pot_of
from septet.games.setgame.chipset.state import ChipState, ChipView
from septet.games.setgame.classic.points import booked
from septet.games.setgame.classic.state import SetState, SetView
from septet.games.setgame.coopset.state import CoopState, CoopView

C = len(PACK)
MOST_SLOTS = 21  # so many cards always hold a set
PHASES = ("bet", "ask", "between", "over")
CHIPS = "stack_hundreds stack_rest paid_hundreds paid_rest staked_hundreds staked_rest raises in_hand".split()
CHIP_COUNTS = (
    "pot_hundreds pot_rest owed_hundreds owed_rest carried_hundreds carried_rest deck_left deal phases"
).split()
ALONE_COUNTS = "deck_left points faults".split()

_FACES = np.zeros((C, len(FEATURES), 3), np.int8)
for _card, _number in NUMBER_OF.items():
    for _at, _feature in enumerate(FEATURES):
        _FACES[_number, _at, VALUES[_feature].index(_card[_at])] = 1


def chipset_layout(seats: int) -> RowLayout:
    """The seats stand in the order of the table, from the one that looks."""
    return RowLayout(
        f"chipset-{seats}",
        1,
        (
            ("to_move", (1,), "is it this seat's turn?"),
            ("phase", (len(PHASES),), "one of " + ", ".join(PHASES)),
            ("hand", (C,), "the two cards in the hand"),
            ("table", (C,), "the cards on the table"),
            ("seats", (seats, len(CHIPS)), "of each seat: " + ", ".join(CHIPS)),
            ("spoken", (seats,), "has it spoken in this phase of betting?"),
            ("answered", (seats,), "has it answered whether it shows?"),
            ("shows", (1,), "has this seat answered that it shows?"),
            ("dealer", (seats,), "who deals"),
            ("speaks", (seats,), "whose turn it is to bet"),
            ("counts", (len(CHIP_COUNTS),), ", ".join(CHIP_COUNTS)),
        ),
    )


def chipset_oracle(seats: int) -> RowLayout:
    return RowLayout(
        f"chipset-{seats}-oracle",
        1,
        (
            ("hands", (seats, C), "the cards in each hand"),
            ("showing", (seats,), "who has answered that they show"),
            ("deck", (C,), "the deck: 1 is the card that is laid next, and so on"),
        ),
    )


def _split(number: int) -> tuple[int, int]:
    return clipped(number // 100), number % 100


def encode_chipset(view: ChipView, layout: RowLayout) -> Row:
    """The row of a view."""
    row = layout.row()
    me, seats = view.seat or 0, view.seats
    order = [(me + step) % seats for step in range(seats)]
    asked = view.phase == "ask" and me in view.live and me not in view.answered
    row[layout.at("to_move")] = (view.phase == "bet" and view.mover == me) or asked
    row[layout.at("phase") + PHASES.index(view.phase)] = 1
    for field, cards in (("hand", view.hand), ("table", view.table)):
        _mark(row, layout.at(field), cards)
    table = layout.read(row, "seats")
    for place, seat in enumerate(order):
        stack, paid, staked = (_split(chips[seat]) for chips in (view.stacks, view.paid, view.staked))
        raises = view.raises[seat] if view.raises else 0
        table[place] = (*stack, *paid, *staked, clipped(raises), seat in view.live)
        row[layout.at("spoken") + place] = seat in view.spoken
        row[layout.at("answered") + place] = seat in view.answered
        row[layout.at("dealer") + place] = seat == view.dealer
        row[layout.at("speaks") + place] = view.phase == "bet" and seat == view.mover
    row[layout.at("shows")] = bool(view.exposes)
    owed = owed_by(view, me) if view.staked else 0
    counts = (*_split(pot_of(view)), *_split(owed), *_split(view.carried), view.deck_left, view.deal, view.phases)
    start = layout.at("counts")
    row[start : start + len(counts)] = [clipped(count) for count in counts]
    return row


def encode_chipset_oracle(state: ChipState, seat: int, layout: RowLayout) -> Row:
    """What the seat does not see: for critics in training, and for nobody who plays."""
    row = layout.row()
    for place in range(state.seats):
        other = (seat + place) % state.seats
        _mark(row, layout.at("hands") + C * place, state.hands[other])
        row[layout.at("showing") + place] = other in state.exposing
    _order(row, layout.at("deck"), state.deck)
    return row


ALONE = (
    ("slots", (MOST_SLOTS, len(FEATURES), 3), "the card in each slot of the table, feature by feature"),
    ("gone", (C,), "cards that were taken or are out of play"),
)
SET_SOLO = RowLayout("set-solo", 1, (*ALONE, ("counts", (len(ALONE_COUNTS),), ", ".join(ALONE_COUNTS))))
COOPSET = RowLayout(
    "coopset",
    1,
    (
        *ALONE,
        ("marked", (MOST_SLOTS,), "the mark that the card of each slot stands in: 1, 2 …; 0 is none"),
        ("warned", (1,), "was it said that these marks leave a set?"),
        ("counts", (2,), ", ".join(ALONE_COUNTS[:2])),
    ),
)
DECK_ORACLE = RowLayout("deck-oracle", 1, (("deck", (C,), "the deck: 1 is the card that is laid next, and so on"),))


def _table(row: Row, layout: RowLayout, slots: Cards) -> None:
    faces = layout.read(row, "slots")
    for place, card in enumerate(slots):
        if card:
            faces[place] = _FACES[NUMBER_OF[card]]


def encode_set_solo(view: SetView) -> Row:
    row = SET_SOLO.row()
    _table(row, SET_SOLO, view.slots)
    _mark(row, SET_SOLO.at("gone"), (*view.out, *(card for cards in view.won for card in cards)))
    points = (view.totals if view.phase == "over" else booked(view))[0]
    start = SET_SOLO.at("counts")
    row[start : start + 3] = (view.deck_left, clipped(points), clipped(view.faults[0]))
    return row


def encode_coopset(view: CoopView) -> Row:
    row = COOPSET.row()
    _table(row, COOPSET, view.slots)
    _mark(row, COOPSET.at("gone"), (*view.out, *view.taken))
    for number, mark in enumerate(view.marks, start=1):
        for card in mark:
            row[COOPSET.at("marked") + view.slots.index(card)] = number
    row[COOPSET.at("warned")] = view.warned is not None and set(view.warned) == set(view.marks)
    start = COOPSET.at("counts")
    row[start : start + 2] = (view.deck_left, clipped(view.points))
    return row


def encode_deck(state: SetState | CoopState) -> Row:
    """What lies in the deck, and in which order: for critics in training, and for nobody who plays."""
    row = DECK_ORACLE.row()
    _order(row, 0, state.deck)
    return row


def _mark(row: Row, start: int, cards: Cards) -> None:
    for card in cards:
        row[start + NUMBER_OF[card]] = 1


def _order(row: Row, start: int, deck: Cards) -> None:
    for place, card in enumerate(reversed(deck), start=1):
        row[start + NUMBER_OF[card]] = place
