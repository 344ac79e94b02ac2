"""How much of the result is luck: many games between bots, each with luck told apart from skill.

Each game is a chunk of background work, made from its number alone.
"""

import random
from typing import Any

import msgspec

from septet.background.chunks import Chunk
from septet.bots import prepare, sit
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.log import Log, Sitter
from septet.games.options import from_values
from septet.lab.simulate import played_out
from septet.review.report import Luck
from septet.review.reviewing import curve, measured_move, steps_of, told_apart
from septet.study.replay import Story, of_log

KIND = "luck"


class LuckTask(msgspec.Struct, frozen=True, kw_only=True):
    """What to play, and how closely to look; game number n comes from `seed/n`."""

    game: str
    bot: str
    playouts: int
    seed: str
    options: dict[str, Any] = {}


class LuckChunk(msgspec.Struct, frozen=True):
    task: LuckTask
    number: int


class LuckOfGame(msgspec.Struct, frozen=True):
    """One game: luck and skill, and what the valuer had said after every move."""

    number: int
    luck: Luck
    curve: tuple[float, ...]


def chunk(task: LuckTask, number: int) -> Chunk:
    return Chunk(KIND, msgspec.json.encode(LuckChunk(task, number)))


def answer(body: bytes) -> bytes:
    """Play one game, and tell its luck."""
    asked = msgspec.json.decode(body, type=LuckChunk)
    task, story = asked.task, story_of(asked.task, asked.number)
    moves = tuple(
        measured_move(story, number, task.playouts, f"{task.seed}/{asked.number}") for number in steps_of(story)
    )
    said = tuple(one.value for one in curve(story, moves))
    return msgspec.json.encode(LuckOfGame(asked.number, told_apart(story, moves), said))


def story_of(task: LuckTask, number: int) -> Story:
    """The game of this number, every seat played by the same bot."""
    prepare(task.game, [task.bot])
    game, seed = GAMES[task.game], f"{task.seed}/{number}"
    seats = range(game.seats.start)
    sitters = tuple(Sitter(task.bot, task.bot) for _ in seats)
    log = Log.new(game, from_values(game.Options, task.options), sitters, seed_from(seed))
    minds = [sit(game.name, task.bot, seat, random.Random(f"{seed} {seat}")) for seat in seats]
    for step in played_out(game, log.table.state, minds):
        log.play(step.seat, step.move)
    return of_log(log)
