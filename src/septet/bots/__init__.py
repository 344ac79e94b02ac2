"""The bots that can be asked to sit down, by game and name. This is the catalogue: one line a game."""

from collections.abc import Iterable

from septet.bots.bot import Bot
from septet.bots.chipset import ChipMixed, ChipPassive, ChipRandom
from septet.bots.coopset import CoopFirst, CoopMaximum, CoopPairs
from septet.bots.engine import Engine
from septet.bots.levels import (
    SepCasual,
    SepExpert,
    SepmosaCasual,
    SepmosaExpert,
    SepmosaNovice,
    SepmosaStrong,
    SepNovice,
    SepStrong,
    SoloCasual,
    SoloExpert,
    SoloNovice,
    SoloStrong,
)
from septet.bots.search import SoloCollector
from septet.bots.sep import SepCautious, SepGreedy, SoloGreedy
from septet.bots.sepmosa import SepmosaDenial
from septet.bots.setgame import Hasty, ScoutHasty, ScoutSeeker, Seeker, SetupRandom, SetupSafe
from septet.bots.simple import Greedy, Random
from septet.bots.twenty import TwentyMost, TwentyRandom, TwentyRefresher

SEP_LEVELS: dict[str, Bot] = {"novice": SepNovice, "casual": SepCasual, "strong": SepStrong, "expert": SepExpert}
SOLO_LEVELS: dict[str, Bot] = {"novice": SoloNovice, "casual": SoloCasual, "strong": SoloStrong, "expert": SoloExpert}
SEPMOSA_LEVELS: dict[str, Bot] = {
    "novice": SepmosaNovice,
    "casual": SepmosaCasual,
    "strong": SepmosaStrong,
    "expert": SepmosaExpert,
}

BOTS: dict[str, dict[str, Bot]] = {
    "sep": {"random": Random, "greedy": SepGreedy, "cautious": SepCautious, **SEP_LEVELS},
    "sep-solo": {"random": Random, "greedy": SoloGreedy, "collector": SoloCollector, **SOLO_LEVELS},
    "sepmosa": {"random": Random, "greedy": Greedy, "denial": SepmosaDenial, **SEPMOSA_LEVELS},
    "set": {"random": Seeker, "hasty": Hasty},
    "set-quick": {"random": Seeker, "hasty": Hasty},
    "set-solo": {"random": Seeker, "hasty": Hasty},
    "scout": {"random": ScoutSeeker, "hasty": ScoutHasty},
    "chipset": {"random": ChipRandom, "passive": ChipPassive, "mixed": ChipMixed},
    "setup": {"random": SetupRandom, "safe": SetupSafe},
    "coopset": {"random": CoopFirst, "maximum": CoopMaximum, "pairs": CoopPairs},
    "twenty": {"random": TwentyRandom, "most": TwentyMost, "refresher": TwentyRefresher},
}


def engines(game: str, bots: Iterable[str]) -> list[Engine]:
    """The compiled code that these bots need and that is not ready yet."""
    needed = {getattr(BOTS[game][bot], "engine", None) for bot in bots}
    return [engine for engine in needed if engine is not None and not engine.ready]


def prepare(game: str, bots: Iterable[str]) -> None:
    """Wait until these bots play as well as they can: without it, what they play would depend on the clock."""
    for engine in engines(game, bots):
        engine.wait()
