"""The scale of ratings, and where the bots stand on it.

A rating is a normal distribution: its middle `mu`, 25 for somebody new, and its width `sigma`. Bradley and Terry's
model moves both after a game. People, bots and puzzles stand on the same scale.
"""

import math
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from openskill.models import BradleyTerryFull

MODEL = BradleyTerryFull()
MIDDLE, WIDTH = float(MODEL.mu), float(MODEL.sigma)
# Between two whose ratings are known, 400 points more mean ten wins to one.
SCALE = 400 / (math.log(10) * math.sqrt(2) * float(MODEL.beta))
NEW = 1500
SURE = 1.0  # measured bots are never taken for surer than this


def shown(mu: float) -> int:
    return round(NEW + SCALE * (mu - MIDDLE))


@cache
def measured() -> dict[str, dict[str, dict[str, Any]]]:
    """What the arena found, in Elo points."""
    text = (files("septet.bots") / "ratings.json").read_bytes()
    found: dict[str, dict[str, dict[str, Any]]] = msgspec.json.decode(text)
    return found


def of_bot(game: str, bot: str) -> tuple[float, float]:
    """Where a bot starts: one that was measured where it stands, with its game's casual bot at 1500."""
    known = measured().get(game, {})
    if bot not in known or "casual" not in known:
        return MIDDLE, WIDTH
    off = (known[bot]["high"] - known[bot]["low"]) / (2 * 1.96)
    mu = MIDDLE + (known[bot]["rating"] - known["casual"]["rating"]) / SCALE
    return mu, max(SURE, off / SCALE)
