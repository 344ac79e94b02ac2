"""The contract that every game signs, and the words that all games share.

In other words: a view is an information state (an observation), a guess a determinization of it, rev a version; a
notation is parser and printer of moves and positions, and a study gives metrics, invariants, and moves for fuzzing.
"""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeVar, get_args

import msgspec

from septet.games.errors import Refusal

if TYPE_CHECKING:
    from septet.games.coaching import Coach
    from septet.games.notation import Notation

Seat = int
State = TypeVar("State")
Own = TypeVar("Own", bound="Move")
View = TypeVar("View", bound="AnyView")


Speak = Callable[..., str]  # the words of a language: call it with a key and the facts
Form = Callable[[Any, Speak], str]  # how a fact is written


def snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case, gc=False):
    """What a player does: a value with a name."""


def tag_of(move: Move | type[Move]) -> str:
    """The name of a kind of moves: in messages and records, and in the keys of its words."""
    return str(move.__struct_config__.tag)


class Timeout(Move, frozen=True):
    """A timer of the game has run out; played by the table, never by a player."""

    name: str
    seat: Seat | None = None


class Resign(Move, frozen=True):
    """The seat gives the game up."""


class Forfeit(Move, frozen=True):
    """The table takes the game from a seat: its clock ran out, or it left for good."""

    reason: str


class AgreeTie(Move, frozen=True):
    """All seats have agreed to a tie."""


class Leave(Move, frozen=True):
    """The seat is away from the table."""


class Return(Move, frozen=True):
    """The seat is back at the table."""


class Join(Move, frozen=True):
    """Somebody takes a new seat, the last one; played by the table."""

    name: str


class Undo(Move, frozen=True):
    """Everybody agreed to go back to where the first `to` moves of the log had led."""

    to: int


class Pause(Move, frozen=True):
    """The table rests; nobody sees a card meanwhile."""


class Resume(Move, frozen=True):
    """The table goes on."""


TableMove = Resign | Forfeit | AgreeTie | Leave | Return | Join | Undo | Pause | Resume
TABLE_MOVES: frozenset[type[Move]] = frozenset(TableMove.__args__)  # to ask by `type`: every move is asked often
NO_PLAYERS_MOVES = TABLE_MOVES | {Timeout}  # of which everybody is told all


Unit = Literal["points", "tokens", "chips"]
Difficulty = Literal[1, 2, 3]  # learnt at a glance, in a game, in a few games


class Timer(msgspec.Struct, frozen=True, gc=False):
    """A timer that runs now; when it is out, the table plays `Timeout(name, seat)`."""

    name: str
    seat: Seat | None
    seconds: float
    again: int = 0  # grows when the same timer starts afresh


class Why(msgspec.Struct, frozen=True, gc=False):
    """One reason why points were scored: the rule, the points, and the cards that made it."""

    rule: str
    points: int
    cards: tuple[str, ...] = ()


class Gain(msgspec.Struct, frozen=True, gc=False):
    """What a move scores, and why."""

    points: int = 0
    why: tuple[Why, ...] = ()


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """How a game ended. Place 1 is best and equal places are shared; solo and team games are won or lost."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    won: bool | None = None


class Choose(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An offer that stands for many moves of one kind: any `k` of these cards."""

    kind: str
    k: int
    cards: tuple[str, ...]
    single: bool = False  # such a move names one `card`, and not its `cards`


class IllegalMove(Refusal):
    """A move that the rules refuse."""

    kind = "illegal"

    def __init__(self, move: Move, code: str, **facts: Any) -> None:
        super().__init__(code, **facts)
        self.move = move


class AnyView(Protocol):
    """What the view of every game has, whatever else it shows."""

    @property
    def seat(self) -> Seat | None: ...  # who looks; None is a spectator
    @property
    def options(self) -> object: ...
    @property
    def last(self) -> object: ...  # the last move and what came of it, as this seat may know it: the history shows it


