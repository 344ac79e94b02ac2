"""A game is its log: a header and the moves. The state is the fold of the log; a record is a log in a file.

A record is JSON lines: the header, a line for each move, and a seal with the outcome and the SHA-256 of all the
bytes before it. Reading one deals again from its seed and plays every move through the rules. In the first format the
commitment is that of the seed; in the second it is that of a secret, and the seed comes from it and the seats' numbers.
In the third the game was not dealt, but begins in a position (`starts`), and there may be numbers or not.

In other words: event sourcing: a game is replayed.
"""

import hashlib
from collections.abc import Iterator
from copy import copy
from typing import Any, Generic, Literal, TypeVar

import msgspec

from septet import __version__
from septet.games import GAMES
from septet.games.chance import SEED_BYTES, Shuffle, WatchedSeed, commitment, deal_seed
from septet.games.errors import BadOption, BadRecord, BadText
from septet.games.game import (
    Game,
    IllegalMove,
    Join,
    Move,
    Outcome,
    Seat,
    TableMove,
    Timeout,
    Undo,
    as_of,
)
from septet.games.options import for_record, from_record
from septet.games.starts import Origin, begin
from septet.games.table import GameTable, admit, advance, outcome, seen

ONE_SEED, WITH_NUMBERS, FROM_A_POSITION = FORMATS = 1, 2, 3
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
M = TypeVar("M")


class Sitter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits on a seat: a name, and which bot if it is one."""

    name: str
    bot: str | None = None


class Help(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hint that a seat was given after so many moves: where to look (1), which card (2), or which move (3)."""

    after: int
    seat: Seat
    degree: Literal[1, 2, 3]


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    septet: int = ONE_SEED
    game: str
    rules: int
    engine: str
    options: dict[str, Any]
    seats: tuple[Sitter, ...]
    started: str | None = None
    commitment: str
    seed: str | None = None  # not before the game is over
    secret: str | msgspec.UnsetType | None = msgspec.UNSET  # with numbers: what the commitment is of; as late
    numbers: tuple[str | None, ...] | msgspec.UnsetType = msgspec.UNSET  # what each seat has added to it, if anything
    hints: tuple[Help, ...] | msgspec.UnsetType = msgspec.UNSET  # that were given, if any were
    start: Origin | msgspec.UnsetType = msgspec.UNSET  # where it begins, if it was not dealt

    @property
    def added(self) -> tuple[Seat, ...]:
        """The seats whose numbers went into the deal."""
        numbers = self.numbers or ()
        return tuple(seat for seat, number in enumerate(numbers) if number is not None)


class Entry(msgspec.Struct, Generic[M], frozen=True, forbid_unknown_fields=True, gc=False):
    """A move in the log; `at` is milliseconds of table time."""

    seat: Seat | None
    move: M
    at: int = 0


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    outcome: Outcome | None
    sha256: str


