"""The games, by name. This is the registry: one line a game."""

from typing import Any

from septet.games.game import Game
from septet.games.sep.duel import Sep
from septet.games.sep.solo import SepSolo
from septet.games.setgame.classic import Quick, Set, Solo

GAMES: dict[str, Game[Any, Any, Any]] = {
    game.name: game
    for game in (
        Sep(),
        SepSolo(),
        Set(),
        Quick(),
        Solo(),
    )
}
