"""Writes web/src/wire.ts: the types of all that a browser says and hears, taken from the Python types.

python -m septet.server.typescript > web/src/wire.ts
"""

import sys
import textwrap
import types
from collections.abc import Iterable
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from septet.games import GAMES
from septet.games.game import Choose, Game, Move, TableMove, Timeout
from septet.lab import atlas_file
from septet.review import report
from septet.server.hall import activity, same_deck
from septet.server.http import atlas, books, keys, making, matches, people, tables
from septet.server.people import accounts
from septet.server.store import decks, queries, ratings
from septet.server.tables import (
    beginning,
    branching,
    comparing,
    dailies,
    events,
    imaging,
    looking,
    puzzling,
    replaying,
    reviewing,
    studying,
    wire,
)
from septet.server.tables.seating import Clock, SeatPlan, Status
from septet.server.tables.wire_base import Incoming
from septet.study import lessons

# What the Python types leave open because it depends on the game.
OPEN = {
    "Play.move": "Move",
    "Ask.move": "Move",
    "TryMove.move": "Move",
    "Tryable.waits": "Move | null",
    "HintTold.move": "Move | null",
    "Moment.offers": "readonly (Move | Choose)[]",
    "Past.move": "TableMove | null",
    "Played.move": "TableMove | null",
    "Event.event": "Happening",
    "Listed.status": "Status",
    "NewTable.options": "Readonly<Record<string, unknown>>",
    "Listed.chairs": "readonly Partial<Chair>[]",
    "Listed.outcome": "Outcome | null",
    "Listed.clock": "Clock | null",
    "Run.status": "Status",
    "TriedStep.move": "Move",
    "StudyMove.move": "Move",
    "LessonMove.move": "Move",
    "TryWish.move": "Move",
    "ByMove.move": "Move",
    "Decision.played": "Move",
    "Decision.best": "Move",
    "Decision.line": "readonly Move[]",
    "Wager.played": "Move",
    "Wager.best": "Move",
}
# What is asked and answered over HTTP; whatever these hold is written with them.
HTTP = (
    *(people.Me, accounts.Token, keys.NewToken, accounts.Passkey),
    *(tables.GameAbout, making.NewTable, making.Made, making.TableFrom, tables.Dealt, queries.Listed, activity.Today),
    *(decks.Best, same_deck.Deck, ratings.Rank, ratings.RatingChange, matches.Match, books.Tried),
    *(
        imaging.ImageWish,
        studying.StudyWish,
        studying.Studied,
        studying.PlacesWish,
        studying.PlacesFound,
        replaying.ReplayWish,
        replaying.Replayed,
        branching.Tryable,
        looking.LookWish,
        looking.LookMade,
        reviewing.ReviewState,
        reviewing.TryWish,
        reviewing.TryWorth,
        report.Valued,
        lessons.Course,
        lessons.Practice,
    ),
    *(puzzling.PuzzleKinds, puzzling.PuzzleState, puzzling.PuzzleTry, puzzling.PuzzleReport),
    *(puzzling.RaceWish, puzzling.RaceState, puzzling.DrillState),
    *(comparing.ComparisonWish, comparing.ComparisonState, comparing.StudioAbout),
    *(atlas.AtlasAbout, atlas.AtlasPair, atlas_file.LookedUp),
    *(dailies.DailyDay, dailies.DailyTry, dailies.DailyPosition, dailies.PastDay),
)
ASKED = (
    making.NewTable,
    beginning.StartWish,
    SeatPlan,
    Clock,
    studying.StudyWish,
    studying.PlacesWish,
    imaging.ImageWish,
    replaying.ReplayWish,
    replaying.Look,
    looking.LookWish,
    puzzling.PuzzleTry,
    puzzling.RaceWish,
    dailies.DailyTry,
    comparing.ComparisonWish,
)  # a browser may leave out what is as usual
HTTP_MODULES = {cls.__module__ for cls in HTTP}
PLAIN: dict[Any, str] = {
    None: "null",
    type(None): "null",
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    bytes: "string",
    Any: "unknown",
}


