"""Reviews on the server: who may have one made, how far it is, what is kept of it, and what becomes of it."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from septet.review.report import Overlooked, Review
from septet.server.store import reviews
from septet.server.store.reviews import KeptReview
from septet.server.tables.questions import ReviewPlan
from tests.server.lines import line, make
from tests.server.running import House, running
from tests.server.test_decks import finish, quick
from tests.server.test_errands import Told
from tests.server.test_replay import make_race
from tests.server.test_spans import age, keeping, swept
from tests.server.test_tables import seated

PATIENCE_S = 180.0


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Where somebody makes reviews."""
    with running(tmp_path_factory.mktemp("reviews"), workers=1) as found:
        yield found


@pytest.fixture(scope="module")
def idle_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Where a worker never answers, so that they wait."""
    with running(tmp_path_factory.mktemp("idle"), reviews=3, reviews_here=2, reviews_at_once=1) as found:

        async def come() -> None:
            found.server.hall.errands.join(Told())

        found.call(come())
        yield found


def played(house: House, browser: httpx.Client) -> str:
    """A game that is over."""
    table = quick(browser)

    async def play() -> None:
        async with line(house, browser) as one:
            await finish(one, table)

    asyncio.run(play())
    return table


def path(table: str) -> str:
    return f"/api/tables/{table}/review"


def told(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code") or answer.json()["status"]


def until_over(browser: httpx.Client, table: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE_S
    while True:
        found: dict[str, Any] = browser.get(path(table)).json()
        if found["status"] not in ("waiting", "running"):
            return found
        assert time.monotonic() < end, found
        time.sleep(0.05)


async def nothing_waits(house: House) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while house.server.hall.errands.waiting:
            await asyncio.sleep(0.02)


def test_a_review_is_made_once_and_kept_for_everybody(house: House) -> None:
    ann, stranger = house.guest(), house.browser()
    table = quick(ann)
    assert told(ann.get(path(table))) == told(ann.post(path(table))) == (400, "not_over")
    table = played(house, ann)
    assert stranger.get(path(table)).json() == {"status": "none", "progress": 0.0, "yours": False, "review": None}
    assert told(stranger.post(path(table))) == (401, "no_session")
    begun = ann.post(path(table)).json()
    assert begun["status"] in ("waiting", "running")
    assert begun["yours"]
    done = until_over(ann, table)
    assert (done["status"], done["progress"]) == ("done", 1.0)
    found = msgspec.convert(done["review"], Review)
    assert isinstance(found, Overlooked)
    (eyes,) = found.eyes
    assert eyes.timed == eyes.taken > 0, "those of the first deal have a time too"
    assert stranger.get(path(table)).json() == done
    assert house.guest().post(path(table)).json() == done, "nothing is made twice"
    assert ann.delete(path(table)).status_code == 204
    assert ann.get(path(table)).json() == done, "what is done stays"


def test_a_newer_valuer_looks_again(house: House) -> None:
    ann = house.guest()
    table = played(house, ann)
    store = house.server.store
    for kept in (KeptReview("of long ago", b'{"kind":"no longer known"}'),):
        assert house.call(store.write(reviews.keep, table, kept, 0))
        assert told(ann.get(path(table))) == (200, "none")
    ann.post(path(table))
    assert until_over(ann, table)["status"] == "done"
    found = house.call(store.read(reviews.kept, table))
    assert found and found.version != "of long ago"
    old = KeptReview("of long ago", found.review)
    assert house.call(store.write(reviews.keep, table, old, 0))
    assert told(ann.get(path(table))) == (200, "done"), "better than nothing"
    assert ann.post(path(table)).json()["status"] in ("waiting", "running")
    until_over(ann, table)
    assert not house.call(store.write(reviews.keep, "nosuchtable0", old, 0))


def test_one_that_fails_says_so_and_may_be_asked_for_again(house: House) -> None:
    ann = house.guest()
    table = played(house, ann)
    user = ann.get("/api/me").json()["id"]

    async def begin() -> None:
        house.server.reviews.begin(user, "", ReviewPlan("en", "no record", table))

    house.call(begin())
    assert until_over(ann, table)["status"] == "failed"
    ann.post(path(table))
    assert until_over(ann, table)["status"] == "done"


def test_what_is_tried_is_checked_before_anything_is_played_out(house: House) -> None:
    ann = house.guest()
    table = played(house, ann)
    wish = {"number": 1, "move": {"type": "noset"}}
    assert told(house.browser().post(f"{path(table)}/try", json=wish)) == (401, "no_session")
    assert told(ann.post(f"{path(table)}/try", json=wish)) == (400, "nothing_to_try")
    assert told(ann.post(f"{path(table)}/try", json={"number": 0, "move": {}})) == (400, "bad_request")
    assert told(ann.post(f"{path('nosuchtable0')}/try", json=wish)) == (404, "no_table")


def test_a_deck_that_is_still_raced_on_is_not_reviewed(house: House) -> None:
    ann = house.guest()
    table = make_race(house, ann)
    for answer in (ann.get(path(table)), ann.post(path(table))):
        assert told(answer) == (400, "deck_in_play")


def test_everybody_has_a_share_and_is_told_when_to_come_back(idle_house: House) -> None:
    house = idle_house
    people = [house.guest() for _ in range(3)]
    tables = [played(house, people[0]) for _ in range(4)]
    ann, bob, cyd = people
    first = ann.post(path(tables[0])).json()
    assert (first["status"], first["progress"], first["yours"]) == ("waiting", 0.0, True)
    again = bob.post(path(tables[0]))
    assert again.json()["yours"], "who asks for the same goes along"
    refused = ann.post(path(tables[1]))
    assert told(refused) == (429, "too_many_reviews_yours")
    assert int(refused.headers["retry-after"]) == refused.json()["facts"]["seconds"] > 0
    assert f"{refused.json()['facts']['seconds']} s" in refused.json()["words"]
    second = bob.post(path(tables[1]))
    assert told(second)[1] in ("waiting", "running")
    assert told(cyd.post(path(tables[2]))) == (429, "too_many_reviews_here")
    said = {
        cyd.post(path(tables[2]), headers={"accept-language": language}).json()["words"]
        for language in ("en", "fr", "nl")
    }
    assert len(said) == 3
    assert ann.get(path(tables[1])).json()["yours"] is False
    ann.delete(path(tables[1]))
    assert told(bob.get(path(tables[1])))[1] in ("waiting", "running"), "nobody stops what is another's"
    ann.delete(path(tables[0]))
    assert told(bob.get(path(tables[0])))[1] == "running", "bob wants it too"
    bob.delete(path(tables[0]))
    assert told(bob.get(path(tables[0]))) == (200, "none")
    assert told(cyd.post(path(tables[2])))[1] in ("waiting", "running"), "now there is room"
    statuses = sorted(told(cyd.get(path(table)))[1] for table in tables[1:3])
    assert statuses == ["running", "waiting"], "one after the other"
    for browser, table in ((bob, tables[1]), (cyd, tables[2])):
        browser.delete(path(table))
    assert not house.server.reviews.jobs
    house.call(nothing_waits(house))


def test_the_house_has_enough_at_some_point(idle_house: House) -> None:
    house, ann = idle_house, idle_house.guest()
    table = played(house, ann)
    record = ann.get(f"/api/tables/{table}/record").text

    async def crowd(*, come: bool) -> None:
        for number in range(house.server.node.limits.reviews):
            where = f"10.0.0.{number}"
            if come:
                house.server.reviews.begin(where, where, ReviewPlan("en", record, f"table{number}"))
            else:
                house.server.reviews.stop(f"table{number}", where)

    house.call(crowd(come=True))
    assert told(ann.post(path(table))) == (429, "too_many_reviews")
    house.call(crowd(come=False))
    assert told(ann.post(path(table)))[0] == 200
    ann.delete(path(table))


def test_a_host_may_do_without(tmp_path: Path) -> None:
    with running(tmp_path, reviews=0) as house:
        ann = house.guest()
        table = played(house, ann)
        assert told(ann.post(path(table))) == (403, "no_reviews")
        assert told(ann.get(path(table))) == (200, "none")


def test_a_house_that_stops_meanwhile_begins_anew_when_asked(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        ann = house.guest()
        table = played(house, ann)
        cookies = dict(ann.cookies)
        assert told(ann.post(path(table)))[1] in ("waiting", "running")
    with running(tmp_path, workers=1) as house:
        again = house.browser()
        again.cookies.update(cookies)
        assert told(again.get(path(table))) == (200, "none")
        again.post(path(table))
        done = until_over(again, table)
        assert done["status"] == "done"
    with running(tmp_path) as house:
        assert house.browser().get(path(table)).json() == done


def test_a_review_goes_with_its_game(tmp_path: Path) -> None:
    with running(tmp_path, server=keeping(tmp_path, games=1)) as house:
        store, ann = house.server.store, house.guest()
        tables = [played(house, ann) for _ in range(2)]
        for table in tables:
            assert house.call(store.write(reviews.keep, table, KeptReview("1", b"{}"), 0))
        age(house, 2)
        assert swept(house).games == 2
        assert [house.call(store.read(reviews.kept, table)) for table in tables] == [None, None]


async def one_move(house: House, ann: httpx.Client, bob: httpx.Client) -> tuple[str, list[Any]]:
    """A game of SEP that was given up after its first move, and what could have been played instead."""
    table = make(ann, "sep", "me", "anyone")
    async with line(house, ann) as one, line(house, bob) as other:
        await seated(one, other, table)
        mover = one if 0 in one.moments[table]["to_move"] else other
        offers = mover.moments[table]["offers"]
        await one.at(table, (await mover.play(table, offers[0]))["n"])
        await one.play(table, {"type": "resign"})
    return table, offers[1:]


@pytest.mark.slow
def test_a_game_of_sep_is_valued_and_another_move_is_tried(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    table, others = asyncio.run(one_move(house, ann, bob))
    ann.post(path(table))
    done = until_over(ann, table)
    assert done["status"] == "done", done
    assert done["review"]["kind"] == "valued"
    found = ann.post(f"{path(table)}/try", json={"number": 1, "move": others[0]}, timeout=60)
    assert found.status_code == 200, found.text
    assert found.json().keys() == {"value", "best_value", "lost"}
    assert found.json() == ann.post(f"{path(table)}/try", json={"number": 1, "move": others[0]}, timeout=60).json()
    for wish, why in (
        ({"number": 1, "move": {"type": "discard", "card": "XX"}}, "bad_request"),
        ({"number": 9, "move": others[0]}, "no_such_move"),
    ):
        answer = ann.post(f"{path(table)}/try", json=wish)
        assert told(answer) == (400, why)
        assert answer.json()["words"]
