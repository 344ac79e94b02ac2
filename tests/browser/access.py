"""Can everybody use a page? What axe finds on it, and whether it fits the screen."""

from typing import Any

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def settle(page: Any) -> None:
    """Until nothing is fetched any more and what moves has arrived."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(200)


def violations(page: Any, axe: str) -> list[str]:
    page.evaluate(axe)
    found = page.evaluate("standards => axe.run(document, { runOnly: standards })", STANDARDS)["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


def too_wide(page: Any) -> int:
    wide: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wide
