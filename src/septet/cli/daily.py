"""`septet daily`: today's puzzles of a house, in this terminal or for programs."""

import argparse
import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from septet.cli import OK, BadInput
from septet.cli.files import data_folder
from septet.client import Client, NotConnected, RefusedError, guest_token
from septet.games import GAMES
from septet.games.options import view_from
from septet.games.pictures import Trial
from septet.i18n import Words
from septet.puzzles.puzzle import FirstStep, Going, Line, Step
from septet.terminal.puzzles import PuzzleSession, StepRefused, TerminalPuzzle

HOUSES = "houses.json"  # who we are at each house, so that it knows us again
HOUR_MS, MINUTE_MS = 3_600_000, 60_000


def run(args: argparse.Namespace, t: Words) -> int:
    if not args.server.startswith(("http://", "https://")):
        raise BadInput(t("work.bad_server", server=args.server))
    try:
        house = AskedHouse(args, t)
        if args.item is None:
            return _all(house, args)
        return _one(house, args)
    except NotConnected as error:
        raise BadInput(t("work.not_connected", server=args.server)) from error
    except RefusedError as refusal:
        raise BadInput(str(refusal)) from refusal


class AskedHouse:
    """The house that is asked, where we are somebody that it knows again."""

    def __init__(self, args: argparse.Namespace, t: Words) -> None:
        self.server, self.t = args.server.rstrip("/"), t
        token = os.environ.get("SEPTET_TOKEN") or self._known(data_folder(args.data) / HOUSES)
        self.client = self._client(token)

    def _client(self, token: str) -> Client:
        """Ourselves; raises RefusedError where the house does not know us."""
        client = Client(self.server, token, self.t.language)
        asyncio.run(client.http("GET", "/api/me"))
        return client

    def _known(self, file: Path) -> str:
        """The token that we have for this house; a new guest's, if we come for the first time or were forgotten."""
        try:
            known = msgspec.json.decode(file.read_bytes(), type=dict[str, str]) if file.exists() else {}
        except (OSError, msgspec.MsgspecError):
            raise BadInput(self.t("daily.cli.damaged", file=str(file))) from None
        if self.server in known:
            with suppress(RefusedError):
                self._client(known[self.server])
                return known[self.server]
        known[self.server] = asyncio.run(guest_token(self.server, "septet daily"))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_bytes(msgspec.json.encode(known))
        return known[self.server]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        return asyncio.run(self.client.http(method, f"/api/daily{path}", body))


class PosedToday:
    """A puzzle of today: each step goes to the house, which keeps it. There is one try."""

    begun: Trial | None = None

    def __init__(self, house: AskedHouse, item: str) -> None:
        self.house, self.item = house, item
        self.told: str | None = house.t("web.daily.tomorrow")
        self.steps: list[Step] = []
        self._hear(house.ask("GET", f"/{item}/position"))
        puzzle = self.answer["puzzle"]
        self.kind, self.game, self.seat = puzzle["kind"], puzzle["game"], puzzle["seat"]
        self.seats = len(puzzle["moment"]["scores"])
        name = house.t(f"puzzle.kind.{self.kind}")
        self.head = house.t("daily.cli.head", kind=name, date=self.answer["date"])

    def _hear(self, answer: Any) -> Going:
        self.answer = answer
        puzzle = answer["puzzle"]
        self.steps = msgspec.convert(puzzle["steps"], list[Step])
        return Going(status=puzzle["status"], steps=tuple(self.steps))

    @property
    def over(self) -> bool:
        return bool(self.answer["puzzle"]["status"] != "open")

    def view(self) -> Any:
        game = GAMES[self.game]
        return view_from(self.answer["puzzle"]["moment"]["view"], game.views, game.Options)

    def step(self, step: Step) -> Going:
        return self._tried(step=msgspec.to_builtins(step))

    def give_up(self) -> Going:
        return self._tried(give_up=True)

    def _tried(self, **wish: Any) -> Going:
        wish |= {"date": self.answer["date"], "at": len(self.steps)}
        try:
            return self._hear(self.house.ask("POST", f"/{self.item}/try", wish))
        except RefusedError as refusal:
            raise StepRefused(str(refusal)) from refusal

    def solution(self) -> tuple[tuple[Line, ...], tuple[FirstStep, ...]]:
        return (), ()


def _all(house: AskedHouse, args: argparse.Namespace) -> int:
    """What there is today, and how far one is."""
    day, t = house.ask("GET", ""), house.t
    if args.json:
        print(msgspec.json.encode(day).decode())
        return OK
    console = Console(no_color=args.plain or None, highlight=False)
    hours, rest = divmod(max(0, day["ends_at"] - day["now"]), HOUR_MS)
    console.print(t("daily.cli.today", date=day["date"], hours=hours, minutes=rest // MINUTE_MS), style="bold")
    table = Table(box=None, pad_edge=False)
    for name in ("item", "what", "state"):
        table.add_column(t(f"daily.cli.column.{name}"))
    for item in day["items"]:
        what = t(f"game.{item['item']}") if item["deal"] else t(f"puzzle.kind.{item['item']}")
        state = t(f"web.daily.state.{item['status']}") if item["ready"] else t("web.daily.making")
        table.add_row(item["item"], what, state)
    console.print(table)
    if days := day["streak"]["days"]:
        console.print(t("web.daily.streak", n=days))
    if day["share"]:
        console.print(f"\n{day['share']}")
    return OK


def _one(house: AskedHouse, args: argparse.Namespace) -> int:
    """One thing of today: a puzzle here, a deal at its table in the browser."""
    t, items = house.t, {one["item"]: one for one in house.ask("GET", "")["items"]}
    if args.item not in items:
        raise BadInput(t("daily.cli.no_item", item=args.item, items=", ".join(items)))
    if items[args.item]["deal"]:
        table = house.ask("POST", f"/{args.item}/table", {})["id"]
        print(msgspec.json.encode({"table": table}).decode() if args.json else f"{house.server}/table/{table}")
        return OK
    posed = PosedToday(house, args.item)
    if args.json:
        return _for_programs(posed, t)
    console = Console(no_color=args.plain or None, highlight=False)
    if posed.over:
        console.print(t(f"web.daily.state.{posed.answer['puzzle']['status']}"))
    elif TerminalPuzzle(PuzzleSession(t, console), posed).run() is None:
        return OK
    if share := posed.answer["share"]:
        console.print(f"\n{share}")
    return OK


def _for_programs(posed: PosedToday, t: Words) -> int:
    """A line of JSON about the position; each line that is read is a step, and is answered with a line."""
    print(msgspec.json.encode(posed.answer).decode(), flush=True)
    for line in sys.stdin if not posed.over else ():
        try:
            posed.step(msgspec.json.decode(line, type=Step))
        except msgspec.MsgspecError:
            print(msgspec.json.encode({"error": t("puzzle.cli.no_step")}).decode(), flush=True)
            continue
        except StepRefused as refusal:
            print(msgspec.json.encode({"error": str(refusal)}).decode(), flush=True)
            continue
        print(msgspec.json.encode(posed.answer).decode(), flush=True)
        if posed.over:
            break
    return OK
