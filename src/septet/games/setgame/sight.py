"""What a seat of the SET family sees, what it is offered, and a whole state guessed from that."""

import random
from abc import abstractmethod
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any, ClassVar, Generic, TypeVar, cast, get_args

from septet.games.chance import SEED_BYTES
from septet.games.errors import BadText
from septet.games.game import Choose, Gain, Game, Move, Seat
from septet.games.options import view_from
from septet.games.setgame import text
from septet.games.setgame.cards import PACK, Cards
from septet.games.setgame.moves import Ready
from septet.games.setgame.notation import example, hear, imagined, say, spelt
from septet.games.setgame.state import HasDeck, Shown

Seen = Any  # a state or a view: what both have, the rules may look at
S = TypeVar("S", bound=HasDeck[Any])
V = TypeVar("V", bound=Shown[Any])


class Sight(Game[S, Move, V], Generic[S, V]):
    """The half of a game that looks; what it does not say here is all in the open."""

    family = "setgame"
    on_table: ClassVar[int] = 12
    Shown: ClassVar[type[Shown[Any]]]  # the fields that state and view have in common
    State: ClassVar[type[Any]]
    View: ClassVar[type[Any]]
    untold: ClassVar[frozenset[str]] = frozenset({"auto_noset", "auto_refresh"})
    races: ClassVar[frozenset[str]] = frozenset({"call", "claim", "scout", "second", "challenge"})
    shown: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "Shown" in vars(cls):
            cls.shown = attrgetter(*cls.Shown.__struct_fields__)

    def pack(self, options: Any) -> Cards:
        return PACK

    def resolved(self, options: Any, seats: int) -> Any:
        """The options, with those that depend on the number of players settled."""
        return options

    def to_move(self, state: S) -> frozenset[Seat]:
        return frozenset(seat for seat in range(state.seats) if self.offers(self.view(state, seat)))

    def offers(self, view: V) -> tuple[Move | Choose, ...]:
        """Offered for any cards: whether they are a set is for the player to see."""
        seat = cast(Any, view).seat
        if seat is None or view.ending:
            return ()
        menu = [Ready()] if view.phase == "between" else self.menu(view)
        return tuple([offer for offer in menu if self._open_to(view, seat, offer)])

    def _open_to(self, view: V, seat: Seat, offer: Move | Choose) -> bool:
        move = example(offer)
        return move is not None and self.refusal(view, seat, move) in {None, *self.attempts}

    def legal(self, view: V) -> tuple[Move, ...]:
        return tuple([move for offer in self.offers(view) for move in spelt(offer)])

    def preview(self, view: V, move: Move) -> Gain:
        """Whether cards are a set is not told beforehand."""
        return Gain()

    def imagine(self, view: V, rng: random.Random) -> Move:
        return imagined(rng.choice(get_args(self.moves)), view.table + self.held(view), rng)

    def view(self, state: S, seat: Seat | None) -> V:
        return cast(V, self.View(*self.shown(state), seat, len(state.deck), *self.private(state, seat)))

    def view_from(self, told: Any) -> V:
        return cast(V, view_from(told, self.View, self.Options))

    def private(self, state: S, seat: Seat | None) -> tuple[Any, ...]:
        """What only this seat sees."""
        return ()

    def guess(self, view: V, rng: random.Random) -> S:
        """What the view does not name is dealt at random."""
        seen = self.named(view)
        unseen = [card for card in self.pack(view.options) if card not in seen]
        rng.shuffle(unseen)
        hidden = self.hidden(view, unseen, rng)
        return cast(S, self.State(*self.shown(view), rng.randbytes(SEED_BYTES), tuple(unseen), *hidden))

    def hidden(self, view: V, unseen: list[str], rng: random.Random) -> tuple[Any, ...]:
        """What this seat does not see, taken from the unseen cards; those that stay are the deck."""
        return ()

    def named(self, view: V) -> frozenset[str]:
        marks = (f"shuffle {view.shuffles}", f"answer {view.tries}")
        return frozenset((*self.located(view), *self.held(view), *marks))

    def located(self, seen: Seen) -> Iterator[str]:
        """Every card whose place all know."""
        yield from seen.table
        yield from seen.out

    def held(self, view: V) -> Cards:
        """The cards that only this seat knows."""
        return ()

    def pieces(self, state: S) -> Iterable[str]:
        yield from self.located(state)
        yield from state.deck

    def say(self, move: Move) -> str:
        return say(move)

    def hear(self, words: str) -> Move:
        return hear(words)

    # positions as text

    keys: ClassVar[tuple[str, ...]] = ("players", "table", "deck", "deck-left", "scores", "dealer")

    def draw(self, options: Any, lines: list[str]) -> S:
        """The position that the lines draw; what is not named is filled in."""
        drawing = text.Drawing(self.keys, self.pack(options), lines)
        seats = drawing.players(self.seats)
        state = self.State(self.resolved(options, seats), seats, seed=bytes(SEED_BYTES), deal=1, rev=1, shuffles=1)
        state.dealer = drawing.seat("dealer", seats)
        state.totals = drawing.numbers("scores", seats)
        deck = drawing.cards("deck")
        self.fill_in(state, drawing)
        state.deck, rest = drawing.deck(deck)
        self.set_aside(state, rest)
        return cast(S, state)

    def set_aside(self, state: S, rest: Cards) -> None:
        """What is neither drawn nor in the deck is out of play."""
        state.out = rest

    def picture(self, state: S) -> list[str]:
        lines = [f"players: {state.seats}", f"dealer: P{state.dealer + 1}"]
        lines += [f"scores: {text.numbers(self.scores(state))}", *self.more_lines(state)]
        return [*lines, f"deck: {text.cards(state.deck[::-1])}", f"deck-left: {len(state.deck)}"]

    def more_lines(self, state: S) -> list[str]:
        """What this game draws besides."""
        return [f"table: {text.cards(state.slots)}"]

    def check(self, name: str, state: S) -> str:
        return text.check(self, name, state)

    def more_checks(self, name: str, state: S) -> str:
        """What a check sees that only this game has."""
        raise BadText("unknown_check", text=name)

    @abstractmethod
    def refusal(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        """Why this seat may not make this move now, if it may not; attempts are answered last."""

    @abstractmethod
    def menu(self, view: V) -> list[Move | Choose]:
        """Every kind of move, with the cards that it may take."""

    @abstractmethod
    def fill_in(self, state: Any, drawing: text.Drawing) -> None:
        """The table and the hands as they are drawn, and the rest of a running deal."""
