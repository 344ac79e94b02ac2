"""One socket: what comes in is answered exactly once."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import msgspec

from septet import __version__
from septet.games.errors import Refusal
from septet.games.game import Seat, place_of
from septet.i18n import words
from septet.server.errors import Denied
from septet.server.gate.effort import measured
from septet.server.gate.shares import LONGEST_S
from septet.server.hall.hall import Hall
from septet.server.hall.looks import Looks
from septet.server.hall.same_deck import SameDeck
from septet.server.limits import Bucket
from septet.server.live.table import LiveTable
from septet.server.looking_in import LOOKING, LookingIn, too_fast
from septet.server.outbox import TOO_LARGE, TOO_MANY, Connection, Outbox
from septet.server.people.people import User
from septet.server.people.sessions import Session
from septet.server.store.store import CannotWrite
from septet.server.tables import commands, pledging, telling, wire, wire_looks
from septet.server.tables.coaching import coached
from septet.server.tables.events import By
from septet.server.tables.room import Room

encode = msgspec.json.Encoder().encode
decoder = msgspec.json.Decoder(wire.Message)
COMING = (wire.Propose, wire.Answer, wire.Say, wire.StandIn)  # whoever does this is at the table
STRIKES = 100  # messages that are over the limit, or none at all, before the socket is closed; one a second is forgiven
LONGEST_BREATH_S = 0.2
RETOLD = 20  # events of the past that are as much work as a message
PLAY = b'{"type":"play"'  # as programs and pages begin a move
CLAIM_CREDIT_S = 0.15  # what a slow line may gain in a race, at most


class QuickPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play", gc=False):
    """`wire.Play`, where its table is looked up at once: whatever is no table is none of ours."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    table: str
    move: msgspec.Raw
    rev: int | None = None
    seat: Seat | None = None


plays = msgspec.json.Decoder(QuickPlay)


