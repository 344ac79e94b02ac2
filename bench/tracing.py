"""Frames of a page by the browser's own trace: how many were drawn or dropped, the longest wait, what took the time."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"]
WORK = ("FunctionCall", "EvaluateScript", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit")
# One callback for every frame, so that there is a frame to be drawn even where nothing moves.
BEAT = "() => { const beat = () => requestAnimationFrame(beat); beat() }"


class Frames(msgspec.Struct):
    """What a trace says of the page that was in front."""

    seconds: float
    drawn: int
    dropped: int
    longest_ms: float  # between two frames
    late: int  # waits of more than two frames of 60 a second
    task_ms: float  # the longest task of the page's thread
    work: dict[str, float]  # milliseconds of each second

    @property
    def rate(self) -> float:
        return self.drawn / self.seconds


def frames(trace: bytes) -> Frames:
    """Count in a trace."""
    events: list[dict[str, Any]] = msgspec.json.decode(trace)["traceEvents"]
    page = Counter(one["pid"] for one in events if one["name"] == "DrawFrame").most_common(1)[0][0]
    ours = sorted((one for one in events if one["pid"] == page and "ts" in one), key=lambda one: one["ts"])
    drawn = [one["ts"] for one in ours if one["name"] == "DrawFrame"]
    waits = [(late - early) / 1e3 for early, late in pairwise(drawn)]
    seconds = (drawn[-1] - drawn[0]) / 1e6
    main = Counter(one["tid"] for one in ours if one["name"] == "FunctionCall").most_common(1)[0][0]
    tasks = [one.get("dur", 0) / 1e3 for one in ours if one["tid"] == main and one["name"] == "RunTask"]
    spent: Counter[str] = Counter()
    for one in ours:
        if one["tid"] == main and one["name"] in WORK:
            spent[one["name"]] += one.get("dur", 0)
    dropped = sum(one["name"] == "DroppedFrame" for one in ours)
    work = {name: spent[name] / 1e3 / seconds for name in WORK}
    late = sum(wait > 34 for wait in waits)
    return Frames(seconds, len(drawn) - 1, dropped, max(waits), late, max(tasks, default=0), work)


@contextmanager
def throttled(page: Page, times: float) -> Iterator[None]:
    """The page's processor is so many times slower."""
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": times})
    yield
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def traced(browser: Browser, page: Page, seconds: float, meanwhile: Any = None) -> Frames:
    """Trace a page for some time; meanwhile something may be done there, again and again."""
    page.evaluate(BEAT)
    browser.start_tracing(page=page, categories=CATEGORIES)
    left = seconds
    while left > 0:
        page.wait_for_timeout(500)
        left -= 0.5
        if meanwhile:
            meanwhile()
    return frames(browser.stop_tracing())
