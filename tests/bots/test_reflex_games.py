"""Scout and 20/20 with reflexes: where to point, what to answer, and how to go out."""

import random
import statistics
from typing import Any

import pytest

from septet.bots.setgame.reflex import Reflex
from septet.bots.setgame.scout import ScoutReflex
from septet.bots.setgame.twenty.reflex import TwentyReflex
from septet.games import GAMES
from septet.games.options import heard
from septet.games.setgame.cards import differing, sets_among
from septet.games.setgame.moves import Call, Pick
from septet.games.setgame.scout.moves import Commit, Giveup, Scout, Second
from septet.games.setgame.twenty.moves import Draw, RefreshVote

SCOUT, TWENTY = GAMES["scout"], GAMES["twenty"]
# 1ROF is in two sets, 1ROF 2ROF 3ROF and 1ROF 2GBH 3PDE; there are others.
TABLE = "1ROF 2ROF 3ROF 2GBH 3PDE 1ROH 2GOF 1PBF 2PBF 3GDF 1GDH 1GDE"
BARE = "1ROF 1ROH 1RBF 1RBH 1GOF 1GOH 1GBF 1GBH 2ROF 2ROH 2RBF 2RBH"


def scouting(players: int = 2, cards: str = TABLE) -> Any:
    return SCOUT.notation.parse(SCOUT.Options(), [f"players: {players}", f"table: {cards}"])


def twenty(*lines: str, options: str = "") -> Any:
    return TWENTY.notation.parse(heard(TWENTY.Options, options), ["players: 2", *lines])


def mind(kind: type[Reflex], seat: int = 0, seed: int = 1) -> Any:
    one = kind(SCOUT if kind is ScoutReflex else TWENTY, seat, random.Random(seed), 1)
    one.slips = False
    return one


def all_found(one: Any, state: Any, now: int = 0) -> Any:
    """The plan of a mind that has found every set."""
    one.see(one.game.view(state, one.seat), now)
    one.finds = dict.fromkeys(one.finds, now)
    return one.see(one.game.view(state, one.seat), now + 2_000)


@pytest.mark.parametrize(("players", "wanted"), [(2, min), (3, max), (5, max)])
def test_a_scout_points_where_others_are_misled_or_against_one_where_little_is_to_be_found(
    players: int, wanted: Any
) -> None:
    state = scouting(players)
    plan = all_found(mind(ScoutReflex), state)
    assert isinstance(plan.move, Scout)
    through = {card: sum(card in one for one in sets_among(state.table)) for card in state.table}
    assert through[plan.move.card] == wanted(count for count in through.values() if count)


def test_a_scout_seals_the_set_that_it_had_in_mind() -> None:
    one, state = mind(ScoutReflex), scouting()
    state = SCOUT.apply(state, 0, all_found(one, state).move)
    plan = one.see(SCOUT.view(state, 0), 10_000)
    assert isinstance(plan.move, Commit)
    assert 700 <= plan.after_ms <= 1_400
    assert {*one.meant} == {one.meant[0], *plan.move.cards}
    forgotten = mind(ScoutReflex).see(SCOUT.view(state, 0), 0)
    assert forgotten is not None
    assert tuple(sorted((state.pointed, *forgotten.move.cards))) in {tuple(sorted(s)) for s in sets_among(state.table)}


def seconding(pointed: str, two: tuple[str, str], cards: str = TABLE) -> tuple[Any, Any]:
    """Another has pointed, and this mind has seen it."""
    one, state = mind(ScoutReflex, seat=1), scouting(2, cards)
    one.see(SCOUT.view(state, 1), 0)
    state = SCOUT.apply(state, 0, Scout(pointed))
    one.see(SCOUT.view(state, 1), 1_000)
    return one, SCOUT.apply(state, 0, Commit(two))


def test_a_card_that_is_pointed_at_makes_the_search_shorter() -> None:
    before, after = [], []
    for seed in range(100):
        one, state = mind(ScoutReflex, 1, seed), scouting()
        one.see(SCOUT.view(state, 1), 0)
        through = ("1ROF", "2GBH", "3PDE")
        before.append(one.finds[through])
        one.see(SCOUT.view(SCOUT.apply(state, 0, Scout("1ROF")), 1), 0)
        after.append(one.finds[through])
        assert after[-1] <= before[-1]
    assert statistics.median(after) < statistics.median(before) / 2


