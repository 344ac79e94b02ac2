"""Games seen again: every moment is the one that the log folds to, whoever looks, and nothing of what comes is told."""

import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from septet.games import GAMES, log
from septet.games.game import Pause, Resume, Seat
from septet.games.log import Entry, Log, write
from septet.games.sep import sepn
from septet.games.sepmosa import record as sepmosa
from septet.games.setgame.cards import is_set
from septet.games.table import seen
from septet.server.tables.replaying import Look, Replayed, ReplayQuestion, answer
from septet.study import replay
from tests.playing import AnyGame, random_log
from tests.server import laid

RECORDS = sorted((Path(__file__).parent / "records").glob("*.jsonl"))
encode = msgspec.json.encode


def replayed(record: bytes | str, **look: Any) -> Replayed:
    text = record if isinstance(record, str) else record.decode()
    return answer(ReplayQuestion(text, Look(**{"count": 256, **look})))


def some_log(name: str, most: int = 40) -> Log:
    """A game by chance, with a pause in it; the second half of its moves is later by far."""
    game: AnyGame = GAMES[name]
    found = random_log(game, random.Random(f"replay {name}"), most=most)
    if not found.outcome:
        found.play(None, Pause(), at=most * 1_000)
        found.play(None, Resume(), at=most * 2_000)
    return found


def folded(found: Log) -> list[Any]:
    """The tables of a log, by playing its moves again one by one."""
    fresh = Log(found.header, found.seed)
    return [fresh.table, *(fresh.play(entry.seat, entry.move, entry.at) for entry in found.entries)]


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_is_the_one_that_the_log_folds_to(name: str) -> None:
    found = some_log(name)
    record, tables = write(found), folded(found)
    for seat in (*range(len(found.names)), None):
        told = replayed(record, seat=seat)
        views = [seen(found.game, table, seat) for table in tables]
        assert encode([one.view for one in told.moments]) == encode(views)
        assert [one.scores for one in told.moments] == [found.game.scores(table.state) for table in tables]
        assert (told.length, told.more, told.game) == (len(found.entries), False, name)
        assert told.moments[-1].outcome == found.outcome
        assert all(not (one.offers or one.to_move or one.seed) for one in told.moments)
        assert len(told.history) == len(tables) - 1
        for step, before, after in zip(told.history, tables, tables[1:], strict=False):
            was, now = found.game.scores(before.state), found.game.scores(after.state)
            assert step.gained == tuple(b - a for a, b in zip(was, now, strict=True))
        some = replayed(record, seat=seat, first=7, count=5)
        assert (some.first, some.moments) == (7, told.moments[7:12])


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_every_record_is_replayed(file: Path) -> None:
    """Those of older editions among them, games that somebody joined, and games in which moves were taken back."""
    found = log.read(file.read_bytes())
    seats = len(found.game.scores(found.table.state))
    for seat in (seats - 1, None):
        told = replayed(file.read_bytes(), seat=seat, first=max(0, len(found.entries) - 200))
        assert told.moments[-1].outcome == found.outcome
        assert len(told.history) == len(found.entries)
    line = {number + 1 for number in found.line()}
    assert not [step.past.n for step in told.history if step.past.undone and step.past.n in line]


@pytest.mark.parametrize("name", GAMES)
def test_with_all_cards_open_each_hand_is_what_its_seat_sees(name: str) -> None:
    found = some_log(name, 60)
    told = replayed(write(found), open=True)
    several = len(found.names) > 1
    assert told.hides == (several and bool(told.hands[0])) or not several
    for at, hands in enumerate(told.hands):
        table = found.tables[at]
        if table.paused:
            assert hands == ()
            continue
        for seat, hand in enumerate(hands):
            view = found.game.view(table.state, seat)
            assert {*filter(None, hand)} <= {mark.split("/")[0] for mark in found.game.named(view)} or name == "scout"
    for step, entry in zip(told.history, found.entries, strict=True):
        if step.past.move is None:
            assert encode(step.past.last) == encode(found.game.view(found.tables[step.past.n].state, entry.seat).last)


