"""Most moves go straight from the line to the writer; they obey the same laws as everything else."""

import asyncio
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
import pytest

from septet.server.socket import QuickPlay, Socket
from septet.server.tables import wire
from tests.server.lines import Line, line, make
from tests.server.running import House, running
from tests.server.test_tables import seated


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def listened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was not done at once, but listened to in its turn."""
    found: list[str] = []
    heard = Socket.heard

    async def noted(self: Socket, text: Any) -> None:
        found.append(msgspec.json.decode(text)["type"])
        await heard(self, text)

    monkeypatch.setattr(Socket, "heard", noted)
    return found


class Pair:
    """Two who have sat down at a table of SEP."""

    def __init__(self, house: House, lines: list[Line], table: str) -> None:
        self.house, self.lines, self.table = house, lines, table

    @property
    def mover(self) -> Line:
        (seat,) = self.lines[0].moments[self.table]["to_move"]
        return self.lines[int(seat)]

    def message(self, number: int, **other: Any) -> str:
        """The first move that is offered, as it goes over the line."""
        moment = self.mover.moments[self.table]
        fields = {"table": self.table, "move": moment["offers"][0], "rev": moment["rev"], **other}
        return msgspec.json.encode({"type": "play", "id": f"{self.mover.name}-{number}", **fields}).decode()


def with_a_pair(house: House, scene: Any) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        async with line(house, ann) as one, line(house, bob) as other:
            table = make(ann, "sep", "me", "anyone")
            await seated(one, other, table)
            await scene(Pair(house, [one, other], table))

    asyncio.run(play())


def test_a_move_goes_straight_through_and_everybody_hears_of_it(house: House, listened: list[str]) -> None:
    async def scene(pair: Pair) -> None:
        before = house.server.metrics.counts.events
        listened.clear()
        for _ in range(12):
            mover = pair.mover
            answer = await mover.play(pair.table, mover.moments[pair.table]["offers"][0])
            assert answer["type"] == "done"
            for one in pair.lines:
                await one.at(pair.table, answer["n"])
        assert listened.count("play") < 6  # whoever has only just been answered may not be listened to yet
        assert house.server.metrics.counts.events == before + 12
        assert len(await house_rows(house, pair.table)) == answer["n"]

    with_a_pair(house, scene)


async def house_rows(house: House, table: str) -> list[Any]:
    return await asyncio.to_thread(house.call, house.server.store.rows(table))


def test_what_is_said_behind_a_move_is_answered_behind_it(house: House) -> None:
    async def scene(pair: Pair) -> None:
        mover, table = pair.mover, pair.table
        first = pair.message(901)
        others = [{"type": "say", "id": "b", "table": table, "text": "hello"}, {"type": "ping", "id": "c"}]
        many = [first, *(msgspec.json.encode(one).decode() for one in others)]
        mover.socket.transport.pause_reading()  # they leave together
        await asyncio.gather(*(mover.socket.send(text) for text in many))
        mover.socket.transport.resume_reading()
        await mover.answer("c")
        wanted = [f"{mover.name}-901", "b", "c"]
        assert [one["id"] for one in mover.heard if one["type"] == "done" and one["id"] in wanted] == wanted

    with_a_pair(house, scene)


def test_a_move_that_the_rules_refuse_is_refused_in_words_and_counts_once(house: House, listened: list[str]) -> None:
    async def scene(pair: Pair) -> None:
        mover = pair.mover
        person = next(one for one in house.server.sockets if one.watched and one.user == seat_user(pair, mover))
        person.bucket.rate = 0.001  # nothing comes back meanwhile
        level = person.bucket.level
        listened.clear()
        answer = await mover.play(pair.table, {"type": "place", "card": "5H", "slot": 0})
        assert (answer["type"], answer["code"]) == ("refused", "wrong_phase")
        assert answer["words"]
        assert listened == ["play"]
        assert person.bucket.level == pytest.approx(level - 1, abs=0.01)

    def seat_user(pair: Pair, mover: Line) -> str:
        room = house.server.hall.tables[pair.table].room
        user = room.chairs[pair.lines.index(mover)].user
        assert user
        return user

    with_a_pair(house, scene)


def test_moves_that_go_straight_through_have_an_end_as_well(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(pair: Pair) -> None:
        monkeypatch.setattr(house.server.hall.tables[pair.table].asides, "most", 1)  # ten moves for each
        answers = list[dict[str, Any]]()
        while not answers or answers[-1]["type"] == "done":
            mover = pair.mover
            answers.append(await mover.play(pair.table, mover.moments[pair.table]["offers"][0]))
            for one in pair.lines:
                await one.at(pair.table, answers[-1]["n"])
            assert len(answers) < 50
        assert (answers[-1]["code"], len(answers) > 10) == ("enough_moves", True)

    with_a_pair(house, scene)


def test_a_move_is_read_alike_whichever_way_it_goes() -> None:
    fields = {name: kind for name, kind in get_type_hints(QuickPlay).items() if name not in ("id", "table")}
    assert fields == {name: kind for name, kind in get_type_hints(wire.Play).items() if name not in ("id", "table")}
    assert QuickPlay.__struct_fields__ == wire.Play.__struct_fields__
    assert QuickPlay.__struct_config__.forbid_unknown_fields


def test_at_a_table_that_is_busy_a_move_waits_for_its_turn(house: House, listened: list[str]) -> None:
    async def scene(pair: Pair) -> None:
        live = house.server.hall.tables[pair.table]
        listened.clear()
        await asyncio.to_thread(house.call, live.lock.acquire())
        id_ = await pair.mover.send(
            "play",
            table=pair.table,
            move=pair.mover.moments[pair.table]["offers"][0],
            rev=pair.mover.moments[pair.table]["rev"],
        )
        while "play" not in listened:
            await asyncio.sleep(0.01)
        assert not any(id_ in one.answers for one in pair.lines)
        assert not live.lock.take()
        house.loop.call_soon_threadsafe(live.lock.release)
        mover = next(one for one in pair.lines if id_.startswith(one.name))
        assert (await mover.answer(id_))["type"] == "done"

    with_a_pair(house, scene)


def test_a_fault_of_ours_is_told_as_one_and_the_table_goes_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(pair: Pair) -> None:
        live = house.server.hall.tables[pair.table]
        with monkeypatch.context() as patch:
            patch.setattr(live, "tell_event", lambda row, event: 1 / 0)
            mover = pair.mover
            answer = await mover.play(pair.table, mover.moments[pair.table]["offers"][0])
            assert (answer["type"], answer["code"]) == ("refused", "failed")
        for one in pair.lines:
            await one.ask("watch", table=pair.table)
        mover = pair.mover
        answer = await mover.play(pair.table, mover.moments[pair.table]["offers"][0])
        assert answer["type"] == "done"

    with_a_pair(house, scene)


def test_whoever_cannot_hear_an_answer_keeps_it_from_nobody_else(house: House) -> None:
    async def scene(pair: Pair) -> None:
        store, faults = house.server.store, list[Any]()

        async def write() -> bool:
            rows = await store.rows(pair.table)
            last = msgspec.structs.replace(rows[-1], n=rows[-1].n + 50)
            house.loop.set_exception_handler(lambda loop, context: faults.append(context["exception"]))
            assert store.append_soon(last, lambda written: 1 / 0)  # type: ignore[arg-type]
            heard = await store.append(msgspec.structs.replace(last, n=last.n + 1))
            house.loop.set_exception_handler(None)
            return heard

        assert await asyncio.to_thread(house.call, write())
        assert [type(one) for one in faults] == [ZeroDivisionError]

    with_a_pair(house, scene)


def test_work_for_a_move_that_is_refused_counts_for_whoever_asked_for_it(house: House) -> None:
    async def scene(pair: Pair) -> None:
        refused = pair.message(1, move={"type": "place", "card": "5H", "slot": 0}).encode()
        user = house.server.hall.tables[pair.table].room.chairs[pair.lines.index(pair.mover)].user
        socket = next(one for one in house.server.sockets if one.user == user)

        async def hear() -> tuple[bool, bool]:
            before = socket.tally.effort.went_by
            return socket.hear(refused, lambda: None), socket.tally.effort.went_by != before

        assert await asyncio.to_thread(house.call, hear()) == (False, True)

    with_a_pair(house, scene)
