"""SEP for one: rounds, points and matches."""

import random

import pytest

from septet.games.errors import BadOption
from septet.games.game import Outcome
from septet.games.options import heard
from septet.games.sep.moves import ActionTurn, Discard, Draw, Fill, Pass, Place, Use
from septet.games.sep.options import SepSoloOptions
from septet.games.sep.state import State
from tests.playing import steps
from tests.sep.drawing import FULL, SOLO, USUAL, drawn_solo, played

WIN = f"{USUAL}; hand: 5D 3C; tokens: 1-6"  # the next placement takes the seventh token


def solo(picture: str, options: str = "", points: tuple[int, ...] = ()) -> State:
    """A position in a match after rounds with these points."""
    state = drawn_solo(picture, options)
    state.points = points
    return state


@pytest.mark.parametrize("left", range(11))
def test_each_card_left_in_the_action_deck_is_a_point(left: int) -> None:
    state = played(solo(f"{WIN}; action-left: {left}"), "d 5D@b")
    assert SOLO.outcome(state) == Outcome((1,), (left,), "seven", won=True)


@pytest.mark.parametrize("centre", range(1, 8))
def test_each_token_left_in_the_centre_is_a_point_lost(centre: int) -> None:
    tokens = f"{centre}-{7 - centre}"
    state = solo(f"{USUAL}; hand: 9D 3C; tokens: {tokens}; pile: 3; draw-left: 1")
    assert SOLO.outcome(played(state, "d 9D@a")) == Outcome((1,), (-centre,), "piles", won=False)


def test_the_last_action_card_ends_the_round() -> None:
    state = solo("circle: 4D 8D 2S 9D 5C 6S; tokens: 5-2; actions: JH KC; action-draw: QC; action-left: 1")
    assert SOLO.outcome(played(state, "a ~KC")) == Outcome((1,), (-6,), "last_action", won=False)


def test_the_last_action_turn_is_finished_with_its_fill() -> None:
    state = solo(f"{USUAL}; actions: JS QH; draw: 5H; action-left: 1; tokens: 2-5")
    assert SOLO.outcome(played(state, "a JSxf")) is None
    assert SOLO.outcome(played(state, "a JSxf =d")) == Outcome((1,), (-2,), "last_action", won=False)


def test_an_empty_action_deck_does_not_end_a_number_turn() -> None:
    state = solo(f"{USUAL}; hand: 9D 3C; action-left: 0", "solo_last_action=all_twelve")
    assert SOLO.outcome(played(state, "d 9D@a")) is None


def test_all_twelve_action_cards_may_be_played() -> None:
    picture = f"{USUAL}; hand: 9D 3C; actions: JD KC; action-left: 0; tokens: 5-2"
    state = played(solo(picture, "solo_last_action=all_twelve"), "a")
    (player,) = state.players
    assert player.action_hand == ("JD", "KC")
    assert state.last is not None
    assert state.last.card is None
    state = played(state, "JDxa =d d 9D@a")
    assert SOLO.outcome(state) is None
    assert state.players[0].action_hand == ("KC",)
    ended = SOLO.outcome(played(state, "a ~KC"))
    assert ended is not None
    assert ended.reason == "last_action"


def test_with_all_twelve_there_are_twelve_action_turns_at_most() -> None:
    for last_action, most in (("deck_empty", 10), ("all_twelve", 12)):
        seen = 0
        for number in range(40):
            options = heard(SOLO.Options, f"solo_last_action={last_action}")
            moves = [step.move for step in steps(SOLO, random.Random(number), options)]
            seen = max(seen, sum(isinstance(move, ActionTurn) for move in moves))
        assert seen == most


def test_action_turns_never_follow_each_other() -> None:
    for number in range(40):
        between = 1
        for step in steps(SOLO, random.Random(f"between {number}")):
            if isinstance(step.move, ActionTurn):
                assert between
                between = 0
            placement_needed = step.before.options.solo_between == "placement"
            if isinstance(step.move, Place) or (isinstance(step.move, Pass) and not placement_needed):
                between += 1
            if step.after.last.points is not None:
                between = 1


def test_gains_come_from_the_centre_and_returns_go_there() -> None:
    for number in range(40):
        for step in steps(SOLO, random.Random(f"centre {number}")):
            last = step.after.last
            assert last.from_opponent == 0
            if last.points is None:
                assert step.after.centre == step.before.centre - last.from_centre + last.returned


@pytest.mark.parametrize(("options", "cost"), [("", 0), ("solo_pass_penalty=on", 1)])
def test_a_forced_discard_costs_a_token_only_if_the_house_says_so(options: str, cost: int) -> None:
    state = solo(f"{FULL}; hand: 4H 7H; tokens: 5-2", options)
    after = played(state, "d ~4H")
    assert after.players[0].tokens == 2 - cost
    assert after.discard[-1] == "4H"
    view = SOLO.view(played(state, "d"), 0)
    assert SOLO.preview(view, Pass("4H")).points == -cost


