"""The bots that can be asked to sit down, by game and name. This is the catalogue: one line a game."""

import random
import re
from collections.abc import Iterable

from septet.bots.bot import Bot, Budget, Mind
from septet.bots.engine import COMPILES, Engine
from septet.bots.failing import BotFailed, described
from septet.bots.own import BY_SEARCH, LEARNT, OWN
from septet.bots.sep.levels import (
    SEP_LEVELS,
    SOLO_LEVELS,
    SepLearntExpert,
    SepSearchExpert,
    SoloLearntExpert,
    SoloSearchExpert,
)
from septet.bots.sep.search import SoloCollector
from septet.bots.sep.simple import SepCautious, SepGreedy, SoloGreedy
from septet.bots.sepmosa.denial import SepmosaDenial
from septet.bots.sepmosa.levels import SEPMOSA_LEVELS, SepmosaExpert, SepmosaLearntExpert
from septet.bots.setgame.chipset.levels import CHIP_LEVELS
from septet.bots.setgame.chipset.simple import ChipMixed, ChipPassive, ChipRandom
from septet.bots.setgame.classic import SetReflex
from septet.bots.setgame.coopset.levels import COOP_LEVELS
from septet.bots.setgame.coopset.simple import CoopFirst, CoopMaximum, CoopPairs
from septet.bots.setgame.reflex import TUNED, Sitting, sittings
from septet.bots.setgame.scout import ScoutReflex
from septet.bots.setgame.setup import SETUP_LEVELS
from septet.bots.setgame.simple import Hasty, ScoutHasty, ScoutSeeker, Seeker, SetupRandom, SetupSafe
from septet.bots.setgame.skill import MOST
from septet.bots.setgame.twenty.reflex import TwentyReflex
from septet.bots.setgame.twenty.simple import TwentyMost, TwentyRandom, TwentyRefresher
from septet.bots.simple import Greedy, Random
from septet.games import GAMES
from septet.games.game import Seat

BOTS: dict[str, dict[str, Bot]] = {
    "sep": {"random": Random, "greedy": SepGreedy, "cautious": SepCautious, **SEP_LEVELS},
    "sep-solo": {"random": Random, "greedy": SoloGreedy, "collector": SoloCollector, **SOLO_LEVELS},
    "sepmosa": {"random": Random, "greedy": Greedy, "denial": SepmosaDenial, **SEPMOSA_LEVELS},
    "set": {"random": Seeker, "hasty": Hasty, **sittings(SetReflex)},
    "set-quick": {"random": Seeker, "hasty": Hasty, **sittings(SetReflex)},
    "set-solo": {"random": Seeker, "hasty": Hasty, **sittings(SetReflex)},
    "scout": {"random": ScoutSeeker, "hasty": ScoutHasty, **sittings(ScoutReflex)},
    "chipset": {"random": ChipRandom, "passive": ChipPassive, "mixed": ChipMixed, **CHIP_LEVELS},
    "setup": {"random": SetupRandom, "safe": SetupSafe, **SETUP_LEVELS},
    "coopset": {"random": CoopFirst, "maximum": CoopMaximum, "pairs": CoopPairs, **COOP_LEVELS},
    "twenty": {
        "random": TwentyRandom,
        "most": TwentyMost,
        "refresher": TwentyRefresher,
        **sittings(TwentyReflex),
    },
}

# Experts that are asked for by how they judge: the expert of a game plays as the one that was shown to be better there.
EXPERTS: dict[str, dict[str, Bot]] = {
    BY_SEARCH: {"sep": SepSearchExpert, "sep-solo": SoloSearchExpert, "sepmosa": SepmosaExpert},
    LEARNT: {"sep": SepLearntExpert, "sep-solo": SoloLearntExpert, "sepmosa": SepmosaLearntExpert},
}


def bot_named(game: str, name: str) -> Bot | None:
    """The bot of this name, if there is one; `reflex:1.7` and `adaptive:2` say how skilled, from 0 to 3, and
    `expert:search` and `expert:learnt` how an expert judges.

    One that somebody brought along is known only where it was loaded: a name alone loads nothing.
    """
    if name in OWN:
        return OWN[name]
    if name in EXPERTS:
        return EXPERTS[name].get(game)
    plain, colon, level = name.partition(":")
    bot = BOTS[game].get(plain)
    if not colon or not isinstance(bot, Sitting):
        return None if colon else bot
    good = plain in TUNED and re.fullmatch(r"[0-3](\.\d{1,2})?", level) and float(level) <= MOST
    return bot.at(float(level)) if good else None


def lent(game: str) -> list[str]:
    """The bots that may be asked for here: where nothing can be compiled, those that need nothing compiled."""
    return [name for name, bot in BOTS[game].items() if COMPILES or not hasattr(bot, "engine")]


def may_sit(game: str, name: str) -> bool:
    """Can the bot of this name play here, where perhaps nothing can be compiled?"""
    return COMPILES or not hasattr(bot_named(game, name), "engine")


def sit(game: str, name: str, seat: Seat, rng: random.Random, budget: Budget | None = None) -> Mind:
    """Let the bot of this name sit down."""
    bot = bot_named(game, name)
    assert bot is not None, name
    if name not in OWN:
        return bot(GAMES[game], seat, rng, budget)
    try:
        mind = bot(GAMES[game], seat, rng, budget)
    except Exception as error:  # whatever is wrong with somebody's bot
        raise BotFailed("raised", why=described(error)).by(name) from error
    if not hasattr(mind, "see"):
        raise BotFailed("no_mind", given=repr(mind)[:80]).by(name)
    return mind


def engines(game: str, bots: Iterable[str]) -> list[Engine]:
    """The compiled code that these bots need and that is not ready yet."""
    needed = {getattr(bot_named(game, bot), "engine", None) for bot in bots}
    return [engine for engine in needed if engine is not None and not engine.ready]


def prepare(game: str, bots: Iterable[str]) -> None:
    """Wait until these bots play as well as they can: without it, what they play would depend on the clock."""
    for engine in engines(game, bots):
        engine.wait()