class Game(ABC, Generic[State, Own, View]):
    """The rules of one game, and what can be known in it: pure functions over its states and views."""

    name: ClassVar[str]
    family: ClassVar[str]  # its folder, and its catalogue of words
    rules: int = 1  # the edition; it grows when a position is played otherwise, and older records keep theirs
    seats: ClassVar[range]  # how many may sit
    ties: ClassVar[bool] = False  # may players agree to a tie?
    team: ClassVar[bool] = False  # do all seats win or lose together?
    against_time: ClassVar[bool] = False  # alone, is it played for the best time?
    unit: ClassVar[Unit] = "points"  # what is scored
    goal: ClassVar[int | None] = None  # how many of them end the game at once, whatever the house rules
    minutes: ClassVar[int] = 15  # how long a game takes two people who know it, or as few as can play it
    difficulty: ClassVar[Difficulty] = 1
    leisurely: ClassVar[bool] = False  # do two players take turns, each as long as the clock allows?
    book: ClassVar[str] = "RULES"  # its rule books, beside its rules: RULES.en.md and so on
    chapter: ClassVar[str] = ""  # where it begins in a book that tells of others, too
    Options: ClassVar[type[msgspec.Struct]]
    moves: ClassVar[Any]  # the union of the game's own moves
    views: type[View]
    turned: Callable[[View, State, Seat | None], View] | None = (
        None  # another seat's view from one of the same state, if that is less work
    )
    refusals: ClassVar[frozenset[str]]  # the reason codes of its illegal moves
    chapters: ClassVar[Mapping[str, str]] = {}  # the places in its rule book that say why, each with its codes
    attempts: ClassVar[frozenset[str]] = frozenset()  # those that may meet a move in `legal`
    endings: ClassVar[frozenset[str]]  # the reasons of its outcomes
    races: ClassVar[frozenset[str]] = frozenset()  # its moves for which the first one counts
    untold: ClassVar[frozenset[str]] = frozenset()  # timers that would tell what players have to find out
    rests: ClassVar[frozenset[str]] = frozenset()  # timers that only give people time to look
    waits: ClassVar[frozenset[str]] = frozenset()  # timers for whom nobody waits but people: among bots they do not run
    forms: ClassVar[Mapping[str, Form]] = {}  # how its facts are written where a message says `{fact:form}`

    notation: "Notation[State, Own]"
    study: "Study[State, Own, View]"
    company: "Company[State]"
    coach: "Coach[View]"

    @abstractmethod
    def deal(self, options: Any, seats: int, seed: bytes) -> State:
        """The state at the start of a game."""

    @abstractmethod
    def to_move(self, state: State) -> frozenset[Seat]:
        """Who may move now; in a real-time game everybody at once."""

    def timers(self, state: State) -> frozenset[Timer]:
        """The timers that run now."""
        return frozenset()

    @abstractmethod
    def rev(self, state: State) -> int:
        """A number that grows whenever the table changes; a move sent on an older one is stale."""

    @abstractmethod
    def view(self, state: State, seat: Seat | None) -> View:
        """All that this seat sees or could remember; None is a spectator."""

    @abstractmethod
    def legal(self, view: View) -> tuple[Own, ...]:
        """The moves that this seat may make now, in a fixed order."""

    def offers(self, view: View) -> tuple[Own | Choose, ...]:
        """The legal moves in short, for the wire: a game with thousands of them says `Choose`."""
        return self.legal(view)

    @abstractmethod
    def preview(self, view: View, move: Own) -> Gain:
        """What a legal move would score, as far as this seat can know."""

    @abstractmethod
    def apply(self, state: State, seat: Seat | None, move: Move) -> State:
        """The state after the move; the one before is left as it was."""

    @abstractmethod
    def scores(self, state: State) -> tuple[int, ...]:
        """What each seat has scored so far."""

    def terms(self, view: View) -> msgspec.Struct | None:
        """What was agreed on, as those read it who draw the table: what wins, how much of everything there is."""
        return None

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def guess(self, view: View, rng: random.Random) -> State:
        """A whole state that would look like this view, each such state as likely as any other."""

    @abstractmethod
    def named(self, view: View) -> frozenset[str]:
        """Every card that the view names, and marks of the shuffles: what is not in an earlier view's is news."""


