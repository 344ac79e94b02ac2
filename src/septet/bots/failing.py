"""What is said of a bot that cannot go on; with bots that somebody brings along, that is a matter of time."""

import traceback
from pathlib import Path
from typing import Any

from septet.bots.bot import Mind, Plan
from septet.games.errors import Refusal
from septet.games.game import Game, IllegalMove, Move


class BotFailed(Refusal):
    """A bot that failed, has no plan, or wants what the rules do not allow; `by` says who it was."""

    kind = "failure"

    def __str__(self) -> str:
        """For whoever has no words at hand, such as a process that answers another one."""
        told = {name: fact.code if isinstance(fact, Refusal) else fact for name, fact in self.facts.items()}
        return f"{self.code} ({', '.join(f'{name} {fact}' for name, fact in told.items() if name != 'seat')})"

    def by(self, bot: str) -> "BotFailed":
        self.facts["bot"] = bot
        return self


def plan_of(mind: Mind, view: Any, now_ms: int) -> Plan | None:
    """What a mind plans; raises BotFailed."""
    try:
        plan = mind.see(view, now_ms)
    except Exception as error:  # whatever is wrong with somebody's bot
        raise BotFailed("raised", why=described(error)) from error
    if plan is not None and not isinstance(plan, Plan):
        raise BotFailed("no_plan", given=repr(plan)[:80])
    return plan


def refused(game: Game[Any, Any, Any], move: Move, refusal: IllegalMove) -> BotFailed:
    """The rules do not allow what a bot wants."""
    refusal.family = game.family
    try:
        text = game.notation.say(move)
    except Exception:  # what it wants may be no move at all
        text = repr(move)[:80]
    return BotFailed("refused", move=text, why=refusal)


def described(error: Exception) -> str:
    """An error in one line, with the place where it happened."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({Path(place.filename).name}:{place.lineno})" for place in last)
    return " ".join(f"{type(error).__name__}: {error}{where}".split())
