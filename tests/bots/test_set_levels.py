"""The levels of ChipSet, SetUp and CoopSet: what they reckon is true, and what they choose is what they say."""

import random
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
import pytest

from septet.bots import BOTS, prepare
from septet.bots.engine import COOP
from septet.bots.setgame.chipset.levels import ChipBettor, ChipNovice
from septet.bots.setgame.chipset.odds import imagined, luck
from septet.bots.setgame.setup import SKILLS, SetupSkill, choose_card, hidden, spoilt, traps
from septet.bots.setgame.simple import completed
from septet.games import GAMES
from septet.games.setgame.cards import NUMBER_OF, PACK, THIRD, Cards, Triple, disjoint, sets_among
from septet.games.setgame.chipset.moves import Expose
from septet.games.setgame.chipset.view import own_sets
from septet.games.setgame.coopset.moves import CommitLayout
from septet.games.setgame.coopset.ratings import PAYS
from septet.games.setgame.moves import Mark
from septet.lab.arena import Contest, hold, in_pairs
from septet.lab.simulate import Task, simulate

LEVELS = ("novice", "casual", "strong", "expert")


def drawn(rng: random.Random, *sizes: int) -> list[Cards]:
    """So many cards of the pack for each."""
    cards = rng.sample(PACK, sum(sizes))
    return [tuple(cards.pop() for _ in range(size)) for size in sizes]


# ChipSet


@pytest.mark.parametrize("weight", [1.0, 6.0])
def test_the_chance_to_win_is_that_of_all_hands_that_the_other_may_hold(weight: float) -> None:
    rng = random.Random("odds")
    for size in (2, 5, 9):
        hand, table = drawn(rng, 2, size)
        own = len(own_sets(hand, table))
        won = whole = 0.0
        for other in combinations([card for card in PACK if card not in hand + table], 2):
            sets = len(own_sets(other, table))
            likely = weight if sets else 1.0
            won += likely * (1.0 if own > sets else 0.5 if own == sets else 0.0)
            whole += likely
        odds = imagined(hand, table, own, [weight], luck(1, 4_000, 1))
        assert odds.now.mean() == pytest.approx(won / whole, abs=0.04)


def test_the_next_card_is_counted_as_the_rules_count_it() -> None:
    """With two cards in the deck that are known, and one opponent whose hand is known."""
    rng = random.Random("later")
    for _ in range(20):
        (order,) = drawn(rng, 81)
        hand, table, unseen = order[:2], order[2:78], order[78:]
        wanted = []
        for card in unseen:
            other, after = tuple(one for one in unseen if one != card), (*table, card)
            mine, theirs = len(own_sets(hand, after)), len(own_sets(other, after))
            wanted.append(1.0 if mine > theirs else 0.5 if mine == theirs else 0.0)
        odds = imagined(hand, table, len(own_sets(hand, table)), [1.0], luck(2, 3_000, 1))
        assert odds.later.mean() == pytest.approx(sum(wanted) / 3, abs=0.05)


def test_among_several_no_card_is_dealt_twice() -> None:
    hand, table = drawn(random.Random("many"), 2, 70)
    odds = imagined(hand, table, 3, [1.0, 3.0, 6.0], luck(3, 2_000, 3))
    assert 0 < len(odds.now) < 2_000
    assert odds.empty.shape == (len(odds.now), 3)


def seat_at(bot: type[ChipBettor], lines: list[str]) -> tuple[ChipBettor, Any]:
    game = GAMES["chipset"]
    state = game.notation.parse(game.Options(), ["players: 2", "turn: P1", *lines])
    return bot(game, 0, random.Random(1)), state


def test_the_best_hand_bets_and_an_empty_one_folds_as_a_rule() -> None:
    game = GAMES["chipset"]
    table = "table: 3ROF 1GOF 1POF 2GOF 2POF"
    mind, state = seat_at(ChipBettor, [table, "hand P1: 1ROF 2ROF", "pot: 6"])
    plan = mind.see(game.view(state, 0), 0)
    assert plan is not None
    assert game.notation.say(plan.move).startswith("bet=")
    _, state = seat_at(ChipBettor, [table, "hand P1: 1GBE 1PDE", "pot: 1"])
    state = game.apply(state, 0, game.notation.hear("check"))
    state = game.apply(state, 1, game.notation.hear("bet=3"))
    plans = [ChipBettor(game, 0, random.Random(seed)).see(game.view(state, 0), 0) for seed in range(40)]
    said = [game.notation.say(plan.move) for plan in plans if plan]
    assert len(said) == 40
    assert said.count("fold") >= 25


