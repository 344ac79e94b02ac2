"""SEP solo for somebody who sees all cards: plain rules, looked through to the end, find the same."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sep.learnt import room_for
from septet.bots.kernels.sep.records import STATE, to_record
from septet.bots.kernels.sep.signs import LAYOUT
from septet.bots.learnt import shipped
from septet.games import GAMES
from septet.games.sep.moves import ActionTurn
from septet.games.sep.state import TOKENS
from tests.strength import program

pytestmark = pytest.mark.slow

SOLO = GAMES["sep-solo"]
clairvoyance = program("clairvoyance")
FOUND, NONE, OPEN, ROOM = clairvoyance.FOUND, clairvoyance.NONE, clairvoyance.OPEN, clairvoyance.ROOM
ENOUGH = 10_000_000  # moves


def late(seed: int, draws: int, centre: int) -> Any:
    """The beginning of a turn with so few cards left in the first pile, and so many tokens in the centre."""
    for number in range(1_000):
        rng = random.Random(f"{seed}/{number}")
        state: Any = SOLO.deal(SOLO.Options(), 1, rng.randbytes(32))
        while SOLO.outcome(state) is None and not (state.phase == "choose" and len(state.draw) <= draws):
            moves = SOLO.legal(SOLO.view(state, 0))
            best = max(SOLO.preview(SOLO.view(state, 0), move).points for move in moves)
            paying = [move for move in moves if SOLO.preview(SOLO.view(state, 0), move).points == best]
            state = SOLO.apply(state, 0, rng.choice(paying))
        if SOLO.outcome(state) is None and state.centre == centre and state.pile == 1:
            return state
    raise AssertionError("no such position")


def ways(state: Any, turns: int) -> Iterator[tuple[int, int]]:
    """How all ways with at most so many action turns end: FOUND with its points, NONE, or OPEN at the next pile."""
    for move in SOLO.legal(SOLO.view(state, 0)):
        acts = isinstance(move, ActionTurn)
        if acts and not turns:
            continue
        then: Any = SOLO.apply(state, 0, move)
        if then.players[0].tokens == TOKENS:
            yield FOUND, len(then.action_draw)
        elif SOLO.outcome(then) is not None:
            yield NONE, 0
        elif then.pile != state.pile:
            yield OPEN, 0
        else:
            yield from ways(then, turns - acts)


def searched(state: Any, turns: int) -> int:
    states = np.zeros(1, STATE)
    to_record(state, states[0])
    return int(clairvoyance.seventh_token(states[0], turns, ENOUGH, np.zeros(1, ROOM)[0], new_chance(1))[0])


def followed(state: Any) -> int:
    states, net = np.zeros(1, STATE), shipped("sep-solo", LAYOUT["sep-solo"]).net
    to_record(state, states[0])
    prizes = np.linspace(0, 1, len(net.last_bias))
    return int(clairvoyance.best_way(states[0], 500, net, room_for(net), prizes, np.zeros(1, ROOM)[0], new_chance(1)))


CASES = [(seed, 3, centre) for seed in range(4) for centre in (1, 2, 3)]


def test_all_ways_are_looked_through_as_by_plain_rules() -> None:
    told = set()
    for seed, draws, centre in CASES:
        state = late(seed, draws, centre)
        for turns in range(3):
            ends = {end for end, _ in ways(state, turns)}
            wanted = FOUND if FOUND in ends else OPEN if OPEN in ends else NONE
            found = searched(state, turns)
            assert found == wanted or (found, wanted) == (NONE, OPEN), (seed, centre, turns)  # hopeless is seen sooner
            told.add(found)
    assert {FOUND, OPEN} <= told


def test_the_way_that_is_found_is_the_best_one() -> None:
    for seed, draws, centre in CASES:
        state = late(seed, draws, centre)
        best = max((points for end, points in ways(state, 3) if end == FOUND), default=-TOKENS)
        assert followed(state) == best, (seed, centre)


def test_who_may_not_look_long_does_not_know() -> None:
    states = np.zeros(1, STATE)
    to_record(SOLO.deal(SOLO.Options(), 1, bytes(32)), states[0])
    assert clairvoyance.seventh_token(states[0], 0, 10, np.zeros(1, ROOM)[0], new_chance(1)) == (OPEN, 11)


def test_where_there_is_no_room_for_enough_cards_there_is_no_way() -> None:
    state = late(1, 3, 3)
    blocked = replace(state, circle=((state.circle[0] * 3)[:3],) * 6)
    assert searched(blocked, 0) == NONE


def test_whatever_matters_makes_another_position() -> None:
    state = late(1, 3, 3)

    def key(changed: Any, left: int = 1) -> int:
        states = np.zeros(1, STATE)
        to_record(changed, states[0])
        return int(clairvoyance.key_of(states[0], left))

    me, (first, *others) = state.players[0], state.circle
    changes = (
        {"players": (replace(me, tokens=me.tokens - 1),)},
        {"players": (replace(me, number_hand=me.number_hand[:1]),)},
        {"players": (replace(me, action_hand=me.action_hand[:1]),)},
        {"circle": (first[:-1], *others)},
        {"circle": (*others, first)},
        {"draw": state.draw[:-1]},
        {"after_action": not state.after_action},
    )
    keys = [key(state), key(state, 2), *(key(replace(state, **change)) for change in changes)]
    assert len({*keys}) == len(keys)
    turned = replace(state, players=(replace(me, number_hand=me.number_hand[::-1]),))
    assert key(turned) == key(state)


@pytest.mark.parametrize(("missing", "turns", "hopeless"), [(2, 0, False), (3, 0, False), (4, 0, True), (4, 1, False)])
def test_one_card_more_may_pay_twice_and_by_house_rules_three_times(missing: int, turns: int, hopeless: bool) -> None:
    state, states = late(1, 3, 3), np.zeros(1, STATE)
    three = (state.circle[0] * 3)[:3]
    me = replace(state.players[0], tokens=TOKENS - missing)
    to_record(replace(state, circle=(three,) * 5 + (three[:2],), players=(me,)), states[0])
    assert bool(clairvoyance.hopeless(states[0], turns)) == hopeless
