"""The rule atlas: what every reading of a game's rules does, and any two together; read from the file that comes along.

A page is told only what it shows: effects at once, two rules against each other and single rule sets when it asks.
"""

import asyncio
from typing import Annotated

import msgspec
from litestar import Controller
from litestar.params import PathParameter, QueryParameter

from septet.lab.atlas_file import (
    GAMES_WITH_ATLAS,
    SENTENCES,
    AtlasMeans,
    EffectSizes,
    Factor,
    LookedUp,
    SaidRule,
    looked_up,
    pair,
    shipped,
)
from septet.server.errors import Denied
from septet.server.http.answers import get

AtlasPath = Annotated[str, PathParameter(pattern=f"^({'|'.join(GAMES_WITH_ATLAS)})$")]
LevelsQuery = Annotated[str, QueryParameter(pattern=r"^\d(\.\d){0,31}$")]
RuleQuery = Annotated[int, QueryParameter(ge=0, le=31)]


class AtlasAbout(msgspec.Struct, frozen=True, kw_only=True):
    """What was played, the rules with their readings, the usual one first, and every effect of one or two of them."""

    game: str
    bots: tuple[str, ...]
    deals: int
    sets: int  # rule sets that were played
    every: bool  # are these all that there are?
    figures: tuple[str, ...]
    parts: tuple[bool, ...]  # which of them are told in hundredths
    spreads: tuple[float, ...]  # how far apart single games by the usual rules are: their standard deviation
    factors: tuple[Factor, ...]
    effects: tuple[EffectSizes, ...]  # their intervals all hold together
    sentences: tuple[SaidRule | None, ...]  # what it says in short, as many, and the rule that each names


class AtlasPair(msgspec.Struct, frozen=True):
    """A row for each reading of the one rule, and in it a cell for each of the other."""

    cells: tuple[tuple[AtlasMeans, ...], ...]


class AtlasRoutes(Controller):
    path = "/api/atlas"
    tags = ("atlas",)

    @get("/{game:str}")
    async def atlas(self, game: AtlasPath) -> AtlasAbout:
        """What was measured of a game's rules, and what each of them does, averaged over all others."""
        found = await asyncio.to_thread(shipped, game)
        every = 1
        for one in found.factors:
            every *= len(one.values)
        return AtlasAbout(
            game=found.game,
            bots=found.bots,
            deals=found.deals,
            sets=len(found.sets),
            every=every == len(found.sets),
            figures=found.figures,
            parts=found.parts,
            spreads=found.spreads,
            factors=found.factors,
            effects=found.effects,
            sentences=SENTENCES[found.game],
        )

    @get("/{game:str}/pair")
    async def pair(self, game: AtlasPath, one: RuleQuery, other: RuleQuery) -> AtlasPair:
        """Two rules against each other, by their places: the means of every figure for every combination."""
        rules = range(len((await asyncio.to_thread(shipped, game)).factors))
        if one == other or one not in rules or other not in rules:
            raise Denied("bad_request", where="one, other")
        return AtlasPair(await asyncio.to_thread(pair, game, one, other))

    @get("/{game:str}/rules")
    async def rules(self, game: AtlasPath, levels: LevelsQuery) -> LookedUp:
        """One rule set, by the places of its readings (`0.1.0`): as it was played, or else estimated."""
        wanted = tuple(map(int, levels.split(".")))
        factors = (await asyncio.to_thread(shipped, game)).factors
        if len(wanted) != len(factors) or any(
            level >= len(one.values) for level, one in zip(wanted, factors, strict=True)
        ):
            raise Denied("bad_request", where="levels")
        return await asyncio.to_thread(looked_up, game, wanted)
