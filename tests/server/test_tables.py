"""Tables: sitting down, playing, leaving, and what everybody is told."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from septet.games.log import read
from septet.i18n import Words
from septet.server.tables.seating import SeatPlan, Setup
from septet.server.tables.wire import Person
from tests.server.lines import Line, line, make
from tests.server.running import House, overheard, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


async def seated(one: Line, other: Line, table: str) -> None:
    """The host watches, the other sits down and watches too."""
    await one.ask("watch", table=table)
    await other.ask("sit", table=table)
    await other.ask("watch", table=table)
    await one.until(lambda line: table in line.moments)


async def move_on(lines: list[Line], table: str, rng: random.Random, moves: int = 10_000) -> int:
    """Let whoever may move make random moves; how many were made."""
    made = 0
    while made < moves:
        moments = [one.moments[table] for one in lines]
        if moments[0]["outcome"]:
            break
        (seat,) = moments[0]["to_move"]
        answer = await lines[seat].play(table, rng.choice(moments[seat]["offers"]))
        assert answer["type"] == "done", answer
        for one in lines:
            await one.at(table, answer["n"])
        made += 1
    return made


@pytest.mark.parametrize("last", ["the one who reads it", "the one who makes it"])
def test_a_table_that_is_opened_while_it_is_made_is_one_table(house: House, last: str) -> None:
    """Who looks after tables may find a new one in the store before its host is told of it."""
    hall = house.server.hall
    store, bus = hall.node.store, hall.node.bus
    rows, listen = store.rows, bus.listen

    async def scene() -> None:
        made, opening = asyncio.Event(), list[asyncio.Task[Any]]()

        async def slow_rows(table: str, after: int = 0) -> Any:
            found = await rows(table, after)
            if last == "the one who reads it":
                await made.wait()
            return found

        async def slow_listen(channel: str) -> None:
            await listen(channel)
            if not opening:
                opening.append(asyncio.create_task(hall.table(channel.removeprefix("table:"))))
                await asyncio.wait(opening, timeout=0.1 if last == "the one who reads it" else 10)

        store.rows, bus.listen = slow_rows, slow_listen  # type: ignore[method-assign]
        try:
            who = Person("u-host", "Host")
            setup = Setup(game="sep", options={}, seats=2, host=who.id)
            table = await hall.make(who, setup, (SeatPlan("me"), SeatPlan("anyone")))
            told = hall.tables[table]
            made.set()
            assert await opening[0] is told is hall.tables[table]
            assert told.kept and told.room.n == 1
        finally:
            del store.rows, bus.listen

    house.call(scene())


def test_two_people_play_a_whole_game_and_its_record_verifies(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other, line(house) as watcher:
            await watcher.ask("watch", table=table)
            await seated(one, other, table)
            await move_on([one, other], table, random.Random("a game"))
            outcome = one.moments[table]["outcome"]
            assert outcome == other.moments[table]["outcome"] == (await over(watcher, table))["outcome"]
            assert one.moments[table]["seed"]
        log = read(ann.get(f"/api/tables/{table}/record").content)
        assert list(log.outcome.places) == outcome["places"]  # type: ignore[union-attr]
        assert [sitter.bot for sitter in log.header.seats] == [None, None]

    asyncio.run(play())


async def over(one: Line, table: str) -> dict[str, Any]:
    found: dict[str, Any] = await one.until(lambda line: line.moments[table]["outcome"] and line.moments[table])
    return found


def test_a_game_starts_when_no_seat_is_free(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            assert one.about(table)["status"] == "waiting" and table not in one.moments
            answer = await other.ask("sit", table=table)
            await one.until(lambda line: line.events("started"))
            assert one.events("sat")[0]["n"] == answer["n"]
            assert one.events("started")[0]["n"] == answer["n"] + 1

    asyncio.run(play())


def test_the_host_invites_bots_and_starts_early(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "set", "me", "anyone", "anyone", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            assert (await other.ask("start", table=table))["code"] == "not_host"
            assert (await one.ask("start", table=table))["code"] == "too_few"
            assert (await one.ask("invite", table=table, seat=2, bot="nobody"))["code"] == "unknown_bot"
            assert (await one.ask("invite", table=table, seat=0, bot="random"))["code"] == "seat_taken"
            assert (await one.ask("invite", table=table, seat=2, bot="random"))["type"] == "done"
            assert (await one.ask("invite", table=table, seat=2))["type"] == "done"
            assert (await other.ask("sit", table=table, seat=3))["type"] == "done"
            assert (await one.ask("start", table=table))["type"] == "done"
            await one.until(lambda line: table in line.moments)
            assert one.events("started")[0]["event"]["seats"] == [0, 3]

    asyncio.run(play())


def test_when_the_host_leaves_another_is_host_and_when_all_leave_it_closes(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "set", "me", "anyone", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await other.ask("sit", table=table)
            await one.ask("leave", table=table)
            await other.ask("watch", table=table)
            me = other.heard[0]["you"]["id"]
            assert other.about(table)["host"] == me
            assert (await other.ask("leave", table=table))["type"] == "done"
            await other.until(lambda line: line.events("closed"))
            assert (await one.ask("sit", table=table))["code"] == "not_waiting"

    asyncio.run(play())


def test_everything_is_refused_with_its_reason_and_changes_nothing(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other, line(house) as nobody:
            assert (await one.ask("play", table=table, move={"type": "draw"}))["code"] == "not_running"
            await seated(one, other, table)
            n = one.n[table]
            mover = one.moments[table]["to_move"][0]
            him, me = (one, other) if mover == 1 else (other, one)
            refused = {
                "no_session": nobody.ask("play", table=table, move={"type": "draw"}),
                "no_table": me.ask("watch", table="aaaaaaaaaaaa"),
                "bad_message": me.ask("play", table=table, move={"type": "nonsense"}),
                "not_your_turn": him.play(table, {"type": "draw"}),
                "wrong_phase": me.play(table, {"type": "place", "card": "6S", "slot": 1}),
                "stale": me.ask("play", table=table, move={"type": "draw"}, rev=-1),
                "not_waiting": him.ask("sit", table=table, seat=0),
                "already_seated": me.ask("sit", table=table),
                "not_over": me.ask("propose", table=table, what="again"),
                "nothing_proposed": me.ask("answer", table=table, what="undo", yes=True),
                "cannot_undo": me.ask("propose", table=table, what="undo"),
                "not_paused": me.ask("propose", table=table, what="resume"),
                "unknown_phrase": me.ask("say", table=table, phrase="rubbish"),
            }
            for code, asked in refused.items():
                answer = await asked
                if code == "not_waiting":
                    assert answer["code"] in ("not_waiting", "already_seated")
                else:
                    assert answer["code"] == code and answer["words"], answer
            assert one.n[table] == other.n[table] == n

    asyncio.run(play())


def test_words_come_in_the_language_of_the_socket(house: House) -> None:
    async def play(lang: str) -> str:
        async with line(house, house.guest(), f"?lang={lang}") as one:
            words: str = (await one.ask("watch", table="aaaaaaaaaaaa"))["words"]
            return words

    said = {lang: asyncio.run(play(lang)) for lang in ("en", "fr", "nl")}
    assert len(set(said.values())) == 3


def test_a_refusal_that_has_no_words_breaks_no_line(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile that is played face down is nobody's, and that has words; whatever has none is still refused."""

    async def play() -> None:
        ann = house.guest()
        table = make(ann, "sepmosa", "me", "random", options={"start_player": "first"})
        hidden = {"type": "set_aside", "tile": "??"}
        async with line(house, ann) as one:
            await one.ask("watch", table=table)
            await one.until(lambda line: table in line.moments)
            answer = await one.play(table, hidden)
            assert (answer["code"], answer["facts"]) == ("not_on_rack", {"tile": "??"})
            assert answer["words"].startswith("A face-down tile")

            def nothing(self: Any, refusal: Any) -> str:
                raise KeyError(refusal.code)

            plain = Words.refusal
            monkeypatch.setattr(
                Words, "refusal", lambda self, refusal: (plain if refusal.code == "failed" else nothing)(self, refusal)
            )
            answer = await one.play(table, hidden)
            assert (answer["type"], answer["code"]) == ("refused", "not_on_rack")
            assert (await one.ask("ping"))["type"] == "done"

    with overheard() as lines:
        asyncio.run(play())
    assert [one["event"] for one in lines if one["log_level"] == "error"] == ["refusal_without_words"]


