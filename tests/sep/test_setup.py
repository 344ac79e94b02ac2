"""The deal, and what the options for it do."""

import random

import pytest

from septet.games.chance import seed_from
from septet.games.options import heard
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS
from septet.games.sep.combinations import combinations
from septet.games.sep.options import SharedOptions
from septet.games.sep.state import State
from tests.playing import states
from tests.sep.drawing import SEP, SOLO

SEEDS = [seed_from(f"deal {number}") for number in range(200)]


def deal(seed: bytes, options: str = "") -> State:
    state: State = SEP.deal(heard(SEP.Options, options), 2, seed)
    return state


def deal_solo(seed: bytes, options: str = "") -> State:
    state: State = SOLO.deal(heard(SOLO.Options, options), 1, seed)
    return state


def test_two_players_get_two_and_two_and_thirty_and_eight_are_left() -> None:
    state = deal(SEEDS[0])
    assert [len(stack) for stack in state.circle] == [1] * 6
    assert [(len(player.number_hand), len(player.action_hand)) for player in state.players] == [(2, 2), (2, 2)]
    assert (len(state.draw), len(state.action_draw)) == (30, 8)
    assert (state.reserve, state.discard, state.action_discard) == ((), (), ())
    assert (state.centre, [player.tokens for player in state.players]) == (7, [0, 0])
    assert (state.pile, state.phase, state.turn) == (1, "choose", 1)


def test_a_soloist_gets_two_and_two_and_thirty_two_and_ten_are_left() -> None:
    state = deal_solo(SEEDS[0])
    (player,) = state.players
    assert (len(player.number_hand), len(player.action_hand)) == (2, 2)
    assert (len(state.draw), len(state.action_draw), state.centre) == (32, 10, 7)
    assert not state.after_action


def test_a_deal_has_the_whole_pack() -> None:
    pack = sorted([*NUMBER_CARDS, *ACTION_CARDS, *["token"] * 7])
    assert sorted(SEP.study.pieces(deal(SEEDS[0]))) == pack
    assert sorted(SOLO.study.pieces(deal_solo(SEEDS[0]))) == pack


def test_the_same_seed_deals_the_same_and_another_one_does_not() -> None:
    assert deal(SEEDS[0]) == deal(SEEDS[0])
    assert len({deal(seed).draw for seed in SEEDS}) == len(SEEDS)


def test_a_coin_says_who_starts() -> None:
    started = sum(deal(seed).mover for seed in SEEDS)
    assert 75 < started < 125


@pytest.mark.parametrize(("word", "seat"), [("first", 0), ("second", 1)])
def test_an_option_says_who_starts_and_changes_nothing_else(word: str, seat: int) -> None:
    for seed in SEEDS[:20]:
        usual, chosen = deal(seed), deal(seed, f"start_player={word}")
        assert chosen.mover == seat
        assert (chosen.circle, chosen.draw, chosen.players) == (usual.circle, usual.draw, usual.players)
        assert chosen.shuffles == usual.shuffles


def dealt_combos(state: State) -> bool:
    assert isinstance(state.options, SharedOptions)
    return bool(combinations(state.options, state.circle))


def test_a_dealt_combination_pays_nobody() -> None:
    with_one = [state for seed in SEEDS if dealt_combos(state := deal(seed))]
    assert with_one
    assert all(SEP.scores(state) == (0, 0) for state in with_one)


@pytest.mark.parametrize("ace", ["cyclic", "high_low", "low"])
def test_a_dealt_combination_may_be_dealt_again(ace: str) -> None:
    again = 0
    for seed in SEEDS:
        usual = deal(seed, f"combo_ace={ace}")
        state = deal(seed, f"start_dealt_combo=redeal, combo_ace={ace}")
        assert not dealt_combos(state)
        assert (state.circle != usual.circle) == dealt_combos(usual)
        again += state.circle != usual.circle
    assert again


def test_the_next_round_of_a_match_is_dealt_again_too() -> None:
    options = SOLO.Options(start_dealt_combo="redeal", solo_match="b")
    for number in range(20):
        rounds = 0
        for state in states(SOLO, random.Random(f"redeal {number}"), options):
            if len(state.points) > rounds and not state.ending:
                assert not dealt_combos(state)
                rounds = len(state.points)
        assert rounds == 2
