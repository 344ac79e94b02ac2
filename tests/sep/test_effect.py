"""One function says what a move does to the circle: the rules, the previews and the bots ask it."""

import random

import pytest

from septet.bots.sep.simple import best_use
from septet.games import GAMES
from septet.games.game import Why
from septet.games.sep.cards import PAYS
from septet.games.sep.effect import effect
from septet.games.sep.moves import Fill, Place, Use
from septet.games.sep.options import SepOptions
from tests.sep.drawing import SEP, drawn, played

KING = "circle: 2S.TC.9H 4D 6H 8C AD 5C; actions: KH JD; action-draw: QC"


@pytest.mark.parametrize("name", ["sep", "sep-solo"])
def test_a_view_foretells_what_a_move_does(name: str) -> None:
    game, rng = GAMES[name], random.Random(name)
    tried = set()
    for _ in range(12):
        state = game.deal(game.Options(), game.seats.start, rng.randbytes(32))
        while not game.outcome(state):
            view = game.view(state, state.mover)
            move = rng.choice(game.legal(view))
            told, before, state = effect(view, move), state, game.apply(state, view.mover, move)
            if isinstance(move, Place | Use | Fill) and move != Fill("draw"):
                tried.add(type(move))
                assert (told.why, told.lifted) == (state.last.why, state.last.lifted)
                if len(state.points) == len(before.points):  # else the next round has been dealt
                    assert told.circle == state.circle
    assert {Place, Use} <= tried


@pytest.mark.parametrize("pays", [0, 1, 2])
def test_what_a_king_pays_is_said_in_one_place(pays: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PAYS, "K", pays)
    state, move = played(drawn(KING), "a"), Use("KH", 0)
    why = (Why("king", pays),) if pays else ()
    assert SEP.preview(SEP.view(state, 0), move).why == why
    after = SEP.apply(state, 0, move)
    assert (after.players[0].tokens, after.last.why, after.phase) == (pays, why, "fill")
    assert best_use(state.options, state.circle, "KH") == pays


def test_a_bot_counts_on_no_use_that_the_house_rules_refuse() -> None:
    circle = drawn(KING).circle
    assert best_use(SepOptions(), circle, "KH") == 1
    assert best_use(SepOptions(action_match="all_removed"), circle, "KH") == 0
