"""Tables for tests in the browser: made over HTTP, and played by whoever sees every set."""

from itertools import combinations
from typing import Any

from septet.games.setgame.cards import is_set

PATIENCE = 60_000
CARDS = "[...document.querySelectorAll('.cards [data-card]')].map((one) => one.dataset.card)"
CHANGED = f"(had) => document.querySelector('dialog[open]') || {CARDS}.join() !== had"


def here(page: Any) -> str:
    return str(page.evaluate("location.origin"))


def new_table(page: Any, game: str, *seats: str, **options: Any) -> str:
    """A new table of somebody new, opened; a seat is `me`, `anyone` or the name of a bot."""
    places = [{"who": seat} if seat in ("me", "anyone") else {"who": "bot", "bot": seat} for seat in seats]
    home = here(page)
    assert page.request.post(f"{home}/api/guest", headers={"origin": home}).ok
    asked = {"game": game, "seats": places, "options": options}
    table = str(page.request.post(f"{home}/api/tables", data=asked, headers={"origin": home}).json()["id"])
    page.goto(f"{home}/table/{table}")
    return table


def lying(page: Any) -> list[str]:
    """The cards on the table, in the order of reading."""
    return [str(card) for card in page.evaluate(CARDS)]


def first_set(cards: list[str]) -> list[str]:
    """Three of these cards that are a set, or none."""
    return next((list(three) for three in combinations(cards, 3) if is_set(list(three))), [])


def press(page: Any, cards: list[str]) -> None:
    for card in cards:
        page.locator(f"[data-card='{card}']").dispatch_event("pointerdown", {"button": 0, "isPrimary": True})
