"""One socket's part in looks that are shared with others."""

import time
from typing import Any, Protocol

import msgspec

from septet.games import GAMES
from septet.games.game import place_of
from septet.server.errors import Denied
from septet.server.gate.shares import Shares
from septet.server.hall.looks import LookEar, Looks
from septet.server.limits import Bucket
from septet.server.tables.studying import StudyMove
from septet.server.tables.wire import Person, Refused
from septet.server.tables.wire_looks import EnterLook, HandOver, LeadLook, LeaveLook, PointAt, SayInLook, TryMove

LOOKING = (EnterLook, LeaveLook, LeadLook, HandOver, TryMove, PointAt, SayInLook)
LONGEST_MOVE = 400  # bytes; no game has one of half as many
SHOWN = (EnterLook, LeaveLook, LeadLook, HandOver, PointAt)  # what everybody else is told of


class LookingSocket(LookEar, Protocol):
    """A socket, as far as it matters here."""

    address: str
    lang: str


class LookingIn:
    """What a socket says in looks, and which of them it hears of."""

    def __init__(self, socket: LookingSocket, looks: Looks, shares: Shares) -> None:
        self.socket = socket
        self.looks = looks
        self.shares = shares
        self.inside: set[str] = set()
        rate = looks.node.limits.shows
        self.shown = Bucket(rate, 5 * rate, time.monotonic())

    def goodbye(self) -> None:
        self.looks.lost(self.socket, self.inside)
        self.inside.clear()

    async def heard(self, message: Any, who: Person) -> Refused | None:
        """Do what was asked for; what the rules say where they refuse a move. Raises Denied."""
        if isinstance(message, SHOWN) and (wait := self.shown.take(time.monotonic())):
            raise too_fast(wait)
        looks, look = self.looks, message.look
        match message:
            case EnterLook():
                await self._enter(look, who)
            case LeaveLook():
                self.inside.discard(look)
                looks.leave(self.socket, look)
            case LeadLook(place=place):
                await looks.lead(who, look, place)
            case HandOver(person=person):
                await looks.hand_over(who, look, person)
            case PointAt(spot=spot):
                await looks.point(who, look, spot)
            case SayInLook(text=text, phrase=phrase):
                await looks.say(who, look, text, phrase)
            case TryMove():
                return await self._try(message, who)
        return None

    async def _enter(self, look: str, who: Person) -> None:
        most = self.looks.node.limits.watched
        self.inside &= self.looks.open.keys()
        if look not in self.inside and len(self.inside) >= most:
            raise Denied("too_many_tables", most=most)
        await self.looks.enter(self.socket, who, look)
        self.inside.add(look)

    async def _try(self, message: TryMove, who: Person) -> Refused | None:
        now, socket = time.monotonic(), self.socket
        if wait := self.shares.studied.take(who.id, now) or self.shares.studied_here.take(socket.address, now):
            raise too_fast(wait)
        try:
            if len(bytes(message.move)) > LONGEST_MOVE:
                raise Denied("bad_message", where="move")
            made = StudyMove(message.seat, msgspec.json.decode(message.move, type=dict[str, Any]))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Denied("bad_message", where="move") from None
        found = await self.looks.try_move(who, message.look, made, address=socket.address, lang=socket.lang)
        self.shares.took(socket.address, found.seconds)
        if not found.code:
            return None
        game = GAMES[self.looks.found(message.look).look.source.game]
        return Refused(message.id, found.code, found.words, found.facts, rule=place_of(game, found.code))


def too_fast(wait: float) -> Denied:
    return Denied("too_fast", seconds=round(wait + 0.05, 1))
