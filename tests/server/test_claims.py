"""Claims: whoever is first in the log has the set, and everybody else is told by whom and when."""

import asyncio
import time
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec
import pytest

from septet.games.setgame.cards import sets_among
from septet.server.tables.room import Room
from tests.server.lines import Line, line, make
from tests.server.running import House, running

DIRECT = {"claim_mode": "direct", "noset_mode": "auto", "deals": 1}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


def sets_on(view: dict[str, Any]) -> list[tuple[str, ...]]:
    return list(sets_among(tuple(card for card in view["slots"] if card)))


async def sets_lie_on(lines: list[Line], table: str) -> list[tuple[str, ...]]:
    """The sets on the table, once there are some: cards that hold none get three more by themselves."""
    found: list[tuple[str, ...]] = await lines[0].until(lambda line: sets_on(line.moments[table]["view"]))
    for one in lines:
        await one.at(table, lines[0].n[table])
    return found


async def full_table(lines: list[Line], house: House, hosts: list[Any], options: dict[str, Any], **more: Any) -> str:
    """Everybody sits at one new table of SET."""
    table = make(hosts[0], "set", "me", *["anyone"] * (len(lines) - 1), options=options, **more)
    await lines[0].ask("watch", table=table)
    for one in lines[1:]:
        await one.ask("sit", table=table)
        await one.ask("watch", table=table)
    for one in lines:
        await one.until(lambda line: table in line.moments)
    return table


async def race(lines: list[Line], table: str, claims: list[tuple[str, ...]]) -> list[dict[str, Any]]:
    """All claim in one tick; what each is answered."""
    revs = [one.moments[table]["rev"] for one in lines]
    moves = [{"type": "claim", "cards": cards} for cards in claims]
    ids = await asyncio.gather(
        *(one.send("play", table=table, move=move, rev=rev) for one, move, rev in zip(lines, moves, revs, strict=True))
    )
    return list(await asyncio.gather(*(one.answer(id_) for one, id_ in zip(lines, ids, strict=True))))


async def rounds(house: House, wanted: int) -> int:
    """Sixteen sockets claim the same set in one tick, again and again."""
    people = [house.guest() for _ in range(16)]
    won = 0
    async with Lines(house, people) as lines:
        while won < wanted:
            table = await full_table(lines, house, people, DIRECT)
            taken = 0
            while won < wanted:
                found = sets_on(lines[0].moments[table]["view"])
                if not found:
                    break
                answers = await race(lines, table, [found[0]] * 16)
                winners = [answer for answer in answers if answer["type"] == "done"]
                assert len(winners) == 1, "exactly one has it"
                n = winners[0]["n"]
                seat = answers.index(winners[0])
                for answer in answers:
                    if answer["type"] == "refused":
                        assert answer["code"] == "stale" and answer["by"] == {"seat": seat, "n": n}
                for one in lines:
                    await one.at(table, n)
                views = [{**one.moments[table]["view"], "seat": None} for one in lines]
                assert all(view == views[0] for view in views), "all boards are equal after each number"
                won, taken = won + 1, taken + 1
                assert sum(map(len, views[0]["won"])) == 3 * taken, "scores add up to the sets taken"
            for one in lines:
                await one.ask("unwatch", table=table)
    return won


class Lines:
    """Sockets of many people, opened and closed together."""

    def __init__(self, house: House, people: list[Any]) -> None:
        self.opening = [line(house, one) for one in people]

    async def __aenter__(self) -> list[Line]:
        return [await one.__aenter__() for one in self.opening]

    async def __aexit__(self, *error: object) -> None:
        for one in self.opening:
            await one.__aexit__(None, None, None)


def test_sixteen_claim_the_same_set_and_one_has_it(house: House) -> None:
    assert asyncio.run(rounds(house, 60)) == 60


@pytest.mark.long
def test_sixteen_claim_the_same_set_a_thousand_times(house: House, record_property: Any) -> None:
    record_property("rounds", asyncio.run(rounds(house, 1_000)))


def test_overlapping_sets_claimed_at_once_have_one_winner(house: House) -> None:
    async def play() -> None:
        people = [house.guest(), house.guest()]
        seen = 0
        async with Lines(house, people) as lines:
            while seen < 12:
                table = await full_table(lines, house, people, DIRECT)
                while seen < 12:
                    found = sets_on(lines[0].moments[table]["view"])
                    if not found:
                        break
                    pairs = [(a, b) for a, b in combinations(found, 2) if set(a) & set(b)]
                    one, other = pairs[0] if pairs else (found[0], found[0])
                    answers = await race(lines, table, [one, other])
                    assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
                    n = next(answer["n"] for answer in answers if answer["type"] == "done")
                    for each in lines:
                        await each.at(table, n)
                    assert lines[0].moments[table]["view"]["slots"] == lines[1].moments[table]["view"]["slots"]
                    seen += bool(pairs)

    asyncio.run(play())


