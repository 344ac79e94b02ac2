"""Puzzles hold by the plain rules, and false ones are refused."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from septet.games import GAMES
from septet.games.game import Seat
from septet.games.rows import changed
from septet.games.sepmosa.rules import Sepmosa
from septet.games.sepmosa.state import State
from septet.games.sepmosa.tiles import KINDS as KINDS_OF_TILES
from septet.puzzles.blind import UNSEEN, Blind, Looked, blind
from septet.puzzles.judging import position
from septet.puzzles.proving import Wrong, consistent, prove
from septet.puzzles.puzzle import KINDS, ByNone, BySeat, FirstStep, Line, Puzzle, name_of
from septet.puzzles.shelf import shelf
from septet.puzzles.written import by_move

EXACT = [name for name, kind in KINDS.items() if kind.exact]
JUDGED = [name for name, kind in KINDS.items() if not kind.exact]
SAMPLE = 12


@pytest.mark.parametrize("kind", EXACT)
def test_a_sample_of_exact_puzzles_is_proved_by_the_plain_rules(kind: str) -> None:
    for puzzle in random.Random(kind).sample(shelf(kind), SAMPLE):
        prove(puzzle)


@pytest.mark.long
@pytest.mark.parametrize("kind", EXACT)
def test_every_exact_puzzle_is_proved_by_the_plain_rules(kind: str) -> None:
    for puzzle in shelf(kind):
        prove(puzzle)


@pytest.mark.parametrize("kind", JUDGED)
def test_judgements_agree_with_what_they_say_of_themselves(kind: str) -> None:
    for puzzle in shelf(kind):
        consistent(puzzle)


@pytest.mark.parametrize("kind", EXACT)
def test_another_worth_is_refused(kind: str) -> None:
    puzzle = shelf(kind)[0]
    if kind not in {"set-any", "set-six"}:
        with pytest.raises(Wrong):
            prove(replace(puzzle, worth=puzzle.worth + 1))


@pytest.mark.parametrize("kind", EXACT)
def test_an_answer_that_is_left_out_or_put_in_is_refused(kind: str) -> None:
    for puzzle in shelf(kind)[:SAMPLE]:
        with pytest.raises(Wrong):
            prove(replace(puzzle, right=()))
        with pytest.raises(Wrong):
            prove(replace(puzzle, right=(*puzzle.right, _other(puzzle))))
        if len(puzzle.right) > 1:
            with pytest.raises(Wrong):
                prove(replace(puzzle, right=puzzle.right[:1]))


@pytest.mark.parametrize("kind", EXACT)
def test_a_wrong_answer_is_refused(kind: str) -> None:
    for puzzle in shelf(kind)[:SAMPLE]:
        with pytest.raises(Wrong):
            prove(replace(puzzle, right=(_other(puzzle),)))


@pytest.mark.parametrize("kind", ["sep-win", "sep-tokens", "sepmosa-points", "sepmosa-cut"])
def test_a_false_proof_is_refused(kind: str) -> None:
    puzzle = shelf(kind)[0]
    last = puzzle.proof[-1]
    with pytest.raises(Wrong):
        prove(replace(puzzle, proof=(*puzzle.proof[:-1], FirstStep(last.step, last.worth + 1))))
    with pytest.raises(Wrong):
        prove(replace(puzzle, proof=puzzle.proof[1:]))


def test_a_name_that_belongs_to_another_position_is_refused() -> None:
    one, other = shelf("set-six")[:2]
    with pytest.raises(Wrong):
        prove(replace(one, picture=other.picture))
    with pytest.raises(Wrong):  # and so is the other position under its own name
        prove(replace(one, picture=other.picture, id=name_of("set-six", other.picture)))


def test_a_gain_that_hangs_on_the_next_card_is_no_sure_one() -> None:
    """Who fills from the pile takes what comes up: with the right card on top it looks like a token."""
    drawn = "circle: 4D 5D.2D.AD 9C 2S TC 8S\ntokens: 4-2-1\nactions: KD JC JS\nhand: 2H 3C\ndraw: 6D\nto-move: P1"
    line = tuple(map(by_move, _moves("KDxb =d")))
    claim = Puzzle(
        id=name_of("sep-tokens", drawn),
        kind="sep-tokens",
        version="",
        picture=drawn,
        seat=0,
        worth=2.0,
        right=(line,),
        proof=(FirstStep(line[0], 2.0),),
        level=0,
    )
    assert position(claim, line).state.players[0].tokens >= 3
    with pytest.raises(Wrong):
        prove(claim)


def test_points_that_hang_on_a_hidden_tile_are_caught_where_redeals_do_not_meet_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A house rule that there is not: whoever leaves a certain tile to the next player has a point."""
    puzzle, game, drawn = shelf("sepmosa-points")[0], GAMES["sepmosa"], Sepmosa.draw_tile
    state, rng = position(puzzle).state, random.Random(puzzle.id)
    view = game.view(state, puzzle.seat)
    worlds = [state, *(game.guess(view, rng) for _ in range(3))]
    lucky = next(tile for tile in KINDS_OF_TILES if tile not in {world.pool[-1] for world in worlds})

    def draw_tile(self: Sepmosa, state: State, seat: Seat) -> None:
        if state.pool[-1] == lucky:
            state.scores = changed(state.scores, 1 - seat, state.scores[1 - seat] + 1)
        drawn(self, state, seat)

    monkeypatch.setattr(Sepmosa, "draw_tile", draw_tile)
    for move in game.legal(view):
        assert len({game.apply(world, puzzle.seat, move).scores for world in worlds}) == 1, "nobody would notice"
    with pytest.raises(Wrong, match="face down"):
        prove(puzzle)


