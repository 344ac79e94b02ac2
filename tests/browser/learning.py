"""Somebody who learns by trying: whatever a lesson offers, one thing after the other, until the page says well done.

Nothing is known here of what is asked: only what lights up, and what the page says of it.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.browser import steps

REACHED, ASTRAY = ".lesson .bar.good", ".lesson .bar.off"
HELD = ".lesson .held"
TRIES = 150
STATE = """() => { const lesson = document.querySelector('.lesson'); return [
  lesson.dataset.attempt, lesson.dataset.moves, !!lesson.querySelector('.bar.good'), !!lesson.querySelector('.bar.off'),
  !!lesson.querySelector('.held')] }"""
CHANGED = f"before => JSON.stringify(({STATE})()) !== before"
Path = tuple[str, ...]


@dataclass
class Tree:
    """What was tried from where: paths whose every end is known lead nowhere."""

    dead: set[Path] = field(default_factory=set)

    def pick(self, path: Path, choices: list[str]) -> str | None:
        return next((one for one in choices if (*path, one) not in self.dead), None)

    def fail(self, path: Path) -> None:
        self.dead.add(path)


def choices(page: Any) -> list[str]:
    """What may be pressed now, best what pays: a piece first, and then where it goes."""
    held = page.locator(HELD).count() > 0
    wanted = (steps.PAYING, steps.PLACES, steps.PLAY) if held else (steps.PIECES, steps.PLAY)
    return [f"{one} >> nth={at}" for one in wanted for at in range(page.locator(one).count())]


def state(page: Any) -> str:
    found: str = page.evaluate(f"() => JSON.stringify(({STATE})())")
    return found


def press(page: Any, what: str) -> None:
    """Press it, and wait until something has come of it."""
    before = state(page)
    page.locator(what).click(timeout=steps.PATIENCE)
    page.wait_for_function(CHANGED, arg=before, timeout=steps.PATIENCE)


def attempt(page: Any, tree: Tree) -> bool:
    """Go on until the goal is reached, or it is clear that this was not it."""
    path: Path = ()
    while True:
        if page.locator(REACHED).count():
            return True
        if page.locator(ASTRAY).count():
            tree.fail(path)
            return False
        chosen = tree.pick(path, choices(page))
        if chosen is None:  # nothing is left to try from here, or what was pressed only showed something
            tree.fail(path)
            return False
        path = (*path, chosen)
        press(page, chosen)


def learn(page: Any) -> int:
    """Reach the goal of the step that the page shows; how many attempts it took."""
    page.locator(f".lesson[data-attempt='1'] {'.dock'}").wait_for(timeout=steps.PATIENCE)
    tree = Tree()
    for tries in range(1, TRIES):
        if attempt(page, tree):
            return tries
        again(page)
    raise AssertionError("nothing that the page offers reaches the goal")


def again(page: Any) -> None:
    before = page.locator(".lesson").get_attribute("data-attempt")
    if page.locator(HELD).count():
        page.keyboard.press("Escape")
    if page.locator(".lesson .do button:has-text('Try again')").count():
        page.locator(".lesson .do button:has-text('Try again')").click()
        page.locator(f".lesson:not([data-attempt='{before}'])").wait_for(timeout=steps.PATIENCE)
