"""Who comes later plays from the next deal on; who is silent is not asked."""

from typing import Any

import pytest

from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.game import IllegalMove, Join, Leave, Move, Undo
from septet.games.log import Log, Sitter, read, write
from septet.games.options import for_record, from_record, heard, named
from septet.games.setgame.cards import sets_among
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.moves import Noset, Ready
from septet.games.setgame.twenty.moves import RefreshVote

SET = GAMES["set"]


def match(options: str = "deals=2", players: int = 2) -> Log:
    chosen = heard(SET.Options, f"claim_mode=direct, {options}")
    return Log.new(SET, chosen, tuple(Sitter(f"P{seat}") for seat in range(players)), seed_from("joining"))


def take(log: Log, seat: int) -> None:
    while not (found := next(iter(sets_among(log.table.state.table)), None)):
        for other in sorted(log.table.state.active):
            log.play(other, Noset())
    log.play(seat, Claim(found))


def play_deal(log: Log, seat: int) -> None:
    """One seat takes every set there is until the deal is over."""
    deal = log.table.state.deal
    while log.table.state.deal == deal and log.table.state.phase == "open":
        take(log, seat)


def test_whoever_joins_plays_from_the_next_deal_on_with_the_lowest_total() -> None:
    log = match("deals=2")
    take(log, 0)
    take(log, 1)
    log.play(None, Join("late"))
    view = SET.view(log.table.state, 2)
    assert (log.names, SET.scores(log.table.state), SET.offers(view)) == (["P0", "P1", "late"], (1, 1, 1), ())
    with pytest.raises(IllegalMove, match="not_now"):
        log.play(2, Claim(next(iter(sets_among(log.table.state.table)))))
    play_deal(log, 0)
    first, second, third = SET.scores(log.table.state)
    assert third == second == 1 < first, "nobody waited for the vote of whoever was not yet in the game"
    for seat in range(2):
        log.play(seat, Ready())
    assert log.table.state.deal == 2, "nor for the word of whoever is about to join"
    play_deal(log, 2)
    assert log.outcome is not None and len(log.outcome.places) == 3
    assert log.outcome.scores[2] > 1 and log.outcome.scores[1] == 1
    assert write(read(write(log))) == write(log)


def test_the_number_of_deals_is_the_one_of_the_start() -> None:
    log = match("deals=each")
    log.play(None, Join("late"))
    assert SET.company.joining(log.table.state) == {2}
    for _ in range(2):
        assert log.outcome is None
        play_deal(log, 0)
        if not log.outcome:
            log.play(0, Ready())
            log.play(1, Ready())
    assert log.outcome is not None and log.table.state.deal == 2


@pytest.mark.parametrize(
    ("log", "played"),
    [(match("deals=1"), 0), (match("late_join=off"), 0), (match("deals=each", players=16), 0), (match("deals=2"), 1)],
    ids=["one deal", "switched off", "no seat left", "the last deal"],
)
def test_where_nobody_can_join(log: Log, played: int) -> None:
    for _ in range(played):
        play_deal(log, 0)
        log.play(0, Ready())
        log.play(1, Ready())
    with pytest.raises(IllegalMove, match="no_joining"):
        log.play(None, Join("late"))


@pytest.mark.parametrize("game", sorted(GAMES.keys() - {"set"}))
def test_only_set_can_be_joined(game: str) -> None:
    found = GAMES[game]
    log = Log.new(found, found.Options(), (Sitter("A"),) * min(found.seats), bytes(32))
    with pytest.raises(IllegalMove, match="no_joining"):
        log.play(None, Join("late"))


def test_nobody_sends_a_newcomer_away_by_taking_moves_back() -> None:
    log = match()
    log.play(0, Noset())
    log.play(None, Join("late"))
    assert not log.may_undo(0, 0)
    with pytest.raises(IllegalMove, match="nothing_to_undo"):
        log.play(0, Undo(0))


def test_old_records_do_not_name_what_is_usual_now() -> None:
    usual: Any = SET.Options()
    old: Any = from_record(SET.Options, {})
    assert usual.late_join and not old.late_join
    assert "late_join" not in for_record(SET.Options(late_join=False))
    assert for_record(SET.Options())["late_join"] is True
    assert named(SET.Options, {"deals": 3}) == {"late_join": True, "deals": 3}


@pytest.mark.parametrize(
    ("game", "vote"),
    [("set", Noset()), ("set-quick", Noset()), ("scout", Noset()), ("twenty", RefreshVote())],
    ids=["set", "set-quick", "scout", "twenty"],
)
def test_a_vote_waits_for_all_who_have_not_voted_and_for_nobody_before(game: str, vote: Move) -> None:
    found = GAMES[game]
    log = Log.new(found, found.Options(), (Sitter("A"),) * 3, bytes(32))
    assert found.company.awaited(log.table.state) == frozenset()
    log.play(1, vote)
    assert found.company.awaited(log.table.state) == {0, 2}
    log.play(2, Leave())
    assert found.company.awaited(log.table.state) == {0}
