"""How long a move is on its way: from the click of one player to the frame in which the other one sees it."""

from statistics import median
from typing import Any

WATCH = """() => {
  window.clicked = []
  window.seen = {}
  const wall = at => performance.timeOrigin + at
  addEventListener('click', event => clicked.push(wall(event.timeStamp)), { capture: true })
  const list = document.querySelector('section.moves')
  new MutationObserver(() => {
    const count = list.querySelectorAll('li').length
    if (count in seen) return
    seen[count] = 0
    requestAnimationFrame(() => setTimeout(() => (seen[count] = wall(performance.now()))))
  }).observe(list, { childList: true, subtree: true })
}"""


def watch(page: Any) -> None:
    """From now on the page notes when it is clicked, and when each move has been drawn."""
    page.evaluate(WATCH)


def delays(one: Any, other: Any) -> list[float]:
    """Milliseconds from the click to the other's screen, of every move that both pages have seen."""
    clicked = [page.evaluate("clicked") for page in (one, other)]
    seen = [page.evaluate("seen") for page in (one, other)]
    found = []
    for count in seen[0].keys() & seen[1].keys():
        times = [seen[0][count], seen[1][count]]
        last = [max((at for at in clicks if at <= min(times)), default=0) for clicks in clicked]
        mover = 0 if last[0] > last[1] else 1
        found.append(times[1 - mover] - last[mover])
    return found


def words(delays: list[float]) -> str:
    """The figures for the summary."""
    ordered = sorted(delays)
    late = ordered[int(len(ordered) * 0.95)]
    return f"{median(ordered):.0f} ms in the middle, {late:.0f} ms at 95 %, {len(ordered)} moves"