class Log:
    """A game as it is played: moves are added through the rules, and never taken out."""

    def __init__(self, header: Header, seed: bytes) -> None:
        self.header = header
        self.seed = seed
        self.game: Game[Any, Any, Any] = as_of(GAMES[header.game], header.rules)
        self.entries: list[Entry[Any]] = []
        self.tables = [GameTable(self._begun(seed))]
        self.table = self.tables[0]  # the last of them

    @classmethod
    def new(
        cls,
        game: Game[Any, Any, Any],
        options: msgspec.Struct,
        sitters: tuple[Sitter, ...],
        seed: bytes,
        started: str | None = None,
        *,
        numbers: tuple[bytes | None, ...] | None = None,
        start: Origin | None = None,
    ) -> "Log":
        """A new game, dealt and ready for its first move; with numbers of the seats, the seed is only a part of it."""
        committed = commitment(seed)
        if numbers is not None:
            secret, seed = seed.hex(), deal_seed(seed, numbers)
        header = Header(
            septet=FROM_A_POSITION if start else ONE_SEED if numbers is None else WITH_NUMBERS,
            game=game.name,
            rules=game.rules,
            engine=f"septet {__version__}",
            options=for_record(options),
            seats=sitters,
            started=started,
            commitment=committed,
            seed=seed.hex(),
            secret=msgspec.UNSET if numbers is None else secret,
            numbers=msgspec.UNSET if numbers is None else tuple(one.hex() if one else None for one in numbers),
            start=start or msgspec.UNSET,
        )
        return cls(header, seed)

    def _begun(self, seed: bytes) -> Any:
        header = self.header
        options = from_record(self.game.Options, header.options)
        return begin(self.game, options, len(header.seats), header.start or None, seed)

    def shuffles(self) -> list[Shuffle]:
        """What was shuffled for the deal, in its order."""
        seed = WatchedSeed(self.seed)
        self._begun(seed)
        return seed.shuffles

    @property
    def names(self) -> list[str]:
        """Who sits where, those who joined later included."""
        late = [entry.move.name for entry in self.entries if isinstance(entry.move, Join)]
        return [*(sitter.name for sitter in self.header.seats), *late]

    @property
    def outcome(self) -> Outcome | None:
        return outcome(self.game, self.table)

    def view(self, seat: Seat | None) -> Any:
        return seen(self.game, self.table, seat)

    def play(self, seat: Seat | None, move: Move, at: int = 0) -> GameTable:
        """Add a move, if the rules allow it."""
        table = self.after(seat, move, at)
        self.add(Entry(seat, move, at), table)
        return table

    def after(self, seat: Seat | None, move: Move, at: int = 0) -> GameTable:
        """The table after a move, if the rules allow it; the log stays as it is."""
        if self.entries and at < self.entries[-1].at:
            raise IllegalMove(move, "back_in_time", at=at)
        if isinstance(move, Undo):
            admit(self.game, self.table, seat, move)
            return self._before(move)
        try:
            return advance(self.game, self.table, seat, move)
        except IllegalMove as refusal:
            refusal.family = self.game.family
            raise

    def add(self, entry: Entry[Any], table: GameTable) -> None:
        """Add a move together with the table that `after` gave for it."""
        self.entries.append(entry)
        self.tables.append(table)
        self.table = table

    def until(self, moves: int) -> "Log":
        """As it was after so many of its moves: a log of its own, from which the game may go on in another way."""
        earlier = copy(self)
        earlier.entries, earlier.tables = self.entries[:moves], self.tables[: moves + 1]
        earlier.table = earlier.tables[-1]
        given = tuple(hint for hint in self.header.hints or () if hint.after <= moves)
        earlier.header = msgspec.structs.replace(self.header, hints=given or msgspec.UNSET)
        return earlier

    def helped(self, seat: Seat, degree: Literal[1, 2, 3]) -> None:
        """A seat was given a hint: the record says so."""
        hints = (*(self.header.hints or ()), Help(len(self.entries), seat, degree))
        self.header = msgspec.structs.replace(self.header, hints=hints)

    def _before(self, move: Undo) -> GameTable:
        if self.table.paused:
            raise IllegalMove(move, "paused")
        if not self._reaches(move.to):
            raise IllegalMove(move, "nothing_to_undo", to=move.to)
        return self._with_those_here(self.tables[move.to])

    def _reaches(self, to: int) -> bool:
        """Is there a move to go back to, and has nobody joined the table since?"""
        return 0 <= to < len(self.entries) and not any(isinstance(entry.move, Join) for entry in self.entries[to:])

    def _with_those_here(self, then: GameTable) -> GameTable:
        """An older table with the seats that are away now: undoing moves brings nobody back."""
        now, state = self.table.absent, then.state
        for seat in then.absent ^ now:
            state = self.game.company.away(state, seat, seat in now)
        return GameTable(state, absent=now)

    def may_undo(self, seat: Seat, to: int) -> bool:
        """Only while this seat's view names no card that it did not name there."""
        if not self._reaches(to) or self.table.paused or self.outcome:
            return False
        return not self.news(seat, to)

    def news(self, seat: Seat, to: int) -> frozenset[str]:
        """What this seat's view names now and did not name there: cards, shuffles, and answers of the table."""
        named, view = self.game.named, self.game.view
        return named(view(self.table.state, seat)) - named(view(self.tables[to].state, seat))

    def line(self) -> list[int]:
        """The numbers of the moves that still stand: those that were undone are left out."""
        standing, at = list[int](), len(self.entries)
        while at:
            at -= 1
            move = self.entries[at].move
            if isinstance(move, Undo):
                at = move.to
            else:
                standing.append(at)
        return standing[::-1]


def write(log: Log, *, show_seed: bool = True) -> bytes:
    """The log as a record; a running game is told without its seed."""
    encode = msgspec.json.encode
    header = log.header if show_seed else _without_seed(log.header)
    body = b"".join(encode(line) + b"\n" for line in (header, *log.entries))
    return body + encode(Seal(log.outcome, hashlib.sha256(body).hexdigest())) + b"\n"


