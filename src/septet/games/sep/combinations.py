"""Combinations: runs and groups among the top cards, and what a card that has just come up earns."""

from collections.abc import Iterator

from septet.games.game import Why
from septet.games.sep.cards import NEXT, PREVIOUS, Cards
from septet.games.sep.options import SharedOptions

Circle = tuple[Cards, ...]  # six stacks, each from bottom to top


def tops(circle: Circle) -> frozenset[str]:
    """Only the top cards of the circle make combinations."""
    return frozenset([stack[-1] for stack in circle if stack])


def earned(options: SharedOptions, circle: Circle, slot: int, before: Circle | None = None) -> tuple[Why, ...]:
    """What the card that has just become the top of this slot earns: a token for its run, one for its group.

    `before` is the circle before a placement; house rules may refuse to pay for a mere exchange of cards.
    """
    card = circle[slot][-1]
    shown = tops(circle)
    why = [Why("run", _pay(options, run), run) for run in runs_through(options, shown, card) if len(run) >= 3]
    group = [top for top in shown if top[0] == card[0]]
    if len(group) >= 3:
        why.append(Why("group", 1, tuple(sorted(group))))
    if before is not None and why and not options.combo_swap:
        why = [one for one in why if _grown(options, before, one)]
    return tuple(why)


def _pay(options: SharedOptions, run: Cards) -> int:
    """A run pays one token, a run of six pays more."""
    return options.combo_six_run if len(run) >= 6 else 1


def _grown(options: SharedOptions, before: Circle, why: Why) -> bool:
    """Is this combination larger than each one of its kind that was there before and shares a card with it?"""
    cards = frozenset(why.cards)
    return all(
        len(cards) > len(old) or cards.isdisjoint(old)
        for kind, old in combinations(options, before)
        if kind == why.rule
    )


def combinations(options: SharedOptions, circle: Circle) -> set[tuple[str, frozenset[str]]]:
    """All combinations of the circle, each as its kind and its cards."""
    shown = tops(circle)
    found = set()
    for card in shown:
        for run in runs_through(options, shown, card):
            found.add(("run", frozenset(run)))
        found.add(("group", frozenset(top for top in shown if top[0] == card[0])))
    return {(kind, cards) for kind, cards in found if len(cards) >= 3}


def runs_through(options: SharedOptions, shown: frozenset[str], card: str) -> list[Cards]:
    """The longest run of the card's suit through it; an ace that is high and low may stand in two."""
    below = tuple(_chain(options, shown, card, PREVIOUS))[::-1]
    above = tuple(_chain(options, shown, card, NEXT))
    if options.combo_ace == "high_low" and card[0] == "A":
        return [(*below, card), (card, *above)]
    return [(*below, card, *above)]


def _chain(options: SharedOptions, shown: frozenset[str], card: str, step: dict[str, str]) -> Iterator[str]:
    """The unbroken chain of shown cards from the card in one direction, without the card itself."""
    ace = options.combo_ace
    while (following := step[card]) in shown:
        if ace == "low" and {card[0], following[0]} == {"A", "T"}:
            return
        yield following
        if ace == "high_low" and following[0] == "A":
            return
        card = following
