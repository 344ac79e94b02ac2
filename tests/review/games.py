"""Short games to be looked at again."""

import random
from typing import Any

from septet.bots import sit
from septet.games import GAMES, log
from septet.games.chance import seed_from
from septet.games.log import Log, Sitter
from septet.lab.simulate import played_out


def played(name: str, bot: str = "greedy", seed: str = "review", *, most: int = 10_000, **options: Any) -> Log:
    """A game between bots, or its first moves."""
    game = GAMES[name]
    seats = range(game.seats.start)
    made = Log.new(game, game.Options(**options), tuple(Sitter(bot) for _ in seats), seed_from(seed))
    minds = [sit(name, bot, seat, random.Random(f"{seed} {seat}")) for seat in seats]
    for step in played_out(game, made.table.state, minds):
        if len(made.entries) >= most:
            break
        made.play(step.seat, step.move)
    return made


def record(made: Log) -> bytes:
    return log.write(made)
