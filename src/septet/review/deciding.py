"""One decision: what the played move was worth, what the best, and whether it may be called a mistake."""

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from septet.games.game import Game, Move, Seat
from septet.review.report import Decision, Estimate, Label
from septet.review.valuer import REFERENCE, Known, Results, estimate, own, seen_by, worlds

BATCHES = 8  # in which all moves are looked at, those that lag behind leave after each
BEHIND = 3.0  # standard errors that a move may lag behind the best one and still be looked at
LEVELS = (1, 4, 16)  # times as many playouts, as long as it is in doubt whether a move was a mistake
DOUBT = 3.0  # standard errors from the limit
SURE = 2.0  # standard errors beyond which a mistake is called one
LIMIT = {"share": 0.03, "points": 0.5}  # and by how much at least: three of a hundred, also of all points of a round


def unit(game: Game[Any, Any, Any]) -> Any:
    """What is counted: shares of the win, or points where one plays alone."""
    return "share" if game.seats.start > 1 else "points"


class Candidates:
    """The moves that may be the best one, over more and more worlds."""

    def __init__(self, known: Known, game: Game[Any, Any, Any], seat: Seat, moves: tuple[Any, ...]) -> None:
        self.known, self.game, self.seat, self.moves = known, game, seat, moves
        self.results: Results = np.empty((0, len(moves)))

    def look(self, words: Any) -> None:
        """In more worlds; whoever is surely behind then leaves."""
        more = own(self.seat, self.game, self.known.results(self.moves, words))
        self.results = np.concatenate([self.results, more])
        best = self.results[:, [int(self.results.mean(axis=0).argmax())]]
        behind = best - self.results
        error = behind.std(axis=0, ddof=1) / np.sqrt(len(behind))
        stays = behind.mean(axis=0) <= BEHIND * error
        self.moves = tuple(move for move, stay in zip(self.moves, stays, strict=True) if stay)
        self.results = self.results[:, stays]

    @property
    def best(self) -> Any:
        return self.moves[int(self.results.mean(axis=0).argmax())]


def decision(
    game: Game[Any, Any, Any], state: Any, seat: Seat, number: int, played: Any, playouts: int, seed: str
) -> Decision:
    """What the move of this number was worth by what its seat could see; values come from worlds that chose nothing."""
    view = game.view(state, seat)
    moves = game.legal(view)
    known = seen_by(game, view, seed)
    candidates = Candidates(known, game, seat, moves)
    limit = LIMIT[unit(game)]
    for level in LEVELS:
        seen = len(candidates.results)
        more = max(2, (level * playouts - seen) // BATCHES)
        words = worlds(f"{seed} choosing", level * playouts)[seen:]
        for start in range(0, len(words), more):
            if len(candidates.moves) > 1:
                candidates.look(words[start : start + more])
        best = candidates.best
        results = own(seat, game, known.results((best, played, REFERENCE), worlds(f"{seed} {level}", level * playouts)))
        lost = estimate(results[:, 0] - results[:, 1])
        if abs(lost.value - limit) > DOUBT * lost.error:
            break
    if lost.value <= 0:
        best, lost = played, Estimate(0.0, 0.0)
    found = Decision(
        number=number,
        seat=seat,
        choices=len(moves),
        played=msgspec.to_builtins(played),
        best=msgspec.to_builtins(best),
        line=(msgspec.to_builtins(best),),
        value=estimate(results[:, 1]),
        best_value=estimate(results[:, 1 if best == played else 0]),
        lost=lost,
        gained=estimate(results[:, 1] - results[:, 2]),
    )
    return labelled(found, game, state, best, played, playouts, seed)


def labelled(
    found: Decision, game: Game[Any, Any, Any], state: Any, best: Any, played: Any, playouts: int, seed: str
) -> Decision:
    """With what is to be said of it: a certain win that was missed, or a mistake."""
    replace = msgspec.structs.replace
    wins = tuple(sure_wins(game, state, found.seat))
    if wins and all(line[0] != played for line in wins):
        line = min(wins, key=len)
        return replace(found, label="missed_win", best=msgspec.to_builtins(line[0]), line=told(line))
    label: Label | None = None
    if found.lost.value > LIMIT[unit(game)] and found.lost.value > SURE * found.lost.error:
        label = "mistake"
        return replace(found, label=label, line=told(turn(game, state, found.seat, best, playouts, seed)))
    return found


def told(line: tuple[Any, ...]) -> tuple[dict[str, Any], ...]:
    return tuple(msgspec.to_builtins(move) for move in line)


def turn(
    game: Game[Any, Any, Any], state: Any, seat: Seat, first: Any, playouts: int, seed: str
) -> tuple[Any, ...]:
    """How the turn would have gone on after this move, as far as nothing comes up that nobody knew."""
    line = [first]
    while (after := by_choice(game, state, seat, line[-1])) is not None and game.to_move(after) == {seat}:
        state = after
        view = game.view(state, seat)
        candidates = Candidates(seen_by(game, view, seed), game, seat, game.legal(view))
        candidates.look(worlds(f"{seed} turn {len(line)}", playouts))
        line.append(candidates.best)
    return tuple(line)


def sure_wins(game: Game[Any, Any, Any], state: Any, seat: Seat) -> Iterator[tuple[Any, ...]]:
    """The moves of this turn, in their order, that end the game with a win, whatever lies face down."""
    if game.seats.start == 1:
        return
    for move in game.legal(game.view(state, seat)):
        after = by_choice(game, state, seat, move)
        if after is None:
            continue
        over = game.outcome(after)
        if over is None:
            if game.to_move(after) == {seat}:
                yield from ((move, *rest) for rest in sure_wins(game, after, seat))
        elif over.places[seat] == 1 and over.places.count(1) == 1:
            yield (move,)


def by_choice(game: Game[Any, Any, Any], state: Any, seat: Seat, move: Move) -> Any:
    """The state after a move that brings nothing up from what lies face down, or None."""
    after = game.apply(state, seat, move)
    return after if face_down(after) == face_down(state) else None


def face_down(state: Any) -> Any:
    """What lies face down: as long as this stays, chance has had no say."""
    return (state.pool,) if hasattr(state, "pool") else (state.draw, state.action_draw, state.pile)
