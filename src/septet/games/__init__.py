"""The games, by name. This is the registry: one line a game."""

from typing import Any

from septet.games.game import Game
from septet.games.sep.duel import Sep
from septet.games.sep.solo import SepSolo
from septet.games.sepmosa.rules import Sepmosa
from septet.games.setgame.chipset.rules import ChipSet
from septet.games.setgame.classic.alone import Quick, Solo
from septet.games.setgame.classic.rules import Set
from septet.games.setgame.coopset.rules import CoopSet
from septet.games.setgame.scout.rules import ScoutGame
from septet.games.setgame.setup.rules import SetUp
from septet.games.setgame.twenty.rules import Twenty

GAMES: dict[str, Game[Any, Any, Any]] = {
    game.name: game
    for game in (
        Sep(),
        SepSolo(),
        Sepmosa(),
        Set(),
        Quick(),
        Solo(),
        ScoutGame(),
        ChipSet(),
        SetUp(),
        CoopSet(),
        Twenty(),
    )
}
