"""Courses: a row of steps, each a few sentences and a position with a goal that the learner reaches by playing.

They are Markdown beside the rules, `LESSONS.en.md` and so on. A step is a heading of the second level, its sentences,
one picture with a `goal:` and a `solution:`, and below it lines that name its chapter of the rule book (and others that
it is a help with, `scout#cards` in another book), say what helps and what is said when the goal is reached. The label
of the picture tells whose course the step belongs to.
"""

import re
from functools import cache
from typing import Any

import msgspec

from septet.games import GAMES
from septet.games.game import Game, Seat
from septet.games.options import heard
from septet.games.pictures import Block, Exercise, Trial, blocks, drawing_of, exercise_in
from septet.i18n.books import rule_book

BOOK = "LESSONS"
HEADING = re.compile(r"^## +(.+)$", re.MULTILINE)
NOTE = re.compile(r"^- (rule|hint|done): +(.+)$", re.MULTILINE)
WORDS_A_MINUTE = 200
SECONDS_A_MOVE = 5


class LessonMove(msgspec.Struct, frozen=True):
    """A move as the wire has it, and whose it is; nobody's, if a timer runs out."""

    seat: Seat | None
    move: Any


class LessonStep(msgspec.Struct, frozen=True):
    """One idea: what is said, the position, and what is asked; how it is reached is told to those who ask."""

    title: str
    text: str  # Markdown
    picture: str
    options: dict[str, bool | int | str]
    begin: tuple[LessonMove, ...]
    replies: tuple[LessonMove, ...]
    goal: str  # checks, which nobody reads
    moves: int  # that it takes
    rule: str  # the chapter, such as `sep#placing`
    also: tuple[str, ...]  # other chapters that lead here
    hint: str
    done: str


class Course(msgspec.Struct, frozen=True):
    """All steps of a game, and how many minutes they take somebody who reads 200 words a minute."""

    game: str
    minutes: int
    steps: tuple[LessonStep, ...]


class Practice(msgspec.Struct, frozen=True):
    """A step that a chapter of a rule book leads to."""

    chapter: str
    game: str
    number: int
    title: str


@cache
def course(game: str, language: str) -> Course:
    """The course of a game; without steps, if nobody has written one."""
    steps = tuple(_step(*found) for found in _parts(game, language))
    words = sum(len(f"{one.title} {one.text} {one.done}".split()) for one in steps)
    seconds = 60 * words / WORDS_A_MINUTE + SECONDS_A_MOVE * sum(one.moves for one in steps)
    return Course(game, round(seconds / 60 + 0.49), steps)


@cache
def practices(game: str, language: str) -> tuple[Practice, ...]:
    """The steps that the chapters of this game's rule book lead to: those of its own course first."""
    found = []
    for name in sorted(GAMES, key=lambda name: name != game):
        for number, step in enumerate(course(name, language).steps, start=1):
            for place in (step.rule, *step.also):
                book, _, chapter = place.partition("#")
                if _book(book) == _book(game):
                    found.append(Practice(chapter, name, number, step.title))
    return tuple(found)


def _book(game: str) -> tuple[str, str]:
    """Where the rule book of a game lies: some games share one."""
    return type(GAMES[game]).__module__.rpartition(".")[0], GAMES[game].book


@cache
def answer(game: str, number: int) -> tuple[LessonMove, ...]:
    """The moves of the learner that reach the goal of a step, counted from one."""
    block = _parts(game, "en")[number - 1][1]
    exercise = _exercise(block)
    trial = exercise.trial(GAMES[game], drawing_of(block))
    replies, made = exercise.replies(trial), []
    for text in exercise.solution.split():
        made.append(LessonMove(*trial.understood(text)))
        trial.move(text)
        while trial.replied(replies):
            pass
    return tuple(made)


def source(game: Game[Any, Any, Any], language: str) -> str:
    """The Markdown of the courses beside these rules; nothing, if there is none."""
    try:
        return rule_book(type(game), BOOK, language)
    except FileNotFoundError:
        return ""


def _parts(game: str, language: str) -> list[tuple[str, Block, str]]:
    """The steps of a game: heading, picture, and all of their text."""
    pieces = HEADING.split(source(GAMES[game], language))
    found = []
    for title, text in zip(pieces[1::2], pieces[2::2], strict=True):
        (block,) = blocks(text)
        if block.game == game:
            found.append((title.strip(), block, text))
    return found


def _exercise(block: Block) -> Exercise:
    exercise = exercise_in(block)
    assert exercise is not None, f"{block.game}: a step without a goal"
    return exercise


def _step(title: str, block: Block, text: str) -> LessonStep:
    game, exercise = GAMES[block.game], _exercise(block)
    notes = dict(NOTE.findall(text))
    rule, *also = (f"{game.name}{place}" if place.startswith("#") else place for place in notes["rule"].split())
    trial = exercise.trial(game, drawing_of(block))
    return LessonStep(
        title=title,
        text=text.partition("```")[0].strip(),
        picture="\n".join(drawing_of(block)),
        options=_options(game, exercise.house),
        begin=_begun(game, block, exercise),
        replies=tuple(LessonMove(*one) for one in exercise.replies(trial)),
        goal=exercise.goal,
        moves=len(exercise.solution.split()),
        rule=rule,
        also=tuple(also),
        hint=notes["hint"],
        done=notes["done"],
    )


def _begun(game: Game[Any, Any, Any], block: Block, exercise: Exercise) -> tuple[LessonMove, ...]:
    """The moves that are made before the learner's first, as the wire has them."""
    trial = msgspec.structs.replace(exercise, begin="").trial(game, drawing_of(block))
    made = []
    for text in exercise.begin.split():
        made.append(LessonMove(*trial.understood(text)))
        trial.move(text)
    return tuple(made)


def _options(game: Game[Any, Any, Any], house: str) -> dict[str, bool | int | str]:
    options = heard(game.Options, house)
    names = [part.partition("=")[0].strip() for part in house.split(",") if part.strip()]
    return {name: getattr(options, name) for name in names}


def tried(game: str, number: int, language: str) -> tuple[LessonStep, Trial]:
    """A step, and its position as the learner finds it: for whoever plays it without a wire."""
    _, block, _ = _parts(game, language)[number - 1]
    return course(game, language).steps[number - 1], _exercise(block).trial(GAMES[game], drawing_of(block))