def test_who_has_bet_is_remembered_once_and_for_one_hand() -> None:
    game = GAMES["chipset"]
    mind, state = seat_at(ChipBettor, ["hand P1: 1ROF 2ROF"])
    state = game.apply(state, 0, game.notation.hear("check"))
    state = game.apply(state, 1, game.notation.hear("bet=2"))
    for _ in range(3):
        mind.see(game.view(state, 0), 0)
    assert mind.bets == {1: 1}
    state = game.apply(state, 0, game.notation.hear("fold"))
    mind.see(game.view(state, 0), 0)
    assert (mind.folded, mind.faced) == ({0: 1}, {0: 1})
    for seat in (0, 1):
        state = game.apply(state, seat, game.notation.hear("ready"))
    mind.see(game.view(state, 0), 0)
    assert mind.bets == {}


def test_what_was_overlooked_stays_overlooked() -> None:
    game = GAMES["chipset"]
    mind, state = seat_at(ChipNovice, ["table: 3ROF 1GOF 1POF 2GOF 2POF", "hand P1: 1ROF 2ROF"])
    view = game.view(state, 0)
    first = mind.sets(view)
    assert all(mind.sets(view) == first for _ in range(20))
    counts = {len(ChipNovice(game, 0, random.Random(seed)).sets(view)) for seed in range(40)}
    assert counts == {0, 1, 2, 3}


def test_a_level_shows_only_sets_that_it_has() -> None:
    report = simulate(Task("chipset", LEVELS, msgspec.structs.asdict(GAMES["chipset"].Options()), 4, "levels"))
    assert report.games == 4
    game = GAMES["chipset"]
    mind, state = seat_at(ChipBettor, ["table: 3ROF 1GOF 1POF 2GOF 2POF", "hand P1: 1ROF 2GBE", "pot: 200"])
    move = mind.answer(game.view(state, 0))
    assert isinstance(move, Expose)
    assert set(move.cards) in [set(one) for one in own_sets(("1ROF", "2GBE"), state.table)]


@pytest.mark.long
def test_the_expert_wins_chips_from_mixed(record_property: Any) -> None:
    options = msgspec.structs.asdict(GAMES["chipset"].Options())
    report = simulate(Task("chipset", ("expert", "mixed"), options, 1_250, "chips"), jobs=2)
    record_property(
        "chips a match of four hands", [round(report.scores[0].low - 30, 2), round(report.scores[0].high - 30, 2)]
    )
    assert report.scores[0].low > 30


# SetUp


def laid(hand: str, table: str) -> Any:
    game = GAMES["setup"]
    state = game.notation.parse(game.Options(), ["players: 2", f"table: {table}", f"hand P1: {hand}", "turn: P1"])
    return game.view(state, 0)


@pytest.mark.parametrize("level", LEVELS[2:])
def test_a_safe_card_is_laid_while_there_is_one(level: str) -> None:
    rng = random.Random(level)
    for _ in range(200):
        hand, table = drawn(rng, 4, rng.randrange(2, 12))
        view = laid(" ".join(hand), " ".join(table))
        card = choose_card(view, rng, SKILLS[level])
        assert card in hand
        assert not completed((*table, card)) or all(completed((*table, one)) for one in hand)


def test_the_keeper_spoils_as_few_of_its_cards_as_it_can() -> None:
    rng = random.Random("keep")
    for _ in range(100):
        hand, table = drawn(rng, 4, 5)
        view = laid(" ".join(hand), " ".join(table))
        safe = [card for card in hand if not completed((*table, card))]
        if safe:
            card = choose_card(view, rng, SetupSkill(1.0, "keep"))
            assert spoilt(view, card) == min(spoilt(view, one) for one in safe)


def test_a_trap_is_counted_by_the_cards_that_would_fall_into_it() -> None:
    view = laid("1ROF 2GBH 3PDE 1GDH", "1ROH 2PBE")
    seen = {*view.slots, *view.hand}
    for card in view.hand:
        table = (*view.slots, card)
        fall = [one for one in PACK if one not in seen and completed((*table, one))]
        assert traps(view, card) == len(fall)


def test_without_a_safe_card_the_hardest_set_is_risked() -> None:
    """1POF makes a set that differs in colour only, 3PDE one that differs in everything."""
    table = "1ROF 1GOF 2GBH 1ROH 1GOH"
    view = laid("1POF 3PDE 1POH 1ROE", table)
    assert all(completed((*view.slots, card)) for card in view.hand)
    assert {choose_card(view, random.Random(seed), SKILLS["expert"]) for seed in range(10)} == {"3PDE"}
    assert hidden(view.slots, "3PDE") > hidden(view.slots, "1POF")


