"""What the table itself does to any game: giving up, leaving, resting, going back."""

import random
from typing import Any

import msgspec
import pytest

from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.game import (
    AgreeTie,
    Alternating,
    Forfeit,
    Game,
    IllegalMove,
    Leave,
    Move,
    Outcome,
    Pause,
    Resign,
    Resume,
    Return,
    Seat,
    Timeout,
    Undo,
    has_races,
)
from septet.games.log import Log, read, write
from septet.games.sep.duel import Sep
from septet.games.sep.moves import ActionTurn, Draw, Pass
from septet.games.sep.state import Player, State
from septet.games.table import GameTable, advance, outcome, seen
from tests.playing import AnyGame, random_log, random_move, sitters

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
SEP, SOLO = GAMES["sep"], GAMES["sep-solo"]
FIRST = {"start_player": "first"}


def dealt(game: AnyGame, seed: str = "a table", **options: Any) -> Log:
    return Log.new(game, game.Options(**options), sitters(game.seats.start), random.Random(seed).randbytes(32))


def refused(log: Log, seat: Seat | None, move: Move) -> str:
    with pytest.raises(IllegalMove) as refusal:
        log.play(seat, move)
    return refusal.value.code


@pytest.mark.parametrize(("seat", "places"), [(0, (2, 1)), (1, (1, 2))])
def test_whoever_resigns_loses_to_the_other(seat: Seat, places: tuple[int, int]) -> None:
    log = dealt(SEP)
    log.play(seat, Resign())
    assert log.outcome == Outcome(places, (0, 0), "resigned")


def test_a_soloist_who_resigns_has_lost() -> None:
    log = dealt(SOLO)
    log.play(0, Resign())
    assert log.outcome == Outcome((1,), (0,), "resigned", won=False)


def test_a_forfeit_has_its_own_reason() -> None:
    log = dealt(SEP)
    log.play(1, Forfeit("clock"))
    assert log.outcome == Outcome((1, 2), (0, 0), "clock")


class ForThree(Sep):
    """SEP with an onlooker at the table: with three seats a player who gives up leaves instead."""

    seats = range(3, 4)

    def scores(self, state: State) -> tuple[int, ...]:
        return (0, 0, 0)


def test_with_three_seats_nobody_resigns() -> None:
    game = ForThree()
    table = GameTable(game.deal(game.Options(), 3, bytes(32)))
    with pytest.raises(IllegalMove, match="leave_instead"):
        advance(game, table, 2, Resign())


@every_game
def test_nobody_moves_after_the_end(game: AnyGame) -> None:
    log = dealt(game)
    log.play(0, Resign())
    for move in (Draw(), Resign(), Pause(), Undo(0), Leave(), AgreeTie()):
        assert refused(log, 0, move) == "game_over"


def test_two_players_may_agree_to_a_tie() -> None:
    log = dealt(SEP)
    log.play(None, AgreeTie())
    assert log.outcome == Outcome((1, 1), (0, 0), "agreed")


def test_a_soloist_agrees_with_nobody() -> None:
    assert refused(dealt(SOLO), None, AgreeTie()) == "no_ties"


@pytest.mark.parametrize("move", [Resign(), Forfeit("clock"), Leave(), Return()])
def test_some_moves_need_a_seat(move: Move) -> None:
    assert refused(dealt(SEP), None, move) == "needs_a_seat"


@pytest.mark.parametrize("seat", [-1, 2, 99])
@pytest.mark.parametrize("move", [Draw(), Resign(), Leave(), Pause(), Undo(0)])
def test_there_are_only_so_many_seats(seat: Seat, move: Move) -> None:
    log = dealt(SEP)
    log.play(log.table.state.mover, Draw())
    assert refused(log, seat, move) == "no_such_seat"


def test_the_table_itself_plays_no_moves_of_the_game() -> None:
    assert refused(dealt(SEP), None, Draw()) == "not_your_turn"


@every_game
def test_a_timer_that_does_not_run_does_not_run_out(game: AnyGame) -> None:
    log = dealt(game)
    assert "clock" not in {timer.name for timer in game.timers(log.table.state)}
    assert refused(log, None, Timeout("clock", 0)) == "no_such_timer"


def test_moves_of_other_games_are_unknown() -> None:
    class Castle(Move, frozen=True):
        pass

    assert refused(dealt(SEP, **FIRST), 0, Castle()) == "unknown_move"


