"""What holds in every turn: the deal, drawing, scoring, clearing the mosaic, and the end."""

import random

import pytest

from septet.games.chance import seed_from
from septet.games.errors import BadOption
from septet.games.game import IllegalMove, Timeout
from septet.games.log import Log
from septet.games.options import heard
from septet.games.sep.moves import Draw
from septet.games.sepmosa.moves import MosaicMove, Place, SetAside
from septet.games.sepmosa.state import State
from tests.playing import sitters, steps
from tests.sepmosa.drawing import FULL, SEPMOSA, STUCK, drawn, legal, played

SEEDS = [seed_from(f"mosaic {number}") for number in range(100)]


def deal(seed: bytes, options: str = "") -> State:
    return SEPMOSA.deal(heard(SEPMOSA.Options, options), 2, seed)


def test_each_player_gets_six_tiles_and_the_first_one_draws() -> None:
    state = deal(SEEDS[0])
    assert len(state.racks[state.mover]) == 7
    assert len(state.racks[1 - state.mover]) == 6
    assert len(state.pool) == 91
    assert (state.mosaic, state.scores, state.moves) == ({}, (0, 0), 0)
    assert len(list(SEPMOSA.study.pieces(state))) == 105


def test_chance_says_who_starts() -> None:
    assert 30 < sum(deal(seed).mover for seed in SEEDS) < 70


@pytest.mark.parametrize(("word", "seat"), [("first", 0), ("second", 1)])
def test_an_option_says_who_starts_and_the_deck_is_the_same(word: str, seat: int) -> None:
    for seed in SEEDS[:10]:
        usual, chosen = deal(seed), deal(seed, f"start_player={word}")
        assert chosen.mover == seat
        assert chosen.pool == usual.pool
        assert chosen.racks[seat] == usual.racks[usual.mover]


def test_a_turn_is_one_move_and_then_the_other_one_draws() -> None:
    for step in steps(SEPMOSA, random.Random("turns"), SEPMOSA.Options()):
        assert len(step.before.racks[step.before.mover]) == 7
        assert len(step.after.racks[step.before.mover]) == 6
        if not step.after.ending:
            assert step.after.mover == 1 - step.before.mover
            assert len(step.after.racks[step.after.mover]) == 7


def test_the_next_tile_of_the_pool_is_drawn() -> None:
    state = played(drawn("d *; next: O13 B4"), "R7@d+1")
    assert state.racks[1][-1] == "O13"
    assert state.pool[-1] == "B4"


def test_points_are_free_to_take_or_to_leave() -> None:
    state = drawn("d * R7 R8; rack: R9 K4 K13 B13 O13 R13 K12")
    assert {"R9@d+3", "R9@d-1", "K4@d-1"} <= legal(state)


def test_used_action_tiles_lie_open_and_removed_tiles_face_down() -> None:
    state = played(drawn("d * R7 R8 R9"), "R13xd+1h")
    assert state.played == ("R13",)
    assert state.removed == ("R7", "R8", "R9")
    state = played(drawn("d * R7 R8"), "R12xd+2>c0")
    assert (state.played, state.removed) == (("R12",), ())


def test_a_tile_is_set_aside_unseen_and_the_turn_is_over() -> None:
    state = played(drawn(STUCK), "-O7")
    assert state.set_aside == (("O7",), ())
    assert (state.scores, state.mover, state.set_asides) == ((-2, 0), 1, 1)
    assert len(state.racks[0]) == 6


def test_any_of_the_seven_may_be_set_aside_once() -> None:
    assert legal(drawn(STUCK)) == {f"-{tile}" for tile in "K6 K8 R4 R5 B5 O12 O7".split()}
    twins = drawn(STUCK.replace("K8", "K6"))
    assert len(legal(twins)) == 6


def test_an_empty_pool_is_made_of_all_that_lies_aside_when_a_tile_is_needed() -> None:
    state = drawn("d *; rack: R7; pool-left: 0")
    aside = sorted([*state.removed, *state.played])
    assert len(aside) == 91
    after = played(state, "R7@d+1")
    assert sorted([*after.pool, after.racks[1][-1]]) == aside
    assert (len(after.pool), after.removed, after.played, after.set_aside) == (90, (), (), ((), ()))
    assert after.last is not None
    assert (after.last.refilled, after.last.reset, after.refills) == (True, None, 1)


def test_tiles_set_aside_come_back_with_the_pool() -> None:
    state = played(drawn(f"{STUCK}; pool-left: 0"), "-O7")
    assert state.set_aside == ((), ())
    assert "O7" in (*state.pool, state.racks[1][-1])


def test_the_last_tile_of_the_pool_is_drawn_before_it_is_made_anew() -> None:
    state = played(drawn("d *; rack: R7; next: B9; pool-left: 1"), "R7@d+1")
    assert state.pool == ()
    assert state.racks[1][-1] == "B9"
    assert state.last is not None
    assert not state.last.refilled


def test_the_forty_ninth_tile_clears_the_mosaic_and_leaves_the_racks() -> None:
    state = drawn(f"{FULL}; rack: K7 K12; scores: 10-0")
    after = played(state, "K7@d+7")
    assert (after.mosaic, after.floating, after.scores, after.mover) == ({}, (), (17, 0), 1)
    assert after.racks[0] == state.racks[0][1:]
    assert after.racks[1][:-1] == state.racks[1]
    assert len(after.pool) == 91
    assert (after.removed, after.played, after.set_aside) == ((), (), ((), ()))
    assert after.last is not None
    assert (after.last.reset, after.resets, after.rescues) == ("full", 1, 0)


