"""Rules compared by the studio of a house: what may be asked, what was, and how far it is."""

import hashlib
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from septet.background.chunks import Chunk
from septet.bots import lent
from septet.bots.own import bot_name
from septet.games import GAMES
from septet.games.errors import BadOption
from septet.games.options import choices, for_new, from_values, said
from septet.i18n import Words
from septet.server.errors import Denied
from septet.server.tables.wire_base import GameName

COLUMNS = 6  # rule sets side by side
DEALS = (400, 1_000, 2_000, 5_000, 10_000, 20_000)
SLOW_DEALS = (100, 200, 400, 1_000)
SLOW_BOTS = ("random", "novice", "casual")  # of games that no twin plays; who thinks longer would play for hours
SLOWLY = 20  # games of a twin that one by plain rules counts for
FEWEST = 40
STEPS = 20  # chunks of a comparison: enough to see how far it is, and few enough to be no work for the server

ComparisonStatus = Literal["waiting", "running", "done", "failed"]


class ComparisonWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the studio: rules beside each other, the first of them the base; who plays, and how many deals."""

    game: GameName
    columns: Annotated[tuple[dict[str, bool | int | str], ...], Meta(min_length=2, max_length=COLUMNS)]
    bots: Annotated[tuple[str, ...], Meta(min_length=1, max_length=16)]
    deals: Annotated[int, Meta(ge=FEWEST, le=DEALS[-1])] = 2_000
    seed: Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,40}$")] = "septet"


class ComparisonState(msgspec.Struct, frozen=True, kw_only=True):
    """How far a comparison is; one that is done has its report as HTML, JSON and CSV."""

    id: str
    status: ComparisonStatus
    wish: ComparisonWish
    progress: float = 0.0  # from 0 to 1
    seconds: int | None = None  # that the rest takes, as soon as that can be told
    ahead: int = 0  # others that are made before it
    yours: bool = False  # have you asked for the one that waits or runs, so that you may stop it?


class StudioGame(msgspec.Struct, frozen=True):
    """A game in the studio: who can play it there, how many deals are offered, and what a game counts for."""

    name: str
    bots: tuple[str, ...]
    deals: tuple[int, ...]
    each: int


class StudioAbout(msgspec.Struct, frozen=True, kw_only=True):
    """What the studio of this house offers; nothing, where the host has none."""

    open: bool
    games: tuple[StudioGame, ...] = ()
    columns: int = COLUMNS
    most: int = 0  # games of one comparison: deals times columns, and times what each counts for
    charts: bool = False  # can reports have charts?


class ComparisonPlan(msgspec.Struct, frozen=True):
    """A question that can be answered: its name, what is played, and in which pieces."""

    id: str
    wish: ComparisonWish  # its columns hold only what is unusual
    task: msgspec.Raw
    chunks: tuple[Chunk, ...]
    games: int  # that it counts for


class WholeComparison(msgspec.Struct, frozen=True):
    """What is played, and what has come of each piece, packed: `lab.whole` makes the report of it."""

    task: msgspec.Raw
    deals: int
    results: tuple[msgspec.Raw, ...]


class ComparisonFiles(msgspec.Struct, frozen=True):
    """What `lab.whole` makes, and is kept; by language, where there are words in it."""

    json: str
    html: dict[str, str]
    csv: dict[str, str]


class StudioOffer(msgspec.Struct, frozen=True):
    """What a studio can do here, whoever asks."""

    games: tuple[StudioGame, ...]
    charts: bool


def offered() -> StudioOffer:
    from septet.lab.charts import can_draw

    return StudioOffer(tuple(_game(name) for name in GAMES), can_draw())


def _game(name: str) -> StudioGame:
    from septet.lab.twins import BOTS_OF_TWINS, played_by_twin

    if played_by_twin(name, BOTS_OF_TWINS):
        return StudioGame(name, BOTS_OF_TWINS, DEALS, 1)
    known = lent(name)
    return StudioGame(name, tuple(bot for bot in SLOW_BOTS if bot in known), SLOW_DEALS, SLOWLY)


def planned(wish: ComparisonWish, t: Words) -> ComparisonPlan:
    """How it is made; raises Refusal."""
    from septet.lab.rule_sets import RuleSet
    from septet.lab.study import StudyChunk, StudyTask

    offer, game = _game(wish.game), GAMES[wish.game]
    if len(wish.bots) not in game.seats:
        raise Denied("bad_seats", least=min(game.seats), most=max(game.seats), seats=len(wish.bots))
    if unknown := [bot for bot in wish.bots if bot not in offer.bots]:
        raise Denied("compare_bot", bot=unknown[0][:40], bots=", ".join(bot_name(bot, t) for bot in offer.bots))
    if wish.deals > offer.deals[-1]:
        raise Denied("compare_deals", deals=wish.deals, most=offer.deals[-1])
    columns = [_options(game, one) for one in wish.columns]
    for at, one in enumerate(columns):
        if (first := columns.index(one)) < at:
            raise Denied("compare_same", one=letter(first), other=letter(at))
    sets = tuple(RuleSet(msgspec.structs.asdict(one), said(one)) for one in columns)
    task = StudyTask(game=wish.game, bots=wish.bots, sets=sets, seed=wish.seed)
    at_once = max(1, min(wish.deals // STEPS, offer.deals[-1] // STEPS))
    chunks = tuple(
        Chunk("lab.packed", msgspec.json.encode(StudyChunk(task, start, min(at_once, wish.deals - start))))
        for start in range(0, wish.deals, at_once)
    )
    name = hashlib.sha256(msgspec.json.encode((task, wish.deals))).hexdigest()[:16]
    usual = {name: one.default for name, one in choices(game.Options).items()}
    odd = tuple({key: value for key, value in one.options.items() if value != usual[key]} for one in sets)
    return ComparisonPlan(
        name,
        msgspec.structs.replace(wish, columns=odd),
        msgspec.Raw(msgspec.json.encode(task)),
        chunks,
        wish.deals * len(sets) * offer.each,
    )


def _options(game: Any, given: dict[str, bool | int | str]) -> Any:
    try:
        return for_new(from_values(game.Options, given))
    except BadOption as refusal:
        refusal.family = game.family  # people are told in the names that the page has for its rules
        raise


def letter(column: int) -> str:
    """What a column is called."""
    return chr(ord("A") + column)
