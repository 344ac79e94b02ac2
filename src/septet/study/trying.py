"""A position that somebody draws or has a record of, and moves that are tried on it: pure, and nothing is kept."""

from collections.abc import Sequence
from typing import Any

import msgspec

from septet.games import GAMES, log
from septet.games.errors import BadRecord, BadText
from septet.games.game import Choose, Gain, IllegalMove, Leave, Move, Return, Seat, Timeout
from septet.games.options import for_new, from_values
from septet.games.pictures import Checks, Trial, unmet

PICTURE_LINES = 200
GAINS = 400  # offers of which it is said what each brings: more than any hand gives
Made = tuple[Seat | None, Move]


class Trodden(msgspec.Struct, frozen=True):
    """A move that was tried and is allowed, and what its seat was told of it."""

    seat: Seat | None
    move: Move
    last: Any
    scripted: bool = False  # was it an answer of the others?


class Walk(msgspec.Struct, frozen=True):
    """Where the moves have led, or what stopped them."""

    trial: Trial
    steps: tuple[Trodden, ...]
    refusal: IllegalMove | None
    states: tuple[Any, ...] = ()  # every position on the way, the first and the last among them


def from_picture(name: str, options: dict[str, Any], text: str) -> Trial:
    """A position that is drawn, see docs/pictures.md; raises BadText and BadOption."""
    game = GAMES[name]
    lines = [line for line in (line.partition("#")[0].strip() for line in text.splitlines()) if line]
    if len(lines) > PICTURE_LINES:
        raise BadText("too_many_lines", most=PICTURE_LINES)
    first = game.notation.parse(for_new(from_values(game.Options, options)), lines)
    return Trial(game, first, first)


def from_record(name: str, record: bytes, at: int | None) -> Trial:
    """A game that is over, after so many of its moves; raises BadRecord."""
    read = log.read(record)
    if read.header.game != name:
        raise BadRecord("of_another_game", game=read.header.game)
    at = len(read.entries) if at is None else at
    if not 0 <= at <= len(read.entries):
        raise BadRecord("no_such_move", at=at, moves=len(read.entries))
    table = read.tables[at]
    return Trial(read.game, table.state, table.state, absent=table.absent, ended=table.ended)


def moves_of(trial: Trial) -> Any:
    """What may be tried: moves of the game, its timers, and that somebody is away."""
    return trial.game.moves | Timeout | Leave | Return


def walk(
    trial: Trial, begun: Sequence[Made], moves: Sequence[Made], replies: Sequence[Made], seat: Seat | None
) -> Walk:
    """Make the moves that begin it, then the others, each answered by those replies that the rules allow then."""
    states = [trial.state]
    for made in begun:
        trial.play(*made)
        states.append(trial.state)
        if trial.refusal:
            return Walk(trial, (), trial.refusal, tuple(states))
    trial.first, waiting, steps = trial.state, list(replies), list[Trodden]()
    for made in moves:
        trial.play(*made)
        if refusal := trial.refusal:
            trial.refusal = None
            return Walk(trial, tuple(steps), refusal, tuple(states))
        steps.append(Trodden(*made, told(trial, seat)))
        states.append(trial.state)
        while waiting and trial.replied(waiting):
            answer = replies[len(replies) - len(waiting) - 1]
            steps.append(Trodden(*answer, told(trial, seat), scripted=True))
            states.append(trial.state)
    return Walk(trial, tuple(steps), None, tuple(states))


def told(trial: Trial, seat: Seat | None) -> Any:
    """What this seat was told of the last move."""
    return trial.game.view(trial.state, seat).last


def seated(trial: Trial, seat: Seat | None) -> None:
    """Is there such a seat?"""
    seated_at(len(trial.game.scores(trial.state)), seat)


def seated_at(seats: int, seat: Seat | None) -> None:
    """Is there such a seat among so many?"""
    if seat is not None and not 0 <= seat < seats:
        raise BadText("no_such_seat", seat=seat, seats=seats)


def offers(trial: Trial, seat: Seat | None) -> tuple[Any, ...]:
    """What this seat may do now, as the wire gives it."""
    if seat is None or trial.outcome:
        return ()
    return trial.game.offers(trial.game.view(trial.state, seat))


def gains(trial: Trial, seat: Seat | None, offered: Sequence[Any]) -> tuple[Gain | None, ...]:
    """What each offer would bring, as far as the seat can know; nothing is said of offers that stand for many moves."""
    if not offered:
        return ()
    game, view = trial.game, trial.game.view(trial.state, seat)
    return tuple(None if isinstance(one, Choose) else game.preview(view, one) for one in offered[:GAINS])


def holds(trial: Trial, goal: Checks, seat: Seat | None, line: str) -> bool:
    """Is a goal reached, for this seat?"""
    trial.seat = seat
    return unmet(trial, goal, line) is None
