"""What one seat sees of a game of SEP, and a whole state guessed from it."""

import random

import msgspec
from msgspec.structs import replace

from septet.games.chance import SEED_BYTES
from septet.games.game import Seat
from septet.games.sep.cards import ACTION_CARDS, HIDDEN, NUMBER_CARDS, Cards
from septet.games.sep.combinations import Circle
from septet.games.sep.moves import ActionTurn, Draw, Pass, Source
from septet.games.sep.options import CircleOptions
from septet.games.sep.state import Last, Phase, Player, State

NOBODY = Player()


class View(msgspec.Struct, frozen=True, gc=False):
    """All that a seat sees or could remember. Piles stand from bottom to top, heaps without order are sorted."""

    options: CircleOptions
    seat: Seat | None
    mover: Seat
    phase: Phase
    circle: Circle
    centre: int
    tokens: tuple[int, ...]
    reserve: Cards
    discard: Cards  # those of the discarded number cards that this seat has seen
    discard_left: int
    draw_left: int
    action_discard: Cards
    action_left: int
    number_hand: Cards
    action_hand: Cards
    number_hands: tuple[int, ...]  # how many cards each seat holds
    action_hands: tuple[int, ...]
    shown: tuple[Cards, ...]  # number cards in each hand that all saw being taken
    source: Source
    empty: int | None
    pile: int
    tie: bool
    turn: int
    moves: int
    action_resets: int
    after_action: bool
    points: tuple[int, ...]
    ending: str
    last: Last | None


class Terms(msgspec.Struct, frozen=True, gc=False):
    """What was agreed on: how many draw piles a game has; alone, the rounds of a match and the points that win it."""

    piles: int
    rounds: int = 1
    target: int | None = None


def view(state: State, seat: Seat | None) -> View:
    players = state.players
    me = players[seat] if seat is not None else NOBODY
    tokens, numbers, actions, shown = zip(*[_open(player) for player in players], strict=True)
    return View(
        options=state.options,
        seat=seat,
        mover=state.mover,
        phase=state.phase,
        circle=state.circle,
        centre=state.centre,
        tokens=tokens,
        reserve=state.reserve,
        discard=_discard(state, seat),
        discard_left=len(state.discard),
        draw_left=len(state.draw),
        action_discard=state.action_discard,
        action_left=len(state.action_draw),
        number_hand=me.number_hand,
        action_hand=me.action_hand,
        number_hands=numbers,
        action_hands=actions,
        shown=shown,
        source=state.source,
        empty=state.empty,
        pile=state.pile,
        tie=state.tie,
        turn=state.turn,
        moves=state.moves,
        action_resets=state.action_resets,
        after_action=state.after_action,
        points=state.points,
        ending=state.ending,
        last=_as_seen(state.last, seat, len(players)),
    )


def _open(player: Player) -> tuple[int, int, int, Cards]:
    """What everybody knows of a player."""
    shown = tuple(sorted(player.shown)) if player.shown else ()
    return player.tokens, len(player.number_hand), len(player.action_hand), shown


def turned(seen: View, state: State, seat: Seat | None) -> View:
    """What another seat sees of the same moment: all but what is not open to everybody."""
    me = state.players[seat] if seat is not None else NOBODY
    return replace(
        seen,
        seat=seat,
        discard=_discard(state, seat),
        number_hand=me.number_hand,
        action_hand=me.action_hand,
        last=_as_seen(state.last, seat, len(state.players)),
    )


def _discard(state: State, seat: Seat | None) -> Cards:
    if seat is not None or not state.face_down:
        return state.discard
    return tuple([card for card in state.discard if card not in state.face_down])


def _as_seen(last: Last | None, seat: Seat | None, seats: int) -> Last | None:
    """Others do not see what was drawn; spectators of a solo game do not see what was discarded from the hand."""
    if last is None or last.seat == seat:
        return last
    match last.move:
        case Draw() | ActionTurn():
            last = replace(last, card=None)
        case Pass() if seats == 1:
            last = replace(last, move=Pass(HIDDEN))
    return last


def named(view: View) -> frozenset[str]:
    """Every card that the view names, and the shuffles that brought it: after a shuffle, known cards are news again."""
    piles = (
        *view.circle,
        view.reserve,
        view.discard,
        view.action_discard,
        view.number_hand,
        view.action_hand,
    )
    shuffles = {f"pile {view.pile}", f"action deck {view.action_resets}", f"round {len(view.points)}"}
    return frozenset(card for pile in (*piles, *view.shown) for card in pile) | shuffles


def guess(view: View, rng: random.Random) -> State:
    """A state that would look like this view: what it does not name is dealt at random."""
    seen = named(view)
    numbers = _mixed(NUMBER_CARDS, seen, rng)
    actions = _mixed(ACTION_CARDS, seen, rng)
    players = tuple(_player(view, seat, numbers, actions) for seat in range(len(view.tokens)))
    face_down = [numbers.pop() for _ in range(view.discard_left - len(view.discard))]
    return State(
        options=view.options,
        seed=rng.randbytes(SEED_BYTES),
        circle=view.circle,
        centre=view.centre,
        players=players,
        draw=tuple(numbers),
        reserve=view.reserve,
        discard=tuple(sorted((*view.discard, *face_down))),
        face_down=frozenset(face_down),
        action_draw=tuple(actions),
        action_discard=view.action_discard,
        mover=view.mover,
        phase=view.phase,
        source=view.source,
        empty=view.empty,
        pile=view.pile,
        tie=view.tie,
        turn=view.turn,
        moves=view.moves,
        action_resets=view.action_resets,
        after_action=view.after_action,
        points=view.points,
        ending=view.ending,
        last=_as_it_was(view, players, face_down or numbers, rng),
    )


def _mixed(cards: Cards, seen: frozenset[str], rng: random.Random) -> list[str]:
    unseen = [card for card in cards if card not in seen]
    rng.shuffle(unseen)
    return unseen


def _player(view: View, seat: Seat, numbers: list[str], actions: list[str]) -> Player:
    if seat == view.seat:
        return Player(view.number_hand, view.action_hand, view.tokens[seat], frozenset(view.shown[seat]))
    shown = view.shown[seat]
    hidden = tuple(numbers.pop() for _ in range(view.number_hands[seat] - len(shown)))
    held = tuple(actions.pop() for _ in range(view.action_hands[seat]))
    if view.phase == "place" and seat == view.mover:  # the card just taken stands last in the hand
        taken = view.last.card if view.last and view.source == "reserve" else None
        early = tuple(card for card in shown if card != taken)
        hand = (*early, *hidden) if taken is None else (*hidden, *early, taken)
    else:
        hand = (*hidden, *shown)
    return Player(hand, held, view.tokens[seat], frozenset(shown))


def _as_it_was(view: View, players: tuple[Player, ...], unseen: list[str], rng: random.Random) -> Last | None:
    """The last move with the cards that this seat did not see."""
    if view.last is None or view.last.seat == view.seat:
        return view.last
    last = replace(view.last)
    mover = players[last.seat]
    match last.move:
        case Draw():
            last.card = mover.number_hand[-1]
        case ActionTurn() if mover.action_hand:
            last.card = mover.action_hand[-1]
        case Pass(card) if card == HIDDEN:
            last.move = Pass(rng.choice(unseen))
    return last
