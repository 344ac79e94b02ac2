"""Random games of any game, with random options: what the laws are tried on."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from septet.games.errors import BadOption
from septet.games.game import Game, Move, Seat
from septet.games.log import Log, Sitter
from septet.games.options import Choice, choices, from_values

AnyGame = Game[Any, Any, Any]
MOST_MOVES = 20_000  # by far: no game that follows its rules comes near


class Step(msgspec.Struct, frozen=True):
    """A move of a game, the state that it was made in, and the state that it led to."""

    before: Any
    seat: Seat | None
    move: Move
    after: Any


def random_options(game: AnyGame, rng: random.Random) -> Any:
    """Options of which each is as usual half of the time; combinations that the rules exclude are drawn again."""
    while True:
        values = {name: _value(choice, rng) for name, choice in choices(game.Options).items() if rng.random() < 0.5}
        try:
            return from_values(game.Options, values)
        except BadOption:
            continue


def _value(choice: Choice, rng: random.Random) -> Any:
    if choice.values:
        return rng.choice(choice.values)
    assert choice.low is not None
    assert choice.high is not None
    return min(choice.high, choice.low + int(rng.expovariate(0.3)))


def random_move(game: AnyGame, state: Any, rng: random.Random) -> tuple[Seat, Move]:
    """A legal move of one of those who may move."""
    movers = sorted(game.to_move(state))
    assert movers, "nobody may move"
    seat = rng.choice(movers)
    legal = game.legal(game.view(state, seat))
    assert legal, "a dead end"
    return seat, rng.choice(legal)


def steps(game: AnyGame, rng: random.Random, options: Any = None, state: Any = None) -> Iterator[Step]:
    """A random game from its deal, or from a given state, to its end."""
    if state is None:
        options = random_options(game, rng) if options is None else options
        state = game.deal(options, rng.choice(game.seats), rng.randbytes(32))
    for _ in range(MOST_MOVES):
        if game.outcome(state):
            return
        seat, move = random_move(game, state, rng)
        before, state = state, game.apply(state, seat, move)
        yield Step(before, seat, move, state)
    raise AssertionError("the game does not end")


def states(game: AnyGame, rng: random.Random, options: Any = None) -> Iterator[Any]:
    """Every state of a random game."""
    after = None
    for step in steps(game, rng, options):
        yield step.before
        after = step.after
    yield after


def watchers(game: AnyGame, state: Any) -> list[Seat | None]:
    """Every seat, and the spectators."""
    return [*range(len(game.scores(state))), None]


def sitters(count: int) -> tuple[Sitter, ...]:
    return tuple(Sitter(f"Player {number}") for number in range(1, count + 1))


def random_log(game: AnyGame, rng: random.Random, options: Any = None, most: int = MOST_MOVES) -> Log:
    """The log of a random game, of its first moves at most."""
    options = random_options(game, rng) if options is None else options
    log = Log.new(game, options, sitters(rng.choice(game.seats)), rng.randbytes(32))
    for number in range(most):
        if log.outcome:
            break
        log.play(*random_move(game, log.table.state, rng), at=number * 1_000)
    return log
