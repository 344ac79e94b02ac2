"""The four levels of ChipSet: they weigh what a bet is worth, from hands that the others may hold."""

import random
from typing import Any

from septet.bots.bot import Bot, Budget, Plan
from septet.bots.setgame.chipset.simple import ChipPassive
from septet.games.game import Game, Move, Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.chipset.moves import Bet, Check, Expose, Fold, MatchBet, Raise, Wait
from septet.games.setgame.chipset.pots import highest_stake, owed_by, pot_of
from septet.games.setgame.chipset.state import ChipView
from septet.games.setgame.chipset.view import own_sets

FOLDED, FACED = 4.0, 8.0  # what is believed of a player of whom nothing is known: half of the empty hands fold


class ChipBettor(ChipPassive):
    """Bets what pays, over deals that it imagines; remembers who has bet, and how often each gives in."""

    sees = 1.0  # the chance to notice a set
    samples = 600
    bluffs = 0.15  # of the times when a bet without a set would pay, how many it makes
    likelier = 6.0  # so many times as likely is a set for each bet that a player has made in this hand, up to two
    blind = 0.0  # how often it raises a bet without a set and without a thought
    stubborn = 0.0  # how often it stays in where it should fold

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        super().__init__(game, seat, rng, budget)
        self.samples = min(self.samples, budget.playouts or self.samples) if budget else self.samples
        self.deal, self.at = 0, (0, "", 0)
        self.noticed: dict[Cards, bool] = {}
        self.bets: dict[Seat, int] = {}
        self.folded: dict[Seat, int] = {}
        self.faced: dict[Seat, int] = {}

    def see(self, view: ChipView | None, now_ms: int) -> Plan | None:
        if view is not None:
            self.remember(view)
        return super().see(view, now_ms)

    def remember(self, view: ChipView) -> None:
        """What the others do: bets of this hand, and folds of all."""
        if view.deal != self.deal:
            self.deal, self.noticed, self.bets = view.deal, {}, {}
        at = (view.turns, view.phase, len(view.answered))
        if at == self.at:
            return
        self.at = at
        for event in view.last:
            seat = event.seat if event.seat is not None else self.seat
            if event.what in {"bet", "raise"}:
                self.bets[seat] = self.bets.get(seat, 0) + 1
            if event.what in {"fold", "match", "raise"}:
                self.faced[seat] = self.faced.get(seat, 0) + 1
                self.folded[seat] = self.folded.get(seat, 0) + (event.what == "fold")

    def sets(self, view: ChipView) -> list[Cards]:
        """The own sets that it has noticed; what it has overlooked it does not see later either."""
        found = own_sets(view.hand, view.table)
        for one in found:
            if one not in self.noticed:
                self.noticed[one] = self.rng.random() < self.sees
        return [one for one in found if self.noticed[one]]

    def odds(self, view: ChipView) -> Any:
        from septet.bots.setgame.chipset.odds import imagined, luck  # NumPy takes a while to load

        others = [seat for seat in sorted(view.live) if seat != self.seat]
        weights = [self.likelier ** min(2, self.bets.get(seat, 0)) for seat in others]
        chance = luck(self.rng.getrandbits(63), self.samples, len(others))
        return imagined(view.hand, view.table, len(self.sets(view)), weights, chance)

    def gives_in(self, view: ChipView) -> list[float]:
        """How likely each of the others is to fold a hand without a set."""
        others = [seat for seat in sorted(view.live) if seat != self.seat]
        return [(FOLDED + self.folded.get(seat, 0)) / (FACED + self.faced.get(seat, 0)) for seat in others]

    def bet_worth(self, view: ChipView, odds: Any, share: Any, owed: int, size: int) -> float:
        """What is won on the average by paying what is owed and so many chips more, less what is paid."""
        folds = odds.empty * self.gives_in(view)
        all_fold = folds.prod(axis=1)
        callers = (1 - folds).sum(axis=1)
        called = share * (pot_of(view) + owed + size) + share * size * callers / (1 - all_fold + 1e-9) - owed - size
        return float((all_fold * pot_of(view) + (1 - all_fold) * called).mean())

    def bet(self, view: ChipView) -> Move:
        odds, strong = self.odds(view), bool(self.sets(view))
        share = (odds.now + odds.later) / 2
        stack, owed = view.stacks[self.seat], min(owed_by(view, self.seat), view.stacks[self.seat])
        stay = float(share.mean()) * (pot_of(view) + owed) - owed
        spent = bool(highest_stake(view)) and view.raises[self.seat] >= view.options.raises_per_player
        sizes = range(0) if spent else range(1, min(view.options.bet_limit, stack - owed) + 1)
        worth = {size: self.bet_worth(view, odds, share, owed, size) for size in sizes}
        size = max(worth, key=worth.__getitem__, default=0)
        pays = bool(size) and worth[size] > max(stay, 0)
        if pays and (strong or self.rng.random() < self.bluffs):
            return self.first(view, Raise(size), Bet(size), MatchBet(), Check(), Fold())
        if owed and not strong and self.rng.random() < self.blind:
            return self.first(view, Raise(1), MatchBet(), Fold())
        if stay >= 0 or self.rng.random() < self.stubborn:
            return self.first(view, Check(), MatchBet(), Bet(1), Fold())
        return self.first(view, Check(), Fold())

    def answer(self, view: ChipView) -> Move:
        """Show if the pot as it is is worth more than another card and another bet."""
        sets = self.sets(view)
        if not sets:
            return Wait()
        odds = self.odds(view)
        size = min(view.options.bet_limit, view.stacks[self.seat])
        wait = max(float(odds.later.mean()) * pot_of(view), self.bet_worth(view, odds, odds.later, 0, size))
        return Expose(sets[0]) if float(odds.now.mean()) * pot_of(view) >= wait else Wait()


class ChipNovice(ChipBettor):
    """Overlooks every second set, cannot let go of a hand, and raises on nothing when somebody has bet."""

    sees, samples, bluffs, likelier, blind, stubborn = 0.5, 12, 0.02, 1.0, 0.15, 0.5


class ChipCasual(ChipBettor):
    """Sees most sets, takes no notice of how the others bet, and bluffs at the wrong time now and then."""

    sees, samples, bluffs, likelier, blind, stubborn = 0.75, 40, 0.05, 1.0, 0.05, 0.2


class ChipStrong(ChipBettor):
    """Overlooks a set now and then; minds who has bet."""

    sees, samples, bluffs, likelier = 0.9, 150, 0.08, 3.0


class ChipExpert(ChipBettor):
    """Sees every set, minds who has bet and who gives in, and bluffs seldom."""


CHIP_LEVELS: dict[str, Bot] = {
    "novice": ChipNovice,
    "casual": ChipCasual,
    "strong": ChipStrong,
    "expert": ChipExpert,
}
