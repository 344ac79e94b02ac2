"""A game looked at again: the frame adds up, mistakes are beyond doubt, and a certain win that was missed is named."""

from typing import Any

import msgspec
import pytest

from septet.games import GAMES
from septet.games.errors import BadRecord
from septet.games.game import IllegalMove, Resign, Undo
from septet.games.log import Log
from septet.review import chunks
from septet.review.deciding import LIMIT, SURE, Judged, a_mistake, as_good, decision, sure_wins
from septet.review.report import Decision, Valued
from septet.review.valuer import estimate, worlds
from tests.review.games import played, record

FEW = 24  # playouts
ALL = ("sep", "sep-solo", "sepmosa")


def reviewed(made: Log, seed: str = "a") -> Valued:
    plan = chunks.plan(record(made), seed, FEW)
    found = chunks.assemble(record(made), plan, [chunks.answer(one.body) for one in plan])
    assert isinstance(found, Valued)
    return found


def short(name: str) -> Log:
    """A game of its kind that does not take long to look at."""
    options: dict[str, Any] = {"sep": {"pile_count": 1}, "sepmosa": {"max_plies": 24}}.get(name, {})
    return played(name, **options)


@pytest.fixture(scope="module")
def reviews() -> dict[str, tuple[Log, Valued]]:
    return {name: (made := short(name), reviewed(made)) for name in ALL}


def adds_up(found: Valued) -> bool:
    luck = found.luck
    first, *other = (one.value for one in luck.skill)
    total = luck.start + luck.draws.value + luck.hidden.value + luck.ended + first - sum(other)
    return total == pytest.approx(luck.result)


@pytest.mark.parametrize("name", ALL)
def test_start_luck_and_skill_make_the_result(name: str, reviews: dict[str, tuple[Log, Valued]]) -> None:
    made, found = reviews[name]
    assert adds_up(found)
    assert found.luck.ended == 0
    assert len(found.curve) == len(made.entries) + 1
    assert found.curve[-1].value == found.luck.result
    assert found.curve[0].value == found.luck.start


@pytest.mark.parametrize("name", ALL)
def test_every_choice_is_looked_at_and_nothing_else(name: str, reviews: dict[str, tuple[Log, Valued]]) -> None:
    made, found = reviews[name]
    chosen = []
    for number, entry in enumerate(made.entries, start=1):
        assert entry.seat is not None
        choices = made.game.legal(made.game.view(made.tables[number - 1].state, entry.seat))
        if len(choices) > 1:
            chosen.append((number, entry.seat, msgspec.to_builtins(entry.move), len(choices)))
    assert [(one.number, one.seat, one.played, one.choices) for one in found.decisions] == chosen


@pytest.mark.parametrize("name", ALL)
def test_a_mistake_is_called_one_only_beyond_doubt(name: str, reviews: dict[str, tuple[Log, Valued]]) -> None:
    _, found = reviews[name]
    for one in found.decisions:
        beyond = one.lost.value > LIMIT[found.unit] and one.lost.value > SURE * one.lost.error
        assert (one.label == "mistake") == beyond or one.label == "missed_win"
        assert one.lost.value >= 0
        assert one.best != one.played or one.lost.value == 0
        assert one.line[0] == one.best
    costs = {one.number: one.lost.value for one in found.decisions}
    assert [costs[number] for number in found.costliest] == sorted(
        (costs[number] for number in found.costliest), reverse=True
    )


@pytest.mark.parametrize("name", ALL)
def test_the_better_line_can_be_played(name: str, reviews: dict[str, tuple[Log, Valued]]) -> None:
    made, found = reviews[name]
    for one in found.decisions:
        state = made.tables[one.number - 1].state
        for move in one.line:
            state = made.game.apply(state, one.seat, msgspec.convert(move, made.game.moves))


@pytest.mark.parametrize("name", ALL)
def test_what_is_as_good_as_the_best_would_have_had_no_label(name: str, reviews: dict[str, tuple[Log, Valued]]) -> None:
    made, found = reviews[name]
    found_some = False
    for one in found.decisions[:12]:
        judged = Judged(made.game, made.tables[one.number - 1].state, one.seat, FEW, "a")
        best, fresh = msgspec.convert(one.best, made.game.moves), worlds("b", FEW)
        others = [move for move in made.game.legal(judged.known().view) if move != best]
        results = judged.tried(judged.known(), (best, *others), fresh)
        losses = [estimate(results[:, 0] - results[:, at + 1]) for at in range(len(others))]
        good = [move for move, lost in zip(others, losses, strict=True) if not a_mistake(made.game, lost)]
        assert list(as_good(judged, best, fresh)) == good
        found_some |= bool(good)
    assert found_some
    for one in found.decisions:
        assert one.label or not one.as_good
        assert one.played not in one.as_good
        assert one.best not in one.as_good


