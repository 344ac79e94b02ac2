"""Several people look at one game: who is there, who leads, where they look, what they try and say. Pure, and kept
nowhere: a look ends with its people.

In other words: an ephemeral session with a presenter.
"""

from collections import deque
from typing import Annotated

import msgspec
from msgspec import Meta

from septet.server.errors import Denied
from septet.server.tables.branching import Branch
from septet.server.tables.phrases import spoken
from septet.server.tables.studying import MOVES, RECORD, StudyMove
from septet.server.tables.wire import Person
from septet.server.tables.wire_base import Remark, TableId
from septet.server.tables.wire_looks import Fork, Looker, LookPlace, LookState

REMARKS = 100  # that are told to whoever comes later


class LookWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Look together: at a game that is over here, or at one that you have a record of, or its text (SEPN)."""

    table: TableId | None = None
    record: Annotated[str, Meta(max_length=RECORD)] | None = None
    place: LookPlace = LookPlace()


class LookMade(msgspec.Struct, frozen=True):
    """A look that was opened: its address is /look/ and this."""

    look: TableId


class LookSource(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked at."""

    game: str
    seats: int
    length: int
    table: str | None = None
    deck: str | None = None  # played alone against time: the table whose deck this is
    began: int | None = None  # when the cards were dealt, in table time, where it is known


class Viewer(msgspec.Struct):
    """Somebody who looks."""

    user: str
    name: str
    colour: int
    since: float
    gone: float | None = None  # when the last line broke; None while there is one


class SharedLook:
    """A look; `now` is always told by whoever has a clock."""

    def __init__(
        self, look: str, source: LookSource, record: str, place: LookPlace, *, host: Person, now: float
    ) -> None:
        self.look = look
        self.source = source
        self.record: str | None = record  # None if it has to be read again
        self.host = host.id  # whose share it counts for
        self.leads = host.id
        self.branch: Branch | None = None
        self.rev = 0  # of the branch
        self.place = LookPlace()
        self.people = {host.id: Viewer(host.id, host.name, 0, now, now)}  # who will be here in a moment
        self.remarks: deque[tuple[str, Remark]] = deque(maxlen=REMARKS)
        self.said = 0
        self._go(place)

    # Who is there

    def enter(self, who: Person, now: float, patience: float, most: int) -> None:
        """Somebody looks, for the first time or again."""
        known = self.people.get(who.id)
        if known is None:
            self.settle(now, patience)
            if len(self.people) >= most:
                raise Denied("look_full", most=most)
            taken = {one.colour for one in self.people.values()}
            colour = next(n for n in range(len(taken) + 1) if n not in taken)
            known = self.people[who.id] = Viewer(who.id, who.name, colour, now)
        known.gone, known.name = None, who.name
        self.settle(now, patience)

    def away(self, user: str, now: float) -> None:
        """The last line of somebody is broken; most are back soon."""
        if user in self.people:
            self.people[user].gone = now

    def leave(self, user: str) -> None:
        """Somebody is gone for good."""
        self.people.pop(user, None)
        self._inherit()

    def settle(self, now: float, patience: float) -> bool:
        """Whoever was away for long is gone, if anybody else is here; has that changed anything?"""
        if not self.here:
            return False
        before = len(self.people), self.leads
        for one in tuple(self.people.values()):
            if one.gone is not None and now - one.gone >= patience:
                del self.people[one.user]
        self._inherit()
        return before != (len(self.people), self.leads)

    def _inherit(self) -> None:
        """Without a leader, whoever has been here longest leads."""
        if self.leads not in self.people and (here := self.here):
            self.leads = min(here, key=lambda one: one.since).user

    @property
    def here(self) -> list[Viewer]:
        return [one for one in self.people.values() if one.gone is None]

    def became(self, before: str, after: Person) -> None:
        """A guest has signed in to an account."""
        if after.id in self.people:
            self.people.pop(before, None)
        elif one := self.people.get(before):
            one.user, one.name = after.id, after.name
            self.people = {one.user: one for one in self.people.values()}
        self.leads = after.id if self.leads == before else self.leads
        self.remarks = deque(((after.id if user == before else user, said) for user, said in self.remarks), REMARKS)

    def forget(self, user: str) -> bool:
        """Nobody of this name was ever here; has that changed anything?"""
        before = len(self.people), len(self.remarks)
        self.remarks = deque((one for one in self.remarks if one[0] != user), REMARKS)
        self.leave(user)
        self.record = self.record if self.source.table is None else None  # the name may stand in it
        return before != (len(self.people), len(self.remarks))

    # What the leader does

    def lead(self, user: str, place: LookPlace) -> None:
        self._leading(user)
        self._go(place)

    def hand_over(self, user: str, to: str) -> None:
        self._leading(user)
        if to not in self.people:
            raise Denied("nobody_there")
        self.leads = to

    def next_branch(self, user: str, made: StudyMove, seed: str) -> Branch:
        """The branch with one more move where the leader looks; nothing is changed yet."""
        self._leading(user)
        at, before = self.place.at, self.branch
        if before is None or not self.place.branch or at < before.at:
            return Branch(at, (made,), seed if self.place.hide else None)
        kept = before.moves[: at - before.at]
        if len(kept) >= MOVES:
            raise Denied("long_branch", most=MOVES)
        return Branch(before.at, (*kept, made), before.seed)

    def tried(self, branch: Branch) -> None:
        """The rules allow it: there the leader is now."""
        self.branch = branch
        self.rev += 1
        self.place = msgspec.structs.replace(self.place, at=branch.at + len(branch.moves), branch=True)

    def _leading(self, user: str) -> None:
        if user != self.leads:
            raise Denied("not_leading")

    def _go(self, place: LookPlace) -> None:
        most = self.source.length
        if place.branch:
            most = self.branch.at + len(self.branch.moves) if self.branch else -1
        if place.at > most or place.seat >= self.source.seats:
            raise Denied("bad_message", where="place")
        self.place = place

    # What everybody does

    def member(self, user: str) -> Viewer:
        if user not in self.people:
            raise Denied("not_looking")
        return self.people[user]

    def say(self, who: Person, text: str | None, phrase: str | None) -> Remark:
        """Words of one's own, or a phrase of the house; they are gone with the look."""
        self.member(who.id).name = who.name
        said = spoken(text, phrase)
        self.said += 1
        remark = Remark(self.said, who.name, None, said, phrase)
        self.remarks.append((who.id, remark))
        return remark

    def told(self, *, chat: bool) -> LookState:
        people = tuple(Looker(one.user, one.name, one.colour, one.gone is None) for one in self.people.values())
        branch = self.branch
        return LookState(
            look=self.look,
            game=self.source.game,
            table=self.source.table,
            people=people,
            leads=self.leads,
            place=self.place,
            fork=Fork(branch.at, len(branch.moves), self.rev) if branch else None,
            chat=tuple(remark for _, remark in self.remarks) if chat else None,
        )
