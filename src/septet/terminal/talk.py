"""A talk with whoever sits at a terminal: something is said, and a line is read."""

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.padding import Padding

from septet.i18n import Words

WIDEST = 96


class Talk:
    """Nothing of it is kept."""

    def __init__(self, t: Words, console: Console, ask: Callable[[str], str] = input) -> None:
        self.t, self.console, self.ask = t, console, ask

    def read(self, prompt: str) -> str:
        """What was typed; whoever has gone wants to leave."""
        try:
            return self.ask(prompt).strip()
        except EOFError:
            return "q"

    def say(self, what: Any) -> None:
        self.console.print(Padding(what, (0, 2)), width=min(self.console.width, WIDEST))