def test_forged_claims_are_refused_and_change_nothing(house: House) -> None:
    async def play() -> None:
        people = [house.guest(), house.guest()]
        async with Lines(house, people) as lines, line(house, house.guest()) as stranger:
            table = await full_table(lines, house, people, DIRECT)
            one = lines[0]
            found = (await sets_lie_on(lines, table))[0]
            n, view, rev = one.n[table], one.moments[table]["view"], one.moments[table]["rev"]
            cards = [card for card in view["slots"] if card]
            absent = next(card for card in ("1ROF", "2GBE", "3PDH", "1GBF", "2ROH", "3PBE") if card not in cards)
            forged = {
                "twice": [found[0], found[0], found[1]],
                "two": found[:2],
                "four": [*found, next(card for card in cards if card not in found)],
                "not on the table": [*found[:2], absent],
                "no card": ["9XXX", *found[:2]],
            }
            for name, claim in forged.items():
                answer = await one.play(table, {"type": "claim", "cards": claim})
                assert answer["type"] == "refused" and answer["code"] != "stale", name
            assert (await stranger.ask("play", table=table, move={"type": "claim", "cards": found}))[
                "code"
            ] == "not_seated"
            as_other = await one.ask("play", table=table, move={"type": "claim", "cards": found}, seat=1, rev=rev)
            assert as_other["type"] == "done", "the seat is the sender's, whatever the message says"
            await one.at(table, as_other["n"])
            assert one.moments[table]["view"]["won"][1] == [] and as_other["n"] == n + 1
            await one.play(table, {"type": "resign"})
            again = await one.ask("play", table=table, move={"type": "claim", "cards": cards[:3]})
            assert again["code"] == "not_running"

    asyncio.run(play())


def test_claims_of_one_millisecond_are_ordered_by_their_numbers(house: House) -> None:
    """Read again from the rows alone, whatever their times say, the table is the same."""

    async def play() -> str:
        people = [house.guest(), house.guest(), house.guest()]
        async with Lines(house, people) as lines:
            table = await full_table(lines, house, people, DIRECT)
            for _ in range(4):
                found = await sets_lie_on(lines, table)
                answers = await race(lines, table, [found[0], found[-1], found[0]])
                n = max(answer["n"] for answer in answers if answer["type"] == "done")
                for each in lines:
                    await each.at(table, n)
        return table

    table = asyncio.run(play())
    room = house.server.hall.tables[table].room
    rows = house.call(house.server.store.rows(table))
    assert [row.n for row in rows] == list(range(1, room.n + 1))
    again = Room(table, room.setup, room.secret)
    for row in rows:
        again.fold(msgspec.structs.replace(row, at=rows[-1].at))
    assert again.log and room.log
    assert again.log.table.state.won == room.log.table.state.won
    assert again.log.table.state.slots == room.log.table.state.slots


def test_a_call_is_gathered_with_those_of_slower_lines(house: House) -> None:
    """The first in time on the scale of measured delays has it, though its message came later."""

    async def play() -> None:
        people = [house.guest(), house.guest()]
        async with Lines(house, people) as lines:
            table = await full_table(lines, house, people, {"deals": 1}, call_window_ms=120)
            near, far = (socket for socket in house.server.sockets if table in socket.watched)
            slow = next(one for one in lines if one.heard[0]["you"]["id"] == far.user)
            quick = next(one for one in lines if one is not slow)
            far.line = far.line._replace(round_trip=lambda: 0.2)
            began = time.monotonic()
            first = await quick.send("play", table=table, move={"type": "call"}, rev=0)
            await asyncio.sleep(0.03)
            second = await slow.send("play", table=table, move={"type": "call"}, rev=0)
            assert (await slow.answer(second))["type"] == "done"
            beaten = await quick.answer(first)
            assert beaten["code"] == "locked" and beaten["by"]["seat"] == slow.about(table)["seat"]
            assert beaten["by"]["n"] == slow.answers[second]["n"]
            assert time.monotonic() - began >= 0.1
            assert near.line.round_trip() is not None, "the server has measured it"

    asyncio.run(play())


def test_an_unforeseen_error_with_one_claim_leaves_no_other_unanswered(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        people = [house.guest() for _ in range(3)]
        async with Lines(house, people) as lines:
            table = await full_table(lines, house, people, {"deals": 1}, call_window_ms=200)
            append, failed = house.server.store.append, list[str]()

            async def once_wrong(row: Any, patch: Any = None) -> bool:
                if not failed and row.table == table:
                    failed.append(row.message)
                    raise RuntimeError("nobody thought of this")
                return await append(row, patch)

            monkeypatch.setattr(house.server.store, "append", once_wrong)
            ids = [await one.send("play", table=table, move={"type": "call"}, rev=0) for one in lines]
            answers = [await one.answer(id_) for one, id_ in zip(lines, ids, strict=True)]
            codes = {id_: answer.get("code", "done") for id_, answer in zip(ids, answers, strict=True)}
            assert codes.pop(failed[0]) == "failed"
            assert sorted(codes.values()) == ["done", "locked"], "the second has it, and the third hears so"

    asyncio.run(play())


def test_a_client_that_claims_a_delay_gets_no_more_than_measured(house: House) -> None:
    async def play() -> None:
        async with line(house, house.guest()) as one:
            table = make(house.guest(), "set", "me", "anyone")
            answer = await one.ask("play", table=table, move={"type": "call"}, delay_ms=500)
            assert answer["code"] == "bad_message", "no message has a place for it"

    asyncio.run(play())
