"""Pictures of every screen, in three languages, light and dark, on a phone and on a desktop, to be looked at.

    .venv/bin/python -m tests.browser.screens FOLDER [--only WORD …]

One file each, such as `sep.fr.phone.dark.png`; `--only` keeps those whose name has all these parts.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import msgspec
from playwright import sync_api as playwright

from septet.bots import bot_named, sit
from septet.bots.bot import Mind
from septet.games import GAMES
from septet.games.options import view_from
from tests.browser.conftest import launched
from tests.server.lines import Line, line, make
from tests.server.running import House, running

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1440, "height": 900}}
PAGES = {"home": "/", "new-sep": "/new/sep", "new-chipset": "/new/chipset", "me": "/me", "ratings": "/ratings"}
PAGES |= {"studio": "/studio/sep", "atlas-sep": "/atlas/sep", "atlas-sepmosa": "/atlas/sepmosa"}
PAGES |= {
    "welcome": "/",
    **{f"game-{name}": f"/game/{name}" for name in GAMES},
    "books": "/rules",
    **{f"rules-{name}": f"/rules/{name}" for name in GAMES},
    "not-found": "/nothing-here",
}
SEATS = {"sep-solo": 1, "set-solo": 1, "set": 4, "scout": 4, "chipset": 4, "setup": 4, "coopset": 3, "twenty": 3}
MOVES = {"sep": 24, "sep-solo": 20, "sepmosa": 30, "coopset": 8, "twenty": 8, "set-solo": 9}
Shot = tuple[str, str, str, str, str]  # file, path, language, size and theme
CHAT = ("Hello, everybody!", "A fine evening for a game.")


class Evening:
    """One person, with a table of every game, one that waits and one that is over."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.me = house.guest()
        self.paths = dict(PAGES)
        self.leaving = AsyncExitStack()  # everybody stays until then

    async def spend(self) -> None:
        for game in GAMES:
            self.paths[game] = f"/table/{await self.table(game, MOVES.get(game, 12))}"
        self.paths["over"] = f"/table/{await self.table('sep', 10_000)}"
        self.paths["over-quick"] = f"/table/{await self.table('set-quick', 10_000)}"
        self.paths["waiting"] = f"/table/{make(self.me, 'sepmosa', 'me', 'anyone')}"
        make(self.house.guest(), "sep", "me", "anyone", public=True)
        make(self.house.guest(), "set", "me", "anyone", "anyone", public=True)

    async def table(self, game: str, moves: int) -> str:
        """A table at which so many moves were made, or all."""
        others = [self.house.guest() for _ in range(SEATS.get(game, 2) - 1)]
        table = make(self.me, game, "me", *["anyone"] * len(others))
        lines = [await self.leaving.enter_async_context(line(self.house, one)) for one in (self.me, *others)]
        await lines[0].ask("watch", table=table)
        for one in lines[1:]:
            await one.ask("sit", table=table)
            await one.ask("watch", table=table)
        await move_on(game, table, lines, moves)
        for one, words in zip(lines, CHAT, strict=False):
            await one.ask("say", table=table, text=words)
        return table


async def move_on(game: str, table: str, lines: list[Line], moves: int) -> None:
    """Simple bots move for everybody, without a pause; time itself moves where nobody else does."""
    await lines[0].until(lambda one: table in one.moments)
    bot = next(name for name in ("greedy", "strong", "novice") if bot_named(game, name))
    minds = [sit(game, bot, seat, random.Random(f"{game} {seat}")) for seat in range(len(lines))]
    for _ in range(moves):
        newest = max(one.n[table] for one in lines)
        for one in lines:
            await one.at(table, newest)
        if lines[0].moments[table]["outcome"]:
            break
        if not await _one_move(game, table, lines, minds):
            await asyncio.sleep(0.2)


async def _one_move(game: str, table: str, lines: list[Line], minds: list[Mind]) -> bool:
    plans = []
    for seat, (one, mind) in enumerate(zip(lines, minds, strict=True)):
        plan = mind.see(view_from(one.moments[table]["view"], GAMES[game].views, GAMES[game].Options), 0)
        if plan:
            plans.append((plan.after_ms, seat, plan.move))
    for _, seat, move in sorted(plans, key=lambda plan: plan[:2]):
        answer = await lines[seat].play(table, msgspec.to_builtins(move))
        if answer["type"] == "done":
            await lines[seat].at(table, answer["n"])
            return True
    return False


def wanted(paths: dict[str, str], only: list[str]) -> Iterator[Shot]:
    for (name, path), language, size, theme in product(paths.items(), ("en", "fr", "nl"), SIZES, ("light", "dark")):
        file = f"{name}.{language}.{size}.{theme}.png"
        if set(only) <= set(file.split(".")):
            yield file, path, language, size, theme


def take(browser: Any, house: House, me: httpx.Client, folder: Path, shots: list[Shot]) -> None:
    """All of one language, size and theme come from one window."""
    cookies = [{"name": name, "value": value, "url": house.address} for name, value in me.cookies.items()]
    taken = 0
    for look in sorted({shot[2:] for shot in shots}):
        language, size, theme = look
        how = {"viewport": SIZES[size], "has_touch": size == "phone"}
        context = browser.new_context(locale=language, color_scheme=theme, reduced_motion="reduce", **how)
        page = context.new_page()
        for file, path, *_ in (shot for shot in shots if shot[2:] == look):
            context.clear_cookies()
            if not file.startswith("welcome"):  # which a stranger sees
                context.add_cookies(cookies)
            page.goto(house.address + path)
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(300)
            page.screenshot(path=folder / file, full_page=not path.startswith("/table"))
            taken += 1
            sys.stderr.write(f"\r{taken} of {len(shots)}")
        context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="such as: sep fr phone dark")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running(Path(data), studio=True) as house:
        evening = Evening(house)
        people = asyncio.new_event_loop()  # of their own: they stay at their tables while pictures are taken
        threading.Thread(target=people.run_forever, daemon=True).start()
        asyncio.run_coroutine_threadsafe(evening.spend(), people).result()
        with playwright.sync_playwright() as driver:
            take(launched(driver), house, evening.me, args.folder, list(wanted(evening.paths, args.only)))
        asyncio.run_coroutine_threadsafe(evening.leaving.aclose(), people).result()
    sys.stderr.write("\n")


if __name__ == "__main__":
    main()
