"""How smoothly cards and tiles fly on a slow machine: `python bench/frames.py [--moves 12] [--slower 4]`.

A real browser plays against a bot with its processor slowed down, and its own trace tells which frames were shown while
something flew. Beside it stands a still page, not slowed down, on which one small square turns: no table can be better.
"""

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from server import Process  # noqa: E402

from tests.browser import steps  # noqa: E402
from tests.browser.conftest import launched  # noqa: E402

PERIOD = 1_000 / 60  # milliseconds between two frames
TRACED = ["blink.animations", "devtools.timeline", "disabled-by-default-devtools.timeline.frame", "cc", "benchmark"]
# A small square that turns for some seconds, in the corner of any page: there is something to be drawn for every frame.
SQUARE = """seconds => {
  const square = document.body.appendChild(document.createElement('div'))
  Object.assign(square.style, { position: 'fixed', insetBlockEnd: 0, width: '9px', height: '9px', background: 'red' })
  square.animate([{ transform: 'none' }, { transform: 'rotate(1turn)' }], { duration: 1000, iterations: seconds })
}"""
HEAD = f"{'':32} frames  a second   longest  >16.7 ms  >33 ms"
Span = tuple[float, float]


class Flights:
    """What a trace says: when something flew, when frames were shown, and what the compositor could not fly alone."""

    def __init__(self, trace: bytes) -> None:
        events = json.loads(trace)["traceEvents"]
        self.spans = merged(spans(events))
        self.frames = shown(events)
        self.dropped = [
            one["ts"] for one in events if one["name"] == "DroppedFrame" and not one["args"]["hasPartialUpdate"]
        ]
        self.alone = Counter(why for event in events for why in not_composited(event))

    def gaps(self) -> list[float]:
        """Milliseconds between frames that were shown one after the other while something flew, or waited to fly.

        While everything waits no frame is due: a gap in which none was dropped is no gap.
        """
        found = []
        for start, end in self.spans:
            inside = [at for at in self.frames if start <= at <= end]
            found += [(b - a) / 1_000 for a, b in pairwise(inside) if b - a < 1_500 * PERIOD or self.missed(a, b)]
        return found

    def missed(self, start: float, end: float) -> bool:
        return any(start < at <= end for at in self.dropped)


def spans(events: list[dict[str, Any]]) -> list[Span]:
    """From when to when each animation ran, in microseconds."""
    begun: dict[Any, float] = {}
    found = []
    for event in events:
        if event["name"] != "Animation":
            continue
        key = (event["pid"], event.get("id2", {}).get("local"))
        if event["ph"] == "b":
            begun[key] = event["ts"]
        elif event["ph"] == "e" and key in begun:
            found.append((begun.pop(key), event["ts"]))
    return found


def merged(spans: list[Span]) -> list[Span]:
    """The same without overlaps; what is over at once is no motion."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return [(start, end) for start, end in found if end - start > 100_000]


def shown(events: list[dict[str, Any]]) -> list[float]:
    """When the frames began that were drawn, in microseconds."""
    begun = {frame(one): one["ts"] for one in events if one["name"] == "BeginFrame" and "args" in one}
    drawn = [frame(one) for one in events if one["name"] == "DrawFrame"]
    return sorted(begun[one] for one in drawn if one in begun)


def frame(event: dict[str, Any]) -> tuple[Any, ...]:
    return event["pid"], event["args"].get("layerTreeId"), event["args"].get("frameSeqId")


def not_composited(event: dict[str, Any]) -> list[str]:
    data = event.get("args", {}).get("data", {}) if event["name"] == "Animation" else {}
    return list(data.get("unsupportedProperties", ())) if data.get("compositeFailed") else []


def told(name: str, gaps: list[float]) -> str:
    """One line of the table: milliseconds from frame to frame, added up."""
    if not gaps:
        return f"{name:32} nothing flew"
    rate = 1_000 * len(gaps) / sum(gaps)
    late = [sum(round(gap / PERIOD) > periods for gap in gaps) / len(gaps) for periods in (1, 2)]
    return f"{name:32} {len(gaps):6} {rate:8.1f} {max(gaps):9.1f} {late[0]:9.1%} {late[1]:8.1%}"


def traced(browser: Browser, page: Page, work: Any) -> Flights:
    browser.start_tracing(page=page, categories=TRACED)
    work()
    return Flights(browser.stop_tracing())


def table(browser: Browser, house: str, game: str, moves: int, slower: float) -> Flights:
    """So many moves of one's own, and the bot's between them."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    steps.make_table(page, house, game, other="random")
    steps.my_turn(page)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    chance = random.Random(11)

    def play() -> None:
        for _ in range(moves):
            steps.play_on(page, steps.click, chance)
            page.wait_for_timeout(1_200)  # let everything arrive

    flights = traced(browser, page, play)
    page.close()
    return flights


def still(browser: Browser) -> Flights:
    page = browser.new_page()

    def turn() -> None:
        page.evaluate(SQUARE, 6)
        page.wait_for_timeout(6_500)

    flights = traced(browser, page, turn)
    page.close()
    return flights


def main() -> None:
    parser = argparse.ArgumentParser(description="How smoothly cards and tiles fly.")
    parser.add_argument("--moves", type=int, default=12)
    parser.add_argument("--slower", type=float, default=4)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Process.septet(folder, workers=1)
        browser = launched(driver)
        print(HEAD)
        print(told("a still page, not slowed down", still(browser).gaps()))
        alone: Counter[str] = Counter()
        for game in ("sep", "sepmosa"):
            for slower in (1, args.slower):
                flights = table(browser, server.address, game, args.moves, slower)
                alone += flights.alone
                print(told(f"{game}, {slower:g} times slower", flights.gaps()))
        print(
            "not flown by the compositor alone:", ", ".join(f"{what} ({n})" for what, n in alone.items()) or "nothing"
        )
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