@every_game
def test_a_paused_table_shows_no_cards(game: AnyGame) -> None:
    log = dealt(game)
    before = log.view(0)
    log.play(None, Pause())
    assert log.view(0) is None
    assert log.view(None) is None
    log.play(None, Resume())
    assert log.view(0) == before


@every_game
def test_at_a_paused_table_nobody_plays(game: AnyGame) -> None:
    log = dealt(game)
    log.play(*random_move(game, log.table.state, random.Random(1)))
    log.play(None, Pause())
    for move in (Draw(), Pause(), AgreeTie(), Undo(0)):
        assert refused(log, 0, move) == "paused"


def test_a_table_that_does_not_rest_cannot_go_on() -> None:
    assert refused(dealt(SEP), None, Resume()) == "not_paused"


def test_one_may_resign_at_a_paused_table() -> None:
    log = dealt(SEP)
    log.play(None, Pause())
    log.play(0, Resign())
    assert outcome(SEP, log.table) == Outcome((2, 1), (0, 0), "resigned")


@every_game
def test_a_seat_leaves_and_returns(game: AnyGame) -> None:
    log = dealt(game)
    log.play(0, Leave())
    assert log.table.absent == {0}
    assert refused(log, 0, Leave()) == "already_away"
    log.play(0, Return())
    assert log.table.absent == frozenset()
    assert refused(log, 0, Return()) == "not_away"


class Heads(Alternating[State]):
    """Whoever leaves loses its tokens; some rules do mind."""

    def away(self, state: State, seat: Seat, gone: bool) -> State:
        return State(state.options, state.seed, players=(Player(), Player(tokens=7 * gone)))


class CountsHeads(Sep):
    company = Heads()


def test_a_game_may_mind_that_a_seat_leaves() -> None:
    game = CountsHeads()
    table = advance(game, GameTable(game.deal(game.Options(), 2, bytes(32))), 0, Leave())
    assert game.scores(table.state) == (0, 7)


def test_undo_goes_back_and_the_log_keeps_everything() -> None:
    log = dealt(SEP, **FIRST)
    log.play(0, Draw())
    log.play(0, Pass(log.view(0).number_hand[0]))
    log.play(None, Undo(1))
    assert log.table == log.tables[1]
    assert len(log.entries) == 3
    assert log.line() == [0]
    log.play(0, Pass(log.view(0).number_hand[1]))
    assert log.line() == [0, 3]


@pytest.mark.parametrize("to", [-1, 1, 2, 99])
def test_only_what_was_played_is_undone(to: int) -> None:
    log = dealt(SEP, **FIRST)
    log.play(0, Draw())
    assert refused(log, None, Undo(to)) == "nothing_to_undo"


def test_undo_may_itself_be_undone() -> None:
    log = dealt(SEP, **FIRST)
    log.play(0, Draw())
    log.play(None, Undo(0))
    log.play(None, Undo(1))
    assert log.table == log.tables[1]
    assert log.line() == [0]


def test_undo_needs_the_log() -> None:
    with pytest.raises(IllegalMove, match="unknown_move"):
        advance(SEP, dealt(SEP, **FIRST).table, 0, Undo(0))


def test_a_record_keeps_what_the_table_did() -> None:
    log = dealt(SEP, **FIRST)
    log.play(0, Draw(), at=10)
    log.play(None, Pause(), at=20)
    log.play(None, Resume(), at=30)
    log.play(1, Leave(), at=30)
    log.play(None, Undo(0), at=40)
    log.play(0, ActionTurn(), at=50)
    log.play(0, Forfeit("clock"), at=60)
    again = read(write(log))
    assert again.tables == log.tables
    assert again.line() == [5, 6]


def test_time_does_not_go_back() -> None:
    log = dealt(SEP, **FIRST)
    log.play(0, Draw(), at=500)
    with pytest.raises(IllegalMove, match="back_in_time"):
        log.play(None, Pause(), at=499)


def test_one_may_take_back_a_pass_before_the_next_card() -> None:
    log = dealt(SEP, **FIRST)
    log.play(0, Draw())
    log.play(0, Pass(log.view(0).number_hand[0]))
    assert log.may_undo(0, 1)
    assert not log.may_undo(0, 0)


def test_nobody_takes_back_a_draw() -> None:
    log = dealt(SEP, **FIRST)
    log.play(0, Draw())
    assert not log.may_undo(0, 0)
    assert log.may_undo(1, 0), "the other one has seen nothing"


def test_a_card_that_the_other_one_lays_down_is_seen() -> None:
    log = dealt(SEP, **FIRST)
    log.play(0, Draw())
    log.play(0, Pass(log.view(0).number_hand[0]))
    assert not log.may_undo(1, 1)


