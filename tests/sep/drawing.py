"""Positions of SEP as the tests draw them, and moves played on them."""

from septet.games import GAMES
from septet.games.options import heard
from septet.games.sep.rules import CircleGame
from septet.games.sep.state import State

SEP, SOLO = GAMES["sep"], GAMES["sep-solo"]
assert isinstance(SEP, CircleGame)
assert isinstance(SOLO, CircleGame)
USUAL = "circle: 4D 9C 2S 6D TC 8S"  # 5D on b makes 4D 5D 6D
FULL = "circle: AC.2D.3H 4C.5D.6H 7C.8D.9H TC.AD.2H 3C.4D.5H 6C.7D.8H"  # nothing can be placed


def drawn(picture: str, options: str = "") -> State:
    """A position for two players."""
    state: State = SEP.notation.parse(heard(SEP.Options, options), picture.split("; "))
    return state


def drawn_solo(picture: str, options: str = "") -> State:
    state: State = SOLO.notation.parse(heard(SOLO.Options, options), picture.split("; "))
    return state


def played(state: State, moves: str) -> State:
    """The state after these moves, each by whoever is to move."""
    game = game_of(state)
    for words in moves.split():
        state = game.apply(state, state.mover, game.notation.hear(words))
    return state


def game_of(state: State) -> CircleGame:
    game = SEP if len(state.players) == 2 else SOLO
    assert isinstance(game, CircleGame)
    return game
