"""The same deck at several tables: who may play it, who may look, and what everybody has made of it."""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec

from septet.games.log import Log
from septet.server.errors import Denied
from septet.server.hall.hall import Hall
from septet.server.live.node import table_id
from septet.server.live.table import LiveTable
from septet.server.store import decks
from septet.server.store.store import CannotWrite
from septet.server.tables.against_time import against_time, deck_of, finds, guarded, took, unaided
from septet.server.tables.commands import Step
from septet.server.tables.events import Shared
from septet.server.tables.room import Room
from septet.server.tables.seating import ChairState, Setup
from septet.server.tables.wire import Gone, Person

GUARD_S = 1.0


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A game with this deck: whose, how far, and when each set was found; never which."""

    table: str
    name: str
    you: bool
    status: str
    counts: bool  # the deck was new to the player, nothing was taken back
    finds: list[int]  # milliseconds of play
    played: int  # milliseconds of play so far
    points: int
    won: bool | None


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck, by the table that it was first dealt at, and all games that were begun with it."""

    deck: str
    game: str
    options: dict[str, Any]
    known: bool  # whether a game of yours with it would not count
    in_play: bool  # whether somebody who did not know it plays it now
    runs: list[Run]


class SameDeck:
    """Deals a deck again, and keeps it secret as long as it has to be."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.node = hall.node

    async def again(self, who: Person, table: str, address: str = "") -> str:
        """A new table with the same deck for one more player; the first table hears of it."""
        first = await self._first(table)
        if first.room.log is None:
            raise Denied("not_running")  # its cards are not dealt yet
        hall, deck, setup = self.hall, first.room.table, first.room.setup
        name = table_id()
        hall.shares.made_at(name, address)
        await first.submit(lambda room, now: Step(Shared(name)))  # from now on its seed waits for the others
        own = Setup(game=setup.game, rules=setup.rules, options=setup.options, seats=1, host=who.id, deck=deck)
        await hall.set_up(own, [ChairState(who.name, who.id)], name, first.room.log.seed)
        await self.turn_out(deck)
        return name

    async def turn_out(self, deck: str | None = None) -> None:
        """Whoever watches a deck that somebody new to it plays elsewhere sees no more of it for now."""
        for live in tuple(self.hall.tables.values()):
            room = live.room
            if not guarded(room.setup) or deck not in (None, deck_of(room)):
                continue
            guests = [ear for ear in live.ears if room.seat_of(ear.user) is None]
            if guests and room.status in ("running", "over") and await self._in_play(room):
                room.sealed = True
                for ear in guests:
                    ear.tell(msgspec.json.encode(Gone(room.table, room.n, "deck_in_play")))
                    live.forget(ear)

    async def guard(self) -> None:
        """Now and then: a deck may have been taken up through another process."""
        while True:
            await asyncio.sleep(GUARD_S)
            with suppress(CannotWrite):
                await self.turn_out()

    async def _first(self, table: str) -> LiveTable:
        """The table that a deck was first dealt at."""
        live = await self.hall.table(table)
        if not against_time(live.room.setup):
            raise Denied("no_deck")
        if live.room.setup.day is not None and await self._in_play(live.room):
            raise Denied("deal_of_day")
        return await self.hall.table(deck_of(live.room))

    async def look(self, live: LiveTable, user: str | None) -> None:
        """Somebody wants to see a table: not while others play its deck; and who has seen a deck knows it."""
        room = live.room
        if not guarded(room.setup) or room.status in ("waiting", "closed"):
            return
        guest = user is None or room.seat_of(user) is None
        if guest or (room.sealed and room.status == "over"):
            room.sealed = await self._in_play(room)
        if guest and room.sealed:
            raise Denied("deck_in_play")
        if guest and room.status == "running":
            await self.node.store.write(decks.learn, deck_of(room), user)

    async def show(self, room: Room) -> None:
        """A record is about to be shown; refused while others play the same deck."""
        if guarded(room.setup) and await self._in_play(room):
            raise Denied("deck_in_play")

    async def finished(self, table: str) -> tuple[Log, Room]:
        """The game of a table, if it is over and nobody plays its deck who does not know it. Whoever has the link of a
        table may look: the id of a private one is in no list, and only its players have it until they share it."""
        room = await self.hall.room(table)
        if room.log is None or room.status != "over":
            raise Denied("not_over")
        await self.show(room)
        return room.log, room

    async def raced(self, deck: str, table: str) -> bool:
        """Does somebody who does not know this deck play it, at another table than this?"""
        return await self.node.store.read(decks.in_play, deck, self.node.wall(), but=table)

    async def _in_play(self, room: Room) -> bool:
        if room.setup.day is not None and room.setup.day >= self.node.today():
            return True  # everybody may still play it
        return await self.raced(deck_of(room), room.table)

    async def about(self, table: str, user: str | None) -> Deck:
        """The deck of a table, and what everybody has made of it."""
        first = (await self._first(table)).room
        store, wall = self.node.store, self.node.wall()
        options = msgspec.structs.asdict(first.options)
        known = await store.read(decks.knows, first.table, user or decks.EVERYBODY, wall)
        found = []
        for row in await store.search(decks.runs, first.table):
            with suppress(Denied):  # one that cannot be read is no reason not to tell of the others
                found.append(await self._run(row, user))
        in_play = await store.read(decks.in_play, first.table, wall)
        return Deck(deck=first.table, game=first.setup.game, options=options, known=known, in_play=in_play, runs=found)

    async def _run(self, row: Any, user: str | None) -> Run:
        live = self.hall.tables.get(row.id)
        room = await self.hall.room(row.id)
        assert room.log is not None
        over = room.outcome
        return Run(
            table=row.id,
            name=room.chairs[0].name or "",
            you=row.user == user,
            status=room.status,
            counts=unaided(room),
            finds=finds(room),
            played=row.took if row.took is not None else took(room, live.now() if live else room.at),
            points=over.scores[0] if over else room.game.scores(room.log.table.state)[0],
            won=over.won if over else None,
        )
