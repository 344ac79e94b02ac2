"""Where a table begins that is not dealt: what somebody asks for, and what is made of it by the rules."""

import math
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from septet.games import GAMES
from septet.games.chance import SEED_BYTES
from septet.games.errors import BadRecord
from septet.games.game import Game
from septet.games.log import Log, read
from septet.games.options import for_new, from_values
from septet.games.starts import DEEPEST, Origin, standing
from septet.games.table import outcome
from septet.server.errors import Denied
from septet.server.tables import guarding
from septet.server.tables.guarding import Barred
from septet.server.tables.replaying import MoveNumber
from septet.server.tables.studying import PICTURE, RECORD
from septet.server.tables.wire_base import GameName, TableId

LATEST = 1_000  # moves that a table of the house keeps from the games before it: they are made again at every start


class StartWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin after so many moves of a game that is over here, or of one that you have a record of; or in a picture."""

    table: TableId | None = None
    record: Annotated[str, Meta(max_length=RECORD)] | None = None
    picture: Annotated[str, Meta(max_length=PICTURE)] | None = None
    at: MoveNumber | None = None
    same: bool = False  # with the cards that came then, and not with others


class StartQuestion(msgspec.Struct, frozen=True):
    """A start that has to be worked out: of a record or a picture."""

    game: GameName
    options: dict[str, Any]
    wish: StartWish


class Beginning(msgspec.Struct, frozen=True):
    """Where a table begins, for how many, under which rules."""

    origin: Origin
    game: str
    rules: int
    options: dict[str, Any]
    seats: int


def found(asked: StartQuestion, barred: Barred = ()) -> Beginning:
    """Raises Refusal for what does not hold, and for a game that would be over."""
    if asked.wish.record is not None:
        log = read(asked.wish.record.encode(errors="surrogatepass"))
        if log.game.name != asked.game:
            raise BadRecord("of_another_game", game=log.game.name)
        guarding.refuse(log.game, (table.state for table in log.tables), barred)
        return after(log, asked.wish, None)
    game = GAMES[asked.game]
    origin = Origin(picture=asked.wish.picture)
    options = for_new(from_values(game.Options, asked.options))
    state = game.notation.begin(options, origin.lines, bytes(SEED_BYTES))
    guarding.refuse(game, [state], barred)
    scores = game.scores(state)
    if impossible := game.notation.impossible(state):
        raise impossible
    if game.outcome(state) or any(score >= goal(game, state) for score in scores):
        raise Denied("begins_over")
    return Beginning(origin, game.name, game.rules, msgspec.structs.asdict(options), len(scores))


def goal(game: Game[Any, Any, Any], state: Any) -> float:
    """The score that ends the game at once: a drawn position may show it although nobody has moved there."""
    agreed = getattr(game.terms(game.view(state, None)), "target", None)
    return game.goal or agreed or math.inf


def after(log: Log, wish: StartWish, table: str | None) -> Beginning:
    """A moment of a game; the moves that led there come along."""
    at = len(log.entries) if wish.at is None else wish.at
    if not 0 <= at <= len(log.entries):
        raise BadRecord("no_such_move", at=at, moves=len(log.entries))
    if outcome(log.game, log.tables[at]):
        raise Denied("begins_over")
    moves = tuple(standing(log.entries[:at]))
    origin = Origin(seed=log.seed.hex(), base=log.header.start or None, moves=moves, same=wish.same, of=table, at=at)
    if origin.length > LATEST or len(origin.chain) > DEEPEST:
        raise Denied("begins_late", most=LATEST)
    first, seats = log.tables[0].state, len(log.header.seats)
    return Beginning(origin, log.game.name, log.header.rules, msgspec.structs.asdict(first.options), seats)