def test_ask_says_what_a_move_would_score_and_logs_nothing(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sepmosa", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            mover = [one, other][one.moments[table]["to_move"][0]]
            n = mover.n[table]
            answer = await mover.ask("ask", table=table, move=mover.moments[table]["offers"][0])
            assert answer["type"] == "scored" and answer["n"] == n
            refusal = await mover.ask("ask", table=table, move={"type": "place", "tile": "R5", "cell": "g+9"})
            assert refusal["type"] == "refused" and refusal["words"]
            assert (await mover.ask("ping"))["type"] == "done"
            assert mover.n[table] == n

    asyncio.run(play())


def test_an_undo_needs_consent_and_deletes_nothing(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone", options={"start_player": "first"})
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            await one.play(table, {"type": "draw"})
            assert (await one.ask("propose", table=table, what="undo"))["code"] == "cannot_undo", "a card was seen"
            offers = one.moments[table]["offers"]
            placed = await one.play(table, offers[0])
            assert (await one.ask("propose", table=table, what="undo"))["type"] == "done"
            assert (await one.ask("answer", table=table, what="undo", yes=True))["code"] == "own_proposal"
            await other.until(lambda line: line.events("proposed"))
            agreed = await other.ask("answer", table=table, what="undo", yes=True)
            await one.at(table, agreed["n"])
            assert agreed["n"] == placed["n"] + 2
            assert one.moments[table]["offers"] == offers
            again = await one.play(table, offers[-1])
            assert again["type"] == "done"
            stale = await one.ask("play", table=table, move=offers[0], rev=1)
            assert stale["code"] == "stale" and stale["by"] == {"seat": 0, "n": again["n"]}
            given_up = await one.ask("play", table=table, move={"type": "resign"}, rev=1)
            assert given_up["type"] == "done", "who gives up need not have seen the last move"

    asyncio.run(play())


def test_a_pause_hides_the_cards_until_somebody_goes_on(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            await one.ask("propose", table=table, what="pause")
            await other.until(lambda line: line.events("proposed"))
            answer = await other.ask("answer", table=table, what="pause", yes=True)
            await one.at(table, answer["n"])
            assert one.moments[table]["paused"] and one.moments[table]["view"] is None
            assert (await one.play(table, {"type": "draw"}))["code"] == "paused"
            answer = await one.ask("propose", table=table, what="resume")
            await one.at(table, answer["n"])
            assert one.moments[table]["view"]

    asyncio.run(play())


def test_a_tie_is_agreed_and_a_no_ends_the_proposal(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            await one.ask("propose", table=table, what="tie")
            await other.until(lambda line: line.events("proposed"))
            await other.ask("answer", table=table, what="tie", yes=False)
            assert (await other.ask("answer", table=table, what="tie", yes=True))["code"] == "nothing_proposed"
            await one.ask("propose", table=table, what="tie")
            answer = await other.ask("answer", table=table, what="tie", yes=True)
            await one.at(table, answer["n"])
            assert one.moments[table]["outcome"]["reason"] == "agreed"

    asyncio.run(play())


def test_a_rematch_turns_the_seats(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            await one.play(table, {"type": "resign"})
            await one.ask("propose", table=table, what="again")
            await other.until(lambda line: line.events("proposed"))
            await other.ask("answer", table=table, what="again", yes=True)
            await one.until(lambda line: line.events("again"))
            new = one.events("again")[0]["event"]["table"]
            await one.ask("watch", table=new)
            assert one.about(new)["seat"] == 1 and one.about(new)["status"] == "running"
            assert (await one.ask("propose", table=table, what="again"))["code"] == "not_over"

    asyncio.run(play())


def test_spectators_talk_among_themselves_while_a_game_runs(house: House) -> None:
    async def play() -> None:
        ann, bob, cy = house.guest(), house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other, line(house, cy) as third, line(house) as nobody:
            await seated(one, other, table)
            await third.ask("watch", table=table)
            await nobody.ask("watch", table=table)
            told = await third.ask("say", table=table, text="He should \u202etake the 6\u202c!")
            await one.at(table, told["n"])
            await nobody.at(table, told["n"])
            assert not one.events("said") and one.events("nothing")
            assert nobody.events("said")[0]["event"]["text"] == "He should take the 6!"
            hello = await one.ask("say", table=table, phrase="hello")
            await third.at(table, hello["n"])
            assert third.events("said")[-1]["event"]["phrase"] == "hello"
            assert (await nobody.ask("say", table=table, text="me too"))["code"] == "no_session"

    asyncio.run(play())


def test_a_player_who_stays_away_is_replaced_by_a_bot_and_may_come_back(tmp_path: Any) -> None:
    async def play(house: House) -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone", absent="bot")
        async with line(house, ann) as one:
            async with line(house, bob) as other:
                await seated(one, other, table)
            await one.until(lambda line: line.events("stood_in"))
            assert one.events("stood_in")[0]["event"] == {"type": "stood_in", "seat": 1, "bot": "casual"}
            async with line(house, bob) as other:
                await other.ask("watch", table=table)
                assert (await other.ask("sit", table=table))["type"] == "done"
                await one.until(lambda line: line.events("came_back"))

    with running(tmp_path, away_s=0.2) as house:
        asyncio.run(play(house))


def test_a_person_plays_against_a_bot_that_a_worker_thinks_for(tmp_path: Any) -> None:
    async def play(house: House) -> None:
        ann = house.guest()
        table = make(ann, "sep", "me", "greedy")
        rng = random.Random("against a bot")
        async with line(house, ann) as one:
            await one.ask("watch", table=table)
            while not one.moments[table]["outcome"]:
                await one.until(lambda line: line.moments[table]["offers"] or line.moments[table]["outcome"])
                if one.moments[table]["offers"]:
                    answer = await one.play(table, rng.choice(one.moments[table]["offers"]))
                    await one.at(table, answer["n"])
            assert (await one.ask("propose", table=table, what="again"))["type"] == "done", "bots always agree"
            assert one.moments[table]["outcome"]["reason"]

    with running(tmp_path, workers=1) as house:
        asyncio.run(play(house))


def test_the_host_adds_seats_and_takes_free_ones_away(house: House) -> None:
    async def wait() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "set", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            assert (await other.ask("resize", table=table, seats=3))["code"] == "not_host"
            assert (await one.ask("resize", table=table, seats=40))["code"] == "bad_message"
            assert (await one.ask("resize", table=table, seats=1))["code"] == "bad_seats"
            assert (await one.ask("resize", table=table, seats=4))["type"] == "done"
            assert (await other.ask("sit", table=table, seat=2))["type"] == "done"
            refusal = await one.ask("resize", table=table, seats=2)
            assert (refusal["code"], refusal["facts"]["seat"]) == ("seat_taken", 2)
            await other.ask("watch", table=table)
            told = next(message for message in other.heard if message["type"] == "table")
            assert [chair["name"] is not None for chair in told["chairs"]] == [True, False, True, False]
            await one.ask("resize", table=table, seats=3)
            await one.ask("invite", table=table, seat=1, bot="novice")  # the last free one: it begins
            await other.until(lambda line: table in line.moments)
            assert len(other.moments[table]["view"]["totals"]) == 3

    asyncio.run(wait())


def test_a_table_with_clocks_stays_one_for_two(house: House) -> None:
    async def wait() -> None:
        ann = house.guest()
        table = make(ann, "set", "me", "anyone", clock={"seconds": 60})
        async with line(house, ann) as one:
            assert (await one.ask("resize", table=table, seats=3))["code"] == "no_clock"

    asyncio.run(wait())


def test_whoever_has_another_name_now_sits_under_it(house: House) -> None:
    async def wait() -> None:
        ann = house.guest()
        table = make(ann, "sep", "me", "anyone")
        assert ann.patch("/api/me", json={"name": "Grandmother"}).status_code == 200
        async with line(house, ann) as one:
            assert (await one.ask("sit", table=table))["type"] == "done"
            assert (await one.ask("sit", table=table))["code"] == "already_seated"
            await one.ask("watch", table=table)
            told = next(message for message in one.heard if message["type"] == "table")
            assert [chair["name"] for chair in told["chairs"]] == ["Grandmother", None]

    asyncio.run(wait())


def test_a_list_tells_what_a_table_is_before_anybody_sits_down(house: House) -> None:
    ann = house.guest()
    table = make(
        ann, "set", "me", "anyone", public=True, options={"deals": 1}, clock={"seconds": 60}, call_window_ms=200
    )
    listed = next(one for one in ann.get("/api/tables").json() if one["id"] == table)
    assert listed["options"] == {"deals": 1}
    assert listed["clock"]["seconds"] == 60
    assert listed["call_window_ms"] == 200
    assert listed["host"] == listed["chairs"][0]["user"]


def test_what_players_race_for_is_never_taken_back(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "set", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            await one.play(table, {"type": "noset"})
            refused = await one.ask("propose", table=table, what="undo")
            assert refused["code"] == "never_undone" and refused["words"]

    asyncio.run(play())
    games = {game["name"]: game["undo"] for game in house.guest().get("/api/games").json()}
    assert not any(games[name] for name in ("set", "set-quick", "scout", "setup", "twenty"))
    assert all(games[name] for name in ("sep", "sepmosa", "set-solo", "coopset"))


def test_who_begins_is_told_as_no_rule_of_the_house(house: House) -> None:
    """It turns with every rematch, and would be told as a house rule of each."""
    games = house.guest().get("/api/games").json()
    begins = {option["name"] for game in games for option in game["options"] if not option["rule"]}
    assert begins == {"start_player"}
