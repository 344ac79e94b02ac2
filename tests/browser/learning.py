"""Somebody who learns by trying: whatever a lesson offers, one thing after the other, until the page says well done.

Nothing is known here of what is asked: only what lights up, and what the page says of it.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from playwright import sync_api as playwright

from tests.browser import steps

REACHED, ASTRAY = ".lesson .bar.good", ".lesson .bar.off"
HELD = ".lesson .held"
NO_SET = ".lesson .set-board .why"  # what is told of three cards that are none
CARD = "[data-card="
TRIES, LONG, HANDFUL = 150, 16, 5
CAREFUL = 600  # a press that comes sooner was meant for something else
WHILE = 5_000  # that something takes to happen, in milliseconds
# Cards that are being chosen, and not those that lie marked or pointed at already.
CHOSEN = "[data-card][aria-pressed=true]:not([class*=mark], .pointed)"
STATE = f"""() => {{
  const lesson = document.querySelector('.lesson'), all = what => [...lesson.querySelectorAll(what)]
  return [lesson.dataset.attempt, lesson.dataset.moves,
    ...['.bar.good', '.bar.off', '.held', '.lifted'].map(one => all(one).length > 0),
    all('[data-card][aria-pressed=true]').map(card => card.dataset.card), all('{CHOSEN}').length]
}}"""
SETTLED = "() => !document.querySelector('.lesson [aria-busy=true]')"
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


# What the cards so far were chosen for; cards behind them, so that no three are tried twice; then whatever else can be
# done: what could be done before any card was chosen is not what they were chosen for.
SET_CHOICES = """chosen => {
  const board = document.querySelector('.lesson .set-board')
  const cards = [...board.querySelectorAll('[data-card]')]
  const last = cards.findLastIndex(card => card.matches(chosen))
  const free = cards.filter((card, at) => at > last && card.ariaDisabled !== 'true' && card.ariaPressed !== 'true')
  const others = [...board.querySelectorAll('.dock-area button')].map((one, at) => ({ one, at }))
    .filter(({ one }) => !one.disabled && (!one.dataset.careful || one.matches('.main')))
    .filter(({ one }) => last < 0 || !board.dataset.tried?.includes(`[${one.textContent.trim()}]`))
  if (last < 0) board.dataset.tried = others.map(({ one }) => `[${one.textContent.trim()}]`).join()
  const first = others.some(({ one }) => one.textContent.trim() === 'Set!') // no card before the word
  const button = ({ at }) => `.lesson .set-board .dock-area button >> nth=${at}`
  const main = ({ one }) => one.matches('.main')
  return [
    ...others.filter(main).map(button),
    ...(first ? [] : free).map(card => `.lesson [data-card='${card.dataset.card}']`),
    ...others.filter(one => !main(one)).map(button),
  ]
}"""


def set_choices(page: Any) -> list[str]:
    found: list[str] = page.evaluate(SET_CHOICES, CHOSEN)
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
        page.wait_for_function(SETTLED, timeout=WHILE)
    except playwright.TimeoutError:
        return False
    return True


def attempt(page: Any, tree: Tree) -> bool:
    """Go on until the goal is reached, or it is clear that this was not it."""
    path: Path = ()
    while True:
        if page.locator(REACHED).count():
            return True
        if page.locator(ASTRAY).count() or len(path) > LONG:
            tree.fail(path)
            return False
        before, can = state(page), choices(page)
        chosen = tree.pick(path, can)
        if chosen is None:  # nothing is left to try from here, or what was pressed only showed something
            tree.fail(path)
            return False
        if press(page, chosen):
            path = (*path, chosen)
            if was_no_set(page, before):
                tree.fail(path)
                return False
        else:
            alike = [one for one in can if one == chosen or (CARD in one and CARD in chosen)]
            for one in alike:  # if one card cannot be chosen now, none can
                tree.fail((*path, one))


def was_no_set(page: Any, before: str) -> bool:
    """The cards that were chosen went back at once, and the table says why."""
    chosen, left = json.loads(before)[-1], json.loads(state(page))[-1]
    return bool(chosen and not left and page.locator(NO_SET).count() and not page.locator(REACHED).count())


def learn(page: Any) -> int:
    """Reach the goal of the step that the page shows; how many attempts it took."""
    page.locator(".lesson[data-attempt='1'] :is(.dock, .set-board)").first.wait_for(timeout=steps.PATIENCE)
    tree, tries = Tree(), 0
    buttons = [one for one in choices(page) if CARD not in one] if page.locator(".set-board").count() else []
    for button in buttons:  # what is done with one press is soon tried
        tries += 1
        press(page, button)
        if page.locator(REACHED).count():
            return tries
        again(page)
    while tries < TRIES:
        tries += 1
        if attempt(page, tree):
            return tries
        if () in tree.dead:  # all was tried: something came too late on a machine that is busy
            tree = Tree()
        again(page)
    raise AssertionError("nothing that the page offers reaches the goal")


def again(page: Any) -> None:
    before = page.locator(".lesson").get_attribute("data-attempt")
    if not page.locator(ASTRAY).count():
        put_back(page)
    if page.locator(".lesson .do button:has-text('Try again')").count():
        page.locator(".lesson .do button:has-text('Try again')").click()
        page.locator(f".lesson:not([data-attempt='{before}'])").wait_for(timeout=steps.PATIENCE)


def put_back(page: Any) -> None:
    """Lay down what is in the hand."""
    for _ in range(HANDFUL):
        if not page.locator(f"{HELD}, .lesson {CHOSEN}").count():
            break
        page.keyboard.press("Escape")
        page.wait_for_timeout(20)
