"""A bot that somebody asks for: by its name, by the file that it is in, or as a class or an object of a program."""

from typing import Any

from septet.bots import bot_named, lent, may_sit
from septet.bots.own import CannotLoad, bring, is_own, load
from septet.games.game import Speak


class CannotSit(Exception):
    """A bot that cannot be had here, and why in words."""


def asked(game: str, bot: Any, t: Speak) -> str:
    """The name by which this bot sits down at this game; raises CannotSit."""
    try:
        if not isinstance(bot, str):
            return bring(bot)
        if is_own(bot):
            load(bot)
    except CannotLoad as error:
        raise CannotSit(t("conform.cannot_load", bot=bot, why=error)) from error
    if bot_named(game, bot) is None:
        raise CannotSit(t("play.unknown_bot", bot=bot, bots=", ".join(lent(game))))
    if not is_own(bot) and not may_sit(game, bot):
        raise CannotSit(t("play.not_lent", bot=bot))
    return bot
