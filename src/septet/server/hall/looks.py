"""Looks of several people at one game: in the memory of this process, for as long as somebody is there, and nowhere
else. Nothing of them is written, and no game hears of them."""

import asyncio
import secrets
from collections.abc import Iterable
from typing import Protocol

import msgspec

from septet.games.game import Seat
from septet.games.log import write
from septet.server.errors import Denied
from septet.server.hall.same_deck import SameDeck
from septet.server.live.node import Node, table_id
from septet.server.live.ticking import Later
from septet.server.tables.branching import Branch
from septet.server.tables.looking import LookSource, SharedLook
from septet.server.tables.questions import SeenAgain
from septet.server.tables.replaying import Look, ReplayQuestion
from septet.server.tables.studying import StudyMove
from septet.server.tables.wire import Person
from septet.server.tables.wire_looks import LookEnded, LookPlace, LookPointed, LookRemark
from septet.server.workers.studies import Studies, StudyAnswer

encode = msgspec.json.Encoder().encode
FULL_S = 60  # when to try again where there are enough of them


class LookEar(Protocol):
    """A line of somebody who looks."""

    user: str | None

    def tell(self, message: bytes) -> None: ...


class OpenLook:
    """A look at work: who hears of it, and when it ends by itself."""

    def __init__(self, look: SharedLook, address: str) -> None:
        self.look = look
        self.address = address  # where it was opened
        self.ears: set[LookEar] = set()
        self.trying = asyncio.Lock()
        self.ends: list[Later] = []
        self.idle: Later | None = None

    def tell(self, message: bytes) -> None:
        for ear in tuple(self.ears):
            ear.tell(message)

    def show(self) -> None:
        """Something has changed."""
        self.tell(encode(self.look.told(chat=False)))

    def has(self, user: str) -> bool:
        return any(ear.user == user for ear in self.ears)


