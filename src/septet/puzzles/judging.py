"""Where a puzzle begins, where steps lead, and whether they are right: pure, and by the plain rules."""

from collections.abc import Sequence
from typing import Any

import msgspec

from septet.games.game import Game, IllegalMove, Move
from septet.games.pictures import Trial
from septet.games.setgame.choosing import choice_refusal
from septet.games.setgame.moves import Mark, Noset
from septet.puzzles.puzzle import ByMove, ByNone, BySeat, BySet, Going, Line, Puzzle, Step
from septet.puzzles.written import by_move, by_set
from septet.study import trying

ANSWERS: dict[str, tuple[type[Any], ...]] = {  # what may be answered, where it is not a move
    "set-six": (BySet,),
    "set-any": (BySet, ByNone),
    "coopset-packing": (BySet,),
    "chipset-pot": (BySeat,),
}


def position(puzzle: Puzzle, steps: Sequence[Step] = ()) -> Trial:
    """Where a puzzle begins, or where these steps have led; raises IllegalMove if the rules do not allow one."""
    trial = trying.from_picture(puzzle.game, puzzle.options, puzzle.picture)
    made: list[Step] = []
    for step in steps:
        made.append(_taken(puzzle, trial, made, step))
    return trial


def go(puzzle: Puzzle, steps: Sequence[Step]) -> Going:
    """How far these steps have come. A step that the rules do not allow is refused and counts for nothing: it raises
    IllegalMove. What comes after a wrong one is not looked at."""
    trial = trying.from_picture(puzzle.game, puzzle.options, puzzle.picture)
    made: list[Step] = []
    for step in steps:
        if made and solved(puzzle, made):
            break
        made.append(_taken(puzzle, trial, made, step))
        if not right_so_far(puzzle, made):
            return Going(status="failed", steps=tuple(made), wrong=made[-1])
    return Going(status="solved" if made and solved(puzzle, made) else "open", steps=tuple(made))


def right_so_far(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    """Does a right line begin like this? Sets may come in any order."""
    return any(_begins(line, steps) for line in puzzle.right)


def solved(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    """Is nothing missing any more?"""
    return any(len(line) == len(steps) and _begins(line, steps) for line in puzzle.right)


def _begins(line: Line, steps: Sequence[Step]) -> bool:
    if all(isinstance(step, BySet) for step in line):
        return {*steps} <= {*line}
    return tuple(steps) == line[: len(steps)]


def _taken(puzzle: Puzzle, trial: Trial, made: Sequence[Step], step: Step) -> Step:
    """Make a step on the trial, if it is one that may be made there; the step as we write it."""
    try:
        return _make(puzzle, trial, made, step)
    except IllegalMove as refusal:
        refusal.family = trial.game.family
        raise


def _make(puzzle: Puzzle, trial: Trial, made: Sequence[Step], step: Step) -> Step:
    if not isinstance(step, ANSWERS.get(puzzle.kind, (ByMove,))):
        raise IllegalMove(Noset(), "unknown_move")
    match step:
        case ByMove(told):
            move = _move(trial.game, told)
            _play(puzzle, trial, move)
            return by_move(move)
        case BySet(cards) if puzzle.kind == "coopset-packing":
            _play(puzzle, trial, Mark(cards))
            return by_set(cards)
        case BySet(cards):
            _point(trial, made, cards)
            return by_set(cards)
        case BySeat(seat):
            trying.seated(trial, seat)
            if seat not in trial.state.live:
                raise IllegalMove(Noset(), "out_of_hand")
    return step


def _move(game: Game[Any, Any, Any], told: Any) -> Move:
    try:
        return msgspec.convert(told, game.moves)  # type: ignore[no-any-return]
    except msgspec.ValidationError:
        raise IllegalMove(Noset(), "unknown_move") from None


def _play(puzzle: Puzzle, trial: Trial, move: Move) -> None:
    """A puzzle is about one turn: when that is over, nothing can be played any more."""
    trial.play(puzzle.seat, move)
    if refusal := trial.refusal:
        trial.refusal = None
        raise refusal


def _point(trial: Trial, made: Sequence[Step], cards: tuple[str, ...]) -> None:
    """Three cards of the table, and each set only once; whether they are one is not for the rules to refuse."""
    if code := choice_refusal(cards, 3, trial.state.table):
        raise IllegalMove(Mark(cards), code)
    if by_set(cards) in made:
        raise IllegalMove(Mark(cards), "marked_already")
