"""What a seat of SEP, or of SEP solo, sees as a row of small numbers."""

from septet.bots.layouts import Row, RowLayout, clipped
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS, Cards
from septet.games.sep.moves import ActionTurn, Discard, Draw, Fill, Pass, Place, SepMove, TakeReserve, Use
from septet.games.sep.state import State
from septet.games.sep.view import View

N, A = len(NUMBER_CARDS), len(ACTION_CARDS)
NUMBER = {card: number for number, card in enumerate(NUMBER_CARDS)}
ACTION = {card: number for number, card in enumerate(ACTION_CARDS)}
PHASES = ("choose", "place", "use", "fill", "over")
KINDS: tuple[type[SepMove], ...] = (Draw, TakeReserve, ActionTurn, Place, Pass, Use, Discard, Fill)
COUNTS = (
    "centre my_tokens their_tokens draw_left discard_left action_left their_numbers their_actions pile tie "
    "turn_hundreds turn_rest action_resets after_action round points"
).split()

SEP = RowLayout(
    "sep",
    1,
    (
        ("to_move", (1,), "is it this seat's turn?"),
        ("phase", (5,), "one of " + ", ".join(PHASES)),
        ("from_reserve", (1,), "was this turn's number card taken from the reserve?"),
        ("empty", (6,), "the slot to be filled"),
        ("circle", (6, 3, N), "the cards of each slot, the top one first"),
        ("hand", (N,), "the number cards in the hand"),
        ("taken", (N,), "the one just taken, while it is to be placed"),
        ("shown", (2, N), "cards in the own and in the other hand that all saw being taken"),
        ("reserve", (N,), "the reserve: 1 is its lowest card, and so on"),
        ("discard", (N,), "discarded number cards"),
        ("actions", (A,), "the action cards in the hand"),
        ("action_discard", (A,), "action cards that were played"),
        ("counts", (len(COUNTS),), ", ".join(COUNTS)),
        ("last_mine", (1,), "did this seat make the last move?"),
        ("last_kind", (8,), "the last move: one of " + ", ".join(kind.__name__ for kind in KINDS)),
        ("last_number", (N,), "the number card that it names"),
        ("last_action", (A,), "the action card that it names"),
        ("last_slot", (6,), "the slot that it names"),
        ("last_fill", (1,), "did it fill from the reserve?"),
    ),
)
SEP_ORACLE = RowLayout(
    "sep-oracle",
    1,
    (
        ("their_hand", (N,), "the number cards in the other hand"),
        ("their_actions", (A,), "the action cards in the other hand"),
        ("draw", (N,), "the draw pile: 1 is the card that is drawn next, and so on"),
        ("action_draw", (A,), "the action deck: 1 is the card that is drawn next, and so on"),
    ),
)


def encode(view: View) -> Row:
    """The row of a view."""
    row = SEP.row()
    me = view.seat or 0
    row[SEP.at("to_move")] = view.phase != "over" and view.mover == me
    row[SEP.at("phase") + PHASES.index(view.phase)] = 1
    row[SEP.at("from_reserve")] = view.source == "reserve"
    if view.empty is not None:
        row[SEP.at("empty") + view.empty] = 1
    for slot, stack in enumerate(view.circle):
        for depth, card in enumerate(reversed(stack)):
            row[SEP.at("circle") + (3 * slot + depth) * N + NUMBER[card]] = 1
    _mark(row, "hand", view.number_hand)
    if view.phase == "place" and view.mover == me:
        _mark(row, "taken", view.number_hand[-1:])
    for seat, shown in enumerate(view.shown):
        _mark(row, "shown", shown, N * (seat != me))
    for place, card in enumerate(view.reserve, start=1):
        row[SEP.at("reserve") + NUMBER[card]] = place
    _mark(row, "discard", view.discard)
    _mark_actions(row, "actions", view.action_hand)
    _mark_actions(row, "action_discard", view.action_discard)
    two = len(view.tokens) > 1
    counts = (
        view.centre,
        view.tokens[me],
        view.tokens[1 - me] if two else 0,
        view.draw_left,
        view.discard_left,
        view.action_left,
        view.number_hands[1 - me] if two else 0,
        view.action_hands[1 - me] if two else 0,
        view.pile,
        view.tie,
        view.turn // 100,
        view.turn % 100,
        view.action_resets,
        view.after_action,
        len(view.points),
        sum(view.points),
    )
    start = SEP.at("counts")
    row[start : start + len(counts)] = [clipped(count) for count in counts]
    if view.last:
        row[SEP.at("last_mine")] = view.last.seat == me
        _tell(row, view.last.move)
    return row


def _mark(row: Row, field: str, cards: Cards, further: int = 0) -> None:
    for card in cards:
        row[SEP.at(field) + further + NUMBER[card]] = 1


def _mark_actions(row: Row, field: str, cards: Cards) -> None:
    for card in cards:
        row[SEP.at(field) + ACTION[card]] = 1


def _tell(row: Row, move: SepMove) -> None:
    """The last move; all that it names is known to everybody who sits."""
    row[SEP.at("last_kind") + KINDS.index(type(move))] = 1
    match move:
        case Place(card) | Pass(card):
            row[SEP.at("last_number") + NUMBER[card]] = 1
        case Use(card) | Discard(card):
            row[SEP.at("last_action") + ACTION[card]] = 1
        case Fill(source):
            row[SEP.at("last_fill")] = source == "reserve"
    if isinstance(move, Place | Use):
        row[SEP.at("last_slot") + move.slot] = 1


def encode_oracle(state: State, seat: int) -> Row:
    """What the seat does not see: for critics in training, and for nobody who plays."""
    row = SEP_ORACLE.row()
    if len(state.players) > 1:
        other = state.players[1 - seat]
        for card in other.number_hand:
            row[SEP_ORACLE.at("their_hand") + NUMBER[card]] = 1
        for card in other.action_hand:
            row[SEP_ORACLE.at("their_actions") + ACTION[card]] = 1
    for place, card in enumerate(reversed(state.draw), start=1):
        row[SEP_ORACLE.at("draw") + NUMBER[card]] = place
    for place, card in enumerate(reversed(state.action_draw), start=1):
        row[SEP_ORACLE.at("action_draw") + ACTION[card]] = place
    return row
