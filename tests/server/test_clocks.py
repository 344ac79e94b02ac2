"""Time is the server's own: clocks, timers, pauses, and what a crash costs (nothing)."""

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from septet.games.game import Forfeit, Timeout
from septet.games.sep.moves import Draw
from septet.server.serving import RoundTrips
from septet.server.tables.clocks import Times
from septet.server.tables.events import Played, Row, Sat, Started
from septet.server.tables.room import Room
from septet.server.tables.seating import Clock, Setup
from septet.server.tables.telling import History, countdowns, moment, past
from septet.server.tables.wire import Countdown
from tests.server.lines import Line, line, make
from tests.server.running import House, running
from tests.server.test_tables import over, seated


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


def room(game: str, clock: Clock | None, *events: tuple[int, Any], **options: Any) -> Room:
    """A table of two whose log holds these events, each at its time."""
    seats = 1 if game == "set-solo" else 2
    found = Room("t" * 12, Setup(game=game, options=options, seats=seats, host="u0", clock=clock), bytes(32))
    sat = [(0, Sat(seat, f"P{seat}", user=f"u{seat}")) for seat in range(seats)]
    for at, event in (*sat, (0, Started(tuple(range(seats)))), *events):
        found.fold(Row("t" * 12, found.n + 1, at, 0, None, None, msgspec.json.encode(event)))
    return found


DRAW, FIRST = {"type": "draw"}, {"start_player": "first"}


def test_thinking_costs_time_and_a_finished_turn_earns_the_increment() -> None:
    start = room("sep", Clock(60, 5), **FIRST)
    assert start.times.clocks(10_000) == (50_000, 60_000)
    drawn = room("sep", Clock(60, 5), (4_000, Played(0, DRAW)), **FIRST)
    assert drawn.times.clocks(4_000) == (56_000, 60_000), "the turn goes on, so nothing is earned yet"
    place = next(move for move in drawn.game.legal(drawn.game.view(drawn.log.table.state, 0)))  # type: ignore[union-attr]
    placed = room("sep", Clock(60, 5), (4_000, Played(0, DRAW)), (6_000, Played(0, place)), **FIRST)
    assert placed.times.clocks(6_000) == (59_000, 60_000)
    assert placed.times.clocks(7_000) == (59_000, 59_000)


def test_measured_delay_is_given_back_and_no_more() -> None:
    credited = room("sep", Clock(60, 0, True), (4_000, Played(0, DRAW, 300)), **FIRST)
    assert credited.times.clocks(4_000) == (56_300, 60_000)


def test_a_line_that_is_slow_on_purpose_gets_little_back() -> None:
    """Whoever answers pings late at every move of a long game: a twentieth of the thinking time, and no more."""
    times = Times(Clock(60, 0, True))
    times.begin(2)
    given = []
    for number in range(40):
        times.thinking = number % 2
        given.append(times.credit(times.thinking, 900))
        times.charge(times.since + 900, given[-1])
    assert given[:6] == [900] * 6 and sum(given[::2]) == sum(given[1::2]) == 3_000
    assert times.left == [60_000 - 20 * 900 + 3_000] * 2


def test_credit_is_for_clocks_that_give_it_and_a_second_at_the_most() -> None:
    assert room("sep", Clock(60, 0, False), **FIRST).times.credit(0, 900) == 0
    assert room("sep", None, **FIRST).times.credit(0, 900) == 0
    assert room("sep", Clock(600, 0, True), **FIRST).times.credit(0, 5_000) == 1_000


def test_a_few_late_answers_to_pings_make_no_slow_line() -> None:
    trips = RoundTrips()
    assert max([trips.add(trip) for trip in (0.03, 0.9, 0.031, 0.95, 0.029, 0.032, 0.9)]) < 0.04
    assert [trips.add(0.2) for _ in range(20)][-1] == 0.2  # a line that has become slow is known to be


def test_when_a_clock_is_out_the_table_takes_the_game_and_not_before() -> None:
    start = room("sep", Clock(60, 0), **FIRST)
    assert start.times.next() == (60_000, 0, Forfeit("clock"))
    flagged = room("sep", Clock(60, 0), (60_000, Played(0, Forfeit("clock"))), **FIRST)
    assert flagged.outcome and flagged.outcome.places == (2, 1) and flagged.outcome.reason == "clock"
    assert flagged.times.next() is None


def test_in_the_same_millisecond_the_log_decides_in_either_order() -> None:
    saved = room("sep", Clock(60, 0), (60_000, Played(0, DRAW)), **FIRST)
    assert saved.outcome is None, "the move came first"
    lost = room("sep", Clock(60, 0), (60_000, Played(0, Forfeit("clock"))), **FIRST)
    with pytest.raises(ValueError, match="game_over"):
        lost.log.after(0, Draw(), 60_000)  # type: ignore[union-attr]