def _without_seed(header: Header) -> Header:
    secret = msgspec.UNSET if header.secret is msgspec.UNSET else None
    start = header.start.without_seeds() if header.start else header.start
    return msgspec.structs.replace(header, seed=None, secret=secret, start=start)


def read(record: bytes) -> Log:
    """The log of a record, after every check: its seal, its seed and commitment, every move, and its outcome."""
    header, lines, seal = _unsealed(record)
    log = _dealt(header)
    moves: Any = log.game.moves | TableMove | Timeout
    decoder = msgspec.json.Decoder(Entry[moves])
    for number, line in lines:
        try:
            entry = decoder.decode(line)
        except UNREADABLE:
            raise BadRecord("not_a_move", line=number, text=_excerpt(line)) from None
        try:
            log.play(entry.seat, entry.move, entry.at)
        except IllegalMove as refusal:
            raise BadRecord("illegal_move", line=number, refusal=refusal) from None
    for help_given in header.hints or ():
        if not (0 <= help_given.after <= len(log.entries) and 0 <= help_given.seat < len(log.names)):
            raise BadRecord("bad_header", where="$.hints")
    if log.outcome != seal.outcome:
        raise BadRecord("other_outcome")
    return log


def read_header(record: bytes) -> Header:
    """Only the header of a sound record, for lists of records."""
    return _unsealed(record)[0]


def _unsealed(record: bytes) -> tuple[Header, Iterator[tuple[int, bytes]], Seal]:
    if not record.strip():
        raise BadRecord("empty")
    lines = record.splitlines(keepends=True)
    header = _header(lines[0])
    if not record.endswith(b"\n"):
        raise BadRecord("no_seal")
    try:
        seal = msgspec.json.decode(lines[-1], type=Seal)
    except UNREADABLE:
        raise BadRecord("no_seal") from None
    if hashlib.sha256(b"".join(lines[:-1])).hexdigest() != seal.sha256:
        raise BadRecord("changed")
    return header, enumerate(lines[1:-1], start=2), seal


def _header(line: bytes) -> Header:
    try:
        about = msgspec.json.decode(line)
    except UNREADABLE:
        raise BadRecord("not_a_record") from None
    if not isinstance(about, dict) or "septet" not in about:
        raise BadRecord("not_a_record")
    if about["septet"] not in FORMATS:
        raise BadRecord("other_format", format=about["septet"], known=max(FORMATS))
    numbered = "secret" in about if about["septet"] == FROM_A_POSITION else about["septet"] == WITH_NUMBERS
    expected = {"secret": numbered, "numbers": numbered, "start": about["septet"] == FROM_A_POSITION}
    for name, there in expected.items():
        if (name in about) != there:
            raise BadRecord("bad_header", where=f"$.{name}")
    try:
        return msgspec.convert(about, Header)
    except msgspec.ValidationError as error:
        raise BadRecord("bad_header", where=str(error).split("`")[-2]) from None


def _excerpt(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return text if len(text) <= 80 else text[:79] + "…"


def _dealt(header: Header) -> Log:
    game = GAMES.get(header.game)
    if game is None:
        raise BadRecord("unknown_game", game=header.game, known=", ".join(GAMES))
    if not 1 <= header.rules <= game.rules:
        raise BadRecord("other_rules", game=header.game, rules=header.rules, engine=header.engine, known=game.rules)
    if len(header.seats) not in game.seats:
        raise BadRecord("bad_seats", game=header.game, seats=len(header.seats))
    try:
        return Log(header, _seed(header))
    except BadOption as error:
        raise BadRecord("bad_option", option=error) from None
    except BadText as error:
        raise BadRecord("bad_picture", why=error) from None


def _seed(header: Header) -> bytes:
    """The seed that a game was dealt from, if it is the one that was committed to."""
    if header.seed is None or header.secret is None:
        raise BadRecord("no_seed")
    seed = _bytes(header.seed)
    committed = seed if header.secret is msgspec.UNSET else _bytes(header.secret)
    if commitment(committed) != header.commitment:
        raise BadRecord("broken_commitment")
    if header.numbers is not msgspec.UNSET:
        numbers = [None if one is None else _bytes(one) for one in header.numbers]
        if len(numbers) != len(header.seats) or deal_seed(committed, numbers) != seed:
            raise BadRecord("other_deal")
    return seed


def _bytes(text: str) -> bytes:
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != SEED_BYTES:
        raise BadRecord("bad_seed")
    return found