@pytest.mark.parametrize("to", [-1, 1, 5])
def test_there_must_be_something_to_take_back(to: int) -> None:
    log = dealt(SEP, **FIRST)
    log.play(0, Draw())
    assert not log.may_undo(0, to)


def test_nothing_is_taken_back_while_the_table_rests() -> None:
    log = dealt(SEP, **FIRST)
    log.play(None, Pause())
    assert not log.may_undo(0, 0)
    log.play(None, Resume())
    assert log.may_undo(0, 0)


def test_nothing_is_taken_back_after_the_end() -> None:
    log = dealt(SEP, **FIRST)
    log.play(None, Pause())
    log.play(None, Resume())
    log.play(0, Resign())
    assert not log.may_undo(0, 0)


@pytest.mark.parametrize(("game", "options"), [(SEP, {}), (SOLO, {"solo_match": "b"})], ids=["sep", "sep-solo"])
def test_nobody_goes_back_past_a_shuffle(game: AnyGame, options: dict[str, Any]) -> None:
    """Even where all the cards that came up had been seen before."""
    shuffled = 0
    for number in range(20):
        log = random_log(game, random.Random(f"shuffles {number}"), game.Options(**options), most=100 + number)
        for to, table in enumerate(log.tables[:-1]):
            if table.state.shuffles < log.table.state.shuffles:
                shuffled += 1
                assert not log.may_undo(0, to)
    assert shuffled > 100


def test_a_view_of_the_table_is_the_view_of_its_state() -> None:
    log = dealt(SEP)
    assert seen(SEP, log.table, 1) == SEP.view(log.table.state, 1)


def test_taking_moves_back_brings_nobody_back_to_the_table() -> None:
    log = random_log(GAMES["sep"], random.Random("away"), GAMES["sep"].Options(), most=6)
    log.play(1, Leave(), at=10**6)
    log.play(None, Undo(2), at=10**6)
    assert log.table.absent == {1}
    assert log.table.state == log.tables[2].state


def test_a_pause_is_not_taken_back() -> None:
    log = random_log(GAMES["sep"], random.Random("pause"), GAMES["sep"].Options(), most=4)
    log.play(None, Pause(), at=10**6)
    log.play(None, Resume(), at=10**6)
    log.play(None, Undo(5), at=10**6)
    assert not log.table.paused


def test_a_game_that_nobody_joins_stays_as_it_is() -> None:
    game = GAMES["sep"]
    state = game.deal(game.Options(), 2, seed_from("joining"))
    assert not game.company.joins(state)
    assert game.company.join(state) is state
    assert game.company.awaited(state) == frozenset()
    alone = GAMES["sep-solo"]
    options = alone.Options()
    assert alone.company.again(options, alone.deal(options, 1, seed_from("again"))) is options


@pytest.mark.parametrize("name", ["sep", "sepmosa"])
def test_in_a_rematch_the_other_player_begins(name: str) -> None:
    game = GAMES[name]
    for start, expected in (("first", "first"), ("second", "second")):  # everybody has moved one seat on
        options = game.Options(start_player=start)
        again = game.company.again(options, game.deal(options, 2, seed_from("rematch")))
        assert again.start_player == expected
    drawn = game.deal(game.Options(), 2, seed_from("who begins"))
    assert game.company.again(game.Options(), drawn).start_player == ("first", "second")[drawn.mover]


@every_game
def test_at_the_deal_nobody_is_out_of_play_late_or_asked_for_a_word(game: AnyGame) -> None:
    state = dealt(game).table.state
    for found in (game.company.out_of_play(state), game.company.joining(state), game.company.awaited(state)):
        assert found == frozenset()


@every_game
def test_what_was_agreed_on_can_be_told(game: AnyGame) -> None:
    terms = game.terms(game.view(dealt(game).table.state, 0))
    assert terms is None or msgspec.json.decode(msgspec.json.encode(terms))


def test_a_game_may_have_nothing_to_agree_on() -> None:
    assert Game.terms(SEP, SEP.view(dealt(SEP).table.state, 0)) is None


def test_a_game_that_says_nothing_of_its_terms_has_none() -> None:
    assert Game.terms(SEP, SEP.view(dealt(SEP).table.state, 0)) is None


def test_one_races_for_sets_and_not_alone() -> None:
    assert [name for name, game in GAMES.items() if has_races(game)] == ["set", "set-quick", "scout", "setup", "twenty"]
