"""How a game for two ends, and that it does."""

from collections.abc import Callable

import pytest

from septet.games.game import Outcome
from septet.games.sep.moves import ActionTurn, Discard, Draw, Fill, Pass, Place, SepMove, TakeReserve, Use
from septet.games.sep.state import State
from tests.playing import AnyGame
from tests.sep.drawing import SEP, SOLO, USUAL, drawn, game_of, played

LONGEST = 8_640  # turns: no sequence of choices makes a game longer


def outcome(state: State) -> Outcome | None:
    return game_of(state).outcome(state)


def test_seven_tokens_win() -> None:
    state = played(drawn(f"{USUAL}; hand: 5D 3C; tokens: 1-6-0"), "d 5D@b")
    assert outcome(state) == Outcome((1, 2), (7, 0), "seven")


def test_after_the_last_pile_more_tokens_win() -> None:
    state = drawn(f"{USUAL}; hand: 5D 3C; tokens: 3-2-2; pile: 3; draw-left: 1")
    assert outcome(played(state, "d 5D@b")) == Outcome((1, 2), (3, 2), "tokens")
    assert outcome(played(state, "d ~5D")) == Outcome((2, 1), (1, 2), "tokens")


def test_a_lead_decides_a_game_that_was_level() -> None:
    state = drawn(f"{USUAL}; hand: 5D 3C; tokens: 3-2-2; pile: 4; tie: yes")
    assert outcome(played(state, "d 5D@b")) == Outcome((1, 2), (3, 2), "lead")
    assert outcome(played(state, "d ~5D")) == Outcome((2, 1), (1, 2), "lead")


def test_before_a_lead_the_game_goes_on() -> None:
    state = played(drawn(f"{USUAL}; hand: 5D 3C; pile: 4; tie: yes"), "d ~5D")
    assert outcome(state) is None
    assert state.tie
    assert state.mover == 1


def test_the_last_extra_pile_ends_in_a_tie() -> None:
    state = played(drawn(f"{USUAL}; hand: 5D 3C; pile: 6; tie: yes; draw-left: 1"), "d ~5D")
    assert outcome(state) == Outcome((1, 1), (0, 0), "tie")


def test_without_sudden_death_a_level_game_is_a_tie() -> None:
    state = played(drawn(f"{USUAL}; hand: 5D 3C; pile: 3; draw-left: 1", "tie_mode=draw"), "d ~5D")
    assert outcome(state) == Outcome((1, 1), (0, 0), "tie")


@pytest.mark.parametrize(("options", "piles"), [("", 3), ("pile_count=1", 1), ("pile_count=9", 9)])
def test_there_are_as_many_piles_as_the_house_says(options: str, piles: int) -> None:
    for pile in range(1, 10):
        state = drawn(f"{USUAL}; hand: 5D 3C; tokens: 3-2-2; pile: {pile}; draw-left: 1", options)
        assert bool(outcome(played(state, "d 5D@b"))) == (pile >= piles)


def test_tie_extra_piles_are_counted_from_the_last_pile() -> None:
    for pile in range(2, 6):
        state = drawn(f"{USUAL}; hand: 5D 3C; pile: {pile}; draw-left: 1", "pile_count=2, tie_extra_piles=2")
        after = played(state, "d ~3C")
        assert bool(outcome(after)) == (pile >= 4)
        assert after.tie == (2 <= pile < 4)


def test_the_seventh_token_of_two_stops_everything() -> None:
    state = drawn("circle: 4D 5D 2S 6C 6S TH; hand: 6D 3C; tokens: 0-6-1; draw-left: 1; pile: 3")
    after = played(state, "d 6D@c")
    assert after.last is not None
    assert (after.last.from_opponent, after.last.new_pile) == (1, 0)
    assert outcome(after) == Outcome((1, 2), (7, 0), "seven")


def test_a_king_may_win_before_the_fill() -> None:
    after = played(drawn("circle: 3H 9D.2S.8C 5S 7D AD 6H; actions: KC QS; tokens: 1-6-0"), "a KCxb")
    assert (after.phase, after.empty, after.circle[1]) == ("over", None, ())


@pytest.mark.parametrize(("tokens", "places", "reason"), [("7-0-0", (1, 1), "tie"), ("5-0-2", (2, 1), "turn_limit")])
def test_the_turn_limit_ends_a_game_with_free_discards(tokens: str, places: tuple[int, int], reason: str) -> None:
    options = "action_voluntary_discard=on, turn_limit=1"
    state = drawn(f"{USUAL}; actions: JC JD; tokens: {tokens}", options)
    ended = outcome(played(state, "a ~JC"))
    assert ended is not None
    assert (ended.places, ended.reason) == (places, reason)


def test_without_free_discards_the_turn_limit_does_not_count() -> None:
    assert outcome(played(drawn(f"{USUAL}; hand: 5D 3C", "turn_limit=1"), "d 5D@b")) is None


Taste = Callable[[SepMove], int]


def idle(move: SepMove) -> int:
    """Draw, and lay the card down."""
    return [Draw, Pass].index(type(move)) if isinstance(move, Draw | Pass) else 9


def thrifty(move: SepMove) -> int:
    """Spare the draw pile: actions first, then the reserve."""
    order: list[type] = [ActionTurn, Discard, TakeReserve, Use, Fill, Place, Draw, Pass]
    return order.index(type(move)) if move != Fill("reserve") else 3


def hoarding(move: SepMove) -> int:
    """Feed the reserve, and take from it."""
    order: list[type] = [TakeReserve, Pass, Draw, Place, Fill, Discard, Use, ActionTurn]
    return order.index(type(move)) if move != Fill("reserve") else 3


def play_to_the_end(game: AnyGame, options: object, seed: bytes, taste: Taste) -> State:
    state: State = game.deal(options, game.seats.start, seed)
    while game.outcome(state) is None:
        assert state.turn <= LONGEST
        (seat,) = game.to_move(state)
        state = game.apply(state, seat, min(game.legal(game.view(state, seat)), key=taste))
    return state


@pytest.mark.parametrize("taste", [idle, thrifty, hoarding])
def test_a_game_ends_however_hard_the_players_stall(taste: Taste) -> None:
    for number in range(8):
        state = play_to_the_end(SEP, SEP.Options(), bytes([number]) * 32, taste)
        assert state.turn < 600


@pytest.mark.parametrize("taste", [idle, thrifty])
def test_a_solo_round_ends_however_hard_the_player_stalls(taste: Taste) -> None:
    for number in range(8):
        state = play_to_the_end(SOLO, SOLO.Options(), bytes([number]) * 32, taste)
        assert state.turn < 200


def test_two_idle_players_tie_after_the_extra_piles() -> None:
    state = play_to_the_end(SEP, SEP.Options(), bytes(32), idle)
    assert outcome(state) == Outcome((1, 1), (0, 0), "tie")
    assert (state.pile, state.turn) == (6, 180)


def test_discarding_for_ever_ends_at_the_turn_limit() -> None:
    options = SEP.Options(action_voluntary_discard=True)
    state = play_to_the_end(SEP, options, bytes(32), thrifty)
    assert outcome(state) == Outcome((1, 1), (0, 0), "tie")
    assert (state.turn, state.pile) == (600, 1)


def test_the_figures_of_a_game_are_its_turns_and_its_resets() -> None:
    state = play_to_the_end(SEP, SEP.Options(), bytes(32), idle)
    assert SEP.study.figures(state) == {"turns": 180, "action_resets": 0, "pile_resets": 5}
