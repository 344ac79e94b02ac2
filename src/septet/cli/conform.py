"""`septet conform`: let somebody's own bot play on a real server, and see whether it plays by the protocol."""

import argparse
import asyncio
import sys
import tempfile
import time
import traceback
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from septet import player
from septet.bots import BOTS
from septet.bots.own import CannotLoad, found
from septet.cli import FAILED, OK, BadInput
from septet.client import Client, RefusedError, TableClient, guest_token
from septet.games import GAMES
from septet.i18n import Words

Bot = Callable[[TableClient], Awaitable[None]]
CUT_AFTER = 5  # messages of the bot before the connection breaks, in every second game
START_S = 60.0
FORGIVEN = ("stale", "locked")  # somebody was faster: that is no fault


class ConformReport(msgspec.Struct):
    """What was found; a fault is a sentence."""

    game: str
    games: int = 0
    moves: int = 0
    cuts: int = 0
    refusals: Counter[str] = msgspec.field(default_factory=Counter)
    faults: list[str] = msgspec.field(default_factory=list)


class Watched(Client):
    """A client that counts, and whose connection can be cut."""

    def __init__(self, server: str, token: str, report: ConformReport) -> None:
        super().__init__(server, token)
        self.report = report
        self.cut_in: int | None = None

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:  # noqa: A002
        if type == "play":
            self.report.moves += 1
            self._maybe_cut()
        try:
            return await super().ask(type, **fields)
        except RefusedError as refusal:
            self.report.refusals[refusal.code] += 1
            raise

    def _maybe_cut(self) -> None:
        if self.cut_in is not None and self.socket:
            self.cut_in -= 1
            if self.cut_in <= 0:
                self.cut_in = None
                self.report.cuts += 1
                self.socket.transport.abort()


def run(args: argparse.Namespace, t: Words) -> int:
    bot = load(args.bot, t)
    if args.games < 1 or args.seconds < 1:
        raise BadInput(t("conform.bad_number"))
    report = asyncio.run(conform(bot, args, lambda key, **facts: print(t(key, **facts), file=sys.stderr, flush=True)))
    faults = [t(f"conform.{one.partition(' ')[0]}", what=one.partition(" ")[2]) for one in report.faults]
    if args.json:
        print(msgspec.json.encode(report).decode())
        return FAILED if faults else OK
    for fault in faults:
        print(fault)
    print(t("conform.played", games=report.games, moves=report.moves, cuts=report.cuts))
    print(t("conform.bad" if faults else "conform.good", bot=args.bot, game=t(f"game.{args.game}")))
    return FAILED if faults else OK


def load(text: str, t: Words) -> Bot:
    """What `FILE.py:NAME` or `MODULE:NAME` names: a function that plays on a table, or a bot of the arena."""
    where, _, name = text.rpartition(":")
    if not where or not name or "/" in name:
        raise BadInput(t("conform.no_name", bot=text))
    try:
        bot = found(text)
    except CannotLoad as error:
        raise BadInput(t("conform.cannot_load", bot=text, why=error)) from error
    return bot if iscoroutinefunction(bot) else partial(player.play, bot=bot)


async def conform(
    bot: Bot, args: argparse.Namespace, tell: Callable[..., None] = lambda key, **facts: None
) -> ConformReport:
    """Let the bot play on a server of our own, under the limits that any server has."""
    report = ConformReport(args.game)
    with tempfile.TemporaryDirectory() as folder:
        async with server(folder) as address:
            token = await guest_token(address, "conform")
            for number in range(args.games):
                tell("conform.begins", number=number + 1, games=args.games, seconds=args.seconds)
                moves, began = report.moves, time.monotonic()
                await one_game(bot, Watched(address, token, report), number, args)
                spent = round(time.monotonic() - began)
                tell("conform.ends", number=number + 1, moves=report.moves - moves, seconds=spent)
    bad = {code: count for code, count in report.refusals.items() if code not in FORGIVEN}
    if bad and not allowed(args.game, bad):
        report.faults.append("refused " + ", ".join(f"{code} × {count}" for code, count in sorted(bad.items())))
    return report


def allowed(game: str, codes: dict[str, int]) -> bool:
    """Some games let a player try and err: a wrong claim is a move like any other."""
    return set(codes) <= GAMES[game].attempts


async def one_game(bot: Bot, client: Watched, number: int, args: argparse.Namespace) -> None:
    """A game to its end; in every second one the connection breaks."""
    client.cut_in = CUT_AFTER if number % 2 else None
    running = asyncio.create_task(client.run())
    try:
        await client.connected.wait()
        fault = await fault_of(bot, client, args)
        if fault:
            client.report.faults.append(fault)
    finally:
        client.closing = True
        if client.socket:
            await client.socket.close()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def fault_of(bot: Bot, client: Watched, args: argparse.Namespace) -> str | None:
    """What goes wrong while the bot plays against bots of the house, if anything does."""
    try:
        seats = max(2, min(GAMES[args.game].seats)) if max(GAMES[args.game].seats) > 1 else 1
        others = [{"who": "bot", "bot": args.against or next(iter(BOTS[args.game]))}] * (seats - 1)
        table = await client.make(args.game, [{"who": "me"}, *others])
        await asyncio.wait_for(bot(table), args.seconds)
    except TimeoutError:
        return f"slow {args.seconds}"
    except Exception as error:  # whatever somebody's bot does
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"raised {type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"
    client.report.games += 1
    return None if table.outcome else f"early {table.id}"


@asynccontextmanager
async def server(folder: str) -> AsyncIterator[str]:
    """A server of our own, in a process of its own."""
    command = (sys.executable, "-m", "septet", "serve", "--port", "0", "--data", folder, "--workers", "1")
    process: Process = await asyncio.create_subprocess_exec(*command, "--lang", "en", stdout=PIPE)
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), START_S)).decode()
        address = next((word for word in line.split() if urlsplit(word).scheme == "http"), "")
        yield address
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
