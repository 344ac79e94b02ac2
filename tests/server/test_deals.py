"""Deals that nobody chose: hashes first, then numbers, then the cards; whoever does not show gives the seat up."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from septet.client import RefusedError, TableClient, connect, guest_token
from septet.games import log
from septet.games.chance import commitment, deal_seed, seed_from
from septet.server.errors import Denied
from septet.server.live.absence import BACK_S, SHOW_S
from septet.server.live.table import LiveTable
from septet.server.store.store import CannotWrite
from septet.server.tables import commands, pledging, telling
from septet.server.tables.commands import Rematch, Step
from septet.server.tables.dealing import SHOW_MS
from septet.server.tables.events import Row, Sat, Settled, Started, Stood
from septet.server.tables.room import Room
from septet.server.tables.seating import Absent, Setup
from septet.server.tables.wire import Person
from tests.server.lines import Line, line, make
from tests.server.running import House, running
from tests.server.test_absence import pass_time

SECRET = seed_from("the secret of a table")
ANN, BOB, CID = (Person(f"u-{name}", name) for name in ("Ann", "Bob", "Cid"))


def number(text: str) -> bytes:
    return seed_from(f"a number: {text}")


def hashed(text: str) -> str:
    return commitment(number(text))


class Table:
    """A table without a server: what is decided is folded at once, and what follows by itself follows."""

    def __init__(self, seats: int = 2, **more: Any) -> None:
        setup: dict[str, Any] = {"game": "set" if seats > 2 else "sep", "options": {}, "host": ANN.id, **more}
        self.room = Room("tabletable00", Setup(seats=seats, **setup), SECRET)
        self.rows: list[Row] = []

    def do(self, step: Step | Rematch, at: int = 0) -> None:
        assert isinstance(step, Step)
        self.rows.append(Row("tabletable00", self.room.n + 1, at, at, None, None, msgspec.json.encode(step.event)))
        self.room.fold(self.rows[-1])
        if more := commands.follow(self.room):
            self.do(more, at)

    def sit(self, who: Person, text: str | None, at: int = 0) -> None:
        self.do(commands.sit(self.room, who, None, hashed(text) if text else None), at)

    def show(self, who: Person, text: str, at: int = 0) -> None:
        self.do(pledging.reveal(self.room, who, number(text).hex()), at)

    def events(self) -> list[Any]:
        return [event for _, event, _ in self.room.happened]

    @property
    def seed(self) -> bytes:
        assert self.room.log
        return self.room.log.seed


def refused(what: Callable[..., Any], *args: Any) -> str:
    with pytest.raises(Denied) as found:
        what(*args)
    return found.value.code


def both(**more: Any) -> Table:
    """Ann and Bob sit, with their hashes."""
    table = Table(**more)
    table.sit(ANN, "ann")
    table.sit(BOB, "bob", at=1_000)
    return table


def test_the_seed_comes_from_the_secret_and_all_numbers_in_the_order_of_the_seats() -> None:
    table = both()
    assert table.room.status == "waiting"
    assert isinstance(table.events()[-1], Settled)
    table.show(BOB, "bob")
    assert table.room.log is None
    table.show(ANN, "ann")
    assert table.seed == deal_seed(SECRET, (number("ann"), number("bob")))
    assert table.seed != deal_seed(SECRET, (number("bob"), number("ann")))
    assert table.room.commitment == commitment(SECRET)


def test_a_host_who_knows_the_secret_and_sits_last_cannot_search_for_a_number() -> None:
    """Bob is the host of the house: nothing that he could read before his hash is in the log tells him the deal."""
    table = Table()
    table.sit(ANN, "ann")
    known = b"".join(row.event for row in table.rows) + msgspec.json.encode(telling.deal(table.room))
    assert number("ann").hex().encode() not in known
    assert refused(table.show, ANN, "ann") == "not_asked", "nobody shows a number before all hashes are there"
    table.sit(BOB, "bob")
    table.show(ANN, "ann")
    assert refused(table.show, BOB, "a better one") == "other_number"
    again = commands.sit, table.room, BOB, None, hashed("a better one")
    assert refused(*again) == "being_dealt"
    assert refused(pledging.pledge, table.room, BOB, hashed("a better one")) == "being_dealt"
    table.do(commands.leave(table.room, BOB))
    table.sit(BOB, "a better one")  # he gets up and comes back: but then Ann has another number, too
    deal = telling.deal(table.room)
    assert deal
    assert (deal.awaited, deal.showing) == ((0,), False)
    assert refused(table.show, BOB, "a better one") == "not_asked"
    table.do(pledging.pledge(table.room, ANN, hashed("ann 2")))
    table.show(BOB, "a better one")
    assert refused(table.show, ANN, "ann") == "other_number"
    table.show(ANN, "ann 2")
    assert table.seed == deal_seed(SECRET, (number("ann 2"), number("a better one")))


@pytest.mark.parametrize(
    ("absent", "here", "given_up"),
    [
        ("bot", (True, True), True),
        ("bot", (True, False), True),
        ("forfeit", (True, False), True),
        ("bot", (False, True), False),  # nobody waits but the one who is asked
        ("bot", (False, False), False),
        ("wait", (True, True), True),
        ("wait", (True, False), False),  # the table waits for whoever is away
    ],
)
def test_whoever_does_not_show_in_time_gives_the_seat_up_if_somebody_waits(
    absent: Absent, here: tuple[bool, bool], given_up: bool
) -> None:
    table = both(absent=absent)
    table.show(ANN, "ann", at=1_500)
    assert refused(pledging.give_up, table.room, 1, 1_000 + SHOW_MS - 1, here) == "not_asked"
    assert refused(pledging.give_up, table.room, 0, 1_000 + SHOW_MS, here) == "not_asked", "Ann has shown hers"
    if not given_up:
        assert refused(pledging.give_up, table.room, 1, 1_000 + SHOW_MS, here) == "not_asked"
        return
    table.do(pledging.give_up(table.room, 1, 1_000 + SHOW_MS, here), 1_000 + SHOW_MS)
    assert table.events()[-1] == Stood(1, late=True)
    assert table.room.status == "waiting"
    assert table.room.chairs[0].user == ANN.id
    table.sit(CID, "cid", at=9_000)
    table.do(pledging.pledge(table.room, ANN, hashed("ann 2")), 9_100)
    table.show(CID, "cid")
    table.show(ANN, "ann 2")
    assert table.seed == deal_seed(SECRET, (number("ann 2"), number("cid")))


def test_whoever_owes_another_hash_is_waited_for_no_longer_than_for_a_number() -> None:
    table = both()
    table.do(pledging.give_up(table.room, 0, 6_000, (True, True)), 6_000)
    assert table.events()[-1] == Stood(0, late=True)
    table.sit(CID, "cid", at=7_000)
    here = True, True
    assert refused(pledging.give_up, table.room, 1, 7_000 + SHOW_MS - 1, here) == "not_asked"
    table.do(pledging.give_up(table.room, 1, 7_000 + SHOW_MS, here), 7_000 + SHOW_MS)
    assert table.events()[-1] == Stood(1, late=True)


@pytest.mark.parametrize("after", range(1, 6))
def test_the_log_alone_restores_a_deal_at_every_step(after: int) -> None:
    """A server that is killed between a hash and the cards goes on where it was, and no number is asked for twice."""
    table = both()
    table.show(ANN, "ann", at=1_200)
    table.show(BOB, "bob", at=1_300)
    first = Room("tabletable00", table.room.setup, SECRET)
    for row in table.rows[:after]:
        first.fold(row)
    again = Room("tabletable00", table.room.setup, SECRET)
    for row in table.rows[:after]:
        again.fold(row)
    assert again.dealing.__dict__ == first.dealing.__dict__
    awaited = {1: (), 2: (), 3: (0, 1), 4: (1,), 5: ()}
    assert again.dealing.awaited == awaited[after]
    for row in table.rows[after:]:
        again.fold(row)
    assert again.log
    assert again.log.seed == table.seed


def test_clients_that_know_nothing_of_it_and_bots_add_nothing_and_the_record_says_so() -> None:
    table = Table()
    table.sit(ANN, None)
    table.sit(BOB, None)
    assert table.room.status == "running", "nobody is asked for anything"
    assert table.seed == deal_seed(SECRET, (None, None))
    mixed = Table(3)
    mixed.sit(ANN, "ann")
    mixed.do(commands.invite(mixed.room, ANN, 1, "novice"))
    mixed.sit(BOB, None)
    mixed.show(ANN, "ann")
    assert mixed.seed == deal_seed(SECRET, (number("ann"), None, None))
    assert mixed.room.log
    record = log.read(log.write(mixed.room.log))
    assert record.header.numbers == (number("ann").hex(), None, None)
    assert record.header.added == (0,)
    assert table.room.log
    assert log.read(log.write(table.room.log)).header.numbers == (None, None)


def test_the_host_begins_without_the_free_seats_and_nobody_comes_or_goes_meanwhile() -> None:
    table = Table(4)
    table.sit(BOB, "bob")
    table.do(commands.sit(table.room, ANN, 2, hashed("ann")))
    table.do(commands.start(table.room, ANN))
    assert table.room.dealing.seats == (0, 2)
    for step in (
        (commands.sit, table.room, CID, None, hashed("cid")),
        (commands.invite, table.room, ANN, 1, "novice"),
        (commands.resize, table.room, ANN, 3),
        (commands.start, table.room, ANN),
    ):
        assert refused(*step) == "being_dealt"
    table.show(ANN, "ann")
    table.show(BOB, "bob")
    assert table.seed == deal_seed(SECRET, (number("bob"), number("ann")))
    told = telling.deal(table.room)
    assert told
    assert told.pledges == (hashed("bob"), hashed("ann"))
    assert told.numbers == (number("bob").hex(), number("ann").hex())
    assert (told.seats, told.awaited, told.showing) == (None, (), False)


def test_another_hash_may_be_given_until_the_seats_are_settled_and_another_name_changes_none() -> None:
    table = Table()
    table.sit(ANN, "ann")
    table.do(pledging.pledge(table.room, ANN, hashed("on another device")))
    assert refused(pledging.pledge, table.room, ANN, hashed("on another device")) == "not_asked"
    table.do(commands.sit(table.room, Person(ANN.id, "Anna"), None))
    assert table.room.dealing.pledges == {0: hashed("on another device")}
    table.do(commands.leave(table.room, ANN))
    assert not table.room.dealing.pledges
    assert not table.room.dealing.owing


def test_whoever_adds_the_only_number_may_change_it_on_another_device() -> None:
    table = Table(1, game="sep-solo")
    table.sit(ANN, "ann")
    assert table.room.dealing.awaited == (0,)
    table.do(pledging.pledge(table.room, ANN, hashed("on another device")))
    assert refused(table.show, ANN, "ann") == "other_number"
    table.show(ANN, "on another device")
    assert table.seed == deal_seed(SECRET, (number("on another device"),))


def test_tables_from_before_and_decks_that_were_dealt_before_have_the_seed_itself() -> None:
    old = Room("tabletable00", Setup(game="sep", options={}, seats=2, host=ANN.id), SECRET)
    for at, event in enumerate((Sat(0, "Ann", user=ANN.id), Sat(1, "Bob", user=BOB.id), Started((0, 1)))):
        old.fold(Row("tabletable00", at + 1, 0, 0, None, None, msgspec.json.encode(event)))
    assert old.log
    assert old.log.seed == SECRET
    assert old.log.header.septet == 1
    assert telling.deal(old) is None
    raced = Table(1, game="set-solo", deck="tablebefore0")
    raced.sit(ANN, "ann")
    assert raced.seed == SECRET
    assert telling.deal(raced.room) is None


def test_a_rematch_has_fresh_numbers_of_those_who_want_it() -> None:
    table = both()
    table.show(ANN, "ann")
    table.show(BOB, "bob")
    table.room.seating.status = "over"
    table.do(commands.propose(table.room, ANN, "again", None, 0, pledge=hashed("ann again")))
    assert commands.answer(table.room, BOB, "again", True, 0) == Rematch({0: hashed("ann again")})
    found = commands.answer(table.room, BOB, "again", True, 0, pledge=hashed("bob again"))
    assert found == Rematch({0: hashed("ann again"), 1: hashed("bob again")})


# With a server


async def shown(one: Line, table: str, text: str) -> dict[str, Any]:
    await one.until(lambda line: any(two.get("deal") and two["deal"]["showing"] for two in line.heard if "n" in two))
    return await one.ask("reveal", table=table, number=number(text).hex())


def test_a_deal_survives_a_restart_between_hash_and_number_and_a_rematch_is_dealt_anew(tmp_path: Path) -> None:
    async def sit_down(house: House, ann: httpx.Client, bob: httpx.Client) -> str:
        table = make(ann, "sep", "me", "anyone", pledge=hashed("ann"))
        async with line(house, bob) as other:
            await other.ask("watch", table=table)
            told = other.about(table)
            assert told["deal"]["pledges"] == [hashed("ann"), None]
            assert len(told["commitment"]) == 64
            await other.ask("sit", table=table, pledge=hashed("bob"))
            await shown(other, table, "bob")
        return table

    async def go_on(house: House, ann: httpx.Client, bob: httpx.Client, table: str, commits: str) -> None:
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            assert one.about(table)["deal"]["awaited"] == [0]
            await shown(one, table, "ann")
            await one.until(lambda line: line.moments.get(table))
            await other.ask("watch", table=table)
            assert one.events("started")[0]["event"]["numbers"] == [number("ann").hex(), number("bob").hex()]
            await one.ask("play", table=table, move={"type": "resign"})
            await other.until(lambda line: line.moments[table]["outcome"])
            moment = other.moments[table]
            assert commitment(bytes.fromhex(moment["secret"])) == commits
            numbers = number("ann"), number("bob")
            assert moment["seed"] == deal_seed(bytes.fromhex(moment["secret"]), numbers).hex()
            record = log.read(one_record(ann, table))
            assert record.header.secret == moment["secret"]
            await one.ask("propose", table=table, what="again", pledge=hashed("ann 2"))
            await other.ask("answer", table=table, what="again", yes=True, pledge=hashed("bob 2"))
            await one.until(lambda line: line.events("again"))
            again = one.events("again")[0]["event"]["table"]
            for each, text in ((one, "ann 2"), (other, "bob 2")):
                await each.ask("watch", table=again)
                assert (await each.ask("reveal", table=again, number=number(text).hex()))["type"] == "done"
            await one.until(lambda line: line.moments.get(again))
            assert one.about(again)["commitment"] != commits
            assert one.about(again)["deal"]["pledges"] == [hashed("bob 2"), hashed("ann 2")], "one seat on"

    with running(tmp_path) as house:
        ann, bob = house.guest(), house.guest()
        table = asyncio.run(sit_down(house, ann, bob))
        commits = house.server.hall.tables[table].room.commitment
    with running(tmp_path) as house:
        one, other = house.browser(), house.browser()
        one.cookies, other.cookies = ann.cookies, bob.cookies
        asyncio.run(go_on(house, one, other, table, commits))


def one_record(browser: httpx.Client, table: str) -> bytes:
    return browser.get(f"/api/tables/{table}/record").content


def test_the_server_frees_the_seat_of_whoever_shows_nothing_and_goes_on_waiting(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        ann, bob, cid = house.guest(), house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone", pledge=hashed("ann"), absent="bot")
        async with line(house, ann) as one, line(house, bob) as other, line(house, cid) as third:
            await one.ask("watch", table=table)
            await other.ask("sit", table=table, pledge=hashed("bob"))
            await shown(one, table, "ann")
            pass_time(house, SHOW_MS / 1_000)
            await one.until(lambda line: line.events("stood"))
            assert one.events("stood")[0]["event"] == {"type": "stood", "seat": 1, "late": True}
            assert (await one.ask("pledge", table=table, pledge=hashed("ann 2")))["type"] == "done"
            await third.ask("watch", table=table)
            assert (await third.ask("sit", table=table))["type"] == "done", "without a number"
            assert (await one.ask("reveal", table=table, number=number("ann 2").hex()))["type"] == "done"
            await third.until(lambda line: line.moments.get(table))
            assert third.events("started")[0]["event"]["numbers"] == [number("ann 2").hex(), None]
            assert (await other.ask("reveal", table=table, number="none"))["code"] == "bad_message"

    with running(tmp_path) as house:
        asyncio.run(play(house))


def test_programs_add_numbers_check_the_deal_and_play_again(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        tokens = [await guest_token(house.address) for _ in range(3)]
        async with connect(house.address, tokens[0]) as ann, connect(house.address, tokens[1]) as bob:
            alone = await ann.make("sep-solo", [{"who": "me"}])
            assert alone.moment, "dealt, because nobody else is to come"
            one = await ann.make("sep", [{"who": "me"}, {"who": "anyone"}])
            async with connect(house.address, tokens[2]) as cid:
                third = await cid.watch(one.id)
                third.number.answer = lambda deal, seat: None  # type: ignore[method-assign]
                await third.sit()
                await until(one, lambda: one.deal and one.deal["numbers"][0])
                pass_time(house, SHOW_MS / 1_000)
                await until(third, lambda: third.seat is None)
            two = await bob.watch(one.id)
            await two.sit()
            await until(one, lambda: one.moment)
            await until(two, lambda: two.moment)
            assert (one.seat, two.seat) == (0, 1)
            assert not one.deal_was_fair(), "nothing can be said before the end"
            await ann.ask("play", table=one.id, move={"type": "resign"})
            await until(two, lambda: two.outcome)
            assert one.deal_was_fair()
            assert two.deal_was_fair()
            seed = two.moment["seed"] if two.moment else ""
            for wrong in ({"secret": seed}, {"seed": "00" * 32}):
                two.moment, right = {**(two.moment or {}), **wrong}, two.moment
                assert not two.deal_was_fair()
                two.moment = right
            again, other = await asyncio.gather(one.again(), two.again())
            await until(again, lambda: again.moment)
            assert again.deal
            assert again.deal["numbers"] == [other.number.number.hex(), again.number.number.hex()]
            assert again.about["commitment"] != one.about["commitment"]

    with running(tmp_path) as house:
        asyncio.run(play(house))


def test_what_was_done_and_refused_all_the_same_costs_a_program_no_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may break between the writing and the answer; whoever then asks again is told that it is done."""
    submit = LiveTable._submit

    async def spoil(self: LiveTable, decide: Any, user: str | None, message: str | None) -> int:
        n = await submit(self, decide, user, message)
        if user and message:
            raise CannotWrite("the answer is lost")
        return n

    async def again(ask: Callable[[], Any], code: str) -> None:
        for expected in ("cannot_write", code):
            with pytest.raises(RefusedError) as refused:
                await ask()
            assert refused.value.code == expected

    async def play(house: House) -> None:
        tokens = [await guest_token(house.address) for _ in range(2)]
        async with connect(house.address, tokens[0]) as ann, connect(house.address, tokens[1]) as bob:
            one = await ann.make("sep", [{"who": "me"}, {"who": "anyone"}])
            two = await bob.watch(one.id)
            await again(two.sit, "already_seated")
            for each in (one, two):
                await until(each, lambda each=each: each.moment)  # type: ignore[misc]
            with suppress(RefusedError):
                await one.play({"type": "resign"})
            await until(two, lambda: two.outcome)
            await again(one.again, "already_proposed")
            await again(two.again, "not_over")
            for each in (one, two):
                await until(each, lambda each=each: each.events[-1]["event"]["type"] == "again")  # type: ignore[misc]
            rematch = [await each.client.watch(each.events[-1]["event"]["table"]) for each in (one, two)]
            await until(rematch[0], lambda: rematch[0].moment)

    with running(tmp_path) as house:
        monkeypatch.setattr(LiveTable, "_submit", spoil)
        asyncio.run(play(house))


