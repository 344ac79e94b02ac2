"""Exact puzzles of SEP, from games on the twin: to win now, and to take the most tokens, whatever lies face down."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from septet.bots.kernels import Record
from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sep.allowed import MOST_MOVES
from septet.bots.kernels.sep.playouts import apply_one, legal_moves
from septet.bots.kernels.sep.records import STATE, to_record, to_state
from septet.bots.kernels.sep.tables import (
    ACTION_TURN,
    CHOOSE_PHASE,
    DISCARD,
    DRAW,
    FILL_DRAW,
    FILL_RESERVE,
    OVER,
    PASS,
    PLACE,
    PLACE_PHASE,
    TAKE_RESERVE,
    USE,
    USE_PHASE,
)
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.sep.moves import ALL_MOVES
from septet.games.sep.state import TOKENS as TOKENS_IN_ALL
from septet.puzzles.found import RIGHT, PuzzleFind, best_first
from septet.puzzles.puzzle import ByMove, FirstStep, Line
from septet.puzzles.twins import most_tokens, play_sep
from septet.puzzles.written import by_move

SPEND = 50  # how often in a hundred the quick hand spends an action turn in vain
LONGEST = 2_000  # moves of a game
WITHIN_REACH = 4  # tokens from which a turn may win, or a game that is about to end
FEWEST, FEWEST_TO_WIN = 5, 4  # moves to choose from
LAST_PILE = 3
WIN, TOKENS = "sep-win", "sep-tokens"


@cache
def _room() -> tuple[Any, Any, Any]:
    """Records to work in, the moves of one of them, and chance, which no move of a puzzle asks for."""
    game = GAMES["sep"]
    states = np.zeros(LONGEST, STATE)
    to_record(game.deal(game.Options(), 2, bytes(32)), states[0])
    return states, np.empty(MOST_MOVES, np.int16), new_chance(1)


def games(seed: str) -> Iterator[Any]:
    """The positions of game after game."""
    states, moves, _ = _room()
    number = 0
    while True:
        chance = new_chance(int.from_bytes(seed_from(f"{seed} {number}")[:8]))
        count = play_sep(states, moves, SPEND, chance)
        yield states[:count].copy()
        number += 1


def at_first_sight(state: Record) -> int:
    """About the most tokens that the turn can bring."""
    two, (_, moves, chance) = _two(), _room()
    two[0] = state
    return int(most_tokens(two, moves, chance))


@cache
def _two() -> Any:
    return np.zeros(2, STATE)


def moves_in(state: Record) -> list[int]:
    _, moves, _ = _room()
    return [int(move) for move in moves[: legal_moves(state, moves)]]


class Asked:
    """What a seat wants of its turn, and what it does not see."""

    def __init__(self, state: Record, kind: str) -> None:
        self.kind, self.seat, self.turn = kind, int(state["mover"]), int(state["turn"])
        self.tokens = int(state["players"][self.seat]["tokens"])

    def over(self, state: Record) -> bool:
        """Is the turn over?"""
        return bool(state["phase"] == OVER or state["turn"] != self.turn)

    def reached(self, state: Record) -> float:
        """What the turn has brought when it is over."""
        mine, theirs = (int(state["players"][seat]["tokens"]) for seat in (self.seat, 1 - self.seat))
        if self.kind == TOKENS:
            return float(mine - self.tokens)
        return float(state["phase"] == OVER and mine > theirs)

    def worth(self, state: Record, move: int) -> float:
        """What this move brings for certain, if everything else is done as well as can be."""
        return min(self.best(after) for after in self.outcomes(state, move))

    def best(self, state: Record) -> float:
        if self.over(state):
            return self.reached(state)
        return max(self.worth(state, move) for move in moves_in(state))

    def outcomes(self, state: Record, move: int) -> Iterator[Record]:
        """Every way in which this move may go, by all that the seat knows."""
        other = state["players"][1 - self.seat]
        if move in (DRAW, FILL_DRAW):
            yield from (self.after(one, move) for one in _on_top(state, "draw", other["number_hand"], other["shown"]))
        elif move == ACTION_TURN:
            yield from (self.after(one, move) for one in _on_top(state, "action_draw", other["action_hand"], 0))
        else:
            yield self.after(state, move)

    def after(self, state: Record, move: int) -> Record:
        copy = state.copy()
        apply_one(copy, move, _room()[2])
        return copy

    def lines(self, state: Record, goal: float) -> Iterator[tuple[int, ...]]:
        """The moves that reach the goal, as the cards lie; as soon as nothing can go wrong any more, they end."""
        for move in moves_in(state):
            if self.worth(state, move) < goal:
                continue
            after = self.after(state, move)
            if self.over(after) or all(self.worth(after, next_) >= goal for next_ in moves_in(after)):
                yield (move,)
            else:
                yield from ((move, *rest) for rest in self.lines(after, goal))


def _on_top(state: Record, pile: str, hand: Record, shown: int) -> Iterator[Record]:
    """The state with each card on top that may lie there: those of the pile, and those of the other's hand that nobody
    has seen."""
    top = int(state[pile]["size"]) - 1
    for at in range(top + 1):
        copy = state.copy()
        cards = copy[pile]["cards"]
        cards[at], cards[top] = int(cards[top]), int(cards[at])
        yield copy
    number = next(seat for seat in (0, 1) if np.shares_memory(hand, state["players"][seat]))
    name = "number_hand" if pile == "draw" else "action_hand"
    for at in range(int(hand["size"])):
        if int(shown) >> int(hand["cards"][at]) & 1:
            continue
        copy = state.copy()
        cards, held = copy[pile]["cards"], copy["players"][number][name]["cards"]
        held[at], cards[top] = int(cards[top]), int(held[at])
        yield copy


def found(state: Record, kind: str) -> PuzzleFind | None:
    """Is this position such a puzzle?"""
    asked = Asked(state, kind)
    moves = moves_in(state)
    worths = {move: asked.worth(state, move) for move in moves}
    most = max(worths.values())
    if most < 1 or min(worths.values()) == most:
        return None
    lines = []
    for line in asked.lines(state, most):
        lines.append(line)
        if len(lines) > RIGHT:
            return None
    proof = [FirstStep(by_move(ALL_MOVES[move]), worth) for move, worth in worths.items()]
    return PuzzleFind(
        kind=kind,
        state=to_state(state, bytes(32)),
        seat=asked.seat,
        worth=most,
        right=tuple(_line(line) for line in lines),
        proof=best_first(proof),
        themes=themes(state, asked, lines, most),
    )


def _line(moves: tuple[int, ...]) -> Line:
    return tuple(by_move(ALL_MOVES[move]) for move in moves)


def themes(state: Record, asked: Asked, lines: list[tuple[int, ...]], most: float) -> tuple[str, ...]:
    every = {move for line in lines for move in line}
    found = {
        "number": any(PLACE <= move < PASS for move in every),
        "action": any(USE <= move < DISCARD for move in every),
        "reserve": bool(every & {TAKE_RESERVE, FILL_RESERVE}),
        "double": asked.kind == TOKENS and most > 1,
        "last-pile": asked.kind == WIN and not any(_seven(state, asked, line) for line in lines),
    }
    return tuple(theme for theme, true in found.items() if true)


def _seven(state: Record, asked: Asked, line: tuple[int, ...]) -> bool:
    """Does this line end with all seven tokens?"""
    for move in line:
        state = asked.after(state, move)
    return bool(max(int(player["tokens"]) for player in state["players"]) == TOKENS_IN_ALL)


def win(seed: str) -> Iterator[PuzzleFind]:
    """Positions in which the turn wins the game, if it is the right one."""
    luck = seed_from(f"{seed} wanted")
    early, kings = luck[0] % 2 == 1, luck[1] % 4 == 0  # before the turn is chosen, or after the draw; plain ones, too
    for states in games(seed):
        for state in states[:-1]:
            if (state["phase"] == CHOOSE_PHASE) != early or not _near(state):
                continue
            if early and not state["action_draw"]["size"]:  # it would be shuffled, and three of twelve come up
                continue
            find = found(state, WIN)
            if find and _has_a_choice(find, early) and (kings or not _by_king(find)):
                yield find


def _has_a_choice(find: PuzzleFind, early: bool) -> bool:
    """More than one of two to be guessed."""
    return all(len(line) > 1 for line in find.right) if early else len(find.proof) >= FEWEST_TO_WIN


def _by_king(find: PuzzleFind) -> bool:
    """A king pays by itself, which everybody sees."""
    return any(
        step.move.get("card", "")[0:1] == "K" for line in find.right for step in line if isinstance(step, ByMove)
    )


def _near(state: Record) -> bool:
    """May this turn win, at first sight?"""
    mine = int(state["players"][int(state["mover"])]["tokens"])
    if state["tie"] or (int(state["pile"]) >= LAST_PILE and int(state["draw"]["size"]) <= 1):
        return True
    return mine >= WITHIN_REACH and mine + at_first_sight(state) >= TOKENS_IN_ALL


WANTED = ("double", "action", "reserve", "number")


def tokens(seed: str) -> Iterator[PuzzleFind]:
    """Positions after the draw in which a turn takes tokens, and not with every move."""
    wanted = WANTED[seed_from(f"{seed} wanted")[0] % len(WANTED)]
    for states in games(seed):
        for state in states[:-1]:
            if state["phase"] not in (PLACE_PHASE, USE_PHASE) or len(moves_in(state)) < FEWEST:
                continue
            if at_first_sight(state) < (2 if wanted == "double" else 1):
                continue
            find = found(state, TOKENS)
            if find and wanted in find.themes:
                yield find