def test_the_answer_is_the_hardest_set_that_was_found() -> None:
    one, state = seconding("1ROF", ("2ROF", "3ROF"))
    one.finds = dict.fromkeys(one.finds, 1_000)
    plan = one.see(SCOUT.view(state, 1), 2_000)
    assert isinstance(plan.move, Second)
    through = [found for found in sets_among(state.table) if "1ROF" in found]
    hardest = max(differing(found) for found in through)
    assert [differing(found) for found in through if plan.move.cards[0] in found] == [hardest]


def test_whoever_finds_nothing_gives_up_after_half_the_patience() -> None:
    one, state = seconding("1ROF", ("1ROH", "1RBF"), BARE)
    plan = one.see(SCOUT.view(state, 1), 2_000)
    assert plan.move == Giveup()
    assert 7_000 < plan.after_ms < 70_000


def test_a_wrong_answer_leads_nowhere() -> None:
    one, state = seconding("1ROF", ("2ROF", "3ROF"))
    one.slips = True
    plan = one.see(SCOUT.view(state, 1), 2_000)
    state = SCOUT.apply(state, 1, plan.move)
    assert "second_tried" in {event.what for event in state.last}


def test_going_out_comes_first_and_then_most_own_cards() -> None:
    table = "table: 3ROF 2GBH 3PDE 1PBH 2PDE 3GDF"
    hand, more = "hand P1: 1ROF 2ROF", "hand P1: 1ROF 2ROF 1GOF"
    for line in (hand, more):
        one, state = mind(TwentyReflex), twenty(table, line)
        plan = all_found(one, state)
        assert plan.move == Call()
        state = TWENTY.apply(state, 0, plan.move)
        for now in (5_000, 6_000, 7_000):
            plan = one.see(TWENTY.view(state, 0), now)
            assert isinstance(plan.move, Pick)
            state = TWENTY.apply(state, 0, plan.move)
        assert state.phase == "between" if line == hand else state.hands[0] == ("1GOF",)


def stuck(hand: int, other: int, options: str = "") -> Any:
    """Nobody has a set."""
    cards = BARE.split()
    hands = [f"hand P1: {' '.join(cards[6 : 6 + hand])}", f"hand P2: {' '.join(['3PDE', '3PDH', '3GDE'][:other])}"]
    return twenty(f"table: {' '.join(cards[:6])}", *hands, options=options)


def test_a_bot_with_few_cards_asks_sooner_for_a_new_table() -> None:
    def mean(hand: int) -> float:
        plans = [mind(TwentyReflex, 0, seed).see(TWENTY.view(stuck(hand, 3), 0), 0) for seed in range(100)]
        assert {plan.move for plan in plans} == {RefreshVote()}
        return statistics.fmean(plan.after_ms for plan in plans)

    assert mean(2) < 0.6 * mean(4)


def test_a_bot_draws_only_when_its_vote_does_not_help_and_somebody_is_about_to_go_out() -> None:
    for hand, other, draws in ((4, 1, True), (4, 3, False), (2, 1, False)):
        one, state = mind(TwentyReflex), stuck(hand, other)
        one.see(TWENTY.view(state, 0), 0)
        state = TWENTY.apply(state, 0, RefreshVote())
        plan = one.see(TWENTY.view(state, 0), 90_000)
        assert (plan is not None and plan.move == Draw()) == draws


def test_where_there_are_no_votes_a_bot_draws() -> None:
    one, state = mind(TwentyReflex), stuck(2, 3, "tt_refresh=off")
    plan = one.see(TWENTY.view(state, 0), 0)
    assert plan.move == Draw()
    state = TWENTY.apply(state, 0, Draw())
    assert one.see(TWENTY.view(state, 0), 1_000) is None


def test_a_set_of_the_table_alone_waits_for_one_with_own_cards_unless_few_are_left() -> None:
    table = "table: 1ROF 2ROF 3ROF 1GBH 1GBF 2GDE"
    waits = []
    for hand in ("1PBE 1PBF 2PDH 2PDF", "1PBE"):
        one, state = mind(TwentyReflex), twenty(table, f"hand P1: {hand}")
        one.see(TWENTY.view(state, 0), 0)
        one.finds = {("1ROF", "2ROF", "3ROF"): 0}
        waits.append(one.call(TWENTY.view(state, 0)).after_ms)
    assert waits[0] > 5_000 > waits[1]
