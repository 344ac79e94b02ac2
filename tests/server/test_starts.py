"""Tables that begin in the middle: after some moves of a game that is over, in a record, or in a drawn position."""

from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

from septet.games.log import read, write
from septet.server.store.folding import folded
from septet.server.tables import beginning, telling, wire
from septet.server.tables.against_time import against_time
from tests.server.laid import put_down, sample
from tests.server.running import House, running
from tests.server.services import until

DRAWN = "circle: 4D 5D 6D.8H 7D 8D 2C\ntokens: 6-1-0\nhand: 3C 9H\nactions: JH QS\n"
SEATS = [{"who": "me"}, {"who": "bot", "bot": "random"}]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("starts")) as found:
        yield found


def ask(browser: httpx.Client, game: str = "sep", seats: Any = SEATS, **start: Any) -> httpx.Response:
    plan = {"game": game, "seats": seats, "options": start.pop("options", {})}
    return browser.post("/api/tables/from", json={"table": plan, "start": start})


def begun(house: House, answer: httpx.Response) -> Any:
    """The room of a new table, as soon as its game has begun."""
    assert answer.status_code == 201, answer.text
    room = house.server.hall.tables[answer.json()["id"]].room
    until(lambda: room.log is not None)
    return room


def played(house: House, game: str = "sep") -> Any:
    """A table at which a game was played to its end."""
    table = put_down(house, read(sample(game)))
    return house.call(house.server.hall.room(table))


def test_a_drawn_position_is_played_from(house: House) -> None:
    room = begun(house, ask(house.guest(), picture=DRAWN))
    view = room.log.view(0)
    assert view.circle == (("4D",), ("5D",), ("6D", "8H"), ("7D",), ("8D",), ("2C",))
    assert (view.centre, view.tokens, view.number_hand) == (6, (1, 0), ("3C", "9H"))
    assert not room.setup.rated
    assert read(write(room.log)).table.state == room.log.table.state


def test_a_game_of_this_house_is_played_on_with_other_cards_or_the_same(house: House) -> None:
    old = played(house)
    at = len(old.log.entries) // 2
    for same in (False, True):
        room = begun(house, ask(house.guest(), table=old.table, at=at, same=same))
        then, now = old.log.tables[at].state, room.log.tables[0].state
        for seat in (0, 1, None):
            assert room.game.view(now, seat) == old.game.view(then, seat)
        assert (now == then) == same or len(then.draw) < 2
        assert room.setup.start.of == old.table
    assert old.log.outcome, "the other game is as it was"


def test_a_record_is_played_on_from(house: House) -> None:
    log = read(sample("sepmosa"))
    room = begun(house, ask(house.guest(), "sepmosa", record=write(log).decode(), at=7))
    assert room.game.view(room.log.tables[0].state, 1) == log.game.view(log.tables[7].state, 1)
    assert msgspec.structs.asdict(room.options) == msgspec.structs.asdict(log.tables[0].state.options)


def test_such_a_table_is_there_after_a_start_of_the_server(house: House) -> None:
    old = played(house)
    room = begun(house, ask(house.guest(), table=old.table, at=5))
    again: Any = house.call(house.server.hall.node.store.search(folded, room.table))
    assert again.log.tables[0].state == room.log.tables[0].state


def test_a_table_says_where_it_begins(house: House) -> None:
    room = begun(house, ask(house.guest(), picture=DRAWN))
    told = telling.begins_at(room.setup)
    assert told == wire.BeginsAt(None, None, False)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({"picture": "circle: 4D"}, "circle"),
        ({"picture": DRAWN.replace("6-1-0", "0-7-0")}, "over"),
        ({}, "one of"),
        ({"picture": DRAWN, "table": "aaaaaaaaaaaa"}, "one of"),
        ({"record": "nothing"}, ""),
        ({"picture": DRAWN, "seats": SEATS[:1]}, "2"),
        ({"picture": "table: 1ROF 1ROF", "game": "set"}, ""),
    ],
    ids=["half a circle", "a game that is over", "nowhere", "twice", "no record", "too few seats", "a card twice"],
)
def test_what_cannot_begin_is_refused_in_words(house: House, start: Any, words: str) -> None:
    browser = house.guest()
    before = len(house.server.hall.tables)
    answer = ask(browser, **start)
    assert answer.status_code == 400, answer.text
    assert words in answer.json()["words"]
    assert len(house.server.hall.tables) == before


def test_nobody_plays_on_from_a_game_that_goes_on_or_from_its_end(house: House) -> None:
    browser = house.guest()
    running_table = begun(house, ask(browser, picture=DRAWN))
    assert ask(browser, table=running_table.table).json()["code"] == "not_over"
    old = played(house)
    assert ask(browser, table=old.table).json()["code"] == "begins_over"
    assert ask(browser, table=old.table, at=10_000).json()["code"] == "no_such_move"
    assert ask(browser, "sepmosa", table=old.table, at=0).json()["code"] == "bad_request"
    assert ask(house.browser(), table=old.table, at=0).status_code == 401


def test_a_solitaire_that_begins_in_the_middle_is_no_best_time(house: House) -> None:
    table = "table: 1ROF 2ROF 3ROF 1GBH 2GBH 3GDE 1PBE 2PDF 3POH 1RDE 2RBH 3GOF"
    room = begun(house, ask(house.guest(), "set-solo", [{"who": "me"}], picture=table))
    assert not against_time(room.setup)


def test_what_a_table_keeps_of_the_games_before_it_has_an_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "LATEST", 8)
    old = played(house)
    browser = house.guest()
    assert ask(browser, table=old.table, at=9).json()["code"] == "begins_late"
    begun(house, ask(browser, table=old.table, at=8))