def test_what_should_follow_and_cannot_be_written_takes_nothing_back(tmp_path: Path) -> None:
    """Bob sits down, and that the seats are settled cannot be written: he sits, and the deal goes on a little later."""

    async def play(house: House) -> None:
        ann, bob, store = house.guest(), house.guest(), house.server.store
        table = make(ann, "sep", "me", "anyone", pledge=hashed("ann"))
        append = store.append

        async def full(row: Row, patch: Any = None) -> bool:
            if row.user is None:
                raise CannotWrite("no room")
            return await append(row, patch)

        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            store.append = full  # type: ignore[method-assign]
            assert (await other.ask("sit", table=table, pledge=hashed("bob")))["type"] == "done"
            assert not one.events("settled")
            del store.append
            house.call(house.server.hall.leases.round())
            await one.until(lambda line: line.events("settled"))

    with running(tmp_path) as house:
        asyncio.run(play(house))


async def until(table: TableClient, true: Callable[[], Any]) -> None:
    async with asyncio.timeout(20):
        while not true():
            table.changed.clear()
            await table.changed.wait()


def test_a_table_that_waits_does_so_for_a_number_and_the_one_who_is_awaited_reads_so(tmp_path: Path) -> None:
    """Ann has gone when Bob sits down: her seat is hers, and when she is back she has time to show her number."""

    async def play(house: House) -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone", pledge=hashed("ann"), absent="wait")
        async with line(house, bob) as other:
            await other.ask("watch", table=table)
            await other.ask("sit", table=table, pledge=hashed("bob"))
            await shown(other, table, "bob")
            assert [one["id"] for one in ann.get("/api/me/turns").json()] == [table]
            assert bob.get("/api/me/turns").json() == []
            pass_time(house, 3_600)
            house.call(house.server.hall.leases.sweep())
            async with line(house, ann) as one:
                await one.ask("watch", table=table)
                assert one.about(table)["deal"]["awaited"] == [0]
                pass_time(house, SHOW_MS / 2_000)
                assert (await one.ask("reveal", table=table, number=number("ann").hex()))["type"] == "done"
                await one.until(lambda line: line.moments.get(table))
            assert not other.events("stood")
            assert house.server.hall.tables[table].room.log

    with running(tmp_path) as house:
        asyncio.run(play(house))