def test_what_a_blind_game_says_of_a_move_is_what_comes_of_it() -> None:
    """Refills and cleared mosaics among them."""
    game, rng, shuffled = GAMES["sepmosa"], random.Random(1), set()
    state = game.deal(game.Options(), 2, bytes(32))
    while not game.outcome(state):
        view = game.view(state, state.mover)
        move = rng.choice(game.legal(view))
        after, unseen = game.apply(state, state.mover, move), Blind().apply(blind(view), state.mover, move)
        assert unseen.last and unseen.scores == after.scores
        assert (unseen.last.cut, unseen.last.why) == (after.last.cut, after.last.why)
        assert (len(unseen.pool), unseen.shuffles) == (len(after.pool), after.shuffles)
        shuffled |= {after.last.reset, after.last.refilled}
        state = after
    assert {"full", True} <= shuffled


def test_whoever_looks_at_a_hidden_tile_is_caught() -> None:
    looks: list[Callable[[Any], object]] = [
        str, len, hash, bool, list, bytes, int, repr, sorted,
        lambda tile: tile == "K1", lambda tile: tile != "K1", lambda tile: tile in {"K1"}, lambda tile: "K1" in tile,
        lambda tile: tile[0], lambda tile: tile < "K1", lambda tile: f"{tile}", lambda tile: tile.value,
        lambda tile: sorted([tile, tile]), ("K1",).count,
    ]  # fmt: skip
    for look in looks:
        with pytest.raises(Looked):
            look(UNSEEN)


def test_what_is_judged_cannot_be_proved_and_what_is_counted_is_no_judgement() -> None:
    with pytest.raises(Wrong):
        prove(shelf("sep-best")[0])
    with pytest.raises(Wrong):
        consistent(shelf("sep-win")[0])


def test_a_judgement_in_which_another_move_is_nearly_as_good_is_refused() -> None:
    for puzzle in shelf("sep-best")[:SAMPLE]:
        near = puzzle.proof[-1]
        planted = FirstStep(near.step, puzzle.worth - 0.02)
        with pytest.raises(Wrong):
            consistent(replace(puzzle, proof=(*puzzle.proof[:-1], planted)))


def _other(puzzle: Puzzle) -> Line:  # an answer that is not right
    first = puzzle.right[0][0]
    match puzzle.kind:
        case "chipset-pot":
            assert isinstance(first, BySeat)
            return (BySeat(next(seat for seat in sorted(position(puzzle).state.live) if seat != first.seat)),)
        case "set-six" | "coopset-packing":
            return puzzle.right[0][1:]
        case "set-any":
            return (BySeat(0),) if first == ByNone() else (ByNone(),)
    right = {str(line[0]) for line in puzzle.right}
    return (next(one.step for one in puzzle.proof if str(one.step) not in right),)


def _moves(text: str) -> list[object]:
    return [GAMES["sep"].notation.hear(word) for word in text.split()]
