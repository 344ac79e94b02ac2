"""Several people look at one game: who leads, what others see, what is tried, and who may not."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from septet.games import log
from septet.games.table import GameTable
from septet.server.app import Server, Settings
from septet.server.cluster.bus import Alone
from septet.server.limits import Limits
from septet.server.people.admin import ban
from tests.server.laid import RECORDS, lay, put_down, sample
from tests.server.lines import Line, line, make
from tests.server.running import PLENTY, House, running
from tests.server.test_decks import finish, quick, same_deck
from tests.server.test_tables import seated

DRAW = {"type": "draw"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    limits: dict[str, Any] = {"looks_each": 1_000, "looks_here": 1_000}
    with running(tmp_path_factory.mktemp("looks"), **limits) as found:
        yield found


def opened(browser: httpx.Client, table: str | None = None, **more: Any) -> str:
    answer = browser.post("/api/looks", json={**({"table": table} if table else {}), **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["look"])


def code(answer: httpx.Response | dict[str, Any]) -> str | None:
    found = answer.json() if isinstance(answer, httpx.Response) else answer
    return found.get("code") if isinstance(found, dict) else None


def seen(one: Line) -> dict[str, Any]:
    """How it stands with a look, as this line knows it."""
    return [message for message in one.heard if message["type"] == "look"][-1]


async def entered(look: str, *lines: Line) -> None:
    for one in lines:
        assert (await one.ask("enter", look=look))["type"] == "done"


async def until(one: Line, what: Any) -> None:
    await one.until(lambda line: what(seen(line)))


def me(browser: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = browser.get("/api/me").json()
    return found


def rows(house: House, table: str) -> list[Any]:
    return list(house.call(house.server.store.rows(table)))


def test_one_leads_and_hands_over_and_whoever_is_gone_for_long_is_followed_by_the_one_who_was_there_longest(
    house: House,
) -> None:
    ann, bob, cyd = house.guest(), house.guest(), house.guest()
    ids = [me(one)["id"] for one in (ann, bob, cyd)]
    look = opened(ann, lay(house, "sep"), place={"at": 12, "seat": 1, "open": True})

    async def main() -> None:
        async with line(house, bob) as two, line(house, cyd) as three:
            async with line(house, ann) as one:
                await entered(look, two, one, three)  # whoever opened it leads, whoever comes first
                first = seen(three)
                assert (first["leads"], first["place"]["at"], first["place"]["open"]) == (ids[0], 12, True)
                assert [person["user"] for person in first["people"]] == ids
                assert len({person["colour"] for person in first["people"]}) == 3
                assert code(await two.ask("lead", look=look, place={"at": 3})) == "not_leading"
                assert code(await two.ask("hand_over", look=look, person=ids[1])) == "not_leading"
                assert (await one.ask("lead", look=look, place={"at": 57, "seat": 0, "hide": True}))["type"] == "done"
                for other in (two, three):
                    await until(other, lambda now: now["place"]["at"] == 57 and now["place"]["hide"])
                assert code(await one.ask("lead", look=look, place={"at": 100_000})) == "bad_message"
                assert code(await one.ask("lead", look=look, place={"at": 1, "seat": 5})) == "bad_message"
                assert code(await one.ask("lead", look=look, place={"at": 1, "branch": True})) == "bad_message"
                assert code(await one.ask("hand_over", look=look, person="nobody")) == "nobody_there"
                assert (await one.ask("hand_over", look=look, person=ids[2]))["type"] == "done"
                await until(two, lambda now: now["leads"] == ids[2])
                assert (await three.ask("lead", look=look, place={"at": 4}))["type"] == "done"
                assert (await three.ask("hand_over", look=look, person=ids[0]))["type"] == "done"
            await until(two, lambda now: not now["people"][0]["here"])  # her line is broken: she still leads
            assert seen(two)["leads"] == ids[0]
            async with line(house, ann) as one:
                await entered(look, one)
                assert (seen(one)["leads"], seen(one)["place"]["at"]) == (ids[0], 4), "back before long"
            await until(two, lambda now: not now["people"][0]["here"])
            house.loop.call_soon_threadsafe(house.server.node.ticker.move, 20)
            await until(two, lambda now: now["leads"] == ids[1])
            assert [person["user"] for person in seen(two)["people"]] == ids[1:]
            assert (await two.ask("exit", look=look))["type"] == "done"
            await until(three, lambda now: now["leads"] == ids[2])  # who says goodbye is not waited for
            async with line(house, ann) as one:
                await entered(look, one)
                assert seen(one)["leads"] == ids[2]

    asyncio.run(main())


def test_all_point_and_talk_and_whoever_comes_later_reads_it(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    look = opened(ann, lay(house, "set"))

    async def main() -> None:
        async with line(house, ann) as one, line(house, bob) as two, line(house, house.guest()) as stranger:
            await entered(look, one)
            assert (await one.ask("remark", look=look, text=" Why  not\u202e here? "))["type"] == "done"
            await entered(look, two)
            assert [said["text"] for said in seen(two)["chat"]] == ["Why not here?"]
            assert (await two.ask("remark", look=look, phrase="nice_move"))["type"] == "done"
            assert (await two.ask("point", look=look, spot="card-1RFO"))["type"] == "done"
            pointed = await one.until(lambda heard: [m for m in heard.heard if m["type"] == "pointed"])
            assert (pointed[0]["user"], pointed[0]["spot"]) == (me(bob)["id"], "card-1RFO")
            said = await one.until(lambda heard: [m for m in heard.heard if m["type"] == "remarked"][1:])
            assert said[0]["remark"]["phrase"] == "nice_move"
            for spot in ("", "card-" + "x" * 60, "<b>", "card-5H]"):
                assert code(await two.ask("point", look=look, spot=spot)) == "bad_message"
            assert code(await two.ask("remark", look=look, phrase="shut_up")) == "unknown_phrase"
            assert code(await two.ask("remark", look=look, text="\u200b")) == "bad_message"
            for kind, more in (("point", {"spot": "table"}), ("remark", {"text": "hello"}), ("lead", {"place": {}})):
                assert code(await stranger.ask(kind, look=look, **more)) == "not_looking"

    asyncio.run(main())


def test_moves_are_tried_beside_the_game_which_does_not_change(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    table = lay(house, "sep")
    before, record = rows(house, table), ann.get(f"/api/tables/{table}/record").content
    at = 12
    look = opened(ann, table, place={"at": at})

    def asked(browser: httpx.Client, what: str, **wish: Any) -> Any:
        return browser.get(f"/api/looks/{look}/{what}", params=wish).json()

    async def main() -> None:
        async with line(house, ann) as one, line(house, bob, "?lang=nl") as two:
            await entered(look, one, two)
            assert asked(bob, "branch")["code"] == "no_branch"
            place, tried = at, 0
            while tried < 6:
                there = await asyncio.to_thread(asked, ann, "tryable", at=place, branch=tried > 0)
                offers = there["moment"]["offers"]
                assert len(there["gains"]) == len(offers) > 0
                assert there["seat"] in there["moment"]["to_move"]
                move = {"look": look, "seat": there["seat"], "move": offers[-1]}
                assert code(await two.ask("try", **move)) == "not_leading"
                assert (await one.ask("try", **move))["type"] == "done"
                place, tried = place + 1, tried + 1
                await until(two, lambda now, n=tried: now["fork"] == {"at": at, "moves": n, "rev": n})
                assert seen(two)["place"] == {**seen(two)["place"], "at": place, "branch": True}
            told = await asyncio.to_thread(asked, bob, "branch", seat=1, open=True)
            assert (told["length"], len(told["history"]), told["vouched"]) == (at + 6, at + 6, "here")
            refused = await one.ask("try", look=look, seat=0, move={"type": "place", "card": "5H", "slot": 99})
            assert refused["type"] == "refused"
            assert refused["words"]
            for bad in (DRAW | {"more": 1}, {"type": "fly"}, {"type": "resign"}, {"x": "y" * 500}, [1], "draw"):
                assert (await one.ask("try", look=look, seat=0, move=bad))["code"] in ("bad_request", "bad_message")
            assert seen(one)["fork"]["moves"] == 6
            assert (await one.ask("lead", look=look, place={"at": at + 2, "branch": True}))["type"] == "done"
            there = await asyncio.to_thread(asked, ann, "tryable", at=at + 2, branch=True)
            await one.ask("try", look=look, seat=there["seat"], move=there["moment"]["offers"][0])
            await until(two, lambda now: now["fork"]["moves"] == 3)  # what came after is gone
            await one.ask("lead", look=look, place={"at": at})  # back to the game; the branch stays
            await until(two, lambda now: not now["place"]["branch"])
            assert seen(two)["fork"]["moves"] == 3
            branch = house.server.looks.open[look].look.branch
            assert branch is not None
            assert branch.seed is None, "the cards that came in the game"
            await one.ask("lead", look=look, place={"at": at, "hide": True})
            there = await asyncio.to_thread(asked, ann, "tryable", at=at)
            await one.ask("try", look=look, seat=there["seat"], move=there["moment"]["offers"][0])
            await until(two, lambda now: now["fork"]["moves"] == 1)
            branch = house.server.looks.open[look].look.branch
            assert branch is not None
            assert branch.seed, "others, where nothing is to be told of what came"

    asyncio.run(main())
    assert rows(house, table) == before
    assert bob.get(f"/api/tables/{table}/record").content == record


def test_of_a_running_game_there_is_no_look_and_nobody_enters_what_is_not_there(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    table = make(ann, "sep", "me", "anyone")

    async def main() -> list[httpx.Response]:
        async with line(house, ann) as one, line(house, bob) as two:
            await seated(one, two, table)
            asked = [
                await asyncio.to_thread(browser.post, "/api/looks", json={"table": table, "place": place})
                for browser in (ann, bob, house.guest())
                for place in ({}, {"at": 1, "open": True})
            ]
            assert code(await one.ask("enter", look=table)) == "no_look"
            assert code(await one.ask("try", look="a" * 12, seat=0, move=DRAW)) == "no_look"
            return asked

    answers = asyncio.run(main())
    assert {one.content for one in answers} == {answers[0].content}, "nothing of a running game, not a byte"
    assert code(answers[0]) == "not_over"
    look = opened(ann, lay(house, "sep"))

    async def nobody() -> None:
        async with line(house) as one:
            assert code(await one.ask("enter", look=look)) == "no_session"

    asyncio.run(nobody())
    for what in ("branch", "tryable?at=0", "record"):
        assert code(house.browser().get(f"/api/looks/{look}/{what}")) == "no_session"
        assert code(ann.get(f"/api/looks/{'b' * 12}/{what}")) == "no_look"
    for wish, why in (
        ({}, "bad_request"),
        ({"table": table, "record": "x"}, "bad_request"),
        ({"table": "nosuchtable0"}, "no_table"),
        ({"table": lay(house, "sep"), "place": {"at": 9_999}}, "no_such_move"),
        ({"table": lay(house, "sep"), "place": {"seat": 2}}, "no_such_seat"),
        ({"record": "no record"}, None),
    ):
        answer = ann.post("/api/looks", json=wish)
        assert answer.status_code in (400, 404)
        assert code(answer) == why or why is None
        assert answer.json()["words"]


def test_while_somebody_races_on_a_deck_there_is_no_look_and_one_that_is_open_ends(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, cyd = house.guest(), house.guest(), house.guest()

    async def main() -> None:
        async with line(house, ann) as one, line(house, bob) as two, line(house, cyd) as three:
            first = await asyncio.to_thread(quick, ann)
            second = await asyncio.to_thread(same_deck, bob, first)
            await finish(one, first)
            for browser in (ann, bob, cyd):
                refused = await asyncio.to_thread(browser.post, "/api/looks", json={"table": first, "place": {"at": 3}})
                assert code(refused) == "deck_in_play"
            await finish(two, second)
            look = await asyncio.to_thread(opened, cyd, first)
            await entered(look, one, three)
            assert (await three.ask("lead", look=look, place={"at": 1}))["type"] == "done"

            async def raced(deck: str, table: str) -> bool:
                return (deck, table) == (first, first)

            monkeypatch.setattr(house.server.decks, "raced", raced)  # as a deck that is taken up elsewhere
            assert code(await asyncio.to_thread(ann.get, f"/api/looks/{look}/record")) == "deck_in_play"
            for heard in (one, three):
                (ended,) = await heard.until(lambda line: [m for m in line.heard if m["type"] == "look_ended"])
                assert ended == {"type": "look_ended", "look": look, "why": "deck_in_play"}
            for kind, more in (
                ("enter", {}),
                ("lead", {"place": {"at": 2}}),
                ("try", {"seat": 0, "move": {"type": "noset"}}),
                ("point", {"spot": "table"}),
            ):
                assert code(await three.ask(kind, look=look, **more)) == "no_look"

    asyncio.run(main())


def test_other_hidden_cards_change_no_byte_of_what_is_said_of_a_look(house: House) -> None:
    """Of a running game nothing is said at all, and of one that is over a look names no card: it says where to look."""
    for game, seats in (("sep", 2), ("sepmosa", 2), ("chipset", 3), ("twenty", 2), ("set-solo", 1)):
        ann = house.guest()
        table = make(ann, game, "me", *["random"] * (seats - 1))
        room = house.server.hall.tables[table].room
        assert room.log is not None
        view, told = room.game.view(room.log.table.state, None), set()
        for number in range(4):  # no worker is there, so nobody moves meanwhile
            for browser in (ann, house.guest()):
                told.add(browser.post("/api/looks", json={"table": table, "place": {"at": 1, "open": True}}).content)
            room.log.tables[-1] = GameTable(room.game.guess(view, random.Random(number)))
        assert len(told) == 1

    async def heard(record: str) -> list[str]:
        async with line(house, ann) as one:
            look = await asyncio.to_thread(opened, ann, record=record, place={"at": 3})
            await entered(look, one)
            for place in ({"at": 5, "open": True}, {"at": 9, "seat": 1, "hide": True}):
                await one.ask("lead", look=look, place=place)
            await one.ask("point", look=look, spot="slot-2")
            there = (await asyncio.to_thread(ann.get, f"/api/looks/{look}/tryable", params={"at": 9})).json()
            await one.ask("try", look=look, seat=there["seat"], move=there["moment"]["offers"][0])
            return [text.replace(look, "LOOK").replace(one.name, "") for text in one.raw[1:]]

    ann = house.guest()
    records = [(RECORDS / f"{name}.jsonl").read_text("utf-8") for name in ("sep-lead", "sep-tie", "sep-troubled")]
    raw = [asyncio.run(heard(record)) for record in records]
    assert raw[0] == raw[1] == raw[2]
    assert len(raw[0]) > 8


def test_a_record_from_elsewhere_is_looked_at_by_those_who_do_not_have_it(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    record = (RECORDS / "sep-lead.jsonl").read_text("utf-8")
    look = opened(ann, record=record, place={"at": 3})
    assert bob.get(f"/api/looks/{look}/record").text == record
    refused = ann.post("/api/looks", json={"record": record.replace('"at":', '"at":1', 1)}, params={"lang": "fr"})
    assert (refused.status_code, code(refused)) == (400, "changed")
    assert code(ann.post("/api/looks", json={"record": "x" * 300_000})) == "bad_request"

    async def main() -> None:
        async with line(house, ann) as one, line(house, bob) as two:
            await entered(look, one, two)
            assert (seen(two)["table"], seen(two)["game"]) == (None, "sep")
            there = (await asyncio.to_thread(ann.get, f"/api/looks/{look}/tryable", params={"at": 3})).json()
            tried = await one.ask("try", look=look, seat=there["seat"], move=there["moment"]["offers"][0])
            assert tried["type"] == "done"
            await until(two, lambda now: now["fork"])
            told = (await asyncio.to_thread(bob.get, f"/api/looks/{look}/branch")).json()
            assert (told["vouched"], told["length"]) == ("record", 4)

    asyncio.run(main())


def test_whoever_is_forgotten_has_said_nothing_and_is_a_dash(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    assert bob.patch("/api/me", json={"name": "Soon Away"}).status_code == 200
    table = put_down(house, log.read(sample("sep")), me(ann)["id"], me(bob)["id"])
    look = opened(ann, table)
    names = [sitter.name for sitter in log.read(ann.get(f"/api/looks/{look}/record").content).header.seats]
    assert "—" not in names

    async def main() -> None:
        async with line(house, ann) as one, line(house, bob) as two:
            await entered(look, two, one)
            assert [person["name"] for person in seen(one)["people"]] == [me(ann)["name"], "Soon Away"]
            assert (await two.ask("remark", look=look, text="my words"))["type"] == "done"
            assert (await two.ask("enter", look=look))["type"] == "done"
            assert (await asyncio.to_thread(bob.request, "DELETE", "/api/me")).status_code in (200, 204)
            await until(one, lambda now: len(now["people"]) == 1)
            await entered(look, one)
            told = [m["chat"] for m in one.heard if m["type"] == "look" and m["chat"] is not None]
            assert told[-1] == []
            record = (await asyncio.to_thread(ann.get, f"/api/looks/{look}/record")).content
            assert [sitter.name for sitter in log.read(record).header.seats] == [names[0], "—"]

    asyncio.run(main())


def test_whoever_signs_in_goes_on_leading_and_whoever_is_banned_is_out(house: House) -> None:
    owner = house.guest()
    name = f"Leading {me(owner)['id'][-5:]}"
    assert owner.post("/api/account", json={"name": name, "password": "a sound password 7"}).status_code < 300
    ann, bob, leader = house.guest(), house.guest(), me(owner)["id"]
    look = opened(ann, lay(house, "sep"))

    async def main() -> None:
        async with line(house, bob) as two:
            async with line(house, ann) as one:
                await entered(look, one, two)
                signed = {"name": name, "password": "a sound password 7"}
                assert (await asyncio.to_thread(ann.post, "/api/session", json=signed)).status_code < 300
            await until(two, lambda now: now["leads"] == leader)
            async with line(house, ann) as one:
                await entered(look, one)
                assert seen(one)["leads"] == leader
                house.call(house.server.store.write(ban, leader, "told so"))
                house.call(house.server.sign_in.check(leader))
            await until(two, lambda now: not now["people"][0]["here"])

    asyncio.run(main())


def test_looks_and_people_in_them_have_limits_a_flood_is_refused_and_nothing_stays(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"looks_each": 2, "looks_here": 3, "lookers": 2, "chat": 0.5, "shows": 5}
    with running(tmp_path, **limits, look_idle_s=30, look_s=1_000) as house:
        ann, bob, cyd = house.guest(), house.guest(), house.guest()
        table = lay(house, "sep")
        looks = [opened(ann, table), opened(ann, table), opened(bob, table)]
        move = house.server.node.ticker.move

        async def main() -> None:
            async with line(house, ann) as one, line(house, bob) as two, line(house, cyd) as three:
                await entered(looks[1], one)
                await entered(looks[0], one, two)
                assert code(await three.ask("enter", look=looks[0])) == "look_full"
                for browser, why in ((ann, "too_many_looks_yours"), (cyd, "too_many_looks_here")):
                    refused = await asyncio.to_thread(browser.post, "/api/looks", json={"table": table})
                    assert (refused.status_code, code(refused)) == (429, why)
                    assert int(refused.headers["retry-after"]) > 0
                assert (await one.ask("exit", look=looks[1]))["type"] == "done"
                looks.append(await asyncio.to_thread(opened, ann, table))  # in the place of one that nobody is in
                assert house.server.looks.open.keys() == {looks[0], *looks[2:]}
                for kind, more in (("point", {"spot": "table"}), ("remark", {"text": "again and again"})):
                    sent = [await one.send(kind, look=looks[0], **more) for _ in range(40)]
                    codes = [code(await one.answer(id_)) for id_ in sent]
                    assert {*codes} == {None, "too_fast"}
                    heard = {"point": "pointed", "remark": "remarked"}[kind]
                    assert sum(message["type"] == heard for message in two.heard) < len(codes)
                assert (await two.ask("ping"))["type"] == "done"  # a flood closes nobody else's line
                house.loop.call_soon_threadsafe(move, 40)  # the empty ones have had their time
                while house.server.looks.open.keys() != {looks[0]}:
                    await asyncio.sleep(0.02)
                house.loop.call_soon_threadsafe(move, 1_000)
                await two.until(lambda line: [m for m in line.heard if m["type"] == "look_ended"])
                assert not house.server.looks.open

        asyncio.run(main())


class Several(Alone):
    """A bus on which others would hear, if there were any."""

    others = True


def test_in_a_house_of_several_servers_it_is_refused_in_a_sentence(tmp_path: Path) -> None:
    server = Server(Settings(data=tmp_path, limits=Limits(**PLENTY)), bus=Several())
    with running(tmp_path, server=server) as house:
        answer = house.guest().post("/api/looks", json={"table": lay(house, "sep")}, params={"lang": "nl"})
        assert (answer.status_code, code(answer)) == (400, "no_looks")
        assert "server" in answer.json()["words"]
