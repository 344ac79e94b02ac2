"""Tables of every game in their fullest state: real tables of a real server, with the position laid on them by hand."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from itertools import chain, combinations
from typing import Any

import msgspec
import pytest

from septet.games.game import Seat, Why
from septet.games.sep.moves import Place, Use
from septet.games.sep.state import Last, Player
from septet.games.sepmosa.moves import Place as Lay
from septet.games.sepmosa.state import Last as Laid
from septet.games.setgame.cards import FEATURES, PACK, Cards, disjoint, failing, is_set
from septet.games.setgame.state import SetEvent
from septet.games.table import GameTable
from tests.server.lines import Line, line, make
from tests.server.running import House, same_cards

replace = msgspec.structs.replace
Fill = Callable[[Any, Seat], Any]  # the dealt state and one's own seat; the full state
LATER_MS = 900_000
NAMES = tuple(
    f"{name} van Wassenaer"
    for name in "Wilhelmina Maximilian Marguerite Bernadette Alexandrine Sebastiaan Friederike Christophe".split()
)


def sep(state: Any, me: Seat) -> Any:
    """Full stacks, five cards to choose from, tokens everywhere, and a long story of the last move."""
    circle = (
        ("4D", "4H", "5D"),
        ("6S", "6C", "7D"),
        ("8H", "8S", "9C"),
        ("TS", "TD", "TC"),
        ("2S", "3S", "3C"),
        ("AH", "2H"),
    )
    mine = Player(("7C", "9D", "TH"), ("JS", "QD"), 2)
    theirs = Player(("8C", "2D"), ("QH", "KD"), 3, frozenset(["8C"]))
    why = (Why("run", 4, ("5D", "6D", "7D", "8D")), Why("group", 3, ("9C", "9H", "9S")))
    last = Last(1 - me, Place("9C", 2), why=why, from_centre=2, from_opponent=1)
    return replace(
        state,
        circle=circle,
        centre=2,
        players=(mine, theirs) if me == 0 else (theirs, mine),
        reserve=("4S", "5S", "6H"),
        discard=("3D", "5H", "7S"),
        action_draw=("KC", "JH"),
        action_discard=("JD", "KS", "QC", "JC", "KH", "QS"),
        draw=state.draw[:10],
        mover=me,
        phase="place",
        last=last,
    )


def sep_solo(state: Any, me: Seat) -> Any:
    state = sep(replace(state, players=(*state.players, Player())), me)
    last = Last(0, Use("KS", 3), lifted=("TS", "TD", "TC"), why=(Why("king", 1),), new_actions=True, new_pile=31)
    return replace(state, players=state.players[:1], centre=5, reserve=(), points=(3, 5), last=last)


def sepmosa(state: Any, me: Seat) -> Any:
    """Seven rows, thirteen columns, a rack of seven and three combinations at once."""
    tiles = iter(f"{colour}{value}" for _ in "12" for colour in "KRBO" for value in range(1, 11))
    rows = {"a": (-3, 2), "b": (-5, 0), "c": (-6, -1), "d": (-3, 3), "e": (0, 6), "f": (-2, 4), "g": (-1, 5)}
    cells = [f"{row}{column:+d}" for row, (low, high) in rows.items() for column in range(low, high + 1) if column]
    mosaic = dict(zip(cells, tiles, strict=False))
    rack = ("R10", "B10", "O13", "K11", "B1", "O12", "K9")
    racks = (rack, state.racks[1][:6]) if me == 0 else (state.racks[0][:6], rack)
    why = (Why("row", 7, ("R8", "R9", "R10")), Why("column", 7, ("B4", "B5", "B6")), Why("tied_back", 7))
    last = Laid(1 - me, Lay("R10", "e+6"), why=why, cut=("c-6", "c-5"))
    return replace(state, mosaic=mosaic, racks=racks, scores=(-14, 63), mover=me, last=last)


def laid(state: Any, count: int) -> Any:
    """So many cards on the table."""
    more = count - len(state.slots)
    return replace(state, slots=(*state.slots, *state.deck[-more:]), deck=state.deck[:-more]) if more > 0 else state


def refuted(state: Any, who: Seat) -> Any:
    """Somebody has just shown three cards that are no set, and everybody reads why."""
    cards = next(three for three in combinations(state.slots, 3) if len(failing(three)) == len(FEATURES))
    return replace(state, last=(SetEvent("false_call", who, cards, features=FEATURES),))


def classic(state: Any, me: Seat) -> Any:
    return refuted(laid(state, 18), state.seats - 1 - me if state.seats > 1 else me)


def scout(state: Any, me: Seat) -> Any:
    return laid(state, 18)


def apart(cards: Iterable[str]) -> list[Cards]:
    """Sets that share no card, as many as are found one after the other."""
    found: list[Cards] = []
    for three in combinations(cards, 3):
        if is_set(three) and disjoint(three, chain(*found)):
            found.append(three)
    return found


def coopset(state: Any, me: Seat) -> Any:
    """Three sets were taken and three cards came one by one; now four others are marked."""
    *taken, one, two, three, four = apart(PACK)[:7]
    rest = [card for card in PACK if card not in {*one, *two, *three, *four}]
    slots = (*one, *two, *three, *four, *rest[:6])
    scored = SetEvent("layout_scored", me, tuple(card for mark in taken for card in mark), 3)
    extra = [SetEvent("extra_card", cards=(card,), number=-1) for card in rest[:3]]
    marks = (one, two, three, four)
    return replace(state, slots=slots, deck=tuple(rest[6:40]), marks=marks, extras=3, points=-12, last=(scored, *extra))


def scouting(state: Any, me: Seat) -> Any:
    """Somebody else has sealed, and all look for a second card while time runs out."""
    state = laid(state, 18)
    scout = (me + 1) % state.seats
    return replace(state, phase="seconding", scout=scout, pointed=state.slots[0], commit=state.slots[1:3])


def quick(state: Any, me: Seat) -> Any:
    return laid(state, 12)


def chipset(state: Any, me: Seat) -> Any:
    return replace(laid(state, 15), mover=me)


def setup(state: Any, me: Seat) -> Any:
    return replace(laid(state, 18), mover=me)


def twenty(state: Any, me: Seat) -> Any:
    """Nine cards in every hand are more than the deck has: four have nine."""
    hands, deck = list(state.hands), state.deck
    for seat in {me, *range(4)}:
        more = min(9 - len(hands[seat]), len(deck))
        hands[seat], deck = (*hands[seat], *deck[len(deck) - more :]), deck[: len(deck) - more]
    ages = tuple((0,) * len(hand) for hand in hands)
    return replace(state, hands=tuple(hands), backs=tuple(hands), ages=ages, deck=deck)


class Full:
    """Makes tables, seats people at them who stay, and lays the full position."""

    def __init__(self, house: House, loop: asyncio.AbstractEventLoop) -> None:
        self.house = house
        self.loop = loop
        self.me = house.guest()
        self.leaving = AsyncExitStack()
        self.lines: dict[str, list[Line]] = {}  # by table, one's own first
        self.laid: dict[tuple[str, Fill], str] = {}  # tables at which nobody moves

    def table(self, game: str, seats: int, options: Mapping[str, Any], fill: Fill) -> str:
        return asyncio.run_coroutine_threadsafe(self._table(game, seats, options, fill), self.loop).result(60)

    def shared(self, game: str, seats: int, options: Mapping[str, Any], fill: Fill) -> str:
        """A table to be looked at; the next one who wants to see the same gets the same."""
        if (game, fill) not in self.laid:
            self.laid[game, fill] = self.table(game, seats, options, fill)
        return self.laid[game, fill]

    async def _table(self, game: str, seats: int, options: Mapping[str, Any], fill: Fill) -> str:
        others = [self.house.guest() for _ in range(seats - 1)]
        table = make(self.me, game, "me", *["anyone"] * len(others), options=dict(options))
        for one in (self.me, *others):
            wire = await self.leaving.enter_async_context(line(self.house, one))
            self.lines.setdefault(table, []).append(wire)
            if one is not self.me:
                await wire.ask("sit", table=table)
            await wire.ask("watch", table=table)
            await wire.until(lambda wire: table in wire.n)
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._lay(table, fill), self.house.loop))
        return table

    async def _lay(self, table: str, fill: Fill) -> None:
        """In the server's own loop: every clock has long to go, and everybody has a long name."""
        live = self.house.server.hall.tables[table]
        room = live.room
        me = room.seat_of(room.seating.host)
        assert room.log is not None and me is not None
        room.log.tables[-1] = room.log.table = GameTable(fill(room.log.table.state, me))
        room.times.due = {timer: live.now() + LATER_MS for timer in room.game.timers(room.log.table.state)}
        live._set_alarm()
        room.seating.chairs = [replace(chair, name=NAMES[seat % 8]) for seat, chair in enumerate(room.seating.chairs)]


@contextmanager
def full_tables(house: House) -> Iterator[Full]:
    """People with a loop of their own, who stay at their tables until the end of the block."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    full = Full(house, loop)
    try:
        with pytest.MonkeyPatch.context() as patch:
            same_cards(patch, "full")
            yield full
    finally:
        asyncio.run_coroutine_threadsafe(full.leaving.aclose(), loop).result(60)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
