"""A puzzle as it is told to somebody: the position after the steps so far, and what is right once that may be known."""

from collections.abc import Iterable

from septet.games.pictures import Trial
from septet.puzzles import judging
from septet.puzzles.puzzle import KINDS, ByMove, Going, Line, Puzzle
from septet.server.tables import wire
from septet.server.tables.puzzling import PuzzleState
from septet.server.tables.studying import moment_of
from septet.study import trying

HANDS_OPEN = ("chipset-pot",)


def puzzle_state(puzzle: Puzzle, going: Going, *, answer: bool) -> PuzzleState:
    """The puzzle as far as somebody is; with what is right, if it is over and that may be told."""
    kind, over = KINDS[puzzle.kind], going.status != "open"
    steps = going.steps[:-1] if going.wrong is not None else going.steps
    trial = judging.position(puzzle, steps)
    offered = () if over else trying.offers(trial, puzzle.seat)
    told = over and answer
    return PuzzleState(
        id=puzzle.id,
        kind=puzzle.kind,
        game=kind.game,
        unit=kind.unit,
        exact=kind.exact,
        seat=puzzle.seat,
        options=puzzle.options,
        status=going.status,
        steps=steps,
        wrong=going.wrong,
        moment=moment_of(trial, puzzle.seat, offered, len(steps)),
        history=tuple(_history(puzzle, steps)),
        hands=_hands(trial) if puzzle.kind in HANDS_OPEN else None,
        level=round(puzzle.level),
        themes=puzzle.themes if told else (),
        worth=puzzle.worth if told else None,
        solution=puzzle.right if told else (),
        proof=puzzle.proof if told else (),
    )


def _history(puzzle: Puzzle, steps: Line) -> Iterable[wire.Past]:
    """What moves have brought; sets that are pointed at move nothing."""
    for number, step in enumerate(steps, start=1):
        if isinstance(step, ByMove):
            trial = judging.position(puzzle, steps[:number])
            yield wire.Past(number, 0, puzzle.seat, trying.told(trial, puzzle.seat), None)


def _hands(trial: Trial) -> tuple[tuple[str, ...], ...]:
    hands: tuple[tuple[str, ...], ...] = trial.game.study.hands(trial.state)
    return hands
