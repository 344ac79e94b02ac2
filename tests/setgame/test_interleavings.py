"""Claims, votes, leaves and timeouts from all seats in any order: the table keeps its promises."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from septet.games import GAMES
from septet.games.game import IllegalMove, Leave, Move, Return, Seat, TableMove, Timeout
from septet.games.log import Log, read, write
from septet.games.setgame.cards import PACK, holds_a_set, sets_among, total
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.moves import Call
from tests.playing import AnyGame, random_move, random_options, sitters

FAMILY = [game for game in GAMES.values() if game.family == "setgame"]
every_variant = pytest.mark.parametrize("game", FAMILY, ids=[game.name for game in FAMILY])
encode = msgspec.msgpack.encode


def anything(game: AnyGame, log: Log, rng: random.Random) -> tuple[Seat | None, Move]:
    """What anybody might send: sensible, senseless, too late, or nothing but a clock."""
    state, seats = log.table.state, len(log.header.seats)
    match rng.choices(["sensible", "senseless", "leave", "clock"], [70, 20, 6, 4])[0]:
        case "sensible" if game.to_move(state) or game.timers(state):
            return random_move(game, state, rng)
        case "leave":
            seat = rng.randrange(seats)
            return seat, Return() if seat in log.table.absent else Leave()
        case "clock":
            return None, Timeout(rng.choice(["pick", "grace", "cooldown", "bet", "window"]), rng.choice([None, 0, 1]))
    seat = rng.randrange(seats)
    return seat, game.study.imagine(game.view(state, seat), rng)


def conserved(game: AnyGame, state: Any) -> None:
    """GEN-15: no card twice, none lost."""
    cards = Counter(piece for piece in game.study.pieces(state) if piece != "chip")
    assert cards == Counter(game.pack(state.options))  # type: ignore[attr-defined]
    if game.name in {"set", "set-solo"}:
        assert len(state.table) % 3 == 0
        assert total(state.table + state.deck) == total(()) == PACK[0]
        if state.phase == "between" and state.options.end_mode == "auto" and not state.voting.flags:
            assert len(state.table) != 3 or holds_a_set(state.table)


@pytest.mark.slow
@every_variant
@given(seed=some.integers(0, 2**32))
def test_any_order_of_moves_keeps_the_invariants(game: AnyGame, seed: int) -> None:
    rng = random.Random(seed)
    seats = min(game.seats[-1], game.seats.start + rng.randrange(3))
    log = Log.new(game, random_options(game, rng), sitters(seats), rng.randbytes(32))
    for at in range(60):
        if log.outcome:
            break
        before, bytes_before = log.table, encode(log.table.state)
        seat, move = anything(game, log, rng)
        try:
            log.play(seat, move, at)
        except IllegalMove as refusal:
            known = game.refusals | game.attempts
            assert refusal.code in known or isinstance(move, TableMove)
            assert log.table is before
            assert encode(log.table.state) == bytes_before
        else:
            conserved(game, log.table.state)
            assert game.rev(log.table.state) >= game.rev(before.state)
    assert read(write(log)).table == log.table


@every_variant
def test_every_deal_ends_whoever_leaves(game: AnyGame) -> None:
    for number in range(4):
        rng = random.Random(f"leaves {number}")
        log = Log.new(game, random_options(game, rng), sitters(min(2, game.seats[-1])), rng.randbytes(32))
        for at in range(12_000):
            if log.outcome:
                break
            seats = len(log.header.seats)
            if rng.random() < 0.02:
                seat = rng.randrange(seats)
                log.play(seat, Return() if seat in log.table.absent else Leave(), at)
            else:
                try:
                    log.play(*random_move(game, log.table.state, rng), at)
                except IllegalMove as refusal:
                    assert refusal.code in game.attempts
        assert log.outcome


@given(seed=some.integers(0, 2**32))
def test_exactly_one_seat_wins_a_contested_claim(seed: int) -> None:
    """All claim the same set in the same breath: the first has it, and the others come too late and pay nothing."""
    game, rng = GAMES["set"], random.Random(seed)
    seats = rng.randint(2, 6)
    state = game.deal(game.Options(claim_mode="direct"), seats, rng.randbytes(32))
    sets = sets_among(state.table)
    if not sets:
        return
    wanted, order = Claim(rng.choice(sets)), rng.sample(range(seats), seats)
    winners = []
    for seat in order:
        try:
            state = game.apply(state, seat, wanted)
        except IllegalMove as refusal:
            assert refusal.code == "out_of_reach"
        else:
            winners.append(seat)
    assert winners == order[:1]
    assert sum(game.scores(state)) == 1


@given(seed=some.integers(0, 2**32))
def test_exactly_one_seat_holds_the_lock(seed: int) -> None:
    game, rng = GAMES["set"], random.Random(seed)
    state = game.deal(game.Options(), 4, rng.randbytes(32))
    order = rng.sample(range(4), 4)
    for seat in order:
        try:
            state = game.apply(state, seat, Call())
        except IllegalMove as refusal:
            assert refusal.code == "locked"
    assert state.calling.holder == order[0]
    assert game.scores(state) == (0, 0, 0, 0)
