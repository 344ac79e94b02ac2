"""Playing without a mouse: walk to a thing with Tab and the arrows, and press Enter."""

from typing import Any

FAR = 120  # keys that nobody would want to press more of for one thing

# The next key on the way from where the focus is to the thing: arrows inside a group, else Tab.
WAY = """thing => {
  const now = document.activeElement
  if (now === thing) return 'Enter'
  const grid = thing.closest('[role=grid]')
  if (grid && now.dataset.cell) {
    const [row, column] = [thing, now].map(one => one.dataset.cell.charCodeAt(0)).reduce((to, from) => [to - from])
      .concat(Number(thing.dataset.cell.slice(1)) - Number(now.dataset.cell.slice(1)))
    return column ? (column > 0 ? 'ArrowRight' : 'ArrowLeft') : row > 0 ? 'ArrowDown' : 'ArrowUp'
  }
  const after = now.compareDocumentPosition(thing) & Node.DOCUMENT_POSITION_FOLLOWING
  const group = thing.closest('[role=group]')
  if (group?.contains(now) && thing.matches('[data-stop]')) return after ? 'ArrowRight' : 'ArrowLeft'
  return after || now === document.body ? 'Tab' : 'Shift+Tab'
}"""


def walk(page: Any, thing: Any) -> None:
    """Move the focus there, key by key."""
    element = thing.element_handle()
    for _ in range(FAR):
        key = element.evaluate(WAY)
        if key == "Enter":
            return
        page.keyboard.press(key)
    raise AssertionError("no key leads there")


def press(page: Any, thing: Any) -> None:
    walk(page, thing)
    page.keyboard.press("Enter")


def write(page: Any, thing: Any, words: str) -> None:
    """Write into a field, whatever stood in it."""
    walk(page, thing)
    page.keyboard.press("Control+A")
    page.keyboard.type(words)
