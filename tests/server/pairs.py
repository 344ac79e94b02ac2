"""Two who play one random game after the other, or one against a bot, and do what people do besides."""

import asyncio
import math
import random
import time
from typing import Any

import msgspec

from septet.client import RefusedError, TableClient
from septet.games import GAMES
from septet.games.game import has_races
from tests.server.guests import Guest, stubborn

BOT = "casual"
RACY = {"cooldown_s": 1, "noset_mode": "auto", "auto_noset_delay_s": 1}  # games that run by short timers
GAMES_PLAYED: dict[str, dict[str, Any]] = {
    "sep": {},
    "sep by the clock": {"clock": {"seconds": 60, "increment": 1}},
    "sepmosa": {},
    "set": {"options": RACY},
}
# What may meet a move of two who take turns: the other has given up, taken back or stopped meanwhile.
MEANWHILE = frozenset("cannot_write stopping stale game_over not_running".split())
# And what nobody who keeps to the protocol should ever hear.
NEVER = frozenset("failed bad_message no_session no_table too_fast banned".split())


class Habits(msgspec.Struct, frozen=True):
    """What two people play, and in which share of their turns they do something else."""

    games: tuple[str, ...] = ("sep",)
    pause_s: float = 0.0  # at most, before every turn
    chat: float = 0.0
    undo: float = 0.0
    resign: float = 0.0
    away: float = 0.0
    away_s: float = 0.8  # at most
    account: float = 0.0
    again: float = 0.0  # how many games are followed by a rematch


LIVELY = Habits(
    games=tuple(GAMES_PLAYED),
    pause_s=0.01,
    chat=0.05,
    undo=0.06,
    resign=0.05,
    away=0.02,
    account=0.01,
    again=0.8,
)


