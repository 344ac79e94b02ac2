"""Moves that are tried from a moment of a game that was played: a game beside the game, by the rules."""

import random
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from septet.games import GAMES
from septet.games.errors import BadRecord
from septet.games.game import Choose, IllegalMove
from septet.server.errors import Denied
from septet.server.tables import branching, replaying
from septet.server.tables.branching import Branch, TryQuestion
from septet.server.tables.replaying import Look, ReplayQuestion
from septet.server.tables.studying import StudyMove
from septet.study import replay
from septet.study.replay import Story
from tests.playing import random_move
from tests.server.laid import sample

encode = msgspec.json.encode


def story_of(game: str) -> tuple[str, Story]:
    record = sample(game)
    return record.decode(), replay.read(record)


def made(seat: int | None, move: Any) -> StudyMove:
    return StudyMove(seat, msgspec.to_builtins(move))


def moments(record: str, branch: Branch, **look: Any) -> replaying.Replayed:
    return replaying.answer(ReplayQuestion(record, Look(**look), branch=branch))


@pytest.mark.parametrize("game", GAMES)
def test_from_every_moment_the_rules_go_on_and_the_game_stays_as_it_was(game: str) -> None:
    record, story = story_of(game)
    before, rng = encode(story.entries), random.Random(game)
    tables = story.tables
    for at in range(0, story.length, max(1, story.length // 5)):
        state = tables[at].state
        if story.game.outcome(state) or tables[at].paused or not story.game.to_move(state):
            continue
        there = branching.answer(TryQuestion(record, at, 0))
        view = story.game.view(state, there.seat)
        assert there.seat in there.moment.to_move
        assert (there.moment.view, there.moment.offers) == (view, story.game.offers(view))
        for gain, offer in zip(there.gains, there.moment.offers, strict=True):
            wanted = None if isinstance(offer, Choose) else story.game.preview(view, offer).points
            assert gain == wanted
        tried, moves = tables[at].state, list[StudyMove]()
        for _ in range(4):
            if story.game.outcome(tried):
                break
            seat, move = random_move(story.game, tried, rng)
            with suppress(IllegalMove):  # an attempt that failed
                tried = story.game.apply(tried, seat, move)
                moves.append(made(seat, move))
        told = moments(record, Branch(at, tuple(moves)), first=at, count=9, seat=0, open=True)
        assert told.length == at + len(moves) == len(told.history)
        assert told.moments[0].view == replay.view(story, at, 0, opened=True)
        assert told.moments[-1].scores == story.game.scores(tried)
        view = msgspec.structs.replace(story.game.view(tried, 0), last=told.moments[-1].view.last)
        assert told.moments[-1].view == view
    assert replay.read(record.encode()).tables is tables
    assert encode(story.entries) == before


@pytest.mark.parametrize("game", ["set", "scout", "chipset", "twenty"])
def test_where_a_clock_runs_time_may_pass(game: str) -> None:
    record, story = story_of(game)
    waits = 0
    for at in range(0, story.length, max(1, story.length // 40)):
        found = branching.answer(TryQuestion(record, at, 0))
        assert (found.waits is not None) == bool(
            not story.outcome(at) and not story.tables[at].paused and story.game.timers(story.tables[at].state)
        )
        if found.waits is not None:
            assert moments(record, Branch(at, (made(None, found.waits),)), first=at + 1).length == at + 1
            waits += 1
            if found.waits.seat is not None and found.waits.seat in found.moment.to_move:
                assert found.seat == (0 if 0 in found.moment.to_move else found.waits.seat)
                assert branching.answer(TryQuestion(record, at, None)).seat == found.waits.seat, "whose time runs"
    assert waits


def test_what_the_rules_refuse_and_what_is_no_move_is_told() -> None:
    record, story = story_of("sep")
    (waiting,) = {0, 1} - story.game.to_move(story.tables[4].state)
    with pytest.raises(IllegalMove) as refused:
        moments(record, Branch(4, (StudyMove(waiting, {"type": "draw"}),)))
    assert refused.value.family == "sep"
    for bad in ({"type": "resign"}, {"type": "join", "name": "x"}, {"type": "undo", "to": 0}, {"type": "fly"}):
        with pytest.raises(Denied):
            moments(record, Branch(4, (StudyMove(0, bad),)))
    with pytest.raises(BadRecord):
        moments(record, Branch(story.length + 1, ()))
    with pytest.raises(BadRecord):
        branching.answer(TryQuestion(record, story.length + 1, 0))
    over = branching.answer(TryQuestion(record, story.length, 1))
    assert (over.seat, over.moment.offers, over.waits) == (1, (), None)
    assert over.moment.outcome == story.outcome(story.length)


@pytest.mark.parametrize("game", ["sep", "sepmosa", "set-solo", "set"])
def test_without_spoilers_other_cards_come_on_a_branch_than_in_the_game(game: str) -> None:
    _, story = story_of(game)
    at = story.length // 3
    while story.tables[at].paused or not story.game.to_move(story.tables[at].state):
        at += 1
    same = replay.branched(story, at, ()).tables[at].state
    others = [replay.branched(story, at, (), bytes([n]) * 32).tables[at].state for n in range(4)]
    assert same == story.tables[at].state
    assert len({encode(one) for one in (same, *others)}) == 5
    for one in others:
        assert sorted(story.game.study.pieces(one)) == sorted(story.game.study.pieces(same))
        for seat in (None, *range(len(story.sitters))):
            assert story.game.view(one, seat) == story.game.view(same, seat), "what was seen stays"
