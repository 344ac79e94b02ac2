"""What is asked for at the front door, and one line for what cannot be had."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import msgspec

from septet.bots.asked import CannotSit, asked
from septet.bots.bot import Mind
from septet.bots.own import portable
from septet.games import GAMES
from septet.games.chance import new_seed, seed_from
from septet.games.errors import BadOption
from septet.games.game import Game
from septet.games.options import for_new, from_values, heard
from septet.i18n import LANGUAGES, Words, words

AnyBot = (
    str | Callable[..., Mind] | Mind
)  # a name, `FILE.py:NAME`, a class, or whatever else can sit down or sits already
MOST_JOBS = 256
HouseRules = str | Mapping[str, Any] | msgspec.Struct  # "combo_ace=low, pile_count=1", or the same by name


class NotPossible(ValueError):
    """What was asked for cannot be done: one line that names it, and says what can."""


def words_of(language: str) -> Words:
    if language not in LANGUAGES:
        raise NotPossible(f"language {language!r}: {', '.join(LANGUAGES)}")
    return words(language)


def game_named(name: str, t: Words) -> Game[Any, Any, Any]:
    if name not in GAMES:
        raise NotPossible(t("python.unknown_game", game=name, games=", ".join(GAMES)))
    return GAMES[name]


def rules_of(game: Game[Any, Any, Any], options: HouseRules, t: Words) -> Any:
    """House rules however they were given; what is not said is as usual."""
    try:
        if isinstance(options, str):
            return heard(game.Options, options)
        values = msgspec.structs.asdict(options) if isinstance(options, msgspec.Struct) else options
        return for_new(from_values(game.Options, values))
    except BadOption as error:
        raise NotPossible(t.refusal(error)) from None


def seats_of(game: Game[Any, Any, Any], seats: int, t: Words) -> int:
    if seats not in game.seats:
        ends = sorted({game.seats.start, game.seats[-1]})
        raise NotPossible(t("python.seats", game=game.name, seats="–".join(map(str, ends)), given=seats))
    return seats


def bot_of(game: Game[Any, Any, Any], bot: AnyBot, t: Words) -> str:
    """The name of a bot that can sit down here."""
    try:
        return asked(game.name, bot, t)
    except CannotSit as error:
        raise NotPossible(str(error)) from error


def players(game: Game[Any, Any, Any], bots: AnyBot | Sequence[AnyBot], jobs: int, t: Words) -> tuple[str, ...]:
    """One bot for each seat, or one for all seats of as few as can play, known to all processes that let them play."""
    between("jobs", jobs, 1, MOST_JOBS, t)
    given: list[AnyBot] = list(bots) if isinstance(bots, list | tuple) else [cast(AnyBot, bots)] * game.seats.start
    names = tuple(bot_of(game, bot, t) for bot in given)
    seats_of(game, len(names), t)
    for bot in names if jobs > 1 else ():
        if not portable(bot):
            raise NotPossible(t("python.here_alone", bot=bot))
    return names


def between(name: str, given: int, least: int, most: int, t: Words) -> None:
    if given not in range(least, most + 1):
        raise NotPossible(t("python.number", name=name, given=given, least=least, most=most))


def seed_of(seed: int | str | None) -> bytes:
    """The same deal as `--seed` gives at the command line; without one, by chance."""
    return new_seed() if seed is None else seed_from(str(seed))
