"""ChipSet looked at again by its odds: what each seat could know, what its choice was worth, and what was luck.

A choice is valued as if everybody who is in went along: all pay what is asked, and then all show, at once or a card
later. A choice has lost only what it lost either way.
"""

from collections.abc import Iterable, Iterator
from math import hypot

import msgspec

from septet.games.game import Move, Seat, Timeout
from septet.games.setgame.chipset.moves import Bet, Check, Expose, Fold, MatchBet, Raise, Wait
from septet.games.setgame.chipset.options import ChipOptions
from septet.games.setgame.chipset.pots import owed_by, pot_of, pots
from septet.games.setgame.chipset.state import ChipState
from septet.games.setgame.chipset.view import own_sets
from septet.review.report import Estimate, Purse, Showdown, Wager, Weighed
from septet.review.shares import PotShares, pot_shares
from septet.review.steps import ReviewStep, steps
from septet.study.replay import Story

BETTING = (Fold, Check, Bet, MatchBet, Raise)
SHOWN = 5  # of the decisions that cost most
WORTH_A_WORD = 0.5  # chips
SURE = 2  # so many standard errors
NOTHING = 1e-9  # chips that are only rounding
Chips = dict[int, float]  # how many chips of the pot so many others may win as well


def weighed(story: Story, seed: str = "") -> Weighed:
    options = story.tables[0].state.options
    all_steps = list(steps(story))
    decisions = tuple(one for step in all_steps if (one := _decision(story, step, seed)))
    showdowns = tuple(_showdowns(all_steps, seed))
    dear = [one for one in decisions if one.lost.value >= max(WORTH_A_WORD, SURE * one.lost.error) and not one.by_clock]
    dear.sort(key=lambda one: (-one.lost.value, one.number))
    return Weighed(
        game=story.game.name,
        seed=seed,
        decisions=decisions,
        costliest=tuple(one.number for one in dear[:SHOWN]),
        showdowns=showdowns,
        purses=tuple(
            _purse(seat, decisions, showdowns, score - options.chip_stack)
            for seat, score in enumerate(story.scores(story.length))
        ),
    )


# decisions


def _decision(story: Story, step: ReviewStep, seed: str) -> Wager | None:
    state: ChipState = step.before
    match step.move:
        case Timeout("bet"):
            seat, by_clock = state.mover, True
            what = next(event.what for event in step.after.last if event.seat == seat)
            move: Move = Fold() if what == "fold" else Check()
        case Fold() | Check() | Bet() | MatchBet() | Raise() | Expose() | Wait() if step.seat is not None:
            seat, by_clock, move = step.seat, False, step.move
        case _:
            return None
    hand, sets = state.hands[seat], own_sets(state.hands[seat], state.table)
    if not (state.phase == "bet" or (state.phase == "ask" and sets)):
        return None  # without a set there is nothing to show
    others = len(state.live) - 1
    shares = _shares(state, seat, others, seed)
    if state.phase == "bet":
        moves = [one for one in story.game.legal(story.game.view(state, seat)) if isinstance(one, BETTING)]
        best, value, best_value, lost = _judged_bet(state, seat, move, moves, shares)
        owed = min(owed_by(state, seat), state.stacks[seat])
    else:
        best, value, best_value, lost = _judged_answer(state, seat, move, Expose(sets[0]), shares)
        owed = 0
    pot = pot_of(state)
    return Wager(
        number=step.number,
        at=step.number - 1,
        seat=seat,
        deal=state.deal,
        hand=hand,
        sets=tuple(sets),
        others=others,
        pot=pot,
        owed=owed,
        needed=owed / (pot + owed) if owed else 0.0,
        now=shares.now[others],
        later=shares.later[others],
        exact=shares.exact,
        played=msgspec.to_builtins(move),
        by_clock=by_clock,
        best=msgspec.to_builtins(best),
        value=value,
        best_value=best_value,
        lost=lost,
    )


def _shares(state: ChipState, seat: Seat, others: int, seed: str) -> PotShares:
    """With a full table or without a deck no card comes: all show now."""
    found = pot_shares(state.hands[seat], state.table, others, state.options.chip_disjoint, seed)
    return found._replace(later=found.now) if _last_table(state) else found


def _last_table(state: ChipState) -> bool:
    options: ChipOptions = state.options
    return not state.deck or bool(options.chip_table_max and len(state.slots) >= options.chip_table_max)


Judged = tuple[
    Move, Estimate, Estimate, Estimate
]  # the best, the value of what was played, the best value, what was lost


def _judged_bet(state: ChipState, seat: Seat, played: Move, moves: Iterable[Move], shares: PotShares) -> Judged:
    """Showing now and showing a card later: of the two, the one by which less was lost."""
    terms = {move: _gone_along(state, seat, move) for move in (played, *moves)}
    judged = [_judged(terms, played, row) for row in (shares.now, shares.later)]
    return min(judged, key=lambda one: one[3].value)