@pytest.mark.parametrize(("options", "cost"), [("", 1), ("solo_action_penalty=off", 0)])
def test_an_unusable_action_card_costs_a_token_unless_the_house_says_not(options: str, cost: int) -> None:
    state = solo("circle: 4D 8D 2S 9D 5C 6S; tokens: 5-2; actions: JH KC; action-draw: QC", options)
    assert played(state, "a ~KC").players[0].tokens == 2 - cost
    assert SOLO.preview(SOLO.view(played(state, "a"), 0), Discard("KC")).points == -cost


def test_a_free_pass_at_will_is_no_option() -> None:
    with pytest.raises(BadOption) as refusal:
        SepSoloOptions(solo_voluntary_pass=True)
    assert refusal.value.code == "needs"
    assert SepSoloOptions(solo_voluntary_pass=True, solo_pass_penalty=True).solo_voluntary_pass


@pytest.mark.parametrize(("match", "rounds"), [("single", 1), ("a", 2), ("b", 3)])
def test_a_match_has_so_many_rounds(match: str, rounds: int) -> None:
    *_, step = steps(SOLO, random.Random(match), heard(SOLO.Options, f"solo_match={match}"))
    assert len(step.after.points) == rounds
    assert SOLO.scores(step.after) == (sum(step.after.points),)


@pytest.mark.parametrize(
    ("options", "points", "won"),
    [
        ("solo_match=a", (-3,), True),
        ("solo_match=a", (-4,), False),
        ("solo_match=a", (10,), True),
        ("solo_match=b", (-3, 4), True),
        ("solo_match=b", (-3, 3), False),
        ("solo_match=b", (10, 10), True),
        ("solo_match=b, solo_b_target=exactly", (-3, 4), True),
        ("solo_match=b, solo_b_target=exactly", (-3, 5), False),
        ("solo_match=b, solo_b_target=exactly", (-3, 3), False),
        ("solo_match=a, solo_b_target=exactly", (10,), True),
    ],
)
def test_a_match_is_won_with_seven_or_eleven_points(options: str, points: tuple[int, ...], won: bool) -> None:
    ended = SOLO.outcome(played(solo(WIN, options, points), "d 5D@b"))
    assert ended == Outcome((1,), (sum(points) + 10,), "seven", won)


def test_the_next_round_is_a_fresh_deal() -> None:
    before = solo(f"{WIN}; pile: 2; draw-left: 5; action-left: 3; after-action: yes", "solo_match=a")
    after = played(before, "d 5D@b")
    assert after.last is not None
    assert after.last.points == 3
    assert (after.points, after.centre, after.pile, after.phase) == ((3,), 7, 1, "choose")
    assert (len(after.draw), len(after.action_draw), after.discard, after.action_discard) == (32, 10, (), ())
    assert not after.after_action
    assert after.players[0].tokens == 0
    assert after.turn == before.turn + 1
    assert Draw() in SOLO.legal(SOLO.view(after, 0))
    assert ActionTurn() in SOLO.legal(SOLO.view(after, 0))


def test_a_round_of_a_match_may_end_by_a_king_before_its_fill() -> None:
    before = solo("circle: 3H 9D.2S.8C 5S 7D AD 6H; actions: KC QS; tokens: 1-6", "solo_match=a")
    after = played(before, "a KCxb")
    assert (after.points, after.phase, after.empty) == ((9,), "choose", None)
    assert [len(stack) for stack in after.circle] == [1] * 6


def test_fills_come_from_the_draw_pile() -> None:
    state = played(solo(f"{USUAL}; actions: JS QH"), "a JSxf")
    assert SOLO.legal(SOLO.view(state, 0)) == (Fill("draw"),)


def test_a_card_not_placed_is_discarded_and_not_reserved() -> None:
    after = played(solo(f"{FULL}; hand: 4H 7H"), "d ~7H")
    assert (after.reserve, after.discard[-1], set(after.face_down)) == ((), "7H", {"7H"})


def test_the_figures_are_those_of_a_round() -> None:
    state = solo(WIN, "solo_match=b", (1, 1))
    state.turn = 30
    assert SOLO.study.figures(played(state, "d 5D@b")) == {"turns": 10, "points": 4}
    assert SOLO.study.figures(solo(WIN)) == {"turns": 1, "points": 0}


def test_spent_action_cards_lie_open() -> None:
    state = played(solo(f"{USUAL}; actions: JS QH; draw: 5H"), "a JSxf =d")
    assert state.action_discard == ("JS",)
    assert isinstance(state.last.move, Fill) if state.last else False
    assert Use("JS", 5) not in SOLO.legal(SOLO.view(state, 0))
