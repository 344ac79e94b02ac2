"""A bot plays on a server: whatever can sit in the arena can have a seat at a table.

async with connect("http://localhost:7777", token) as client:
    table = await client.make("sep", seats=[{"who": "me"}, {"who": "bot", "bot": "random"}])
    await play(table, BOTS["sep"]["greedy"])
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from typing import Any

import msgspec

from septet.bots.bot import Bot, Budget, Mind
from septet.client import RefusedError, TableClient
from septet.games import GAMES
from septet.games.game import Move
from septet.games.options import view_from

RETRY_S = 1.0
QUICK_MS = 20  # where nobody but bots plays on, and whoever watches has asked for speed
OTHERS = ("stale", "locked", "cannot_write")  # refusals that are no fault of the bot's
Plays = Callable[[dict[str, Any], int], Awaitable[object]]  # a move, and the revision that it was planned for
Turn = Callable[[], AbstractAsyncContextManager[Any]]  # wait for one's turn to think


class WrongMove(Exception):
    """The bot wants what the rules do not allow."""


class Thinker:
    """One seat: the newest moment replaces the plan that was made for the one before."""

    def __init__(self, game: str, mind: Mind, plays: Plays, turn: Turn = nullcontext) -> None:
        self.game, self.mind, self.plays, self.turn = GAMES[game], mind, plays, turn
        self.moment: dict[str, Any] | None = None
        self.at = 0
        self.fresh = asyncio.Event()

    def told(self, moment: dict[str, Any] | None, at: int) -> None:
        self.moment, self.at = moment, at
        self.fresh.set()

    async def run(self) -> None:
        """Think about every moment, for as long as there are any."""
        while True:
            await self.fresh.wait()
            async with self.turn():
                self.fresh.clear()
                moment = self.moment
                if not moment or moment["outcome"]:
                    continue
                view = view_from(moment["view"], self.game.views, self.game.Options) if moment["view"] else None
                plan = await asyncio.to_thread(self.mind.see, view, self.at)
            if plan is None or self.fresh.is_set():
                continue
            after_ms = min(plan.after_ms, QUICK_MS) if moment.get("pace") == "quick" else plan.after_ms
            with suppress(TimeoutError):
                await asyncio.wait_for(self.fresh.wait(), after_ms / 1_000)
                continue
            await self._play(plan.move, moment["rev"])

    async def _play(self, move: Move, rev: int) -> None:
        try:
            await self.plays(msgspec.to_builtins(move), rev)
        except RefusedError as refusal:
            if refusal.code == "cannot_write":  # nothing has changed but that: think again
                await asyncio.sleep(RETRY_S)
            elif refusal.code not in self.game.attempts:
                return  # the table has changed, and so will the plan
            self.fresh.set()


async def play(table: TableClient, bot: Bot, *, rng: random.Random | None = None, budget: Budget | None = None) -> None:
    """Let this bot play on our seat until the game is over; raises what the bot raises, and WrongMove."""
    seat, name = table.seat, table.about["game"]
    assert seat is not None, "no seat at this table"
    game = GAMES[name]

    async def plays(move: dict[str, Any], rev: int) -> None:
        try:
            await table.play_on(move, rev)
        except RefusedError as refusal:
            if game.races or refusal.code in {*OTHERS, *game.attempts}:
                raise
            raise WrongMove(f"{msgspec.json.encode(move).decode()}: {refusal}") from refusal

    thinker = Thinker(name, bot(game, seat, rng or random.Random(), budget), plays)
    thinking = asyncio.create_task(thinker.run())
    hearing = asyncio.create_task(_hear(table, thinker))
    try:
        done, _ = await asyncio.wait((thinking, hearing), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in (thinking, hearing):
            task.cancel()
        await asyncio.gather(thinking, hearing, return_exceptions=True)


async def _hear(table: TableClient, thinker: Thinker) -> None:
    async for moment in table.moments():
        thinker.told(moment, table.at)