def test_a_weak_level_takes_unsafe_cards_for_safe() -> None:
    view = laid("1POF 3PDE 1POH 2RDF", "1ROF 1GOF 2GBH 1ROH 1GOH")
    chosen = [choose_card(view, random.Random(seed), SKILLS["novice"]) for seed in range(200)]
    unsafe = sum(bool(completed((*view.slots, card))) for card in chosen)
    assert 20 < unsafe < 150


def test_better_levels_of_setup_take_fewer_cards() -> None:
    options = msgspec.structs.asdict(GAMES["setup"].Options())
    for better, worse in zip(LEVELS[1:], LEVELS, strict=False):
        report = simulate(Task("setup", (better, worse), options, 60, "setup levels"))
        assert report.scores[0].mean > report.scores[1].mean


# CoopSet


def quick_choice(order: Cards, deck: Cards) -> tuple[Triple, ...]:
    """As many sets as possible, then the most pairs whose third card is in the deck; the first such choice."""
    sets = sets_among(order)
    for size in (4, 3, 2, 1):
        best, most = None, -1
        for choice in combinations(sets, size):
            if all(disjoint(one, two) for one, two in combinations(choice, 2)):
                left = [card for card in order if not any(card in one for one in choice)]
                pairs = sum(THIRD[one][two] in deck for one, two in combinations(left, 2))
                if pairs > most:
                    best, most = choice, pairs
        if best:
            return best
    raise AssertionError("no set")


def played(order: Cards, deck: Cards, first: tuple[Triple, ...]) -> int:
    """The points of a game by the rules, with quick choices after the first."""
    game = GAMES["coopset"]
    state = game.notation.parse(game.Options(), ["players: 1", f"table: {' '.join(order)}", f"deck: {' '.join(deck)}"])
    choice, cards = first, order
    while True:
        for one in choice:
            state = game.apply(state, 0, Mark(one))
        state = game.apply(state, 0, CommitLayout())
        if game.outcome(state):
            return game.scores(state)[0]
        cards = tuple(card for card in cards if card in state.table)
        cards += tuple(card for card in deck if card in state.table and card not in cards)
        choice = quick_choice(cards, state.deck)


def test_the_compiled_games_of_coopset_are_those_of_the_rules() -> None:
    COOP.wait()
    rng, compared = random.Random("coop"), 0
    rules = np.array([1.0, *PAYS["booklet"], 1.0])
    while compared < 15:
        order, deck = drawn(rng, 12, 69)
        if not sets_among(order):
            continue
        compared += 1
        first = quick_choice(order, deck)
        left = [NUMBER_OF[card] for card in order if not any(card in one for one in first)]
        decks = np.array([[NUMBER_OF[card] for card in deck]])
        to_come = COOP.module.futures(np.array([left]), np.array([len(left)]), decks, rules)
        assert to_come[0] + PAYS["booklet"][len(first)] == played(order, deck, first)


def test_the_expert_takes_what_it_has_planned() -> None:
    """T-70: three sets that share no card, rather than two."""
    prepare("coopset", ["expert"])
    game = GAMES["coopset"]
    table = "1RDH 1GOH 1GBH 1GDH 1PDH 1PDE 2ROF 2GBH 3ROF 3RBF 3RDH 3PDE"
    state = game.notation.parse(game.Options(), ["players: 1", f"table: {table}"])
    mind = BOTS["coopset"]["expert"](game, 0, random.Random(1))
    for _ in range(3):
        plan = mind.see(game.view(state, 0), 0)
        assert plan is not None
        assert isinstance(plan.move, Mark)
        state = game.apply(state, 0, plan.move)
    assert mind.see(game.view(state, 0), 0).move == CommitLayout()  # type: ignore[union-attr]


def test_a_team_is_measured_by_its_points_with_one_bot_alone() -> None:
    assert not in_pairs("coopset")
    assert in_pairs("chipset")
    ladder = hold(Contest("coopset", ("strong", "novice"), {}, 60, "team")).ladder
    assert [one.bot for one in ladder] == ["strong", "novice"]


@pytest.mark.long
def test_the_expert_team_makes_more_than_eight_points(record_property: Any) -> None:
    options = msgspec.structs.asdict(GAMES["coopset"].Options())
    report = simulate(Task("coopset", ("expert",), options, 1_000, "team"), jobs=2)
    record_property("points", [round(report.scores[0].low, 2), round(report.scores[0].high, 2)])
    assert report.scores[0].mean > 8.5
