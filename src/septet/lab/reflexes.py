"""How quick the bots of SET are: when they see a set, and what they take and spoil in whole games."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from septet.bots import sit
from septet.bots.setgame.classic import SetReflex
from septet.games import GAMES
from septet.games.game import Timeout
from septet.games.options import from_values
from septet.games.setgame.cards import sets_among
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.classic.state import SetView
from septet.lab.simulate import Share, clustered, played_out

ALONE = {"solo_end": "add3", "noset_mode": "auto"}  # a whole deck, and nobody has to say that there is no set
FALSE = {"false_call", "lock_expired", "abort"}


class ReflexMatch(msgspec.Struct, frozen=True):
    """What one bot did in some games, game by game."""

    sets: tuple[int, ...]
    faults: tuple[int, ...]
    minutes: tuple[float, ...]


def views(deals: int, seed: str) -> Iterator[SetView]:
    """Tables with a set, of deals in which any set is as likely to be taken as any other."""
    game, rng = GAMES["set"], random.Random(seed)
    options = from_values(game.Options, {"claim_mode": "direct", "noset_mode": "auto", "deals": 1})
    for _ in range(deals):
        state = game.deal(options, 2, rng.randbytes(32))
        while not state.ending:
            sets = sets_among(state.table)
            if sets:
                yield game.view(state, 0)
            move = Claim(rng.choice(sets)) if sets else Timeout("auto_noset")
            state = game.apply(state, 0 if sets else None, move)


def first_finds(level: float, seen: Iterable[SetView]) -> list[float]:
    """After how many seconds a bot that has just sat down sees a set."""
    rng, finds = random.Random(f"finds {level}"), []
    for view in seen:
        mind = SetReflex(GAMES["set"], 0, rng, level)
        mind.see(view, 0)
        first = mind.first()
        assert first is not None
        finds.append(first[0] / 1_000)
    return finds


def matches(
    name: str, bots: tuple[str, ...], games: int, options: dict[str, Any] | None = None
) -> dict[str, ReflexMatch]:
    """Whole games between these bots, with the seats changed from game to game."""
    game = GAMES[name]
    sets, faults = {bot: [0] * games for bot in bots}, {bot: [0] * games for bot in bots}
    minutes = []
    for number in range(games):
        seats = bots if number % 2 == 0 else bots[::-1]
        rng = random.Random(f"{name} {bots} {number}")
        minds = [sit(name, bot, seat, random.Random(rng.random())) for seat, bot in enumerate(seats)]
        state, at = game.deal(from_values(game.Options, options or {}), len(seats), rng.randbytes(32)), 0
        for step in played_out(game, state, minds):
            at = step.at
            for event in step.state.last:
                if event.seat is not None:
                    sets[seats[event.seat]][number] += event.what == "set_taken"
                    faults[seats[event.seat]][number] += event.what in FALSE
        minutes.append(at / 60_000)
    return {bot: ReflexMatch(tuple(sets[bot]), tuple(faults[bot]), tuple(minutes)) for bot in bots}


def taken(pair: tuple[str, str], games: int) -> Share:
    """The first bot's share of the sets."""
    met = matches("set", pair, games)
    return share_of(met[pair[0]].sets, met[pair[1]].sets)


def wrong_calls(match: ReflexMatch) -> Share:
    """How many of a bot's calls were wrong."""
    return share_of(match.faults, match.sets)


def share_of(mine: tuple[int, ...], others: tuple[int, ...]) -> Share:
    """The share of the first among both, where each game has some."""
    return clustered(mine, [sum(both) for both in zip(mine, others, strict=True)])