class Writer:
    """Collects the structs that are met on the way, each in the namespace of its family of games."""

    def __init__(self) -> None:
        self.spaces: dict[str, dict[str, str]] = {"": {}}
        self.owners: dict[str, type] = {}
        self.options: dict[type, list[type]] = {}  # the options that a view may hold

    def union(self, kinds: Iterable[Any]) -> str:
        return " | ".join(self.text(kind) for kind in kinds)

    def text(self, kind: Any) -> str:
        """A type as TypeScript has it."""
        if kind in PLAIN:
            return PLAIN[kind]
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self.struct(kind)
        origin, inside = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self.text(inside[0])
        if origin is Literal:
            return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in inside)
        if origin in (Union, types.UnionType):
            return self.union(inside)
        if origin is dict:
            return f"Readonly<Record<string, {self.text(inside[1])}>>"
        if origin is tuple and inside[-1] is not Ellipsis:
            return f"readonly [{', '.join(map(self.text, inside))}]"
        if origin in (tuple, frozenset, list):
            item = self.text(inside[0])
            return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
        raise TypeError(f"no TypeScript for {kind}")

    def struct(self, cls: type[msgspec.Struct]) -> str:
        """The name of a struct, which is written down when it is met for the first time."""
        space, name = space_of(cls), cls.__name__
        full = f"{space}.{name}" if space else name
        if full not in self.owners:
            self.owners[full] = cls
            self.spaces.setdefault(space, {})[name] = self.interface(cls)
        if self.owners[full] is not cls:
            raise TypeError(f"two types are called {full}: {cls} and {self.owners[full]}")
        return full

    def interface(self, cls: type[msgspec.Struct]) -> str:
        config = cls.__struct_config__
        lines = [
            f"/** {(cls.__doc__ or cls.__name__).strip().splitlines()[0]} */",
            f"export interface {cls.__name__} {{",
        ]
        if config.tag is not None:
            lines.append(f'  readonly {config.tag_field}: "{config.tag}"')
        may_lack = issubclass(cls, Incoming | Move) or config.omit_defaults or cls in ASKED
        for field in msgspec.structs.fields(cls):
            mark = "?" if may_lack and not field.required else ""
            lines.append(f"  readonly {field.encode_name}{mark}: {self.field(cls, field)}")
        return "\n".join([*lines, "}"])

    def field(self, cls: type[msgspec.Struct], field: msgspec.structs.FieldInfo) -> str:
        if field.name == "options" and cls in self.options:
            return self.union(self.options[cls])
        return OPEN.get(f"{cls.__name__}.{field.name}") or self.text(field.type)

    def game(self, game: Game[Any, Any, Any]) -> str:
        """One line of the index of games: what its view, terms, moves and options are."""
        moves = self.union(getattr(game.moves, "__args__", (game.moves,)))
        view, terms, options = self.text(game.views), self.text(terms_of(game)), self.text(game.Options)
        return f'  "{game.name}": {{ view: {view}; terms: {terms}; move: {moves}; options: {options} }}'


def terms_of(game: Game[Any, Any, Any]) -> Any:
    """The type of what a game tells those who draw its table, as its signature says it; None if it tells nothing."""
    return None if type(game).terms is Game.terms else get_type_hints(type(game).terms)["return"]


def space_of(cls: type) -> str:
    """Each family of games has a namespace, and so have every table's moves and HTTP; what all share has none."""
    if cls.__module__ == Move.__module__:
        return "table" if issubclass(cls, Move) else ""
    if cls.__module__ in HTTP_MODULES:
        return "http"
    parts = cls.__module__.split(".")
    return parts[2] if parts[1] == "games" else ""


def typescript() -> str:
    """The whole file."""
    writer = Writer()
    for game in GAMES.values():
        writer.options.setdefault(game.views, []).append(game.Options)
    table_moves = writer.union([*TableMove.__args__, Timeout])
    games = [writer.game(game) for game in GAMES.values()]
    unions = {
        "TableMove": table_moves,
        "Happening": writer.union([*events.Stored.__args__, events.Nothing]),
        "Message": writer.union(wire.Message.__args__),
        "Reply": writer.union(wire.Reply.__args__),
        "Sent": writer.union(wire.Sent.__args__),
        "Status": writer.text(Status),
        "What": writer.text(events.What),
        "Move": 'Games[GameName]["move"] | TableMove',
    }
    writer.union([Choose, *HTTP])
    parts = [
        "// Made by `python -m septet.server.typescript` from the Python types: change those, not this file.",
        f"export const PROTOCOL = {wire.PROTOCOL}",
        "\n".join(
            [
                "/** Every game, and what its view, its terms, its moves and its options are. */",
                "export interface Games {",
                *games,
                "}",
            ]
        ),
        "export type GameName = keyof Games",
        *(f"export type {name} = {text}" for name, text in unions.items()),
        *writer.spaces.pop("").values(),
    ]
    for space, structs in sorted(writer.spaces.items()):
        inside = textwrap.indent("\n".join(structs.values()), "  ")
        parts.append(f"export declare namespace {space} {{\n{inside}\n}}")
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.stdout.write(typescript())
