"""A game that was not dealt: it begins after some moves of another one, or in a position that somebody has drawn.

In other words: a forked game. Nothing but the rules makes its first position: the other game is dealt again and its
moves are made again, or the picture is read; so nobody can begin where no game could have come.
"""

from typing import Any

import msgspec

from septet.games.chance import SEED_BYTES
from septet.games.errors import BadRecord
from septet.games.game import Game, IllegalMove, Join, Pause, Resume, Seat, TableMove, Timeout, Undo
from septet.games.table import GameTable, advance

DEEPEST = 8  # games that begin in games that begin in games
LONGEST = 4_000  # moves, those of the games before it included
Given = tuple[Seat | None, Any]


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a game begins: in a picture; or in a deal, or another start, after some moves."""

    picture: str | None = None
    seed: str | None = None
    base: "Origin | None" = None
    moves: tuple[Given, ...] = ()
    same: bool = False  # are the cards that are still to come those of the other game?
    of: str | None = None  # the table that it was played at
    at: int = 0  # after so many of its moves

    @property
    def lines(self) -> list[str]:
        """Those that draw the position, without remarks."""
        return [line for line in (line.partition("#")[0].strip() for line in (self.picture or "").splitlines()) if line]

    @property
    def chain(self) -> "list[Origin]":
        """The games that it leads through, itself the first."""
        found = [self]
        while (base := found[-1].base) is not None:
            found.append(base)
        return found

    @property
    def length(self) -> int:
        """How many moves are made again until it begins."""
        return sum(len(one.moves) for one in self.chain)

    def without_seeds(self) -> "Origin":
        """What may be told of it while the game goes on: not what could be dealt from."""
        return Origin(picture=self.picture, same=self.same, of=self.of, at=self.at)


def begin(game: Game[Any, Any, Any], options: Any, seats: int, start: Origin | None, seed: bytes) -> Any:
    """The first state of a game; raises BadText for a picture and BadRecord for moves that do not hold."""
    if start is None:
        return game.deal(options, seats, seed)
    if len(start.chain) > DEEPEST or start.length > LONGEST:
        raise BadRecord("bad_header", where="$.start")
    if start.picture is not None:
        state = game.notation.begin(options, start.lines, seed)
        if len(game.scores(state)) != seats:
            raise BadRecord("bad_seats", game=game.name, seats=seats)
        return state
    first = begin(game, options, seats, start.base, _bytes(start.seed))
    table = GameTable(first)
    moves: Any = game.moves | TableMove | Timeout
    for number, (seat, given) in enumerate(start.moves, start=1):
        try:
            move = msgspec.convert(given, moves) if isinstance(given, dict) else given
            table = advance(game, table, seat, move)
        except msgspec.ValidationError:
            raise BadRecord("bad_header", where=f"$.start.moves[{number - 1}]") from None
        except IllegalMove as refusal:
            raise BadRecord("bad_start", number=number, refusal=refusal) from None
    state = table.state
    for seat in sorted(table.absent):  # whoever was away there is here
        state = game.company.away(state, seat, False)
    return state if start.same else game.study.reshuffled(state, seed)


def _bytes(seed: str | None) -> bytes:
    try:
        found = bytes.fromhex(seed or "")
    except ValueError:
        found = b""
    if len(found) != SEED_BYTES:
        raise BadRecord("bad_seed")
    return found


def standing(entries: list[Any]) -> list[Given]:
    """The moves that stand after these entries, without those that were undone and without pauses.

    Raises BadRecord where somebody has joined, for whom there was no seat at the deal.
    """
    kept = list[Given]()
    at = len(entries)
    while at:
        at -= 1
        seat, move = entries[at].seat, entries[at].move
        if isinstance(move, Join):
            raise BadRecord("somebody_joined")
        if isinstance(move, Undo):
            at = move.to
        elif not isinstance(move, Pause | Resume):
            kept.append((seat, move))
    return kept[::-1]
