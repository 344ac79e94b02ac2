"""A player of SEPMOSA that looks one move further: `denial` takes points and leaves few to the opponent."""

import random
from collections.abc import Iterable
from typing import Any

from septet.bots.bot import Budget
from septet.bots.simple import Greedy
from septet.games.game import Game, Move, Seat
from septet.games.sepmosa.allowed import threes
from septet.games.sepmosa.cells import JOKER, NEIGHBOURS
from septet.games.sepmosa.mosaic import Mosaic
from septet.games.sepmosa.moves import MosaicMove, Place, RemoveThree, SetAside
from septet.games.sepmosa.points import MOST, effect, points, removed, series, tied_back
from septet.games.sepmosa.tiles import COLOURS, MATCHES, NUMBER_TILES, Tiles
from septet.games.sepmosa.view import View

OF_COLOUR = {colour: tuple(tile for tile in NUMBER_TILES if tile[0] == colour) for colour in COLOURS}


class SepmosaDenial(Greedy):
    """Its own points, less what the best reply would take, over racks that the opponent might hold."""

    RACKS = 12  # how many racks it imagines
    FEAR = 0.8
    PRICE = 0.3  # action tiles are worth keeping for better moments
    WIN = 100.0

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        super().__init__(game, seat, rng, budget)
        self.racks: list[Tiles] = []

    def choose(self, view: View, moves: tuple[Any, ...]) -> Move:
        self.racks = [self.imagined_rack(view) for _ in range(self.RACKS)] if len(moves) > 1 else []
        return super().choose(view, moves)

    def imagined_rack(self, view: View) -> Tiles:
        """What the opponent might hold when it has drawn."""
        world = self.game.guess(view, self.rng)
        rack: Tiles = world.racks[1 - view.mover] + world.pool[-1:]
        return rack

    def worth(self, view: View, move: MosaicMove) -> float:
        done = effect(view, move)
        gained = points(done.why)
        if view.scores[view.mover] + gained >= view.options.target:
            return self.WIN
        price = 0.0 if isinstance(move, Place | SetAside) else self.PRICE
        return gained - price - self.FEAR * self.reply(Mosaic(view.options, done.tiles, done.floating))

    def reply(self, mosaic: Mosaic) -> float:
        """What the opponent would take on this mosaic, on average over the imagined racks."""
        if not self.racks:
            return 0.0
        best = best_replies(mosaic, frozenset(tile for rack in self.racks for tile in rack))
        return sum(max(best.get(tile, 0) for tile in rack) for rack in self.racks) / len(self.racks)


def best_replies(mosaic: Mosaic, held: frozenset[str]) -> dict[str, int]:
    """The most that each of these tiles could score; what a 12 could is not looked at."""
    best: dict[str, int] = {}
    for cell in open_cells(mosaic):
        touching = [mosaic.tiles[near] for near in NEIGHBOURS[cell] if near in mosaic.tiles]
        tied = len(tied_back(mosaic, cell))
        for colour in COLOURS if tied else {tile[0] for tile in touching}:
            score = min(MOST, tied + points(series(mosaic, colour, cell)))
            if score:
                for tile in OF_COLOUR[colour]:
                    if tile in held and best.get(tile, 0) < score and takes(mosaic, cell, touching, tile):
                        best[tile] = score
    for colour in COLOURS:
        thirteen = f"{colour}13"
        if thirteen in held:
            taken = (move for move in threes(mosaic, thirteen) if isinstance(move, RemoveThree))
            scores = [points(removed(mosaic, mosaic.three(move.cell, move.line)).why) for move in taken]
            best[thirteen] = max(scores, default=0)
    return best


def open_cells(mosaic: Mosaic) -> Iterable[str]:
    """The empty cells beside the joker or an anchored tile."""
    anchored = [JOKER, *(cell for cell in mosaic.tiles if cell not in mosaic.floating)]
    beside = {near for cell in anchored for near in NEIGHBOURS[cell]}
    return (cell for cell in beside if cell not in mosaic.tiles and cell != JOKER)


def takes(mosaic: Mosaic, cell: str, touching: list[str], tile: str) -> bool:
    """Does this tile fit there? A joker alone scores nothing, so it must match a tile."""
    return not MATCHES[tile].isdisjoint(touching) and mosaic.fits(tile, cell)