class Socket(Outbox):
    """A connection; it is an ear at every table that it watches."""

    def __init__(
        self,
        hall: Hall,
        decks: SameDeck,
        looks: Looks,
        user: User | None,
        line: Connection,
        *,
        lang: str,
        worker: bool = False,
    ) -> None:
        super().__init__(hall.node, line, hall.shares.tally(lambda: self.name), worker=worker)
        self.hall = hall
        self.decks = decks
        self.counts = hall.node.metrics.counts
        self.person = user.person if user else None
        self.user = user.id if user else None
        self.banned = user.banned if user else None
        self.session: Session | None = None  # that it came with
        self.token: str | None = None  # or the hash of the token
        self.lang = lang
        self.name = ""  # under which our time is counted, if it is
        self.known = False  # signed in, or seated: no stranger
        self.watched: dict[str, LiveTable] = {}
        limits, now = hall.node.limits, time.monotonic()
        self.bucket = Bucket(limits.messages, 5 * limits.messages, now)
        self.chat = Bucket(limits.chat, 10 * limits.chat, now)
        self.patience = Bucket(1, STRIKES, now)
        self.looking = LookingIn(self, looks, hall.shares)
        self.waiting = False  # for the next message, with nothing half done

    def hello(self) -> None:
        self.tell(encode(wire.Hello(wire.PROTOCOL, __version__, self.person)))

    def goodbye(self) -> None:
        """The socket is closed: no table has to tell it anything any more."""
        if self.worker:
            self.hall.pool.leave(self)
            self.hall.errands.leave(self)
        for live in self.watched.values():
            live.forget(self)
        self.watched.clear()
        self.looking.goodbye()

    # In

    def hear(self, text: bytes, done: Callable[[], None]) -> bool:
        """A move at a table where nobody waits goes straight through, with no task to wake for it.

        False for everything else: that, and every move that is refused, goes through `heard`.
        """
        fits = text.startswith(PLAY) and len(text) <= self.node.limits.message_bytes
        if self.worker or not fits or self.closing is not None:
            return False
        began = time.perf_counter()
        try:
            return self._play_now(plays.decode(text), done)
        except Exception:  # no message, or a fault of ours: whoever hears it in its turn says so
            return False
        finally:
            self.tally.add(began)  # whatever comes of it

    def _play_now(self, message: QuickPlay, done: Callable[[], None]) -> bool:
        arrived, person, shares = time.monotonic(), self.person, self.hall.shares
        live = self.hall.tables.get(message.table)
        if live is None or person is None or "\0" in message.id or not self._may_play_now(live, person):
            return False
        if self.bucket.take(arrived) or shares.hear(self.address, self.known, arrived):
            return False

        def then(found: int | Exception) -> None:
            if isinstance(found, int):
                self.tell(encode(wire.Done(message.id, message.table, found)))
            elif isinstance(found, Refusal):
                self._refuse(message.id, found, message)
            else:
                self.node.logger.error("message_failed", type="Play", exc_info=found)
                self._refuse(message.id, Denied("failed"), message)
            self.counts.answer(time.monotonic() - arrived)
            self.waiting = True
            if self.closing is not None:
                self.hang_up()
            done()

        if not live.submit_now(self._own_move(message, person), person.id, message.id, then):
            self.bucket.owe(-1)  # it is counted when it is heard
            shares.cost(self.address, self.known, -1)
            return False
        self.waiting = False
        self.counts.received[wire.Play] += 1
        return True

    def _may_play_now(self, live: LiveTable, person: wire.Person) -> bool:
        """Somebody who is at the table and not too fast, at one that this process alone looks after and knows."""
        hall = self.hall
        if self.banned or hall.stopping or live.room.setup.call_window_ms or self.node.store.shared:
            return False
        if (self.name and hall.shares.rest(self.name)) or live.absence.stir(person.id):
            return False
        if not live.ears:
            live.quiet_since = self.node.ticker.now()
        return True

    async def heard(self, text: str | bytes) -> None:
        """Answer one message."""
        if len(text) > self.node.limits.message_bytes:
            self.close(TOO_LARGE, "too_large")
            return
        if rest := self.hall.shares.rest(self.name):
            await asyncio.sleep(min(rest, LONGEST_S))
        began = time.monotonic()
        wait = self._too_fast(began)
        try:
            message = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(_id_of(text), too_fast(wait) if wait else Denied("bad_message", where=str(error)[:200]))
            if not wait:
                self._strike(began)
            await self._breathe(wait)
            return
        self.counts.received[type(message)] += 1
        if self.worker and isinstance(message, wire.Play):  # many bots on one line: none waits for another
            self.node.spawn(self._bot_plays(message))
        else:
            await self._attend(message, began, wait)

    async def _bot_plays(self, message: wire.Play) -> None:
        """Our time counts for those at whose table the bot is; where they have had enough of it, their bots wait."""
        live, shares = self.hall.tables.get(message.table), self.hall.shares
        name = shares.name(shares.whose(live), "bots") if live else ""
        await asyncio.sleep(min(shares.rest(name), LONGEST_S))
        work = self._attend(message, time.monotonic(), 0.0)
        await measured(work, shares.tally(lambda: name))

    async def _attend(
        self, message: Any, began: float, wait: float, work: Coroutine[Any, Any, None] | None = None
    ) -> None:
        try:
            if wait:
                raise too_fast(wait)
            await (work or self._answer(message))
        except Refusal as refusal:
            self._refuse(message.id, refusal, message)
        except CannotWrite as error:
            self.node.troubled(error)
            self._refuse(message.id, Denied("cannot_write"), message)
        except Exception as error:  # a fault of ours; the socket goes on, and nothing is told of it
            self.node.logger.error("message_failed", type=type(message).__name__, exc_info=error)
            self._refuse(message.id, Denied("failed"), message)
        self.counts.answer(time.monotonic() - began)
        await self._breathe(wait)

    def _too_fast(self, now: float) -> float:
        """How long this should have waited: 0.0 for as long as it is not too much, from here or from this address."""
        if self.worker:
            return 0.0
        wait = self.bucket.take(now) or self.hall.shares.hear(self.address, self.known, now)
        if wait:
            self._strike(now)
        return wait

    def _strike(self, now: float) -> None:
        if not self.worker and self.patience.take(now):
            self.close(TOO_MANY, "too_many")

    async def _breathe(self, wait: float) -> None:
        """Whoever is too fast is listened to more slowly; what is not read costs nothing."""
        if wait and self.closing is None:
            await asyncio.sleep(min(wait, LONGEST_BREATH_S))

    def _refuse(self, id: str, refusal: Refusal, message: Any = None) -> None:  # noqa: A002
        self.node.metrics.refused.labels(refusal.code).inc()
        table = getattr(message, "table", None)
        live = self.hall.tables.get(table) if table else None
        by = None
        if live and refusal.code == "stale":
            by = By(*live.room.rev_by)
        elif live and refusal.code == "locked":
            by = live.room.last_move_of(refusal.facts["seat"])
        n = live.room.n if live else None
        said = self._in_words(refusal)
        rule = place_of(live.room.game, refusal.code) if live else None
        self.tell(encode(wire.Refused(id, refusal.code, said, telling.facts(refusal), table, n, by, rule)))

    def _in_words(self, refusal: Refusal) -> str:
        try:
            return words(self.lang).refusal(refusal)
        except Exception as error:  # no words for it: a fault of ours, and no reason to break the line
            self.node.logger.error("refusal_without_words", code=refusal.code, exc_info=error)
            return words(self.lang).refusal(Denied("failed"))

    async def _answer(self, message: Any) -> None:
        match message:
            case wire.Play():  # nearly all are moves
                self._done(message, await (self._play_for(message) if self.worker else self._play(message)))
            case wire.Ping():
                self._done(message)
            case wire.Watch(_, table, have):
                await self._watch(message, table, have)
            case wire.Unwatch(_, table):
                if live := self.watched.pop(table, None):
                    live.forget(self)
                self._done(message)
            case wire.Work(_, seats, chunks):
                if not self.worker:
                    raise Denied("bad_message", where="work")
                self.hall.pool.join(self, seats)
                if chunks:
                    self.hall.errands.join(self)
                self._done(message)
            case wire.ChunkMade():
                if not self.worker:
                    raise Denied("bad_message", where="chunk_made")
                self.hall.errands.heard(self, message)
                self._done(message)
            case wire.Ask(_, table, move):
                await self._ask(message, table, move)
            case wire.Coaching(_, table):
                live = await self.hall.table(table)
                seat = commands.seated(live.room, self._who())
                history = live.histories.setdefault(seat, telling.History())
                self.tell(encode(coached(live.room, seat, message.id, history)))
            case wire.WantHint(_, table):
                live, who = await self.hall.table(table), self._who()
                thinking = self._attend(message, time.monotonic(), 0.0, self._hint(live, who, message))
                self.node.spawn(measured(thinking, self.tally))  # other messages are heard meanwhile
            case wire.Advice():
                if not self.worker:
                    raise Denied("bad_message", where="advice")
                self.hall.pool.advised(self, message)
                self._done(message)
            case wire.Here(_, table):
                await (await self.hall.table(table)).absence.come(self._who().id)
                self._done(message)
            case _ if isinstance(message, LOOKING):
                await self._look(message)
            case _:
                await self._do(message)

    def _done(self, message: Any, n: int | None = None) -> None:
        self.tell(encode(wire.Done(message.id, getattr(message, "table", None), n)))

    async def _watch(self, message: Any, table: str, have: int | None) -> None:
        if table not in self.watched and len(self.watched) >= self.node.limits.watched:
            raise Denied("too_many_tables", most=self.node.limits.watched)
        if table not in self.hall.tables and (wait := self.hall.shares.look_up(self.address)):
            raise too_fast(wait)
        live = await self.hall.table(table)
        if table in self.hall.pool.waiting:
            self.hall.pool.assign(live)  # somebody is there again
        await self.hall.rating_games.know(live)
        await self.decks.look(live, self.user)
        async with live.lock:  # nothing that is not on disk yet
            if have is not None and have > live.room.n:  # another process has told more than we know
                await live.catch_up()
            if table in self.watched:
                live.ears.discard(self)
            self.watched[table] = live
            told = live.listen(self, have)
            self._done(message, live.room.n)
        self.bucket.owe(told / RETOLD)
        self.hall.shares.cost(self.address, self.known, told / RETOLD)

    async def _hint(self, live: LiveTable, who: wire.Person, message: wire.WantHint) -> None:
        self.tell(encode(await self.hall.hints.tell(live, who, message, self.lang)))

    async def _look(self, message: Any) -> None:
        """What is done in a look that is shared with others."""
        if isinstance(message, wire_looks.SayInLook) and (wait := self.chat.take(time.monotonic())):
            raise too_fast(wait)
        refused = await self.looking.heard(message, self._who())
        if refused is None:
            self._done(message)
        else:
            self.node.metrics.refused.labels(refused.code).inc()
            self.tell(encode(refused))

    async def _ask(self, message: Any, table: str, raw: msgspec.Raw) -> None:
        live = await self.hall.table(table)
        room = live.room
        seat = commands.seated(room, self._who())
        log = commands.running(room)
        move = commands.heard(room, raw)
        live.absence.did(self.user)
        log.after(seat, move, live.now())
        view = log.view(seat)
        legal = view is not None and type(move) in getattr(room.game.moves, "__args__", (room.game.moves,))
        gain = room.game.preview(view, move) if legal else None
        points, why = (gain.points, gain.why) if gain else (0, ())
        self.tell(encode(wire.Scored(message.id, table, room.n, points, why)))

    async def _do(self, message: Any) -> None:
        """What becomes an event of the table."""
        live = await self.hall.table(message.table)
        who = self._who()
        if isinstance(message, wire.Say) and (wait := self.chat.take(time.monotonic())):
            raise too_fast(wait)
        if isinstance(message, wire.Invite) and message.bot:
            self.hall.shares.may_invite(who.id, self.address)
        elif isinstance(message, wire.StandIn):
            self.hall.shares.may_invite(live.room.setup.host or "", self.hall.shares.whose(live))
        if isinstance(message, COMING):
            await live.absence.come(who.id)
        elif isinstance(message, wire.Sit):
            await self.hall.may_sit(live.room, who.id)
        self._done(message, await live.submit(self._decision(live, message, who), who.id, message.id))

    async def _play(self, message: wire.Play) -> int:
        """A move of somebody, who is at the table by that."""
        live, who = await self.hall.table(message.table), self._who()
        if live.absence.did(who.id):
            await live.absence.come(who.id)
        decide = self._own_move(message, who)
        if live.room.setup.call_window_ms and _kind(message.move) in live.room.game.races:
            arrived = time.monotonic() - min(self._delay() / 2, CLAIM_CREDIT_S)
            return await live.race(decide, (who.id, message.id), arrived)
        return await live.submit(decide, who.id, message.id)

    async def _play_for(self, message: wire.Play) -> int:
        """A move of a bot, which lets people have the first claim."""
        live = await self.hall.table(message.table)
        if message.seat is None or not self.hall.pool.has(self, message.table, message.seat):
            raise Denied("not_seated")
        if _kind(message.move) in live.room.game.races:
            await asyncio.sleep(live.room.setup.human_priority_ms / 1_000)
        return await live.submit(self._move(message, message.seat), "worker", message.id)

    def _who(self) -> wire.Person:
        if self.person is None:
            raise Denied("no_session")
        if self.banned:
            raise Denied("banned", why=self.banned)
        if self.hall.stopping:
            raise Denied("stopping")
        return self.person

    def _decision(self, live: LiveTable, message: Any, who: wire.Person) -> commands.Decide:
        match message:
            case wire.Sit(_, _, seat, pledge):
                return lambda room, now: commands.sit(room, who, seat, pledge)
            case wire.Pledge(_, _, hashed):
                return lambda room, now: pledging.pledge(room, who, hashed)
            case wire.Reveal(_, _, number):
                return lambda room, now: pledging.reveal(room, who, number)
            case wire.Invite(_, _, seat, bot):
                return lambda room, now: commands.invite(room, who, seat, bot)
            case wire.Resize(_, _, seats):
                return lambda room, now: commands.resize(room, who, seats)
            case wire.Start():
                return lambda room, now: commands.start(room, who)
            case wire.GetUp():
                return lambda room, now: commands.leave(room, who)
            case wire.StandIn(_, _, away):
                return lambda room, now: commands.stand_for(room, who, away, live.here())
            case wire.CallOff():
                return lambda room, now: commands.call_off(room, who, live.here(), live.absence.seen, self.node.wall())
            case wire.Hurry():
                return lambda room, now: commands.hurry(room, who)
            case wire.Propose(_, _, what, to, pledge):
                return lambda room, now: commands.propose(room, who, what, to, now, pledge=pledge)
            case wire.Answer(_, _, what, yes, pledge):
                return lambda room, now: commands.answer(room, who, what, yes, now, pledge=pledge)
            case wire.Say(_, _, text, phrase):
                return lambda room, now: commands.say(room, who, text, phrase)
        raise AssertionError(message)

    def _delay(self) -> float:
        return self.line.round_trip() or 0.0

    def _own_move(self, message: wire.Play | QuickPlay, who: wire.Person) -> commands.Decide:
        def decide(room: Room, now: int) -> commands.Step:
            delay = round(1_000 * self._delay()) if room.setup.clock else 0
            return commands.play(room, commands.seated(room, who), message.move, now, rev=message.rev, credit=delay)

        return decide

    @staticmethod
    def _move(message: wire.Play, seat: Seat) -> commands.Decide:
        def decide(room: Room, now: int) -> commands.Step:
            if not room.chairs[seat].mind:
                raise Denied("not_seated")
            return commands.play(room, seat, message.move, now, rev=message.rev)

        return decide


class _Tagged(msgspec.Struct):
    type: str = ""


class _WithId(msgspec.Struct):
    id: str = ""


def _kind(move: msgspec.Raw) -> str:
    """What kind of move this is, before it is understood."""
    try:
        return msgspec.json.decode(move, type=_Tagged).type
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def _id_of(text: str | bytes) -> str:
    """The id of a message that is none, if it has one all the same."""

    try:
        return msgspec.json.decode(text, type=_WithId).id[:40]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
