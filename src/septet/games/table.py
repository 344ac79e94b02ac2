"""A game at a table: its state, and what the table itself does to it, which is the same for all games."""

from typing import Any

import msgspec

from septet.games.game import (
    TABLE_MOVES,
    AgreeTie,
    Forfeit,
    Game,
    IllegalMove,
    Join,
    Leave,
    Move,
    Outcome,
    Pause,
    Resign,
    Resume,
    Return,
    Seat,
    View,
)


class GameTable(msgspec.Struct, frozen=True, gc=False):
    """What a log folds to: the game's state, and what the table did to it."""

    state: Any
    ended: Outcome | None = None
    paused: bool = False
    absent: frozenset[Seat] = frozenset()


def outcome(game: Game[Any, Any, Any], table: GameTable) -> Outcome | None:
    """How the game at this table ended, by its rules or by the table."""
    return table.ended or game.outcome(table.state)


def seen(game: Game[Any, Any, View], table: GameTable, seat: Seat | None) -> View | None:
    """What a seat sees of the table; nothing while it is paused."""
    return None if table.paused else game.view(table.state, seat)


def advance(game: Game[Any, Any, Any], table: GameTable, seat: Seat | None, move: Move) -> GameTable:
    """The table after a move of the game or of the table itself (but Undo, which needs the log)."""
    admit(game, table, seat, move)
    if type(move) not in TABLE_MOVES:  # nearly all are moves of the game
        if table.paused:
            raise IllegalMove(move, "paused")
        return GameTable(game.apply(table.state, seat, move), table.ended, table.paused, table.absent)
    return _moved_at(game, table, seat, move)


def _moved_at(game: Game[Any, Any, Any], table: GameTable, seat: Seat | None, move: Move) -> GameTable:
    """The table after a move of the table itself."""
    if isinstance(move, Resign | Forfeit | Leave | Return) and seat is None:
        raise IllegalMove(move, "needs_a_seat")
    replace = msgspec.structs.replace
    match move:
        case Resume():
            if not table.paused:
                raise IllegalMove(move, "not_paused")
            return replace(table, paused=False)
        case Resign():
            return replace(table, ended=_given_up(game, table, seat, move, "resigned"))
        case Forfeit(reason):
            return replace(table, ended=_given_up(game, table, seat, move, reason))
        case Leave() | Return():
            gone = isinstance(move, Leave)
            if (seat in table.absent) == gone:
                raise IllegalMove(move, "already_away" if gone else "not_away")
            return replace(
                table,
                absent=table.absent ^ {seat},
                state=game.company.away(table.state, seat, gone),  # type: ignore[arg-type]
            )
    if table.paused:
        raise IllegalMove(move, "paused")
    match move:
        case Pause():
            return replace(table, paused=True)
        case Join():
            if seat is not None or not game.company.joins(table.state):
                raise IllegalMove(move, "no_joining")
            return replace(table, state=game.company.join(table.state))
        case AgreeTie():
            if not game.ties:
                raise IllegalMove(move, "no_ties")
            scores = game.scores(table.state)
            return replace(table, ended=Outcome((1,) * len(scores), scores, "agreed"))
    return replace(table, state=game.apply(table.state, seat, move))  # which refuses to undo


def on_time(sent: int, now: int) -> bool:
    """Was a move sent on the table as it is now? On an older revision of it the move is stale, and costs nothing."""
    return sent >= now


def admit(game: Game[Any, Any, Any], table: GameTable, seat: Seat | None, move: Move) -> None:
    """Any move needs a game that goes on and, if it names a seat, one of this table."""
    if outcome(game, table):
        raise IllegalMove(move, "game_over")
    if seat is None or seat in game.to_move(table.state):
        return
    seats = len(game.scores(table.state))
    if not 0 <= seat < seats:
        raise IllegalMove(move, "no_such_seat", seat=seat, seats=seats)


def _given_up(game: Game[Any, Any, Any], table: GameTable, seat: Seat | None, move: Move, reason: str) -> Outcome:
    """With two seats the other one wins, alone it is lost if it was not won; with more, a player leaves instead."""
    scores = game.scores(table.state)
    if len(scores) > 2:
        raise IllegalMove(move, "leave_instead")
    if len(scores) == 1:
        return Outcome((1,), scores, reason, won=game.company.surely_won(table.state))
    return Outcome((2, 1) if seat == 0 else (1, 2), scores, reason)
