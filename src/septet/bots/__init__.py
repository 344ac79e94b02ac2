"""The bots that can be asked to sit down, by game and name."""

from septet.bots.bot import Bot
from septet.bots.chipset import ChipMixed, ChipPassive, ChipRandom
from septet.bots.coopset import CoopFirst, CoopMaximum, CoopPairs
from septet.bots.sep import SepCautious, SepGreedy, SoloGreedy
from septet.bots.sepmosa import SepmosaDenial
from septet.bots.setgame import Hasty, ScoutHasty, ScoutSeeker, Seeker, SetupRandom, SetupSafe
from septet.bots.simple import Greedy, Random
from septet.bots.twenty import TwentyMost, TwentyRandom, TwentyRefresher

BOTS: dict[str, dict[str, Bot]] = {
    "sep": {"random": Random, "greedy": SepGreedy, "cautious": SepCautious},
    "sep-solo": {"random": Random, "greedy": SoloGreedy},
    "sepmosa": {"random": Random, "greedy": Greedy, "denial": SepmosaDenial},
    "set": {"random": Seeker, "hasty": Hasty},
    "set-quick": {"random": Seeker, "hasty": Hasty},
    "set-solo": {"random": Seeker, "hasty": Hasty},
    "scout": {"random": ScoutSeeker, "hasty": ScoutHasty},
    "chipset": {"random": ChipRandom, "passive": ChipPassive, "mixed": ChipMixed},
    "setup": {"random": SetupRandom, "safe": SetupSafe},
    "coopset": {"random": CoopFirst, "maximum": CoopMaximum, "pairs": CoopPairs},
    "twenty": {"random": TwentyRandom, "most": TwentyMost, "refresher": TwentyRefresher},
}
