"""Who is away, silent or back, and who joins later: at tables that go on, and at tables that wait."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest

from septet.games.setgame.cards import sets_among
from tests.server.lines import Line, line, make
from tests.server.running import House, running, same_cards
from tests.server.test_people import account

MINUTE, HOUR, DAY = 60.0, 3_600.0, 86_400.0
NOSET = {"type": "noset", "on": True}
DIRECT = {"claim_mode": "direct", "noset_grace_s": 0, "deals": 2}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Where every deck is the same, and has sets on the table when somebody is to take one."""
    with pytest.MonkeyPatch.context() as patch, running(tmp_path_factory.mktemp("house")) as found:
        same_cards(patch, "absence")
        yield found


def pass_time(house: House, seconds: float) -> None:
    """So much time passes for every table of this house."""

    async def move() -> None:
        house.server.node.ticker.move(seconds)

    house.call(move())


def sleep_all(house: House) -> None:
    """A minute without anybody, and the house looks what it can let go of."""
    pass_time(house, MINUTE)
    house.call(house.server.hall.leases.sweep())


async def gather(stack: AsyncExitStack, house: House, people: list[httpx.Client], game: str, **more: Any) -> Any:
    """Everybody sits at a new table that has begun."""
    table = make(people[0], game, "me", *["anyone"] * (len(people) - 1), **more)
    lines = [await stack.enter_async_context(line(house, person)) for person in people]
    for number, one in enumerate(lines):
        if number:
            await one.ask("sit", table=table)
        await one.ask("watch", table=table)
    for one in lines:
        await one.until(lambda line: table in line.moments)
    return table, lines


def claim(one: Line, table: str) -> dict[str, Any]:
    slots = tuple(card for card in one.moments[table]["view"]["slots"] if card)
    return {"type": "claim", "cards": list(sets_among(slots)[0])}


def absent(one: Line, table: str, *seats: int) -> Any:
    return one.until(lambda line: line.moments[table]["absent"] == list(seats))


# SET goes on, and any move brings a player back


def test_any_move_brings_a_player_back_who_left_or_lost_the_line(house: House) -> None:
    async def play() -> None:
        people = [house.guest() for _ in range(3)]
        async with AsyncExitStack() as stack:
            table, (one, two, three) = await gather(stack, house, people, "set", options=DIRECT)
            assert (await three.ask("leave", table=table))["type"] == "done"
            await absent(one, table, 2)
            assert (await three.play(table, claim(three, table)))["type"] == "done"
            await absent(one, table)
            await one.until(lambda line: line.moments[table]["view"]["won"][2])  # and the move is made
            await three.socket.close()
            await one.until(lambda line: line.heard[-1].get("here") == [True, True, False])
            pass_time(house, 2 * MINUTE)
            await absent(one, table, 2)
            back = await stack.enter_async_context(line(house, people[2]))
            await back.ask("watch", table=table)
            assert back.moments[table]["absent"] == [2], "to look is not to play"
            stale = await back.ask("play", table=table, move=NOSET, rev=0)
            assert stale["code"] == "stale", "a move that comes too late is one all the same"
            await absent(one, table)
            await two.ask("leave", table=table)
            await absent(one, table, 1)
            assert (await two.ask("here", table=table))["type"] == "done"
            await absent(one, table)

    asyncio.run(play())


def test_a_vote_goes_on_without_those_who_are_silent_for_a_minute(house: House) -> None:
    async def play() -> None:
        people = [house.guest() for _ in range(4)]
        async with AsyncExitStack() as stack:
            table, (one, two, three, _) = await gather(stack, house, people, "set", options=DIRECT)
            pass_time(house, 2 * MINUTE)
            assert not one.events("played"), "nobody is silent whom nobody has asked"
            await two.ask("here", table=table)
            await one.play(table, NOSET)
            await absent(one, table, 2, 3)
            assert len(one.moments[table]["view"]["slots"]) == 12, "one has voted, one is there and looks on"
            pass_time(house, MINUTE / 2)
            await two.ask("ask", table=table, move=NOSET)
            pass_time(house, MINUTE * 0.75)
            await three.ask("say", table=table, phrase="hello")
            await absent(one, table, 3)
            assert one.moments[table]["view"]["flags"] == [0], "whoever asks what a move would bring is not silent"
            pass_time(house, 2 * MINUTE)
            await one.until(lambda line: len(line.moments[table]["view"]["slots"]) == 15)
            assert all(chair["stand_in"] is None for chair in one.about(table)["chairs"]), "silence brings no bot"
            assert one.moments[table]["outcome"] is None, "and loses nothing"

    asyncio.run(play())


