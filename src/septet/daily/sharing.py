"""A result to share: what was solved and how long the row is, and nothing that would help whoever reads it."""

from collections.abc import Mapping, Sequence

from septet.daily.items import DEALS, ITEMS

SIGNS = {"solved": "🟩", "failed": "🟥", "played": "🟦", "open": "⬜", "new": "⬜"}


def shared(head: str, status: Mapping[str, str], names: Sequence[tuple[str, str]], foot: str = "") -> str | None:
    """The text: a line for each game with a sign for each thing; None before anything is done. `names` are the games
    with what each is called in the language of whoever shares it, in the order in which they are told."""
    if not any(status.get(item) in ("solved", "failed", "played") for item in ITEMS):
        return None
    lines = [head]
    for game, name in names:
        signs = "".join(SIGNS[status.get(item, "new")] for item in ITEMS if _under(item) == game)
        if signs:
            lines.append(f"{signs} {name}")
    return "\n".join([*lines, foot] if foot else lines)


def _under(item: str) -> str:
    """The game under whose name a thing is told; deals stand under their own."""
    return item if item in DEALS else item.partition("-")[0]


GAMES_TOLD = tuple(dict.fromkeys(_under(item) for item in ITEMS))
