"""How a table comes about: dealt, from a position that is drawn, or from a record."""

from collections.abc import Mapping
from pathlib import Path

from septet.games.errors import BadRecord, BadText
from septet.games.game import Seat
from septet.games.log import Log, Sitter
from septet.games.log import read as read_log
from septet.games.starts import Origin
from septet.i18n import Words
from septet.workbench.asking import AnyBot, HouseRules, NotPossible, game_named, rules_of, seats_of, seed_of, words_of
from septet.workbench.table import DealtTable


def deal(
    game: str,
    seed: int | str | None = None,
    *,
    seats: int | None = None,
    options: HouseRules = "",
    bots: Mapping[Seat, AnyBot] | None = None,
    language: str = "en",
) -> DealtTable:
    """A new game, dealt and ready for its first move.

    `game` is a name as `septet play` takes it: "sep", "sepmosa", "set". The same `seed` gives the same deal, here and
    at the command line; without one it is by chance. As few sit down as can play, unless `seats` says how many. House
    rules are text, as in "combo_ace=low", or a mapping. `bots` says which seats answer by themselves: `{1: "strong"}`.
    Pictures and refusals speak `language`: en, fr or nl.

    Raises `NotPossible`, with one line that says what can be asked for.
    """
    t = words_of(language)
    rules = game_named(game, t)
    count = seats_of(rules, rules.seats.start if seats is None else seats, t)
    log = Log.new(rules, rules_of(rules, options, t), _people(count, t), seed_of(seed))
    return _seated(DealtTable(log, t), bots)


def position(
    game: str,
    picture: str,
    seed: int | str | None = None,
    *,
    options: HouseRules = "",
    bots: Mapping[Seat, AnyBot] | None = None,
    language: str = "en",
) -> DealtTable:
    """A game that begins in a position drawn as text, see docs/pictures.md; what it does not name comes by the seed."""
    t = words_of(language)
    rules, start, dealt = game_named(game, t), Origin(picture=picture), seed_of(seed)
    agreed = rules_of(rules, options, t)
    try:
        count = len(rules.scores(rules.notation.begin(agreed, start.lines, dealt)))
        log = Log.new(rules, agreed, _people(count, t), dealt, start=start)
    except BadText as error:
        error.family = rules.family
        raise NotPossible(t.refusal(error)) from None
    return _seated(DealtTable(log, t), bots)


def read(record: str | Path | bytes, *, language: str = "en") -> DealtTable:
    """The table of a record, after all its moves: a file, or the bytes that `record()` gave."""
    t = words_of(language)
    try:
        return DealtTable(read_log(record if isinstance(record, bytes) else Path(record).read_bytes()), t)
    except BadRecord as error:
        why = t.refusal(error)
    except OSError as error:
        why = error.strerror or str(error)
    raise NotPossible(why if isinstance(record, bytes) else f"{record}: {why}")


def _people(count: int, t: Words) -> tuple[Sitter, ...]:
    return tuple(Sitter(t("image.seat", n=seat + 1)) for seat in range(count))


def _seated(table: DealtTable, bots: Mapping[Seat, AnyBot] | None) -> DealtTable:
    for seat, bot in (bots or {}).items():
        table.sit(seat, bot)
    return table