def test_chunks_may_be_made_in_any_order_and_cut_anywhere() -> None:
    made = short("sep")
    plan = chunks.plan(record(made), "a", FEW)
    asked = [msgspec.json.decode(one.body, type=chunks.ReviewChunk) for one in plan]
    single = [msgspec.structs.replace(one, numbers=(number,)) for one in asked for number in one.numbers]
    backwards = [chunks.answer(msgspec.json.encode(one)) for one in reversed(single)]
    assert chunks.assemble(record(made), plan, backwards[::-1]) == reviewed(made)


def test_what_was_taken_back_is_no_decision() -> None:
    made = played("sep", pile_count=1, most=6)
    seat = made.entries[-1].seat
    made.play(seat, Undo(len(made.entries) - 1))
    made.play(0, Resign())
    found = reviewed(made)
    assert adds_up(found)
    assert 6 not in {one.number for one in found.decisions}
    assert len(found.curve) == len(made.entries) + 1


def test_what_resigning_cost_is_neither_luck_nor_skill() -> None:
    made = played("sep", pile_count=1, most=8)
    made.play(1, Resign())
    found = reviewed(made)
    assert adds_up(found)
    assert found.luck.result == 1
    assert found.luck.ended == pytest.approx(1 - found.curve[-2].value)
    assert found.luck.ended > 0


def certain(name: str, games: int) -> tuple[Log, int, int, Any]:
    """A game in which somebody could win at once: after so many moves, who, and the moves."""
    options: dict[str, Any] = {"target": 35} if name == "sepmosa" else {}
    for number in range(games):
        made = played(name, seed=f"win {number}", **options)
        for at in range(len(made.entries) - 1, len(made.entries) // 2, -1):
            state, seat = made.tables[at].state, made.entries[at].seat
            assert seat is not None
            wins = list(sure_wins(made.game, state, seat))
            if wins and len(made.game.legal(made.game.view(state, seat))) > len({line[0] for line in wins}):
                return made, at, seat, wins
    raise AssertionError("nobody could ever win at once")


@pytest.mark.parametrize("name", ["sep", "sepmosa"])
def test_a_certain_win_that_was_missed_is_always_named(name: str) -> None:
    made, at, seat, wins = certain(name, 20)
    game, state = made.game, made.tables[at].state
    judged = Judged(game, state, seat, FEW, "a")
    for move in game.legal(game.view(state, seat)):
        found = decision(judged, at + 1, move)
        if any(line[0] == move for line in wins):
            assert found.label != "missed_win"
        else:
            assert found.label == "missed_win"
            winning = [found.best, *found.as_good]
            assert {str(one) for one in winning} == {str(msgspec.to_builtins(line[0])) for line in wins}
            after = state
            for step in found.line:
                after = game.apply(after, seat, msgspec.convert(step, game.moves))
            outcome = game.outcome(after)
            assert outcome is not None
            assert outcome.places[seat] == 1


def test_another_move_is_valued_in_the_place_of_one() -> None:
    made = short("sep")
    number = next(
        at + 1
        for at, entry in enumerate(made.entries)
        if entry.seat is not None and len(made.game.legal(made.game.view(made.tables[at].state, entry.seat))) > 1
    )
    state, seat = made.tables[number - 1].state, made.entries[number - 1].seat
    assert seat is not None
    for move in made.game.legal(made.game.view(state, seat)):
        chunk = chunks.try_chunk(record(made), number, msgspec.to_builtins(move), "a", FEW)
        found = chunks.tried(chunks.answer(chunk.body))
        assert isinstance(found, Decision)
        assert found.played == msgspec.to_builtins(move)


def test_a_move_that_the_rules_refuse_is_not_valued() -> None:
    made = short("sep")
    with pytest.raises(IllegalMove):
        chunks.try_chunk(record(made), 1, msgspec.to_builtins(GAMES["sep"].notation.hear("~5H")), "a", FEW)
    with pytest.raises(BadRecord):
        chunks.try_chunk(record(made), 10_000, {"type": "draw"}, "a", FEW)


def test_a_game_without_an_end_or_without_moves_is_refused() -> None:
    with pytest.raises(BadRecord, match="not_over"):
        chunks.plan(record(played("sep", most=5)), "a", FEW)
    resigned = played("sep", most=0)
    resigned.play(0, Resign())
    with pytest.raises(BadRecord, match="no_moves"):
        chunks.plan(record(resigned), "a", FEW)
