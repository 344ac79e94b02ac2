"""A game that begins with a drawn position: `P1:call`, `T:timeout=pick,P1`, a second each, or at the time after `@`."""

from typing import Any

from septet.games import GAMES
from septet.games.game import Timeout
from septet.games.log import Entry, Sitter
from septet.games.options import heard
from septet.games.pictures import CLOCK, SEAT
from septet.games.table import GameTable, advance
from septet.study.replay import Story

NAMES = ("Ann", "Bob", "Cas", "Dee")


def drawn(name: str, drawing: str, moves: str, options: str = "") -> Story:
    game = GAMES[name]
    lines = [line.strip() for line in drawing.strip().splitlines()]
    tables, entries = [GameTable(game.notation.parse(heard(game.Options, options), lines))], list[Entry[Any]]()
    for number, said in enumerate(moves.split(), 1):
        text, _, at = said.partition("@")
        clock, by = CLOCK.fullmatch(text), SEAT.fullmatch(text)
        if clock:
            seat, move = None, Timeout(clock[1], int(clock[2]) - 1 if clock[2] else None)
        else:
            seat, move = (int(by[1]) - 1, game.notation.hear(by[2])) if by else (0, game.notation.hear(text))
        tables.append(advance(game, tables[-1], seat, move))
        entries.append(Entry(seat, move, int(at) if at else 1_000 * number))
    sitters = tuple(map(Sitter, NAMES[: tables[0].state.seats]))
    return Story(game, sitters, tuple(tables), tuple(entries), frozenset(range(1, len(entries) + 1)), "record")


def a_set(cards: tuple[str, ...]) -> bool:
    """By the words of the rules: in each feature all alike or all different."""
    return len(set(cards)) == 3 and all(len(set(values)) != 2 for values in zip(*cards, strict=True))
