"""The four levels of CoopSet: from the first sets that catch the eye to a look at hundreds of decks to come."""

import random
from typing import Any, ClassVar

from septet.bots.bot import Bot, Budget
from septet.bots.engine import COOP, Engine
from septet.bots.setgame.coopset.simple import CoopFirst, CoopMaximum, CoopPairs, Packing, free
from septet.games.game import Game, Seat
from septet.games.setgame.cards import NUMBER_OF, PACK, Triple, differing, packings, sets_among
from septet.games.setgame.coopset.ratings import PAYS
from septet.games.setgame.coopset.state import CoopView

LARGEST = 21  # with so many cards there is a set


class CoopNovice(CoopFirst):
    """Marks the set that is easiest to see, then the next."""

    least_ms, look_ms = 12_000, 30_000  # whom beginners play with: they need that long themselves

    def next_set(self, view: CoopView) -> Triple | None:
        left = sets_among(free(view))
        easy = min(map(differing, left), default=0)
        return self.rng.choice([one for one in left if differing(one) == easy]) if left else None


class CoopCasual(CoopMaximum):
    """Takes as many sets as there are, but often is content with the first that it sees."""

    content = 0.35

    def choose(self, view: CoopView, best: list[Packing]) -> Packing:
        if self.rng.random() < self.content:
            return (self.rng.choice(sets_among(free(view))),)
        return super().choose(view, best)


class CoopStrong(CoopPairs):
    """As many sets as possible, and the most promising cards left."""

    look_ms = 7_000


class CoopExpert(CoopPairs):
    """Plays on from every choice, over the same imagined decks, and takes the one that brings most."""

    look_ms = 6_000
    engine: ClassVar[Engine] = COOP
    playouts = 1_000

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        super().__init__(game, seat, rng, budget)
        self.playouts = budget.playouts or self.playouts if budget else self.playouts
        self.meant: list[Triple] = []
        self.engine.start()

    def next_set(self, view: CoopView) -> Triple | None:
        left = sets_among(free(view))
        if not left or not self.engine.ready or len(view.table) > LARGEST:
            return super().next_set(view)
        self.meant = [one for one in self.meant if one in left]
        if not self.meant:
            self.meant = list(self.best(view, list(packings(left))))
        return self.meant.pop()

    def best(self, view: CoopView, choices: list[Packing]) -> Packing:
        """The choice with the most points, those of this layout and of the decks to come."""
        if len(choices) == 1:
            return choices[0]
        options = view.options
        pays = PAYS[options.coop_rules]
        worth = [pays[min(4, len(view.marks) + len(choice))] for choice in choices]
        if view.deck_left:
            to_come = self.futures(view, choices, [options.coop_rules == "booklet", *pays, options.coop_final_layout])
            worth = [now + later for now, later in zip(worth, to_come, strict=True)]
        return choices[max(range(len(choices)), key=worth.__getitem__)]

    def futures(self, view: CoopView, choices: list[Packing], rules: list[float]) -> Any:
        import numpy as np  # takes a while to load

        here, seen, kernel = free(view), {*view.table, *view.taken}, self.engine.module
        left = [[NUMBER_OF[card] for card in here if not any(card in one for one in choice)] for choice in choices]
        deck = [NUMBER_OF[card] for card in PACK if card not in seen]
        rows = np.array([row + [0] * (LARGEST - len(row)) for row in left])
        sizes, prices = np.array([len(row) for row in left]), np.array(rules, float)
        return kernel.futures(rows, sizes, kernel.shuffled(deck, self.playouts, self.rng.getrandbits(63)), prices)


COOP_LEVELS: dict[str, Bot] = {
    "novice": CoopNovice,
    "casual": CoopCasual,
    "strong": CoopStrong,
    "expert": CoopExpert,
}
