"""What a card that comes up earns, against slow definitions written in another way."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations as choose

import pytest

from septet.games.sep.cards import NUMBER_CARDS
from septet.games.sep.combinations import Circle, combinations, earned
from septet.games.sep.options import SepOptions

Combination = tuple[str, frozenset[str]]
RINGS = {  # all places in a row of consecutive cards, going round as far as the house rule lets it
    "cyclic": "A23456789TA23456789",
    "high_low": "A23456789TA",
    "low": "A23456789T",
}
aces = pytest.mark.parametrize("ace", RINGS)


@cache
def thinkable(ace: str) -> list[Combination]:
    """Every run and every group that the pack can show."""
    row = RINGS[ace]
    spans = [(start, end) for start, end in choose(range(len(row) + 1), 2) if 3 <= end - start <= 10]
    runs = {frozenset(value + suit for value in row[start:end]) for suit in "CDHS" for start, end in spans}
    suits = [*choose("CDHS", 3), *choose("CDHS", 4)]
    groups = {frozenset(value + suit for suit in some) for value in "A23456789T" for some in suits}
    return [("run", run) for run in runs] + [("group", group) for group in groups]


def slow_combinations(ace: str, tops: set[str]) -> set[Combination]:
    """All runs and groups among the tops that are not part of a longer one."""
    found = [(kind, cards) for kind, cards in thinkable(ace) if cards <= tops]
    return {(kind, cards) for kind, cards in found if not any(kind == one and cards < more for one, more in found)}


def tops(circle: Circle) -> set[str]:
    return {stack[-1] for stack in circle if stack}


def pay(combination: Combination, six: int) -> int:
    kind, cards = combination
    return six if kind == "run" and len(cards) == 6 else 1


def by_comparison(options: SepOptions, before: Circle, after: Circle) -> int:
    """What is there now, and is no part of what was there before, is paid for."""
    old = slow_combinations(options.combo_ace, tops(before))
    new = slow_combinations(options.combo_ace, tops(after))
    return sum(
        pay((kind, cards), options.combo_six_run)
        for kind, cards in new
        if not any(kind == one and cards <= more for one, more in old)
    )


def without_swaps(options: SepOptions, before: Circle, after: Circle, card: str) -> int:
    """What holds the new card and is larger than all that was there before and shares a card with it."""
    old = slow_combinations(options.combo_ace, tops(before))
    return sum(
        pay((kind, cards), options.combo_six_run)
        for kind, cards in slow_combinations(options.combo_ace, tops(after))
        if card in cards and all(len(more) < len(cards) for one, more in old if one == kind and more & cards)
    )


def placements(count: int) -> Iterator[tuple[Circle, Circle, int]]:
    """Random circles before and after a card comes up, from cards so alike that combinations abound."""
    for number in range(count):
        rng = random.Random(number)
        suits, start = rng.sample("CDHS", rng.choice([1, 2, 2, 3, 4])), rng.randrange(10)
        values = ("A23456789T" * 2)[start : start + rng.randint(max(3, 8 - 2 * len(suits)), 9)]
        near = [card for card in NUMBER_CARDS if card[0] in values and card[1] in suits]
        cards = [*rng.sample(near, min(7, len(near))), *rng.sample([one for one in NUMBER_CARDS if one not in near], 4)]
        before = tuple((card,) for card in cards[:6])
        slot = rng.randrange(6)
        yield before, (*before[:slot], (*before[slot], cards[6]), *before[slot + 1 :]), slot


def points(options: SepOptions, after: Circle, slot: int, before: Circle | None = None) -> int:
    return sum(why.points for why in earned(options, after, slot, before))


@aces
def test_the_combinations_of_a_circle_are_the_longest_ones(ace: str) -> None:
    options = SepOptions(combo_ace=ace)  # type: ignore[arg-type]
    found = 0
    for circle, _, _ in placements(700):
        assert combinations(options, circle) == slow_combinations(ace, tops(circle))
        found += len(combinations(options, circle))
    assert found > 300


@aces
@pytest.mark.parametrize("six", [2, 3])
def test_a_placement_pays_for_what_is_new(ace: str, six: int) -> None:
    options = SepOptions(combo_ace=ace, combo_six_run=six)  # type: ignore[arg-type]
    seen = set()
    for before, after, slot in placements(700):
        seen.add(points(options, after, slot, before))
        assert points(options, after, slot, before) == by_comparison(options, before, after)
    assert seen >= {0, 1, 2, six}


@aces
def test_a_reveal_pays_for_what_is_new(ace: str) -> None:
    options = SepOptions(combo_ace=ace)  # type: ignore[arg-type]
    for covered, circle, slot in placements(300):
        top = circle[slot][-1:]
        before = (*circle[:slot], (*top, covered[slot][-1]), *circle[slot + 1 :])
        after = (*circle[:slot], top, *circle[slot + 1 :])
        assert points(options, after, slot) == by_comparison(options, before, after)


@aces
def test_a_fill_pays_for_what_is_new(ace: str) -> None:
    options = SepOptions(combo_ace=ace)  # type: ignore[arg-type]
    for _, circle, slot in placements(300):
        gap = (*circle[:slot], (), *circle[slot + 1 :])
        after = (*circle[:slot], circle[slot][-1:], *circle[slot + 1 :])
        assert points(options, after, slot) == by_comparison(options, gap, after)


@aces
def test_without_swaps_only_growth_is_paid_for(ace: str) -> None:
    options = SepOptions(combo_ace=ace, combo_swap=False)  # type: ignore[arg-type]
    less = 0
    for before, after, slot in placements(1_500):
        slow = without_swaps(options, before, after, after[slot][-1])
        assert points(options, after, slot, before) == slow
        less += slow < by_comparison(options, before, after)
    assert less > 20


@aces
def test_without_swaps_reveals_and_fills_are_paid_as_ever(ace: str) -> None:
    for _, after, slot in placements(300):
        usual = SepOptions(combo_ace=ace)  # type: ignore[arg-type]
        strict = SepOptions(combo_ace=ace, combo_swap=False)  # type: ignore[arg-type]
        assert earned(strict, after, slot) == earned(usual, after, slot)


def test_the_reasons_name_the_cards_in_order() -> None:
    circle: Circle = (("9S",), ("4D", "AS"), ("TS",), ("AH",), ("AC",), ("2C",))
    run, group = earned(SepOptions(), circle, 1)
    assert (run.rule, run.points, run.cards) == ("run", 1, ("9S", "TS", "AS"))
    assert (group.rule, group.points, group.cards) == ("group", 1, ("AC", "AH", "AS"))


def test_a_high_and_low_ace_may_stand_in_two_runs() -> None:
    circle: Circle = (("9S",), ("AS",), ("TS",), ("2S",), ("3S",), ("7C",))
    why = earned(SepOptions(combo_ace="high_low"), circle, 1)
    assert [one.cards for one in why] == [("9S", "TS", "AS"), ("AS", "2S", "3S")]