@pytest.mark.parametrize(("game", "timer"), [("chipset", "bet"), ("setup", "turn")])
def test_a_timer_that_keeps_people_from_waiting_runs_only_where_people_wait(game: str, timer: str) -> None:
    """Who plays for the first time reads what the buttons do: twenty seconds later the table had folded for him."""

    def running(*minds: str | None) -> set[tuple[str, int | None]]:
        found = Room("t" * 12, Setup(game=game, options={}, seats=2, host="u0"), bytes(32))
        for at, mind in enumerate(minds):
            sat = Sat(at, f"P{at}", bot=mind) if mind else Sat(at, f"P{at}", user=f"u{at}")
            found.fold(Row("t" * 12, found.n + 1, 0, 0, None, None, msgspec.json.encode(sat)))
        found.fold(Row("t" * 12, found.n + 1, 0, 0, None, None, msgspec.json.encode(Started((0, 1)))))
        return {(one.name, one.seat) for one in found.times.due}

    together = running(None, None)
    ((name, mover),) = together
    assert name == timer
    person_first: tuple[str | None, str | None] = (None, "novice") if mover == 0 else ("novice", None)
    assert running(*person_first) == set()
    assert running(*reversed(person_first)) == together, "a bot that has got stuck must not stop the table"


def test_a_pause_stops_clocks_and_timers() -> None:
    events = ((4_000, Played(0, {"type": "pause"})), (94_000, Played(1, {"type": "resume"})))
    assert room("sep", Clock(60, 0), events[0], **FIRST).times.next() is None
    after = room("sep", Clock(60, 0), *events, **FIRST)
    assert after.times.clocks(94_000) == (56_000, 60_000)
    assert after.times.next() == (94_000 + 56_000, 0, Forfeit("clock"))
    called = ((1_000, Played(0, {"type": "call"})),)
    paused = room("set", None, *called, (2_000, Played(0, {"type": "pause"})), (62_000, Played(0, {"type": "resume"})))
    assert paused.times.next() == (66_000, None, Timeout("pick", 0)), "five seconds to pick, of which one was used"


def test_a_moment_has_the_score_of_every_seat() -> None:
    """A false call costs a point, and a browser need not know that."""
    late = room("set", None, (1_000, Played(0, {"type": "call"})), (6_000, Played(None, Timeout("pick", 0))))
    told = moment(late, 1, 6_000)
    assert told is not None and told.scores == (-1, 0) and past(late, 0, 1).scores == (0, 0)


def test_a_countdown_says_what_is_left_and_how_long_it_is_in_all() -> None:
    called = room("set", None, (1_000, Played(0, {"type": "call"})))
    assert countdowns(called, 3_000) == (Countdown("pick", 0, 3_000, 5_000),)


def test_a_timer_that_runs_out_is_a_move_of_the_table(house: House) -> None:
    """With nobody connected at all."""

    async def play() -> str:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "set", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            assert (await one.play(table, {"type": "call"}))["type"] == "done"
            n = one.n[table]
        house.loop.call_soon_threadsafe(hurry, house, table, 5_000)
        async with line(house, bob) as other:
            other.n[table] = n
            await other.ask("watch", table=table, have=n)
            await other.until(lambda line: line.events("played"))
            assert other.events("played")[0]["event"]["move"]["type"] == "timeout"
        return table

    asyncio.run(play())


def test_the_server_ends_a_game_with_zero_clients(house: House) -> None:
    """A flag falls, the game is over, and whoever comes back reads it."""

    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone", clock={"seconds": 10}, absent="leave")
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
        house.loop.call_soon_threadsafe(hurry, house, table, 10_000)
        async with line(house, bob) as other:
            await other.ask("watch", table=table)
            found = await over(other, table)
            assert found["outcome"]["reason"] == "clock"

    asyncio.run(play())


def hurry(house: House, table: str, ms: int) -> None:
    """As if so many milliseconds had passed."""
    live = house.server.hall.tables[table]
    live.base += ms
    live._set_alarm()


def test_nothing_that_a_client_says_of_time_is_used(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone", clock={"seconds": 600}, options=FIRST)
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            for extra in ({"at": -3_600_000}, {"at": 3_600_000}, {"time": "1970-01-01"}):
                answer = await one.ask("play", table=table, move=DRAW, rev=0, **extra)
                assert answer["code"] == "bad_message"
            done = await one.play(table, DRAW)
            await other.at(table, done["n"])
            at = other.events("played")[0]["at"]
            assert 0 <= at < 60_000

    asyncio.run(play())


def test_a_restart_costs_nobody_time(tmp_path: Any) -> None:
    async def begin(house: House, people: list[Any]) -> str:
        table = make(people[0], "sep", "me", "anyone", clock={"seconds": 60}, options=FIRST)
        async with line(house, people[0]) as one, line(house, people[1]) as other:
            await seated(one, other, table)
            await one.play(table, DRAW)
        return table

    async def clocks(house: House, who: Any, table: str) -> Line:
        async with line(house, who) as one:
            await one.ask("watch", table=table)
            return one

    with running(tmp_path) as house:
        people = [house.guest(), house.guest()]
        table = asyncio.run(begin(house, people))
        at = house.server.hall.tables[table].room.at
    asyncio.run(asyncio.sleep(2))
    with running(tmp_path) as house:
        one = asyncio.run(clocks(house, people[0], table))
        left = one.about(table)["moment"]["clocks"][0]
        assert 60_000 - at - left < 1_900, "the two seconds in which no server ran do not count"


def test_the_list_of_moves_tells_what_time_has_done() -> None:
    called = (1_000, Played(0, {"type": "call"}))
    late = room("set", None, called, (6_000, Played(None, Timeout("pick", 0))))
    assert [[event.what for event in past.last] for past in History().told(late, 0)] == [["call"], ["lock_expired"]]