class Study(ABC, Generic[State, Own, View]):
    """What those who look on ask: reports on many games, laws that every game keeps, and stopwatches."""

    @abstractmethod
    def figures(self, state: State) -> dict[str, float]:
        """The numbers that a report on many games averages."""

    def counts(self, state: State) -> dict[str, tuple[int, ...]]:
        """The numbers that a report on many games counts one by one: how often each value came up."""
        return {}

    def reshuffled(self, state: State, seed: bytes) -> State:
        """The same position to be played on from: what lies face down is in another order, and chance has this seed."""
        return state

    @abstractmethod
    def pieces(self, state: State) -> Iterable[str]:
        """Every card, tile, token or chip of the state, one entry each; the same heap at every moment of a game."""

    @abstractmethod
    def imagine(self, view: View, rng: random.Random) -> Own:
        """A move that somebody might try, legal or not; laws and fuzzers draw from it."""

    def finds(self, state: State) -> bool:
        """Has the last move found what whoever plays alone against time looks for?"""
        return False

    def hands(self, state: State) -> tuple[tuple[str, ...], ...]:
        """What each seat holds, or means, that others do not see; nothing at all in a game without such things."""
        return ()

    def lying(self, state: State) -> tuple[tuple[str, ...], ...]:
        """What lies there to be found before others find it."""
        return ()


class Company(Generic[State]):
    """What becomes of a game when people come and go; most rules do not mind."""

    goes_on: ClassVar[bool] = False  # do the others play on without somebody who is away?

    def away(self, state: State, seat: Seat, gone: bool) -> State:
        """The seat has left or returned."""
        return state

    def awaited(self, state: State) -> frozenset[Seat]:
        """Those without whose word nothing goes on that somebody else has asked for."""
        return frozenset()

    def out_of_play(self, state: State) -> frozenset[Seat]:
        """Those who will have nothing to do any more, however long the others play on."""
        return frozenset()

    def surely_won(self, state: State) -> bool:
        """Alone, and giving up: is it won already, whatever else might come?"""
        return False

    def joins(self, state: State) -> bool:
        """May somebody take a new seat now?"""
        return False

    def join(self, state: State) -> State:
        """One seat more; what it may do, and when, is for the rules to say."""
        return state

    def joining(self, state: State) -> frozenset[Seat]:
        """Those who have taken a new seat, and cannot play yet."""
        return frozenset()

    def again(self, options: Any, dealt: State) -> Any:
        """The options of a rematch, for which everybody moves one seat on; `dealt` is how this game began."""
        return options


def as_of(game: Game[State, Own, View], rules: int) -> Game[State, Own, View]:
    """The same game by an earlier edition of its rules."""
    if rules == game.rules:
        return game
    earlier = type(game)()
    earlier.rules = rules
    return earlier


class HasMover(Protocol):
    mover: Seat


Turns = TypeVar("Turns", bound=HasMover)


class Alternating(Company[Turns]):
    """Two who take turns, and whose options say who begins."""

    def again(self, options: Any, dealt: Turns) -> Any:
        """Everybody has moved one seat on: if the same seat begins, the other player does."""
        return msgspec.structs.replace(options, start_player=("first", "second")[dealt.mover])


def has_races(game: Game[Any, Any, Any]) -> bool:
    """May two players be after the same at the same moment? Nothing of that can be taken back."""
    own = {tag_of(move) for move in get_args(game.moves)}
    return max(game.seats) > 1 and not game.races.isdisjoint(own)


def place_of(game: Game[Any, Any, Any], code: str) -> str | None:
    """The book and its chapter that says why, such as `sep#placing`; None for what no chapter is about."""
    found = (place for place, codes in game.chapters.items() if code in codes.split())
    place = next(found, None)
    return place and f"{game.name}#{place}"