class Looks:
    """All looks of this process."""

    def __init__(self, node: Node, decks: SameDeck, studies: Studies) -> None:
        self.node = node
        self.decks = decks
        self.studies = studies
        self.open: dict[str, OpenLook] = {}

    # Opening and ending

    def may_open(self, who: Person, address: str) -> None:
        """Raises Denied where there are enough of them, and in a house of several servers."""
        limits = self.node.limits
        if self.node.bus.others:
            raise Denied("no_looks")
        own = [one for one in self.open.values() if one.look.host == who.id]
        left = [one for one in own if not one.ears]  # the oldest first
        for one in left[: max(0, len(own) - limits.looks_each + 1)]:
            self.end(one, "no_look")  # nobody is there, and its opener has moved on
        mine = sum(one.look.host == who.id for one in self.open.values())
        here = sum(one.address == address for one in self.open.values())
        for have, most, why in (
            (mine, limits.looks_each, "too_many_looks_yours"),
            (here, limits.looks_here, "too_many_looks_here"),
            (len(self.open), limits.looks, "too_many_looks"),
        ):
            if have >= most:
                raise Denied(why, most=most, seconds=FULL_S)

    def make(self, who: Person, address: str, source: LookSource, record: str, place: LookPlace) -> str:
        """A new look, which its opener leads; somebody has to come before long."""
        self.may_open(who, address)
        name = table_id()
        look = SharedLook(name, source, record, place, host=who, now=self.node.ticker.now())
        made = self.open[name] = OpenLook(look, address)
        made.ends.append(self.node.ticker.later(self.node.limits.look_s, self.end, made, "no_look"))
        self._alone(made)
        return name

    def found(self, name: str) -> OpenLook:
        if name not in self.open:
            raise Denied("no_look")
        return self.open[name]

    async def may_see(self, name: str) -> OpenLook:
        """A look whose game may be seen now; where somebody has begun to play its deck, it is over."""
        found = self.found(name)
        source = found.look.source
        if source.deck and source.table and await self.decks.raced(source.deck, source.table):
            self.end(found, "deck_in_play")
            raise Denied("deck_in_play")
        return found

    async def record(self, found: OpenLook) -> str:
        """The game that is looked at; it is read again where somebody may have been forgotten since."""
        look = found.look
        if look.record is None:
            assert look.source.table is not None
            log, _ = await self.decks.finished(look.source.table)
            look.record = write(log).decode()
        return look.record

    def end(self, found: OpenLook, why: str) -> None:
        if self.open.get(found.look.look) is not found:
            return
        del self.open[found.look.look]
        for timer in (*found.ends, *([found.idle] if found.idle else [])):
            timer.cancel()
        found.tell(encode(LookEnded(found.look.look, why)))
        found.ears.clear()

    # Coming and going

    async def enter(self, ear: LookEar, who: Person, name: str) -> None:
        found = await self.may_see(name)
        limits, new = self.node.limits, not found.has(who.id)
        found.look.enter(who, self.node.ticker.now(), limits.heir_s, limits.lookers)
        if found.idle:
            found.idle.cancel()
            found.idle = None
        found.ears.discard(ear)
        if new:
            found.show()
        found.ears.add(ear)
        ear.tell(encode(found.look.told(chat=True)))

    def leave(self, ear: LookEar, name: str) -> None:
        """Somebody does not want to hear of it any more."""
        found = self.open.get(name)
        if found and ear in found.ears:
            found.ears.discard(ear)
            if ear.user and not found.has(ear.user):
                found.look.leave(ear.user)
                self._gone(found)

    def lost(self, ear: LookEar, names: Iterable[str]) -> None:
        """A line is broken."""
        for found in [self.open[name] for name in names if name in self.open]:
            found.ears.discard(ear)
            if ear.user and not found.has(ear.user):
                found.look.away(ear.user, self.node.ticker.now())
                found.ends.append(self.node.ticker.later(self.node.limits.heir_s, self._settle, found))
                self._gone(found)

    def _gone(self, found: OpenLook) -> None:
        found.show()
        self._alone(found)

    def _alone(self, found: OpenLook) -> None:
        if not found.ears and found.idle is None:
            found.idle = self.node.ticker.later(self.node.limits.look_idle_s, self.end, found, "no_look")

    def _settle(self, found: OpenLook) -> None:
        found.ends = [one for one in found.ends if one in self.node.ticker.coming]
        if found.look.settle(self.node.ticker.now(), self.node.limits.heir_s):
            found.show()

    def became(self, before: str, after: Person) -> None:
        """A guest has signed in: whatever is theirs here is the account's."""
        for found in tuple(self.open.values()):
            if before in found.look.people:
                found.look.became(before, after)
                found.show()

    def forget(self, user: str) -> None:
        """Somebody is to be forgotten: what they have said here is gone at once."""
        for found in tuple(self.open.values()):
            if found.look.forget(user):
                found.tell(encode(found.look.told(chat=True)))
                self._alone(found)

    # What is done there

    async def lead(self, who: Person, name: str, place: LookPlace) -> None:
        found = await self.may_see(name)
        found.look.member(who.id)
        found.look.lead(who.id, place)
        found.show()

    async def hand_over(self, who: Person, name: str, to: str) -> None:
        found = await self.may_see(name)
        found.look.hand_over(who.id, to)
        found.show()

    async def point(self, who: Person, name: str, spot: str) -> None:
        found = await self.may_see(name)
        found.look.member(who.id)
        found.tell(encode(LookPointed(name, who.id, spot)))

    async def say(self, who: Person, name: str, text: str | None, phrase: str | None) -> None:
        found = await self.may_see(name)
        found.tell(encode(LookRemark(name, found.look.say(who, text, phrase))))

    async def try_move(self, who: Person, name: str, made: StudyMove, *, address: str, lang: str) -> StudyAnswer:
        """Let the leader make a move beside the game; the answer tells what the rules say if they refuse it."""
        found = await self.may_see(name)
        found.look.member(who.id)
        async with found.trying:
            before = found.look.place
            branch = found.look.next_branch(who.id, made, secrets.token_hex(32))
            answer = await self.studies.ask(address, await self.question(found, lang, branch))
            if answer.code:
                return answer
            if self.open.get(name) is not found or (found.look.place, found.look.leads) != (before, who.id):
                raise Denied("stale")
            found.look.tried(branch)
            found.show()
        return answer

    async def question(
        self, found: OpenLook, lang: str, branch: Branch, look: Look | None = None, you: Seat | None = None
    ) -> SeenAgain:
        """Moments of the branch; the last one, if nothing else is wanted."""
        last = Look(branch.at + len(branch.moves), 1, None, history=False)
        source, record = found.look.source, await self.record(found)
        wish = ReplayQuestion(
            record, look or last, here=source.table is not None, you=you, began=source.began, branch=branch
        )
        return SeenAgain(lang, wish)
