"""What holds for every review of the SET family, whatever was played."""

import random
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from septet.games import GAMES
from septet.games.setgame.cards import sets_among
from septet.i18n import LANGUAGES, words
from septet.review.counted import is_counted, review
from septet.review.report import Overlooked, Packed, Weighed
from septet.review.saying import sentences
from septet.study.replay import Story, of_log
from tests.plain import suspicious
from tests.playing import random_log
from tests.review.drawn import a_set

GAMES_OF_EYES = ("set", "set-quick", "set-solo", "scout", "setup", "twenty")
FAMILY = ("chipset", "coopset", *GAMES_OF_EYES)
FEW, MANY = range(4), range(4, 50)
numbers = pytest.mark.parametrize("number", [*FEW, *(pytest.param(one, marks=pytest.mark.long) for one in MANY)])


@cache
def played(name: str, number: int) -> tuple[Story, Any]:
    story = of_log(random_log(GAMES[name], random.Random(f"review {name} {number}")))
    return story, review(story, seed="laws")


def test_every_game_of_the_family_is_counted_and_no_other() -> None:
    counted = {name for name in GAMES if is_counted(of_log(random_log(GAMES[name], random.Random(1), most=1)))}
    assert counted == set(FAMILY)


@numbers
@pytest.mark.parametrize("name", FAMILY)
def test_every_review_has_sentences_in_three_languages(name: str, number: int) -> None:
    story, found = played(name, number)
    told = {language: sentences(found, story.names, words(language)) for language in LANGUAGES}
    assert len({len(lines) for lines in told.values()}) == 1
    for lines in told.values():
        assert all(line and not suspicious(line.replace("--json", "")) for line in lines), lines


# CoopSet


def most_disjoint(sets: list[frozenset[str]]) -> int:
    """Counted by trying all: with the first of them, or without it."""
    if not sets:
        return 0
    first, *rest = sets
    return max(most_disjoint(rest), 1 + most_disjoint([one for one in rest if not one & first]))


@numbers
def test_a_best_packing_lies_there_and_nobody_takes_more(number: int) -> None:
    story, found = played("coopset", number)
    assert isinstance(found, Packed)
    for one in found.layouts:
        table = story.tables[one.at].state.table
        sets = [frozenset(three) for three in combinations(table, 3) if a_set(three)]
        assert one.sets == len(sets)
        assert one.most == len(one.best) == most_disjoint(sets) >= len(one.taken)
        assert {frozenset(cards) for cards in (*one.best, *one.taken)} <= set(sets)
        assert len({card for cards in one.best for card in cards}) == 3 * one.most
        assert one.paid <= one.most_paid
    last = story.tables[-1].state
    assert found.taken == sum(last.layouts) == len(last.taken) // 3
    assert [len(one.taken) for one in found.layouts if one.taken] == list(last.layouts)
    worse = [one for one in found.layouts if one.most_paid > one.paid]
    assert {one.number for one in worse} <= set(found.missed)


# ChipSet


@numbers
def test_odds_are_odds_and_luck_adds_up_to_nothing(number: int) -> None:
    story, found = played("chipset", number)
    assert isinstance(found, Weighed)
    for one in found.decisions:
        state = story.tables[one.at].state
        assert 0 <= one.now.value <= 1
        assert 0 <= one.later.value <= 1
        assert one.lost.value >= 0
        assert one.lost.value == pytest.approx(one.best_value.value - one.value.value)
        assert (one.lost.value == 0) == (one.best == one.played)
        assert one.exact == (one.now.error == one.later.error == 0) or not one.exact
        assert one.pot == sum(state.paid) + state.carried
        assert one.hand == state.hands[one.seat]
        legal = {
            (type(move).__struct_config__.tag, getattr(move, "chips", None))
            for move in story.game.legal(story.game.view(state, one.seat))
        }
        assert (one.best["type"], one.best.get("chips")) in legal
        if one.played["type"] == "fold":
            assert one.value.value == 0
    for shown in found.showdowns:
        assert sum(shown.given) == pytest.approx(sum(one.value for one in shown.promised))
    assert sum(one.luck.value for one in found.purses) == pytest.approx(0, abs=1e-6)
    stacks = story.tables[-1].state.stacks
    assert [one.result for one in found.purses] == [
        chips - story.tables[0].state.options.chip_stack for chips in stacks
    ]
    dear = [next(one for one in found.decisions if one.number == at).lost.value for at in found.costliest]
    assert dear == sorted(dear, reverse=True)


# the games where eyes decide


@numbers
@pytest.mark.parametrize("name", GAMES_OF_EYES)
def test_what_was_overlooked_was_really_there(name: str, number: int) -> None:
    story, found = played(name, number)
    assert isinstance(found, Overlooked)
    for slip in found.slips:
        state = story.tables[slip.at].state
        reach = set(state.table)
        if name == "twenty":
            reach |= set(state.hands[slip.seat])
        laid = set(slip.cards) if name == "setup" else set()
        assert slip.number - 1 <= slip.at <= slip.number
        assert all(a_set(cards) and set(cards) <= reach | laid for cards in slip.sets)
        match slip.what:
            case "false_noset" | "gave_up" | "made_a_set" | "passed_over":
                assert slip.sets
            case "wrong_call" | "wrong_challenge":
                assert slip.features
                assert not a_set(slip.cards)
            case "fewer_own":
                assert slip.own < slip.most_own
                assert a_set(slip.better)
                assert len(set(slip.better) & set(state.hands[slip.seat])) == slip.most_own
        if slip.what == "made_a_set":
            row = story.tables[slip.number - 1].state.table
            assert all(not a_set((card, *two)) for card in slip.better for two in combinations(row, 2))


@numbers
@pytest.mark.parametrize("name", [name for name in GAMES_OF_EYES if name != "setup"])
def test_what_lay_longest_lay_there_at_every_moment_between(name: str, number: int) -> None:
    story, found = played(name, number)
    lain = [one.lay for one in found.longest]
    assert lain == sorted(lain, reverse=True)
    for one in found.longest:
        assert one.taken
        for at in range(one.first, one.last):
            state = story.tables[at].state
            hands = state.hands if name == "twenty" else ((),)
            assert any(set(one.cards) <= {*state.table, *hand} for hand in hands)
        state = story.tables[one.last].state
        before = story.tables[one.first - 1].state
        assert not set(one.cards) <= set(state.table)
        hands = before.hands if name == "twenty" else ((),)
        assert before.phase == "between" or all(
            frozenset(one.cards) not in map(frozenset, sets_among((*before.table, *hand))) for hand in hands
        )


@numbers
@pytest.mark.parametrize("name", ["set", "set-quick", "set-solo", "twenty"])
def test_everybody_found_what_everybody_took(name: str, number: int) -> None:
    story, found = played(name, number)
    taken = Counter(
        event.seat
        for before, table in zip(story.tables, story.tables[1:], strict=False)
        for event in table.state.last
        if event.what == "set_taken" and table.state is not before.state
    )
    assert [one.taken for one in found.eyes] == [taken[one.seat] for one in found.eyes]
    for one in found.eyes:
        assert list(one.quicker) == sorted(one.quicker, reverse=True), "sooner than experts is sooner than beginners"
        assert one.quicker[0] <= one.timed <= one.taken
        assert one.slips == sum(slip.seat == one.seat for slip in found.slips)
