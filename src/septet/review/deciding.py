"""One decision: what the played move was worth, what the best, and whether it may be called a mistake."""

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from septet.games.game import Game, Seat
from septet.review.report import Decision, Estimate
from septet.review.valuer import REFERENCE, Known, Results, Tried, estimate, own, seen_by, worlds
from septet.study.choosing import by_choice

BATCHES = 8  # in which all moves are looked at, those that lag behind leave after each
BEHIND = 3.0  # standard errors that a move may lag behind the best one and still be looked at
LEVELS = (1, 4, 16)  # times as many playouts, as long as it is in doubt whether a move was a mistake
DOUBT = 3.0  # standard errors from the limit
SURE = 2.0  # standard errors beyond which a mistake is called one
LIMIT = {"share": 0.03, "points": 0.5}  # and by how much at least: three of a hundred, also of all points of a round


def unit(game: Game[Any, Any, Any]) -> Any:
    """What is counted: shares of the win, or points where one plays alone."""
    return "share" if game.seats.start > 1 else "points"


class Judged(msgspec.Struct, frozen=True):
    """A choice to be judged: who is to move where, and how closely that is looked at."""

    game: Game[Any, Any, Any]
    state: Any
    seat: Seat
    playouts: int
    seed: str

    def known(self) -> Known:
        """What the seat knows."""
        return seen_by(self.game, self.game.view(self.state, self.seat), self.seed)

    def tried(self, known: Known, moves: Tried, words: Any) -> Results:
        """How moves end in these worlds, as the seat counts it."""
        return own(self.seat, self.game, known.results(moves, words))


class Candidates:
    """The moves that may be the best one, over more and more worlds."""

    def __init__(self, choice: Judged) -> None:
        self.choice, self.known = choice, choice.known()
        self.moves: tuple[Any, ...] = choice.game.legal(self.known.view)
        self.results: Results = np.empty((0, len(self.moves)))

    def look(self, words: Any) -> None:
        """In more worlds; whoever is surely behind then leaves."""
        self.results = np.concatenate([self.results, self.choice.tried(self.known, self.moves, words)])
        best = self.results[:, [int(self.results.mean(axis=0).argmax())]]
        behind = best - self.results
        error = behind.std(axis=0, ddof=1) / np.sqrt(len(behind))
        stays = behind.mean(axis=0) <= BEHIND * error
        self.moves = tuple(move for move, stay in zip(self.moves, stays, strict=True) if stay)
        self.results = self.results[:, stays]

    def look_on(self, seed: str, count: int) -> None:
        """Until so many worlds have been looked at, or one move is left."""
        words = worlds(seed, count)[len(self.results) :]
        more = max(2, len(words) // BATCHES)
        for start in range(0, len(words), more):
            if len(self.moves) > 1:
                self.look(words[start : start + more])

    @property
    def best(self) -> Any:
        return self.moves[int(self.results.mean(axis=0).argmax())]


def decision(choice: Judged, number: int, played: Any) -> Decision:
    """What the move of this number was worth by what its seat could see; values come from worlds that chose nothing."""
    candidates = Candidates(choice)
    known, choices = candidates.known, len(candidates.moves)
    limit = LIMIT[unit(choice.game)]
    for level in LEVELS:
        candidates.look_on(f"{choice.seed} choosing", level * choice.playouts)
        best = candidates.best
        fresh = worlds(f"{choice.seed} {level}", level * choice.playouts)
        results = choice.tried(known, (best, played, REFERENCE), fresh)
        lost = estimate(results[:, 0] - results[:, 1])
        if abs(lost.value - limit) > DOUBT * lost.error:
            break
    if lost.value <= 0:
        best, lost = played, Estimate(0.0, 0.0)
    found = Decision(
        number=number,
        seat=choice.seat,
        choices=choices,
        played=msgspec.to_builtins(played),
        best=msgspec.to_builtins(best),
        line=(msgspec.to_builtins(best),),
        value=estimate(results[:, 1]),
        best_value=estimate(results[:, 1 if best == played else 0]),
        lost=lost,
        gained=estimate(results[:, 1] - results[:, 2]),
    )
    return labelled(found, choice, best, played, fresh)


def labelled(found: Decision, choice: Judged, best: Any, played: Any, fresh: Any) -> Decision:
    """With what is to be said of it: a certain win that was missed, or a mistake."""
    replace = msgspec.structs.replace
    wins = tuple(sure_wins(choice.game, choice.state, choice.seat))
    if wins and all(line[0] != played for line in wins):
        line = min(wins, key=len)
        also = tuple(move for move in dict.fromkeys(one[0] for one in wins) if move != line[0])
        return replace(
            found, label="missed_win", best=msgspec.to_builtins(line[0]), line=told(line), as_good=told(also)
        )
    if a_mistake(choice.game, found.lost):
        also = as_good(choice, best, fresh)
        return replace(found, label="mistake", line=told(turn(choice, best)), as_good=told(also))
    return found


def a_mistake(game: Game[Any, Any, Any], lost: Estimate) -> bool:
    """Is a move that loses so much called one?"""
    return lost.value > LIMIT[unit(game)] and lost.value > SURE * lost.error


def as_good(choice: Judged, best: Any, fresh: Any) -> tuple[Any, ...]:
    """The other moves that nobody would have called a mistake: in some of these worlds, and what is left in all."""
    known = choice.known()
    left = tuple(move for move in choice.game.legal(known.view) if move != best)
    for count in sorted({choice.playouts, len(fresh)}):
        results = choice.tried(known, (best, *left), fresh[:count])
        losses = [estimate(results[:, 0] - results[:, at]) for at in range(1, len(left) + 1)]
        left = tuple(move for move, lost in zip(left, losses, strict=True) if not a_mistake(choice.game, lost))
    return left


def told(line: tuple[Any, ...]) -> tuple[dict[str, Any], ...]:
    return tuple(msgspec.to_builtins(move) for move in line)


def turn(choice: Judged, first: Any) -> tuple[Any, ...]:
    """How the turn would have gone on after this move, as far as nothing comes up that nobody knew."""
    line, game, seat = [first], choice.game, choice.seat
    while (after := by_choice(game, choice.state, seat, line[-1])) is not None and same_turn(game, choice.state, after):
        choice = msgspec.structs.replace(choice, state=after)
        candidates = Candidates(choice)
        candidates.look(worlds(f"{choice.seed} turn {len(line)}", choice.playouts))
        line.append(candidates.best)
    return tuple(line)


def same_turn(game: Game[Any, Any, Any], state: Any, after: Any) -> bool:
    """Is it still the turn of whoever moved? Alone, one's next turn is another one."""
    goes_on = game.to_move(after) == game.to_move(state)
    return goes_on and getattr(after, "turn", None) == getattr(state, "turn", None)


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
