"""Games and tables: what there is to play, the lobby, a new table, a record."""

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Request, Response
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, QueryParameter

from septet.games import GAMES
from septet.games.chance import Shuffle
from septet.games.game import Difficulty, Unit, has_races
from septet.games.houses import CROWDED, NO_RULES, PRESETS, SHORTER, group_of, in_groups
from septet.games.log import write
from septet.games.options import choices
from septet.i18n.books import rule_book
from septet.lab.atlas_file import GAMES_WITH_ATLAS
from septet.server.hall.activity import Today
from septet.server.http.answers import Before, GamePath, GameQuery, TablePath, get
from septet.server.http.books import Tried, examples
from septet.server.http.finished import finished
from septet.server.http.opponents import BotAbout, opponents
from septet.server.store import queries
from septet.server.store.queries import Listed
from septet.server.store.store import Store
from septet.server.tables.phrases import PHRASES
from septet.study.lessons import Practice, course, practices

Ask = Request[Any, Any, State]
Lang = Literal["en", "fr", "nl"]


class Dealt(msgspec.Struct, frozen=True):
    """What the cards of a game that is over were dealt from; the secret and the numbers where the seats had a part."""

    commitment: str
    seed: str
    secret: str | None
    numbers: tuple[str | None, ...] | None
    shuffles: list[Shuffle]


class Option(msgspec.Struct, frozen=True):
    """A house rule: its values, listed or as a range of numbers."""

    name: str
    default: bool | int | str
    values: tuple[bool | int | str, ...] = ()
    low: int | None = None
    high: int | None = None
    group: str = ""  # what it is about
    rule: bool = True  # or is it only settled how this one game begins?


class House(msgspec.Struct, frozen=True):
    """House rules that are chosen as a whole: what differs from the usual."""

    name: str
    options: dict[str, bool | int | str]
    lasts: int | None = None  # minutes, where it is offered first because it is the shorter


class GameAbout(msgspec.Struct, frozen=True):
    """A game: how many may sit, how long it takes and how hard it is, its house rules, its bots as they are offered."""

    name: str
    family: str
    least: int
    most: int
    ties: bool
    team: bool
    against_time: bool  # alone, is it played for the best time?
    options: tuple[Option, ...]
    bots: tuple[BotAbout, ...]
    lasts: int  # minutes, for two who know it
    difficulty: Difficulty
    presets: tuple[House, ...] = ()
    crowded: str | None = None  # the preset for more than four
    turns: bool = True  # or does everybody play at once?
    races: bool = False  # may two want the same at the same moment?
    undo: bool = True  # may moves be taken back, if everybody agrees?
    unit: Unit = "points"  # what is scored
    goal: int | None = None  # how many of them end the game at once
    chapter: str = ""  # where it begins in its rule book; at the first page, if nothing is said
    lessons: int = 0  # steps of its course
    minutes: int = 0  # that they take
    atlas: bool = False  # is there a rule atlas of it?


@cache
def takes_turns(name: str) -> bool:
    """Whether one moves after the other, by how a game begins."""
    game = GAMES[name]
    seats = min(max(2, min(game.seats)), max(game.seats))
    return len(game.to_move(game.deal(game.Options(), seats, bytes(32)))) == 1


class Tables(Controller):
    path = "/api"
    tags = ("tables",)

    @get("/games")
    async def games(self) -> list[GameAbout]:
        """Every game that can be played here."""
        return [
            GameAbout(
                name,
                game.family,
                min(game.seats),
                max(game.seats),
                game.ties,
                game.team,
                game.against_time,
                tuple(
                    Option(
                        one.name,
                        one.default,
                        one.values,
                        one.low,
                        one.high,
                        group_of(game.family, one.name),
                        rule=one.name not in NO_RULES,
                    )
                    for one in in_groups(game.family, choices(game.Options))
                ),
                opponents(name),
                game.minutes,
                game.difficulty,
                tuple(
                    House(preset, options, SHORTER.get((name, preset)))
                    for preset, options in PRESETS.get(name, {}).items()
                ),
                CROWDED.get(name),
                takes_turns(name),
                has_races(game),
                not has_races(game),
                game.unit,
                game.goal,
                game.chapter,
                len(course(name, "en").steps),
                course(name, "en").minutes,
                name in GAMES_WITH_ATLAS,
            )
            for name, game in GAMES.items()
        ]

    @get("/phrases")
    async def phrases(self) -> list[str]:
        """The canned phrases of the chat."""
        return list(PHRASES)

    @get("/rules/{game:str}/{lang:str}", media_type="text/markdown")
    async def rules(self, game: GamePath, lang: FromPath[Lang]) -> str:
        """A rule book, as Markdown."""
        found = GAMES[game]
        return rule_book(type(found), found.book, lang, marked=True)

    @get("/rules/{game:str}/{lang:str}/examples")
    async def examples(self, game: GamePath, lang: FromPath[Lang]) -> tuple[tuple[Tried, ...], ...]:
        """What is tried on the pictures of a rule book, in their order: moves, what comes of them, why they fail."""
        return examples(game, lang)

    @get("/rules/{game:str}/{lang:str}/lessons")
    async def practices(self, game: GamePath, lang: FromPath[Lang]) -> tuple[Practice, ...]:
        """The lessons that the chapters of a rule book lead to."""
        return practices(game, lang)

    @get("/tables")
    async def lobby(
        self,
        state: State,
        game: GameQuery = None,
        status: FromQuery[Literal["waiting", "running", "over"] | None] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
        before: Before = None,
    ) -> list[Listed]:
        """Public tables, the newest first; those that are not over host by host, so that each has a place there."""
        store: Store = state.store
        if status == "over":
            return await store.search(queries.listed, status=("over",), game=game, limit=limit, before=before)
        wanted = (status,) if status else ("waiting", "running")
        return await store.search(queries.lobby, wanted, game, limit, before)

    @get("/today")
    async def today(self, state: State) -> Today:
        """What goes on here, in three numbers."""
        found: Today = await state.server.activity.today()
        return found

    @get("/tables/{table:str}/record", media_type="application/jsonl")
    async def record(self, request: Ask, table: TablePath, state: State) -> Response[bytes]:
        """The record of a game that is over, with its seed: what `septet verify` checks."""
        log, _ = await finished(request, table, state)
        name = f'attachment; filename="septet-{table}.jsonl"'
        return Response(write(log), headers={"content-disposition": name})

    @get("/tables/{table:str}/deal")
    async def deal(self, request: Ask, table: TablePath, state: State) -> Dealt:
        """What the cards of a game that is over were dealt from, and every shuffle: all that is needed to check it."""
        log, _ = await finished(request, table, state)
        header = log.header
        assert header.seed is not None
        numbers = None if header.numbers is msgspec.UNSET else header.numbers
        return Dealt(header.commitment, header.seed, header.secret or None, numbers, log.shuffles())
