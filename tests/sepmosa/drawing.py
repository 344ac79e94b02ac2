"""Positions of SEPMOSA as the tests draw them, and moves played on them."""

from typing import Any

import pytest

from septet.games import GAMES
from septet.games.game import IllegalMove
from septet.games.options import heard
from septet.games.sepmosa.rules import Sepmosa
from septet.games.sepmosa.state import State

GAME = GAMES["sepmosa"]
assert isinstance(GAME, Sepmosa)
SEPMOSA: Sepmosa = GAME
STUCK = "c . K2 .; d K2 * B2; e . K1 .; rack: K6 K8 R4 R5 B5 O12 O7"  # nothing can be played
FULL = (  # K7 on d+7 is the forty-ninth tile
    "a . O6 R8 O3 K9 R6 B9 B7; b . R10 O7 R8 R4 K8 B8 O9; c . O2 B7 K9 O4 O9 B1 R2; d * K1 K2 K3 K4 K5 K6 .; "
    "e . B9 R7 R9 K8 R5 R4 O1; f . K10 B8 B3 R3 O8 R10 B4; g . B6 K10 R6 O6 R7 O10 R9"
)


def drawn(picture: str, options: str = "") -> State:
    return SEPMOSA.notation.parse(heard(SEPMOSA.Options, options), picture.split("; "))


def played(state: State, moves: str) -> State:
    """The state after these moves, each by whoever is to move."""
    for words in moves.split():
        move = SEPMOSA.notation.hear(words)
        state = SEPMOSA.apply(SEPMOSA.notation.lend(state, state.mover, move), state.mover, move)
    return state


def plain(state: State) -> State:
    """A drawn position as if it had been played: what is on the racks is all that they hold."""
    return State(**{name: getattr(state, name) for name in State.__struct_fields__})


def legal(state: State) -> set[str]:
    return {SEPMOSA.notation.say(move) for move in SEPMOSA.legal(SEPMOSA.view(state, state.mover))}


def refused(state: State, move: str) -> tuple[str, dict[str, Any]]:
    """Why a move is refused, and what is said about it."""
    with pytest.raises(IllegalMove) as refusal:
        played(state, move)
    return refusal.value.code, refusal.value.facts
