"""What can be learnt: for each game the houses whose rules are played, the signs that a net reads, and who plays.

The twins are imported when something is played and not before.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from septet.games import GAMES

Array = Any
Net = Any  # of `bots/kernels/nets`, which is not imported before it is needed


class Written(NamedTuple):
    """What many games at once are written down in, all in the card's memory."""

    words: Array  # where the chance of each game stands
    rows: Array
    results: Array
    found: Array  # how many rows of each game tell something

    def some(self, which: slice) -> "Written":
        return Written(*(array[which] for array in self))


class CardPlay(msgspec.Struct, frozen=True):
    """How it is played on a graphics card: a game in each thread."""

    usual: int  # turns of a game
    longest: int  # that a game may have to be learnt from
    play: Callable[[Written, Net, float], None]  # with some noise


class Curriculum(msgspec.Struct, frozen=True):
    """How a game is learnt."""

    layout: int
    signs: int
    results: int  # 1: a chance; else how many results a game may have
    houses: tuple[dict[str, Any], ...]  # as they differ from the usual rules
    quick: float  # instead of noise: the quick hand plays
    play: Callable[[Net, float, Array, Array, Any], int]  # fill rows and results; how many there are
    score: Callable[[Net, int, Any], float]  # how the hand does without search
    on_card: Callable[[], CardPlay] | None = None  # None: it is learnt on the processor only


def houses_of(name: str, module: Any, houses: tuple[dict[str, Any], ...]) -> Array:
    """A state of each house, for its options: half of all games are played under the usual rules."""
    import numpy as np

    game = GAMES[name]
    chosen: tuple[dict[str, Any], ...] = ({},) * len(houses) + houses
    states = np.zeros(len(chosen), module.STATE)
    for number, house in enumerate(chosen):
        module.to_record(game.deal(game.Options(**house), game.seats.start, bytes(32)), states[number])
    return states


def _circle(name: str, houses: tuple[dict[str, Any], ...], results: int) -> Curriculum:
    """SEP and SEP solo."""
    import numpy as np

    from septet.bots.kernels.sep import records, selfplay, signs
    from septet.bots.kernels.sep.learnt import room_for

    prizes, spend = np.linspace(0, 1, max(2, results)), SPEND[name]
    dealt = houses_of(name, records, houses)

    def play(net: Net, noise: float, rows: Array, found: Array, chance: Any) -> int:
        states = np.zeros(1, records.STATE)
        return int(selfplay.self_play(states, dealt, net, room_for(net), noise, spend, rows, found, prizes, chance))

    def score(net: Net, games: int, chance: Any) -> float:
        states = np.zeros(1, records.STATE)
        return float(selfplay.hand_scores(states, dealt[:1], games, net, room_for(net), spend, prizes, chance))

    def on_card() -> CardPlay:
        from septet.bots.kernels.card import cuda, lent
        from septet.bots.kernels.sep.on_card import self_play_each

        there, worths = lent(dealt), cuda.to_device(prizes)

        def play(written: Written, net: Net, noise: float) -> None:
            self_play_each(*written, there, net, noise, spend, worths)

        return CardPlay(60, 160, play)

    return Curriculum(signs.LAYOUT[name], signs.SIGNS[name], results, houses, selfplay.QUICK, play, score, on_card)


def _mosaic(houses: tuple[dict[str, Any], ...]) -> Curriculum:
    """SEPMOSA."""
    import numpy as np

    from septet.bots.kernels.sepmosa import records, selfplay, signs
    from septet.bots.kernels.sepmosa.learnt import room_for

    dealt = houses_of("sepmosa", records, houses)

    def play(net: Net, noise: float, rows: Array, found: Array, chance: Any) -> int:
        states, work = np.zeros(1, records.STATE), records.new_work()
        return int(selfplay.self_play(states, dealt, net, room_for(net), noise, rows, found, work, chance))

    def score(net: Net, games: int, chance: Any) -> float:
        states, work = np.zeros(1, records.STATE), records.new_work()
        return float(selfplay.hand_scores(states, dealt[:1], games, net, room_for(net), work, chance))

    return Curriculum(signs.LAYOUT, signs.SIGNS, 1, houses, selfplay.QUICK, play, score)


SPEND = {"sep": 50, "sep-solo": 10}  # how often in a hundred the quick hand spends an action turn in vain
SEP_HOUSES: tuple[dict[str, Any], ...] = (
    {"pile_count": 1},
    {"number_voluntary_pass": False, "reserve_take": "fits_and_place_it"},
    {"combo_swap": False},
)
SOLO_HOUSES: tuple[dict[str, Any], ...] = ({"solo_pass_penalty": True}, {"combo_swap": False}, {"combo_ace": "low"})

MOSAIC_HOUSES: tuple[dict[str, Any], ...] = ({"target": 49}, {"target": 35}, {"floor": "zero"})


class _Curricula(dict[str, Curriculum]):
    """Made when somebody asks: the twins take a while to load."""

    def __missing__(self, name: str) -> Curriculum:
        made = _MADE[name]()
        self[name] = made
        return made


_MADE: dict[str, Callable[[], Curriculum]] = {
    "sep": lambda: _circle("sep", SEP_HOUSES, 1),
    "sep-solo": lambda: _circle("sep-solo", SOLO_HOUSES, 18),
    "sepmosa": lambda: _mosaic(MOSAIC_HOUSES),
}
CURRICULA = _Curricula()
TAUGHT = tuple(_MADE)  # the games that can be learnt
