"""Playing without a mouse: walk to a thing with Tab and the arrows, and press Enter."""

from typing import Any

FAR = 120  # keys that nobody would want to press more of for one thing

# The next key on the way from the focus to the thing: arrows inside a group, else Tab; none while it is not there.
WAY = """thing => {
  const now = document.activeElement
  if (now === thing) return 'Enter'
  if (!thing.isConnected || thing.disabled) return ''
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
    for _ in range(FAR):
        key = thing.evaluate(WAY)  # found anew for each key: the page may draw it again meanwhile
        if key == "Enter":
            return
        if key:
            page.keyboard.press(key)
        else:
            page.wait_for_timeout(50)
    raise AssertionError("no key leads there")


def press(page: Any, thing: Any) -> None:
    walk(page, thing)
    page.keyboard.press("Enter")


def write(page: Any, thing: Any, words: str) -> None:
    """Write into a field, whatever stood in it."""
    walk(page, thing)
    page.keyboard.press("Control+A")
    page.keyboard.type(words)