@pytest.mark.parametrize("name", GAMES)
def test_without_spoilers_nothing_depends_on_what_comes(name: str) -> None:
    """Not a byte, but for that there is more."""
    found = some_log(name)
    short = Log(found.header, found.seed)
    for entry in found.entries[:13]:
        short.play(entry.seat, entry.move, entry.at)
    for opened in (False, True):
        look: dict[str, Any] = {"hide": True, "count": 11, "open": opened}
        assert encode(replayed(write(found), **look)) == encode(replayed(write(short), **look))
    assert replayed(write(found), hide=True, count=11).length is None
    assert len(replayed(write(found), hide=True, first=5, count=6).history) == 10


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_could_not_see_changes_no_byte_of_its_replay(name: str) -> None:
    """The last position dealt again as this seat may imagine it: its point of view tells the same of it."""
    found, rng = some_log(name, 20), random.Random(name)
    story = replay.of_log(found)
    table = story.tables[-1]
    for seat in (*range(len(found.names)), None):
        guess = msgspec.structs.replace(table, state=found.game.guess(found.game.view(table.state, seat), rng))
        other = msgspec.structs.replace(story, tables=(*story.tables[:-1], guess))
        assert encode(replay.view(other, story.length, seat)) == encode(replay.view(story, story.length, seat))


@pytest.mark.parametrize("name", ["sep", "sep-solo", "sepmosa"])
def test_what_people_write_is_replayed_like_the_record(name: str) -> None:
    file = next(
        file for file in RECORDS if log.read_header(file.read_bytes()).game == name and "house" not in file.stem
    )
    found = log.read(file.read_bytes())
    text = (sepmosa if name == "sepmosa" else sepn).write(found)
    told, record = replayed(text, seat=0), replayed(file.read_bytes(), seat=0)
    assert (told.vouched, told.timed, record.vouched) == ("text", False, "record")
    own = [one for one in record.history if not one.past.undone and one.past.move is None]
    assert [one.gained for one in told.history] == [one.gained for one in own]
    assert told.moments[-1].scores == record.moments[-1].scores if record.length else True
    assert replayed("\ufeff" + text, seat=0).length == told.length, "as some editors save it"


def test_names_are_shown_whatever_somebody_has_put_there() -> None:
    found = some_log("sep")
    seats = tuple(msgspec.structs.replace(one, name="A\x1b[2J\u202eB" + "x" * 90) for one in found.header.seats)
    found.header = msgspec.structs.replace(found.header, seats=seats)
    name = replayed(write(found)).sitters[0].name
    assert name.isprintable()
    assert len(name) <= 40


def test_whoever_joined_later_could_only_watch_before() -> None:
    found = log.read(next(file for file in RECORDS if file.stem == "set-joined").read_bytes())
    late = len(found.names) - 1
    assert late >= len(found.header.seats)
    views = [one.view for one in replayed(write(found), seat=late).moments]
    assert views[0].seat is None
    last: Seat | None = replayed(write(found), seat=late, first=len(found.entries)).moments[0].view.seat
    assert last == late


def test_a_story_is_read_once() -> None:
    record = write(some_log("set"))
    assert replay.read(record) is replay.read(bytes(bytearray(record)))
    assert isinstance(replay.read(record).entries[0], Entry)


SPEEDY = ("set", "set-quick", "set-solo", "scout", "coopset", "twenty")


@pytest.mark.parametrize("name", SPEEDY)
def test_every_set_that_lay_there_is_told_with_its_time(name: str) -> None:
    """Counted another way: moment by moment, whatever the cards, by trying all three of them."""
    found = log.read(laid.sample(name))
    told = replayed(laid.sample(name), count=1)
    lying = {
        (at, frozenset(three))
        for at, table in enumerate(found.tables)
        if table.state.phase not in ("between", "over")
        for hand in found.game.study.hands(table.state) or [()]
        for three in combinations([*table.state.table, *(hand if name == "twenty" else ())], 3)
        if is_set(list(three))
    }
    length = len(found.entries)
    ends = {one: length + 1 if one.last is None else one.last for one in told.finds}
    assert {(at, frozenset(one.cards)) for one in told.finds for at in range(one.first, ends[one])} == lying
    for one in told.finds:
        assert list(one.levels) == sorted(one.levels, reverse=True), "beginners look longest"
        assert (one.lay is None) == (one.first == 0), "nobody told when the cards of a record were dealt"
        if one.last is not None and one.lay is not None and one.first:
            assert one.lay == found.entries[one.last - 1].at - found.entries[one.first - 1].at
    events = [event for table in found.tables[1:] for event in table.state.last if event.what == "set_taken"]
    if name == "coopset":
        assert sum(one.taken for one in told.finds) == sum(
            len(table.state.marks)
            for table, entry in zip(found.tables, found.entries, strict=False)
            if type(entry.move).__name__ == "CommitLayout"
        )
    mine = Counter(one.by for one in told.finds if one.taken)
    assert not events or mine == Counter(event.seat for event in events)


def test_what_lies_there_now_is_told_without_how_it_ended() -> None:
    record = laid.sample("set")
    told = replayed(record, count=3, hide=True)
    assert told.finds
    assert {one.last for one in told.finds if one.taken} <= {0, 1, 2}
    assert replayed(record, count=3, history=False).finds == ()
