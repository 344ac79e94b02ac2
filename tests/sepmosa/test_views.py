"""What a seat sees, what it can conclude, and what it cannot know."""

import random
from collections import Counter

import msgspec
import pytest

from septet.games.sepmosa.allowed import playable
from septet.games.sepmosa.moves import SetAside
from septet.games.sepmosa.state import State
from septet.games.sepmosa.tiles import HIDDEN, KINDS
from septet.games.sepmosa.view import seen_tiles, unseen_tiles
from tests.laws import chi_square
from tests.playing import steps
from tests.sepmosa.drawing import SEPMOSA, STUCK, drawn, played


def test_the_others_do_not_see_which_tile_was_set_aside() -> None:
    state = played(drawn(STUCK), "-O7")
    mine, other, spectator = (SEPMOSA.view(state, seat) for seat in (0, 1, None))
    assert mine.set_aside == ("O7",)
    assert mine.last == state.last
    for view in (other, spectator):
        assert view.set_aside == ()
        assert view.set_aside_left == (1, 0)
        assert view.last is not None
        assert view.last.move == SetAside(HIDDEN)
        assert SEPMOSA.notation.say(view.last.move) == "-?"


def test_what_a_view_names_and_what_it_does_not_make_as_many_of_each_kind_as_it_says() -> None:
    view = SEPMOSA.view(played(drawn("d * R7 R8 R9"), "R13xd+1h"), 0)
    assert Counter(unseen_tiles(view)) + seen_tiles(view) == Counter(dict.fromkeys(KINDS, view.copies))


def test_removed_tiles_are_listed_for_all() -> None:
    state = played(drawn("d * R7 R8 R9"), "R13xd+1h K1@d+1")
    for seat in (0, 1, None):
        assert SEPMOSA.view(state, seat).removed == ("R7", "R8", "R9")


def test_without_a_list_only_the_last_move_shows_what_it_removed() -> None:
    before = played(drawn("d * R7 R8 R9", "show_removed_log=off"), "R13xd+1h")
    state = played(before, "K1@d+1")
    for seat in (0, 1, None):
        assert SEPMOSA.view(before, seat).removed == ("R7", "R8", "R9")
        assert SEPMOSA.view(state, seat).removed == ()
        assert SEPMOSA.view(state, seat).removed_left == 3
    assert Counter(unseen_tiles(SEPMOSA.view(state, 0)))["R8"] == 2


def test_a_drawn_tile_is_news_and_its_twin_too() -> None:
    state = drawn("d *; rack: R7 R8 K1 K2 K3 K4 K5; next: B1 R7")
    later = played(state, "R8@d+1 B1@c0")
    before, after = (SEPMOSA.named(SEPMOSA.view(one, 0)) for one in (state, later))
    assert after - before == {"R7/1", "B1/0"}
    assert SEPMOSA.named(SEPMOSA.view(played(state, "R8@d+1"), 0)) == before


def test_a_shuffle_is_news() -> None:
    state = drawn("d *; rack: R7; pool-left: 0")
    view = SEPMOSA.view(played(state, "R7@d+1"), 0)
    assert "shuffle 1" in SEPMOSA.named(view) - SEPMOSA.named(SEPMOSA.view(state, 0))


def fitting(state: State) -> set[str]:
    return {move.tile for move in playable(SEPMOSA.view(state, None), KINDS)}


@pytest.mark.parametrize("seat", [1, None])
def test_whoever_had_to_pass_is_thought_to_hold_what_does_not_fit(seat: int | None) -> None:
    state = played(drawn(STUCK), "-O7")
    fits = fitting(state)
    assert len([tile for tile in fits if int(tile[1:]) <= 10]) == 11
    for number in range(50):
        guess = SEPMOSA.guess(SEPMOSA.view(state, seat), random.Random(number))
        assert not fits & {*guess.racks[0], *guess.set_aside[0]}
        assert guess.last is not None
        assert guess.last.move == SetAside(guess.set_aside[0][-1])


def test_whoever_may_pass_at_will_is_thought_to_hold_anything() -> None:
    state = played(drawn(STUCK, "passing=voluntary"), "-O7")
    guesses = [SEPMOSA.guess(SEPMOSA.view(state, 1), random.Random(number)) for number in range(50)]
    assert any(fitting(state) & set(guess.racks[0]) for guess in guesses)


@pytest.mark.slow
def test_after_a_pass_all_worlds_are_as_likely() -> None:
    """Which tile was set aside, and which one lies in the pool: only one of those that do not fit was set aside."""
    state = drawn("d *; rack: K11 K11 K12 K12 R11 R11 B11; next: K9 K10 K8; pool-left: 3")
    view = SEPMOSA.view(played(state, "-K12"), 1)
    assert sorted(unseen_tiles(view)) == sorted("K11 K11 K12 K12 R11 R11 B11 K10 K8".split())
    rng = random.Random("worlds")
    seen = Counter((guess.set_aside[0], guess.pool) for guess in (SEPMOSA.guess(view, rng) for _ in range(1_600)))
    assert {pool for _, pool in seen} == {("K8", "K10"), ("K10", "K8")}
    doubled = Counter({(laid, pool): count // (1 if laid == ("B11",) else 2) for (laid, pool), count in seen.items()})
    assert chi_square(doubled, 8) < 40


def test_a_tile_that_was_set_aside_may_lie_in_a_new_pool() -> None:
    """Or have been drawn from it at once."""
    for options in ("", "stall_reset=1"):
        state = played(drawn(f"{STUCK}; pool-left: 0", options), "-O7")
        for seat in (1, None):
            view = SEPMOSA.view(state, seat)
            for number in range(30):
                guess = SEPMOSA.guess(view, random.Random(number))
                assert SEPMOSA.view(guess, seat) == view
                assert guess.last is not None
                assert guess.last.move.tile in (*guess.pool, guess.racks[1][-1])
                assert options or guess.last.move.tile not in fitting(state)


@pytest.mark.slow
def test_passes_in_a_row_are_all_remembered() -> None:
    found = 0
    for number in range(16):
        for step in steps(SEPMOSA, random.Random(f"passes {number}"), SEPMOSA.Options()):
            state = step.after
            if min(state.passes) > 0 and not state.ending:
                found += 1
                fits = fitting(state)
                for seat in (0, 1):
                    assert not fits & set(state.racks[seat][:6])
                    guess = SEPMOSA.guess(SEPMOSA.view(state, 1 - seat), random.Random(number))
                    assert not fits & set(guess.racks[seat][:6])
    assert found > 4


def test_a_view_is_plain_data_that_can_be_sent() -> None:
    state = played(drawn("d *"), "R7@d+1")
    sent = msgspec.json.decode(msgspec.json.encode(SEPMOSA.view(state, 0)))
    assert sent["mosaic"] == {"d+1": "R7"}
    assert sent["last"]["move"] == {"type": "place", "tile": "R7", "cell": "d+1"}