def test_somebody_joins_from_the_next_deal_on(house: House) -> None:
    async def play() -> None:
        people = [house.guest() for _ in range(2)]
        async with AsyncExitStack() as stack:
            table, (one, two) = await gather(stack, house, people, "set", options=DIRECT)
            guest = house.guest()
            late = await stack.enter_async_context(line(house, guest))
            await late.ask("watch", table=table)
            assert late.moments[table]["joinable"]
            await one.play(table, claim(one, table))
            answer = await late.ask("sit", table=table)
            assert answer["type"] == "done"
            for each in (one, two, late):
                await each.until(lambda line: line.moments[table]["view"]["joining"] == [2])
            assert late.moments[table]["view"]["seat"] == 2 and late.moments[table]["offers"] == []
            assert (await late.play(table, NOSET))["code"] == "not_now"
            while late.moments[table]["view"]["deal"] == 1:
                view = one.moments[table]["view"]
                slots = tuple(card for card in view["slots"] if card)
                move = {"type": "ready"} if view["phase"] == "between" else NOSET
                if move == NOSET and sets_among(slots):
                    made = await one.play(table, claim(one, table))
                else:
                    await one.play(table, move)
                    made = await two.play(table, move)
                for each in (one, two, late):
                    await each.at(table, made["n"])
            view = late.moments[table]["view"]
            assert (view["joining"], view["totals"][2]) == ([], min(view["totals"]))
            assert (await late.play(table, claim(late, table)))["type"] == "done"
            again = await stack.enter_async_context(line(house, guest))
            await again.ask("watch", table=table)
            assert again.about(table)["seat"] == 2 and len(again.about(table)["chairs"]) == 3
            house.call(house.server.hall.leases._let_go(house.server.hall.tables[table]))
            assert len(house.call(house.server.hall.table(table)).room.chairs) == 3, "folded again, it is the same"

    asyncio.run(play())


def test_who_may_not_join(house: House) -> None:
    async def play() -> None:
        people = [account(house, f"Joiner {n}") for n in range(3)]
        guest = house.guest()
        async with AsyncExitStack() as stack:
            late = await stack.enter_async_context(line(house, guest))
            cases: list[dict[str, Any]] = [
                {"options": {"deals": 1}},
                {"options": {"late_join": False}},
                {"rated": True},
                {"game": "set-quick"},
                {"game": "sep", "seats": 2},
            ]
            for more in cases:
                game, seats = more.pop("game", "set"), more.pop("seats", 3)
                table, _ = await gather(stack, house, people[:seats], game, **more)
                await late.ask("watch", table=table)
                assert not late.moments[table]["joinable"]
                assert (await late.ask("sit", table=table))["code"] == "not_waiting"

    asyncio.run(play())


# Absence counts only while somebody else is there


def test_when_everybody_is_away_nobody_loses(house: House) -> None:
    async def play() -> None:
        people = [account(house, "Gone One"), account(house, "Gone Two")]
        clock = {"seconds": 120}
        async with AsyncExitStack() as stack:
            table, lines = await gather(stack, house, people, "sep", rated=True, clock=clock)
            await lines[0].until(lambda line: line.about(table)["absent"] == "forfeit")
        live = house.server.hall.tables[table]
        async with asyncio.timeout(10):
            while live.ears:
                await asyncio.sleep(0.02)
        pass_time(house, HOUR)
        assert live.room.outcome is None and live.room.status == "running"
        async with line(house, people[0]) as one:
            await one.ask("watch", table=table)
            assert one.moments[table]["outcome"] is None
            assert sum(one.moments[table]["clocks"]) > 230_000, "no clock ran while nobody was there"
            pass_time(house, 1.1 * MINUTE)
            await one.until(lambda line: line.moments[table]["outcome"])
            assert one.moments[table]["outcome"]["reason"] in ("left", "clock"), "now somebody waits"

    asyncio.run(play())


def test_rated_games_take_nothing_back_and_pause_for_people_only(house: House) -> None:
    async def play() -> None:
        ann, bob = account(house, "Strict Ann"), account(house, "Strict Bob")
        clock = {"seconds": 600}
        alone = make(ann, "sep", "me", "casual", rated=True, clock=clock, options={"start_player": "first"})
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(line(house, ann))
            await one.ask("watch", table=alone)
            await one.play(alone, one.moments[alone]["offers"][0])
            assert (await one.ask("propose", table=alone, what="undo"))["code"] == "rated_undo"
            assert (await one.ask("propose", table=alone, what="pause"))["code"] == "rated_pause"
            table, (one, two) = await gather(stack, house, [ann, bob], "sep", rated=True, clock=clock)
            assert (await one.ask("propose", table=table, what="undo"))["code"] == "rated_undo"
            assert (await one.ask("propose", table=table, what="pause"))["type"] == "done"
            assert (await two.ask("answer", table=table, what="pause", yes=True))["type"] == "done"
            await one.until(lambda line: line.moments[table]["paused"])

    asyncio.run(play())
    asked = {"game": "sepmosa", "seats": [{"who": "me"}, {"who": "anyone"}], "rated": True}
    refused = account(house, "Strict Cas").post("/api/tables", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (400, "rated_clock")


def test_a_record_names_those_who_joined(house: House) -> None:
    async def play() -> str:
        people = [house.guest() for _ in range(2)]
        async with AsyncExitStack() as stack:
            table, (one, _) = await gather(stack, house, people, "set", options=DIRECT)
            guest = house.guest()
            late = await stack.enter_async_context(line(house, guest))
            await late.ask("watch", table=table)
            await late.ask("sit", table=table)
            name = guest.get("/api/me").json()["name"]
            live = house.server.hall.tables[table]
            assert live.room.log is not None and live.room.log.names[2] == name
            guest.delete("/api/me")
            await one.until(lambda line: line.events("forgotten"))
            assert live.room.log.names[2] == "—"
            return str(table)

    asyncio.run(play())
