"""What somebody needs who asks for more than the package has by itself, said in one line."""

from importlib.util import find_spec
from typing import Any

from septet.games.errors import BadOption
from septet.games.game import Game
from septet.games.options import heard


def needed(module: str, extra: str, what: str) -> None:
    """Say which extra is missing, if one is."""
    if find_spec(module) is None:
        raise ImportError(f"{what} needs {module}: pip install 'septet[{extra}]'")


def options_of(game: Game[Any, Any, Any], text: str) -> Any:
    """House rules from text such as "pile_count=1, combo_ace=low"."""
    try:
        return heard(game.Options, text)
    except BadOption as error:
        facts = ", ".join(f"{name} {value}" for name, value in error.facts.items())
        raise ValueError(f"{game.name} cannot be played with {text!r}: {error.code} ({facts})") from error