class Pair:
    """Two guests at one table after the other; or one, with a bot opposite."""

    def __init__(self, guests: tuple[Guest, ...], rng: random.Random, habits: Habits) -> None:
        self.guests = guests
        self.rng = rng
        self.habits = habits
        self.table: str | None = None  # where they are
        self.moves = self.games = self.rematches = self.undone = self.remarks = self.fair = self.refused = 0
        self.moved = 0.0  # when they last made a move
        self.until = math.inf  # when they want to go home

    async def play(self) -> None:
        for guest in self.guests:
            await guest.come()
        while time.monotonic() < self.until:
            sides = await self._sit_down()
            while True:
                self.table = sides[0].id
                await asyncio.gather(*map(self._side, sides))
                self.games += 1
                if self.rng.random() >= self.habits.again or time.monotonic() >= self.until:
                    break
                before, sides = sides, await asyncio.gather(*map(self._again, sides))
                self.rematches += 1
                await asyncio.gather(*map(self._look_away, before))
            await asyncio.gather(*map(self._look_away, sides))

    async def _look_away(self, table: TableClient) -> None:
        """Nobody watches more tables at once than a connection may, however many games they play."""
        await self._said(table.client.ask("unwatch", table=table.id))
        table.client.tables.pop(table.id, None)

    async def _sit_down(self) -> list[TableClient]:
        host, *others = self.guests
        name = self.rng.choice(self.habits.games)
        wish = GAMES_PLAYED[name]
        seats = [{"who": "me"}, {"who": "anyone"} if others else {"who": "bot", "bot": BOT}]
        sides = [await stubborn(lambda: host.make(name.split()[0], seats, **wish))]
        for other in others:
            sides.append(await stubborn(lambda other=other: other.watch(sides[0].id)))
            await self._said(sides[-1].sit())
        return sides

    async def _again(self, table: TableClient) -> TableClient:
        """Both propose a rematch; whoever comes second agrees, or finds it made already if a bot has agreed."""
        while True:
            try:
                return await table.again()
            except RefusedError as refused:
                if refused.code not in ("cannot_write", "stopping"):
                    assert refused.code in ("not_over", "already_proposed"), refused.answer
                    break
                await asyncio.sleep(0.05)
        while not (found := [one["event"]["table"] for one in table.events if one["event"]["type"] == "again"]):
            table.changed.clear()
            await table.changed.wait()
        new: TableClient = await stubborn(lambda: table.client.watch(found[0]))
        return new

    def plight(self) -> str:
        """Where they are, and what each of them waits for."""
        found = []
        for guest in self.guests:
            table = guest.tables.get(self.table or "")
            asked = [msgspec.json.decode(message)["type"] for message, _ in guest.open.values()]
            line = "connected" if guest.socket else "not connected"
            if table is None:
                found.append(f"{line}, not at the table, has asked {asked}")
                continue
            moment, deal = table.moment or {}, table.deal or {}
            awaited = {name: deal.get(name) for name in ("awaited", "showing")}
            state = {name: moment.get(name) for name in ("to_move", "absent", "paused", "outcome")}
            offers, undo = len(moment.get("offers") or ()), undo_asked(table)
            found.append(
                f"{line}, seat {table.seat}, {table.n}, {state}, {offers} offers, undo {undo}, {awaited}, {asked}"
            )
        return f"{self.table}: {' / '.join(found)}"

    async def stop(self) -> None:
        for guest in self.guests:
            await guest.leave()

    # At the table

    async def _side(self, table: TableClient) -> None:
        while not table.outcome:
            table.changed.clear()
            moment = table.moment
            if table.seat is None:  # given up before the deal, because no server was there to show the number to
                await self._said(table.sit())
                await asyncio.sleep(0.05)
            elif (proposer := undo_asked(table)) is not None and proposer != table.seat:
                yes = self.rng.random() < 0.6
                self.undone += (
                    await self._said(table.client.ask("answer", table=table.id, what="undo", yes=yes)) and yes
                )
            elif moment and table.seat in moment["to_move"] and moment["offers"] and proposer is None:
                await asyncio.sleep(self.rng.uniform(0, self.habits.pause_s))
                await self._turn(table, moment)
            else:
                await table.changed.wait()
        if table.deal and table.seat is not None and table.deal["numbers"][table.seat]:
            assert table.deal_was_fair(), f"the deal of {table.id} is not what was promised"
            self.fair += 1

    async def _turn(self, table: TableClient, moment: dict[str, Any]) -> None:
        habits, draw = self.habits, self.rng.random()
        if time.monotonic() >= self.until:
            await self._resign(table)
            return
        for what in ("chat", "undo", "resign", "away", "account"):
            draw -= getattr(habits, what)
            if draw < 0:
                await getattr(self, f"_{what}")(table)
                return
        await self._move(table, drawn(self.rng, moment["offers"]))

    async def _chat(self, table: TableClient) -> None:
        self.remarks += await self._said(table.client.ask("say", table=table.id, text=f"Well, {self.rng.random()}"))

    async def _undo(self, table: TableClient) -> None:
        await self._said(table.client.ask("propose", table=table.id, what="undo"))

    async def _resign(self, table: TableClient) -> None:
        await self._move(table, {"type": "resign"})

    async def _away(self, table: TableClient) -> None:
        guest = self._guest(table)
        await guest.go()
        await asyncio.sleep(self.rng.uniform(0, self.habits.away_s))
        await guest.come()
        await self._said(guest.ask("here", table=table.id))

    async def _account(self, table: TableClient) -> None:
        """A guest becomes an account in the middle of a game."""
        guest = self._guest(table)
        await guest.go()
        await guest.sign_up(f"P {guest.id[-12:]}")
        await guest.come()

    def _guest(self, table: TableClient) -> Guest:
        assert isinstance(table.client, Guest)
        return table.client

    async def _move(self, table: TableClient, move: Any) -> None:
        try:
            n = await table.play(move)
        except RefusedError as refused:
            game = GAMES[table.about["game"]]
            may_be = refused.code in MEANWHILE or (has_races(game) and refused.code not in NEVER)
            assert may_be, refused.answer
            self.refused += 1
            await asyncio.sleep(0.05)
            return
        self.moves += 1
        self.moved = time.monotonic()
        while table.n is None or table.n < n:
            table.changed.clear()
            await table.changed.wait()

    async def _said(self, asked: Any) -> bool:
        """Whether something was done that may well come too late."""
        try:
            await asked
        except RefusedError as refused:
            assert refused.code not in NEVER, refused.answer
            self.refused += 1
            await asyncio.sleep(0.02)
            return False
        return True


def drawn(rng: random.Random, offers: list[Any]) -> Any:
    """A move among those that are offered, some of which stand for many."""
    offer = rng.choice(offers)
    if "kind" not in offer:
        return offer
    cards = rng.sample(offer["cards"], offer["k"])
    return {"type": offer["kind"], **({"card": cards[0]} if offer.get("single") else {"cards": cards})}


def undo_asked(table: TableClient) -> int | None:
    """The seat that has asked for an undo which nobody has answered yet."""
    told: int = table.about.get("n", 0)
    for message in reversed(table.events):
        event = message["event"]
        if message["n"] <= told:
            break
        if event["type"] == "proposed" and event["what"] == "undo":
            return int(event["seat"])
        if event["type"] in ("played", "answered", "stood_in", "started"):
            return None
    asked = (one["seat"] for one in table.about.get("proposals", ()) if one["what"] == "undo")
    return next(asked, None)
