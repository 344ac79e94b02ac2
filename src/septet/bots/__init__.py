"""The bots that can be asked to sit down, by game and name."""

from septet.bots.bot import Bot
from septet.bots.sep import SepCautious, SepGreedy, SoloGreedy
from septet.bots.sepmosa import SepmosaDenial
from septet.bots.simple import Greedy, Random

BOTS: dict[str, dict[str, Bot]] = {
    "sep": {"random": Random, "greedy": SepGreedy, "cautious": SepCautious},
    "sep-solo": {"random": Random, "greedy": SoloGreedy},
    "sepmosa": {"random": Random, "greedy": Greedy, "denial": SepmosaDenial},
}
