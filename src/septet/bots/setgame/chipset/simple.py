"""Simple players of ChipSet: one that only goes along, one at random, one that minds its sets."""

from septet.bots.bot import Plan
from septet.bots.setgame.simple import Watcher
from septet.games.game import Move
from septet.games.setgame.chipset.moves import Bet, Check, Expose, Fold, MatchBet, Raise, Wait
from septet.games.setgame.chipset.state import ChipView
from septet.games.setgame.chipset.view import own_sets
from septet.games.setgame.moves import Mark

BET_MS, ANSWER_MS, LATEST_MS = 3_000, 2_000, 10_000


class ChipPassive(Watcher):
    """Checks, matches, and never shows anything of its own will."""

    def plan(self, view: ChipView) -> Plan | None:
        if self.seat not in view.live:
            return None
        match view.phase:
            case "bet":
                return Plan(self.bet(view), self.in_time(BET_MS)) if view.mover == self.seat else None
            case "ask":
                return None if self.seat in view.answered else Plan(self.answer(view), self.in_time(ANSWER_MS))
        return None if self.seat in view.answered else Plan(self.counting(view), self.in_time(ANSWER_MS))

    def in_time(self, mean: float) -> int:
        """Some seconds, and never so many that the table would answer for it."""
        return min(self.soon(mean), LATEST_MS)

    def bet(self, view: ChipView) -> Move:
        return self.first(view, Check(), MatchBet(), Bet(1), Fold())

    def first(self, view: ChipView, *wishes: Move) -> Move:
        """The first of these that the rules allow."""
        legal = self.game.legal(view)
        return next(move for move in wishes if move in legal)

    def answer(self, view: ChipView) -> Move:
        return Wait()

    def counting(self, view: ChipView) -> Move:
        """Where players count themselves: every set, as far as sets may share cards."""
        marks = [
            move for one in own_sets(view.hand, view.table) if (move := Mark(one)).cards not in view.marks[self.seat]
        ]
        legal = self.game.legal(view) if marks else ()
        return next((move for move in marks if move in legal), Wait())


class ChipRandom(ChipPassive):
    """Any bet that is allowed; shows a set half of the time."""

    shows = 0.5

    def bet(self, view: ChipView) -> Move:
        moves = self.game.legal(view)
        kinds = sorted({type(move).__name__ for move in moves})
        kind = self.rng.choice(kinds)
        chosen: Move = self.rng.choice([move for move in moves if type(move).__name__ == kind])
        return chosen

    def answer(self, view: ChipView) -> Move:
        sets = own_sets(view.hand, view.table)
        return Expose(self.rng.choice(sets)) if sets and self.rng.random() < self.shows else Wait()


class ChipMixed(ChipRandom):
    """Bets a chip or two on its sets, bluffs now and then, and gives up most of its empty hands."""

    bets, bluffs, follows, shows = 0.4, 0.08, 0.4, 0.2  # how often it does so when it could

    def bet(self, view: ChipView) -> Move:
        strong = bool(own_sets(view.hand, view.table))
        luck, size = self.rng.random(), self.rng.choice((1, 1, 2))
        if luck < (self.bets if strong else self.bluffs):
            return self.first(view, Raise(size), Bet(size), Raise(1), Bet(1), MatchBet(), Check(), Fold())
        if strong or luck < self.follows:
            return self.first(view, Check(), MatchBet(), Bet(1), Fold())
        return self.first(view, Check(), Bet(1), Fold())