@pytest.mark.parametrize("back", [False, True])
def test_after_a_restart_whoever_is_not_back_has_time_to_be_asked_and_is_given_up_once(
    tmp_path: Path, back: bool
) -> None:
    """Who is back, and shows nothing, keeps nobody waiting any longer than at any other time."""

    async def sit_down(house: House, ann: httpx.Client, bob: httpx.Client) -> str:
        table = make(ann, "sep", "me", "anyone", pledge=hashed("ann"), absent="bot")
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            await other.ask("sit", table=table, pledge=hashed("bob"))
            await shown(one, table, "ann")
        return table

    async def wait(house: House, ann: httpx.Client, bob: httpx.Client, table: str) -> None:
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            if back:
                await other.ask("watch", table=table)
            (until,) = house.server.hall.tables[table].absence.until.values()
            assert (until <= house.server.node.ticker.now() + SHOW_S) == back
            pass_time(house, SHOW_MS / 1_000 + 1)
            house.call(house.server.hall.leases.round())
            if not back:
                await one.ask("ping")
                assert not one.events("stood"), "Bob may be about to connect again"
                pass_time(house, BACK_S)
                house.call(house.server.hall.leases.round())
            await one.until(lambda line: line.events("stood"))
            pass_time(house, BACK_S)
            house.call(house.server.hall.leases.round())
            await one.ask("ping")
            assert [told["event"]["seat"] for told in one.events("stood")] == [1]

    with running(tmp_path) as house:
        ann, bob = house.guest(), house.guest()
        table = asyncio.run(sit_down(house, ann, bob))
    with running(tmp_path) as house:
        asyncio.run(wait(house, ann, bob, table))