def test_whoever_wins_with_the_forty_ninth_tile_sees_it_lie() -> None:
    after = played(drawn(f"{FULL}; scores: 70-0"), "K7@d+7")
    assert len(after.mosaic) == 49
    assert after.ending == "target"
    assert len(after.racks[1]) == 6, "nobody draws any more"
    assert SEPMOSA.to_move(after) == frozenset()


def test_a_stalled_mosaic_is_cleared_after_so_many_passes() -> None:
    passes = "-K6 -R11 -K8 -R12"
    state = drawn(STUCK, "stall_reset=4")
    state.racks = (state.racks[0], ("R11", "R12", "R13", "O11", "O12", "O13"))
    state.pool = tuple("O13" for _ in state.pool)
    after = played(state, passes)
    assert after.mosaic == {}
    assert after.last is not None
    assert (after.last.reset, after.passes, after.rescues, after.resets) == ("stall", (0, 0), 1, 0)
    assert played(state, passes[:-5]).passes == (2, 1)


def test_a_move_ends_a_row_of_passes() -> None:
    state = played(drawn(f"{STUCK}; next: K3", "stall_reset=2"), "-K6 K3@d-2")
    assert state.passes == (0, 0)
    assert len(state.mosaic) == 5


def test_figures_count_turns_passes_and_shuffles() -> None:
    assert SEPMOSA.study.figures(played(drawn(FULL), "K7@d+7")) == {
        "turns": 1,
        "set_asides": 0,
        "resets": 1,
        "with_reset": 1,
        "rescues": 0,
        "refills": 0,
    }


def test_it_is_told_what_a_move_tied_back_and_cut_off() -> None:
    last = played(drawn("d * . R8~ R9~ R10~"), "R7@d+1").last
    assert last is not None
    assert last.tied == ("d+2", "d+3", "d+4")
    assert [(why.rule, why.points, why.cards) for why in last.why] == [
        ("row", 4, ("R7", "R8", "R9", "R10")),
        ("tied_back", 3, ()),
    ]
    last = played(drawn("c . K9 K10 .; d * R9 R10 R1"), "R13xd+1h").last
    assert last is not None
    assert (last.taken, last.cut, last.points) == (("R9", "R10", "R1"), ("c+1", "c+2"), 5)


def test_reasons_add_up_to_the_points_with_the_cap_among_them() -> None:
    last = played(drawn("a . . . R4~ .; b . . . R3~ O3~; c . . . R2~ O2~; d * K9 K10 . ."), "R1@d+3").last
    assert last is not None
    assert [(why.rule, why.points) for why in last.why] == [("column", 4), ("tied_back", 5), ("cap", -2)]
    assert last.points == 7


def test_a_floor_is_one_of_the_reasons() -> None:
    last = played(drawn(f"{STUCK}; scores: 1-0", "floor=zero"), "-O7").last
    assert last is not None
    assert [(why.rule, why.points) for why in last.why] == [("set_aside", -2), ("floor", 1)]


def test_a_preview_gives_the_same_reasons_as_the_move() -> None:
    for number in range(3):
        for step in steps(SEPMOSA, random.Random(f"reasons {number}")):
            assert isinstance(step.move, MosaicMove)
            told = SEPMOSA.preview(SEPMOSA.view(step.before, step.seat), step.move)
            assert told.why == step.after.last.why
            assert told.points == step.after.last.points


def test_legal_moves_do_not_depend_on_the_order_in_which_tiles_were_placed() -> None:
    for step in steps(SEPMOSA, random.Random("order"), SEPMOSA.Options(target=35)):
        view = SEPMOSA.view(step.before, step.before.mover)
        state = SEPMOSA.guess(view, random.Random(0))
        state.mosaic = dict(reversed(state.mosaic.items()))
        assert SEPMOSA.legal(SEPMOSA.view(state, state.mover)) == SEPMOSA.legal(view)


@pytest.mark.parametrize("option", ["passing=voluntary", "m49=connected", "dead_reset=off"])
def test_what_may_go_on_for_ever_needs_a_limit_of_turns(option: str) -> None:
    with pytest.raises(BadOption, match="needs"):
        heard(SEPMOSA.Options, f"{option}, max_plies=0")
    assert heard(SEPMOSA.Options, f"{option}, max_plies=1").max_plies == 1


@pytest.mark.slow
def test_games_end_at_the_target_with_77_to_83_points() -> None:
    for number in range(20):
        *_, step = steps(SEPMOSA, random.Random(f"end {number}"), SEPMOSA.Options())
        outcome = SEPMOSA.outcome(step.after)
        assert outcome is not None
        assert outcome.reason == "target"
        assert 77 <= max(outcome.scores) <= 83
        assert outcome.scores[outcome.places.index(1)] == max(outcome.scores)


def test_a_move_may_be_taken_back_until_the_other_one_has_moved() -> None:
    log = Log.new(SEPMOSA, SEPMOSA.Options(start_player="first"), sitters(2), SEEDS[0])
    for seat in (0, 1):
        log.play(seat, next(move for move in SEPMOSA.legal(log.view(seat)) if isinstance(move, Place)))
        assert log.may_undo(seat, seat)
        assert not log.may_undo(1 - seat, seat)
    assert not log.may_undo(0, 0)


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (0, Timeout("turn"), "no_such_timer"),
        (0, Draw(), "unknown_move"),
        (1, SetAside("K1"), "not_your_turn"),
        (None, SetAside("K1"), "not_your_turn"),
    ],
)
def test_what_is_no_move_of_the_mover_is_refused(seat: int | None, move: Timeout | Draw | SetAside, code: str) -> None:
    with pytest.raises(IllegalMove, match=code):
        SEPMOSA.apply(drawn("d *"), seat, move)
