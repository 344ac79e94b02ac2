"""Somebody who learns by trying: whatever a lesson offers, one thing after the other, until the page says well done.

Nothing is known here of what is asked: only what lights up, and what the page says of it.
"""

from dataclasses import dataclass, field
from typing import Any

from playwright import sync_api as playwright

from tests.browser import steps

REACHED, ASTRAY = ".lesson .bar.good", ".lesson .bar.off"
HELD = ".lesson .held"
NO_SET = ".lesson .set-board .why"  # what is told of three cards that are none
TRIES = 150
CAREFUL = 600  # a press that comes sooner was meant for something else
WHILE = 5_000  # that something takes to happen, in milliseconds
STATE = """() => { const lesson = document.querySelector('.lesson'); return [
  lesson.dataset.attempt, lesson.dataset.moves, !!lesson.querySelector('.bar.good'), !!lesson.querySelector('.bar.off'),
  !!lesson.querySelector('.held'), !!lesson.querySelector('.lifted'),
  lesson.querySelectorAll('[data-card][aria-pressed=true]').length] }"""
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
    """What may be pressed now, best what pays: a piece first, and then where it goes; of cards of SET one more."""
    if page.locator(".set-board").count():
        return set_choices(page)
    found: list[str] = page.evaluate(CHOICES, [steps.PAYING, steps.PLACES, steps.PIECES, steps.PLAY])
    return found


# Each by a name of its own: what it would bring is drawn later, and must not change which one is meant.
CHOICES = """([paying, places, pieces, play]) => {
  const name = one => one.dataset.cell ? `.lesson [data-cell='${one.dataset.cell}']`
    : one.dataset.drop ? `.lesson [data-drop='${one.dataset.drop}']` : `.lesson .hand [data-at='${one.dataset.at}']`
  const all = what => [...document.querySelectorAll(what)]
  const first = document.querySelector('.lesson .held') ? [...all(paying), ...all(places)] : all(pieces)
  return [...new Set(first.map(name)), ...all(play).map((_, at) => `${play} >> nth=${at}`)]
}"""


# Cards behind those that are chosen already, so that no three are tried twice; then whatever else can be done.
SET_CHOICES = """() => {
  const board = document.querySelector('.lesson .set-board')
  const cards = [...board.querySelectorAll('[data-card]')]
  const last = cards.findLastIndex(card => card.ariaPressed === 'true')
  const free = cards.filter((card, at) => at > last && card.ariaDisabled !== 'true')
  const others = [...board.querySelectorAll('.dock-area button')].map((one, at) => ({ one, at }))
    .filter(({ one }) => !one.disabled && (!one.dataset.careful || one.matches('.main')))
    .sort((a, b) => b.one.matches('.main') - a.one.matches('.main'))
  const first = others.some(({ one }) => one.textContent.trim() === 'Set!') // no card before the word
  return [
    ...(first ? [] : free).map(card => `.lesson [data-card='${card.dataset.card}']`),
    ...others.map(({ at }) => `.lesson .set-board .dock-area button >> nth=${at}`),
  ]
}"""


def set_choices(page: Any) -> list[str]:
    found: list[str] = page.evaluate(SET_CHOICES)
    return found


def state(page: Any) -> str:
    found: str = page.evaluate(f"() => JSON.stringify(({STATE})())")
    return found


def press(page: Any, what: str) -> bool:
    """Press it, and wait until something has come of it; some buttons only ask whether it is meant."""
    before = state(page)
    if page.locator(what).get_attribute("data-careful"):
        page.wait_for_timeout(CAREFUL)
    try:
        page.locator(what).click(timeout=WHILE)
        page.wait_for_function(CHANGED, arg=before, timeout=WHILE)
    except playwright.TimeoutError:
        return False
    return True


def attempt(page: Any, tree: Tree) -> bool:
    """Go on until the goal is reached, or it is clear that this was not it."""
    path: Path = ()
    while True:
        if page.locator(REACHED).count():
            return True
        if page.locator(f"{ASTRAY}, {NO_SET}").count():
            tree.fail(path)
            return False
        chosen = tree.pick(path, choices(page))
        if chosen is None:  # nothing is left to try from here, or what was pressed only showed something
            tree.fail(path)
            return False
        if press(page, chosen):
            path = (*path, chosen)
        else:
            tree.fail((*path, chosen))


def learn(page: Any) -> int:
    """Reach the goal of the step that the page shows; how many attempts it took."""
    page.locator(".lesson[data-attempt='1'] :is(.dock, .set-board)").first.wait_for(timeout=steps.PATIENCE)
    tree = Tree()
    for tries in range(1, TRIES):
        if attempt(page, tree):
            return tries
        again(page)
    raise AssertionError("nothing that the page offers reaches the goal")


def again(page: Any) -> None:
    before = page.locator(".lesson").get_attribute("data-attempt")
    if page.locator(HELD).count() and not page.locator(ASTRAY).count():
        put_back(page)
    if page.locator(".lesson .do button:has-text('Try again')").count():
        page.locator(".lesson .do button:has-text('Try again')").click()
        page.locator(f".lesson:not([data-attempt='{before}'])").wait_for(timeout=steps.PATIENCE)


def put_back(page: Any) -> None:
    """Lay down what is in the hand."""
    while page.locator(HELD).count():
        page.keyboard.press("Escape")
        page.wait_for_timeout(20)
