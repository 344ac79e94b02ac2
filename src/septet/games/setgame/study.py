"""Figures about games of the SET family, and moves that somebody might try."""

import random
from collections.abc import Iterable
from copy import copy
from typing import Generic, get_args

from septet.games.chance import shuffled
from septet.games.game import Move, Study, tag_of
from septet.games.setgame.cards import PACK, Cards, Triple, sets_among
from septet.games.setgame.rules import FamilyRules, Opts, S, V


class FamilyStudy(Study[S, Move, V], Generic[Opts, S, V]):
    """Each game says what its reports count."""

    def __init__(self, game: FamilyRules[Opts, S, V]) -> None:
        self.game = game

    def reshuffled(self, state: S, seed: bytes) -> S:
        state = copy(state)
        state.seed, state.deck = seed, shuffled(state.deck, seed, 0)
        return state

    def pieces(self, state: S) -> Iterable[str]:
        yield from self.game.located(state)
        yield from state.deck

    def imagine(self, view: V, rng: random.Random) -> Move:
        kind = rng.choice(get_args(self.game.moves))
        return self.game.notation.hear(imagined(kind, view.table + self.game.held(view), rng))

    def finds(self, state: S) -> bool:
        return any(one.what == "set_taken" for one in state.last)

    def lying(self, state: S) -> tuple[Triple, ...]:
        return () if state.phase in {"between", "over"} else self.within_reach(state)

    def within_reach(self, state: S) -> tuple[Triple, ...]:
        """The sets that somebody could find now."""
        return sets_among(state.table)


def imagined(kind: type[Move], seen: Cards, rng: random.Random) -> str:
    """A move of this kind that somebody might try, with more or fewer of these cards, or with any others."""
    name = tag_of(kind)
    among = [*seen, *rng.sample(PACK, 2)]
    cards = [*rng.sample(among, 2), rng.choice(among)]
    match kind.__struct_fields__:
        case ("card",):
            guises = [f"{name}={cards[0]}"]
        case ("cards",):
            guises = [f"{name}={','.join(cards[: rng.choice((1, 2, 3, 3))])}"]
        case ("chips",):
            guises = [f"{name}={rng.randrange(5)}"]
        case ("on",):
            guises = [name, f"{name}=off"]
        case _:
            guises = [name]
    return rng.choice(guises)