def _judged(terms: dict[Move, tuple[Chips, int]], played: Move, row: tuple[Estimate, ...]) -> Judged:
    worth = {move: sum(chips * row[n].value for n, chips in pot.items()) - cost for move, (pot, cost) in terms.items()}
    best = max(worth, key=worth.__getitem__)
    best = best if worth[best] > worth[played] + NOTHING else played
    gap = {n: terms[best][0].get(n, 0) - terms[played][0].get(n, 0) for n in {*terms[best][0], *terms[played][0]}}
    return (
        best,
        Estimate(worth[played], _error(terms[played][0], row)),
        Estimate(worth[best], _error(terms[best][0], row)),
        Estimate(worth[best] - worth[played], _error(gap, row)),
    )


def _error(pot: Chips, row: tuple[Estimate, ...]) -> float:
    return sum(abs(chips) * row[n].error for n, chips in pot.items())


def _gone_along(state: ChipState, seat: Seat, move: Move) -> tuple[Chips, int]:
    """What may be won if everybody goes along with this move, and what it costs."""
    if isinstance(move, Fold):
        return {}, 0
    cost = _cost(state, seat, move)
    paid, live, high = list(state.paid), set(state.live), max(*state.staked, state.staked[seat] + cost)
    paid[seat] += cost
    for other in state.live - {seat}:
        due = high - state.staked[other]
        if due > state.stacks[other] and state.options.chip_short == "must_fold":
            live.discard(other)
        else:
            paid[other] += min(due, state.stacks[other])
    return _contested(paid, frozenset(live), state.carried, seat), cost


def _cost(state: ChipState, seat: Seat, move: Move) -> int:
    match move:
        case Bet(chips):
            return chips
        case MatchBet():
            return min(owed_by(state, seat), state.stacks[seat])
        case Raise(chips):
            return owed_by(state, seat) + chips
    return 0


def _contested(paid: list[int], live: frozenset[Seat], carried: int, seat: Seat) -> Chips:
    """The chips that this seat may win, by how many others may win them too."""
    found: Chips = {}
    for chips, seats in pots(paid, live, carried):
        if seat in seats:
            found[len(seats) - 1] = found.get(len(seats) - 1, 0) + chips
    return found


def _judged_answer(state: ChipState, seat: Seat, played: Move, show: Move, shares: PotShares) -> Judged:
    """To show, or to wait for one more card; as if nobody else showed."""
    pot = _contested(list(state.paid), state.live, state.carried, seat)
    shows, waits = (
        Estimate(sum(chips * row[n].value for n, chips in pot.items()), _error(pot, row))
        for row in (shares.now, shares.later)
    )
    showed = isinstance(played, Expose)
    mine, other, alternative = (shows, waits, Wait()) if showed else (waits, shows, show)
    if other.value <= mine.value:
        return played, mine, mine, Estimate(0.0, 0.0)
    return alternative, mine, other, Estimate(other.value - mine.value, hypot(mine.error, other.error))


# luck


def _showdowns(all_steps: list[ReviewStep], seed: str) -> Iterator[Showdown]:
    """Every hand that was shown and paid; a pot that stays for the next hand has given nobody anything yet."""
    shown: tuple[ReviewStep, dict[Seat, Estimate]] | None = None
    for step in all_steps:
        if any(step.after.backs) and not any(step.before.backs):
            shown = step, dict(_promised(step, seed))
        given = {event.seat: event.number for event in step.after.last if event.what == "pot_awarded"}
        if shown and given:
            first, promised = shown
            yield Showdown(
                number=first.number,
                at=first.number - 1,
                deal=first.before.deal,
                seats=tuple(promised),
                promised=tuple(promised.values()),
                given=tuple(given.get(seat, 0) for seat in promised),
            )
        if any(event.what == "deal_over" for event in step.after.last):
            shown = None


def _promised(step: ReviewStep, seed: str) -> Iterator[tuple[Seat, Estimate]]:
    """Each pot in proportion to the odds of those who may win it, with the table and the chips of the showdown."""
    before, after = step.before, step.after
    live = frozenset(seat for seat, hand in enumerate(after.backs) if hand)
    paid = list(before.paid)
    if before.phase == "bet" and step.seat is not None:
        paid[step.seat] += _cost(before, step.seat, step.move)
    odds = {seat: _shares(after, seat, len(live) - 1, seed).now for seat in sorted(live)}
    for seat in odds:
        value = error = 0.0
        for chips, seats in pots(paid, live, before.carried):
            if seat in seats:
                whole = sum(odds[one][len(seats) - 1].value for one in seats)
                mine = odds[seat][len(seats) - 1]
                value += chips * (mine.value / whole if whole else 1 / len(seats))
                error += chips * mine.error / (whole or 1)
        yield seat, Estimate(value, error)


def _purse(seat: Seat, decisions: tuple[Wager, ...], showdowns: tuple[Showdown, ...], result: int) -> Purse:
    mine = [one for one in decisions if one.seat == seat]
    given = [
        (one.given[at] - one.promised[at].value, one.promised[at].error)
        for one in showdowns
        for at, who in enumerate(one.seats)
        if who == seat
    ]
    return Purse(
        seat=seat,
        decisions=len(mine),
        lost=_sum((one.lost.value, one.lost.error) for one in mine),
        luck=_sum(given),
        result=result,
    )


def _sum(rows: Iterable[tuple[float, float]]) -> Estimate:
    values = list(rows)
    return Estimate(sum(value for value, _ in values), hypot(*(error for _, error in values)))
