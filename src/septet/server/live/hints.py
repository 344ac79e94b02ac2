"""Hints for those who sit at a table: thought of by a worker, counted in the log, and told one degree after the other.

What was found for a position is remembered for a while, so that a further degree of it costs no thought.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import msgspec

from septet.bots.hints.hint import Hint
from septet.games.game import Seat
from septet.i18n import words
from septet.server.errors import Denied
from septet.server.live.table import LiveTable
from septet.server.tables import guarding, hinting, wire

REMEMBERED = 1_000  # positions
Consult = Callable[[LiveTable, Any], Awaitable[str]]


class Hints:
    """Whoever helps, one question of a person at a time."""

    def __init__(self, consult: Consult, staffed: Callable[[], bool]) -> None:
        self.consult = consult
        self.staffed = staffed  # is anybody there to think?
        self.barred: Callable[[], Collection[str]] = tuple  # positions that nothing is to be said of now
        self.known: OrderedDict[tuple[str, Seat, int], Hint] = OrderedDict()
        self.asking: set[str] = set()

    async def tell(self, live: LiveTable, who: wire.Person, asked: wire.WantHint, lang: str) -> wire.HintTold:
        """The hint, in the log before it is told; raises Denied."""
        seat = await self.may_ask(live, who)
        self.asking.add(who.id)
        try:
            moves, degree = live.room.moves, asked.degree
            hint = await self._found(live, seat)
            if hinting.told_so_far(live.room, seat) < degree or live.room.moves != moves:
                await live.submit(lambda room, now: hinting.hinted(room, who, degree, moves), who.id, asked.id)
            return self._told(live, hint, asked, moves, lang)
        finally:
            self.asking.discard(who.id)

    async def may_ask(self, live: LiveTable, who: wire.Person) -> Seat:
        """The seat of somebody who may be helped now; raises Denied."""
        await live.absence.come(who.id)
        seat = hinting.may_ask(live.room, who)
        assert live.room.log is not None
        guarding.refuse(live.room.game, [live.room.log.table.state], self.barred())
        if who.id in self.asking:
            raise Denied("hint_busy")
        if not self.staffed():
            raise Denied("hint_failed")
        return seat

    async def _found(self, live: LiveTable, seat: Seat) -> Hint:
        room = live.room
        key = room.table, seat, room.moves
        if key not in self.known:
            assert room.log is not None
            found = msgspec.json.decode(await self.consult(live, room.log.view(seat)), type=Hint | None)
            if found is None:
                raise Denied("no_hint_now")
            self.known[key] = found
            if len(self.known) > REMEMBERED:
                self.known.popitem(last=False)
        self.known.move_to_end(key)
        return self.known[key]

    def _told(self, live: LiveTable, hint: Hint, asked: wire.WantHint, moves: int, lang: str) -> wire.HintTold:
        room, part = live.room, hint.part(asked.degree)
        said = part.words(room.game.family, words(lang).of)
        move = hint.move if asked.degree == 3 else None
        return wire.HintTold(asked.id, room.table, room.n, asked.degree, moves, said, part.spots, move)
