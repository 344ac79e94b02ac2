"""Random games of any game, with random options: what the laws are tried on."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from septet.bots import BOTS
from septet.games.errors import BadOption
from septet.games.game import Game, IllegalMove, Move, Seat, Timeout
from septet.games.log import Log, Sitter
from septet.games.options import Choice, choices, for_new, from_values

AnyGame = Game[Any, Any, Any]
MOST_MOVES = 20_000  # by far: no game that follows its rules comes near
# Long matches are mostly played short, and real-time games mostly by somebody who sees sets.
SHORT = {"deals": 1, "tt_target_factor": 1, "chip_rounds": 1, "chip_stack": 6, "chip_table_max": 5}
KNOWING = {"twenty": ("most", 0.96)}
CLOCK = 0.05
LOOKED_AT = {"setgame": 0.06}  # the share of the states of a long game that a law looks at


class Step(msgspec.Struct, frozen=True):
    """A move of a game, the state that it was made in, and the state that it led to."""

    before: Any
    seat: Seat | None
    move: Move
    after: Any


def random_options(game: AnyGame, rng: random.Random) -> Any:
    """Options of which each is as usual half of the time; combinations that the rules exclude are drawn again."""
    while True:
        known = choices(game.Options)
        values = {name: _value(choice, rng) for name, choice in known.items() if rng.random() < 0.5}
        values |= {name: short for name, short in SHORT.items() if name in known and rng.random() < 0.8}
        try:
            return for_new(from_values(game.Options, values))
        except BadOption:
            continue


def _value(choice: Choice, rng: random.Random) -> Any:
    if choice.values:
        return rng.choice(choice.values)
    assert choice.low is not None
    assert choice.high is not None
    return min(choice.high, choice.low + int(rng.expovariate(0.3)))


def random_move(game: AnyGame, state: Any, rng: random.Random) -> tuple[Seat | None, Move]:
    """A legal move of one of those who may move, or a timer that runs out."""
    movers, timers = sorted(game.to_move(state)), sorted(game.timers(state), key=repr)
    assert movers or timers, "a dead end"
    if timers and (not movers or rng.random() < CLOCK):
        timer = rng.choice(timers)
        return None, Timeout(timer.name, timer.seat)
    if game.family == "setgame" and (planned := _knowing(game, state, movers, rng)):
        return planned
    seat = rng.choice(movers)
    legal = game.legal(game.view(state, seat))
    assert legal, "a dead end"
    if game.family == "setgame":  # any kind of move, and then any of that kind
        kind = rng.choice(sorted({type(move).__name__ for move in legal}))
        legal = tuple(move for move in legal if type(move).__name__ == kind)
    return seat, rng.choice(legal)


def _knowing(game: AnyGame, state: Any, movers: list[Seat], rng: random.Random) -> tuple[Seat, Move] | None:
    """What somebody who sees sets would do, mostly."""
    bot, share = KNOWING.get(game.name, ("random", 0.7))
    if rng.random() >= share:
        return None
    for seat in rng.sample(movers, len(movers)):
        if plan := BOTS[game.name][bot](game, seat, rng).see(game.view(state, seat), 0):
            return seat, plan.move
    return None


def seats_of(game: AnyGame, rng: random.Random) -> int:
    """How many sit down: few mostly, and at most four more than must."""
    if len(game.seats) == 1:
        return rng.choice(game.seats)
    return min(game.seats[-1], game.seats.start + 4, game.seats.start + int(rng.expovariate(0.8)))


def steps(game: AnyGame, rng: random.Random, options: Any = None, state: Any = None) -> Iterator[Step]:
    """A random game from its deal, or from a given state, to its end."""
    if state is None:
        options = random_options(game, rng) if options is None else options
        state = game.deal(options, seats_of(game, rng), rng.randbytes(32))
    for _ in range(MOST_MOVES):
        if game.outcome(state):
            return
        seat, move = random_move(game, state, rng)
        try:
            before, state = state, game.apply(state, seat, move)
        except IllegalMove as refusal:
            assert refusal.code in game.attempts
            continue
        yield Step(before, seat, move, state)
    raise AssertionError("the game does not end")


def states(game: AnyGame, rng: random.Random, options: Any = None) -> Iterator[Any]:
    """The states of a random game, its first and last ones among them; of a long one, some."""
    after, share = None, LOOKED_AT.get(game.family, 1)
    for step in steps(game, rng, options):
        if share == 1 or after is None or rng.random() < share:
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
    log = Log.new(game, options, sitters(seats_of(game, rng)), rng.randbytes(32))
    play_on(log, rng, most)
    return log


def play_on(log: Log, rng: random.Random, most: int = MOST_MOVES) -> None:
    """Random moves until the game is over, or so many."""
    for number in range(most):
        if log.outcome:
            break
        try:
            log.play(*random_move(log.game, log.table.state, rng), at=number * 1_000)
        except IllegalMove as refusal:
            assert refusal.code in log.game.attempts
