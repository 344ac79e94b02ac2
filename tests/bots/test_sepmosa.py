"""How `denial` plays SEPMOSA: it takes points, and minds what it leaves behind."""

import random

import pytest

from septet.bots import BOTS
from septet.bots.sepmosa.denial import SepmosaDenial, best_replies
from septet.games.sepmosa.points import mosaic_of
from septet.games.sepmosa.state import State
from septet.lab.simulate import Task, simulate
from tests.sepmosa.drawing import FULL, SEPMOSA, STUCK, drawn


def choice(state: State, bot: str = "denial", seed: int = 0) -> str:
    plan = BOTS["sepmosa"][bot](SEPMOSA, 0, random.Random(seed)).see(SEPMOSA.view(state, 0), 0)
    assert plan is not None
    return SEPMOSA.notation.say(plan.move)  # type: ignore[arg-type]


@pytest.mark.parametrize("bot", ["greedy", "denial"])
def test_points_are_taken(bot: str) -> None:
    state = drawn("d * R7 R8; rack: R9 K4 B13 K13 O13 R12 K12")
    assert choice(state, bot) == "R9@d+3"


@pytest.mark.parametrize("bot", ["greedy", "denial"])
def test_the_winning_tile_is_played(bot: str) -> None:
    state = drawn(f"{FULL}; rack: K7 B11 O11; scores: 70-70")
    assert choice(state, bot) == "K7@d+7"


def test_denial_fears_to_open_a_pair_for_the_other_one() -> None:
    """R6 beside R5 leaves two reds with a free end; on the other side of the joker it gives nothing away."""
    state = drawn("d * R5; rack: R6 K13 B13 O13 K12 B12 O12")
    view = SEPMOSA.view(state, 0)
    mind = SepmosaDenial(SEPMOSA, 0, random.Random(0))
    mind.racks = [mind.imagined_rack(view) for _ in range(300)]
    assert mind.worth(view, SEPMOSA.notation.hear("R6@d-1")) == 0
    assert -1 < mind.worth(view, SEPMOSA.notation.hear("R6@d+2")) < -0.1


def test_denial_sets_a_tile_aside_when_it_must() -> None:
    assert choice(drawn(STUCK)).startswith("-")


def test_the_best_replies_are_what_each_tile_could_score() -> None:
    state = drawn("c . K9 K10 .; d * R9 R10 R1; e . . . .")
    best = best_replies(mosaic_of(state), frozenset({"R2", "K8", "B5", "R13", "K13"}))
    assert best == {"R2": 4, "K8": 3, "R13": 5, "K13": 0}


def test_floating_tiles_are_a_reply_for_every_colour() -> None:
    best = best_replies(mosaic_of(drawn("d * B2 . K5~ K6~")), frozenset({"B3", "K4", "O5", "O9"}))
    assert best == {"B3": 2, "K4": 5, "O5": 2}


def test_an_only_move_needs_no_thought() -> None:
    mind = SepmosaDenial(SEPMOSA, 0, random.Random(0))
    state = drawn("d * R7; rack: K13 B13 O13 R11 K12 B12 O12")
    plan = mind.see(SEPMOSA.view(state, 0), 0)
    assert plan is not None
    assert mind.racks == []


def test_greedy_beats_random() -> None:
    report = simulate(Task("sepmosa", ("greedy", "random"), {}, 12, "greedy"))
    assert report.wins[0].count == 12


def test_denial_beats_random() -> None:
    report = simulate(Task("sepmosa", ("denial", "random"), {"target": 35}, 4, "denial"))
    assert report.wins[0].count == 4


@pytest.mark.long
def test_many_games_are_as_long_and_as_even_as_they_should_be() -> None:
    """The figures of a study of the rules, with a margin of four standard errors."""
    greedy = simulate(Task("sepmosa", ("greedy", "greedy"), {}, 2_000, "figures"))
    assert 83 < greedy.figures["turns"].mean < 88
    assert greedy.figures["with_reset"].mean < 0.03
    assert greedy.first_wins is not None
    assert 0.45 < greedy.first_wins.share < 0.55
    aimless = simulate(Task("sepmosa", ("random", "random"), {}, 600, "figures"))
    assert 293 < aimless.figures["turns"].mean < 325
    assert aimless.figures["with_reset"].mean > 0.98
    denial = simulate(Task("sepmosa", ("denial", "greedy"), {}, 200, "figures"))
    assert 0.6 < denial.wins[0].share < 0.87
    for report in (greedy, aimless, denial):
        assert 77 <= max(spread.most for spread in report.scores) <= 83
