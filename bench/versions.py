"""Is this version as quick as another? `python bench/versions.py OTHER [--rounds 3] [--seconds 2] [--only help …]`

OTHER is a working tree of that version, set up with its own `./septet --version` (say, `git worktree add ../old TAG`).
Both are measured in turn, round by round, each with its own programs; what is told is the median of each and their
ratio, which is above 1 where this version is the better one. With --peers boardgame.io plays the server's tables in the
same rounds (it needs Node and npm).
"""

import argparse
import re
import resource
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from server import Peer

HERE = Path(__file__).parents[1]
PARTS = ("help", "page", "rules", "server")
PAINTED = """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime))
    .observe({ type: 'paint', buffered: true }))"""


class Figure(NamedTuple):
    name: str
    value: float
    more_is_better: bool


def python(tree: Path) -> str:
    return str(tree / ".venv/bin/python")


def told(tree: Path, *arguments: str) -> str:
    return subprocess.run([python(tree), *arguments], cwd=tree, check=True, capture_output=True, text=True).stdout


def of_help(tree: Path, seconds: float) -> Iterator[Figure]:
    """Processor time of `import septet` and of `septet --help`, once their bytecode is there."""
    started = {"import septet, ms": ("-c", "import septet"), "--help, ms": ("-m", "septet", "--help")}
    for _ in range(round(seconds * 2) + 1):
        for name, arguments in started.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            told(tree, *arguments)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            yield Figure(name, spent * 1e3, False)


def of_page(tree: Path, seconds: float) -> Iterator[Figure]:
    """From a cold browser's request to the first screen that is painted, and what it fetched for it."""
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(HERE))
    from tests.browser.conftest import launched

    with tempfile.TemporaryDirectory() as data, sync_playwright() as driver:
        where = ["serve", "--port", "0", "--workers", "0", "--data", data, "--lang", "en"]
        with subprocess.Popen(
            [python(tree), "-m", "septet", *where], cwd=tree, stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout
            address = next(line for line in server.stdout if "ready" in line).split()[-1]
            browser = launched(driver)
            for _ in range(round(seconds * 2) + 1):
                page = browser.new_page()
                page.goto(address, wait_until="networkidle")
                yield Figure("first page, ms", page.evaluate(PAINTED), False)
                sizes = "() => performance.getEntriesByType('resource').reduce((all, one) => all + one.transferSize, 0)"
                yield Figure("first page, kB", page.evaluate(sizes) / 1e3, False)
                page.close()
            browser.close()
            server.terminate()


def of_rules(tree: Path, seconds: float) -> Iterator[Figure]:
    for line in told(tree, "bench/rules.py", str(seconds)).splitlines():
        name, speed, _ = line.split()
        yield Figure(f"{name}, moves/s", float(speed.replace(",", "")), True)


def of_server(tree: Path, seconds: float) -> Iterator[Figure]:
    found = re.search(
        r'"moves_per_cpu_s":(\d+)', told(tree, "bench/server.py", "--only", "throughput", "--seconds", str(seconds * 4))
    )
    assert found
    yield Figure("server, moves per processor second", float(found[1]), True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="a working tree of the other version")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--peers", action="store_true", help="boardgame.io beside the servers")
    args = parser.parse_args()
    if not Path(python(args.other)).exists():
        parser.error(f"{args.other} is not set up: run ./septet --version there")
    measures = {"help": of_help, "page": of_page, "rules": of_rules, "server": of_server}
    trees = {"this": HERE, "other": args.other.resolve()}
    found: dict[tuple[str, bool], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    beside: dict[str, list[float]] = defaultdict(list)
    place = tempfile.TemporaryDirectory()
    peer = Peer(place.name) if args.peers else None
    for number in range(args.rounds):
        for part in args.only:
            for name in sorted(trees, reverse=number % 2 == 1):  # now the one is first, now the other
                for figure in measures[part](trees[name], args.seconds):
                    found[figure.name, figure.more_is_better][name].append(figure.value)
        if peer:
            for store in Peer.STORES:
                beside[store].append(peer.throughput(store, args.seconds * 4)["moves_per_cpu_s"])
        print(f"round {number + 1} of {args.rounds}", file=sys.stderr, flush=True)
    print(f"{'':<36}{'other':>10}{'this':>10}{'ratio':>8}")
    for (name, more), values in found.items():
        other, this = median(values["other"]), median(values["this"])
        print(f"{name:<36}{other:>10,.0f}{this:>10,.0f}{this / other if more else other / this:>8.2f}")
    for store, speeds in beside.items():
        print(f"boardgame.io {store}, moves per processor second {median(speeds):,.0f}")
    place.cleanup()


if __name__ == "__main__":
    main()
