"""The studio on the server: who may have rules compared, how far it is, what is kept, and what becomes of it."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import Connection, func, select, update

from septet.cli import OK, main
from septet.lab.whole import StudyFiles
from septet.server.app import Server, Settings
from septet.server.hall.comparisons import Comparisons
from septet.server.limits import Limits, Spans
from septet.server.store import comparisons, schema
from septet.server.store.comparisons import KeptComparison
from tests.server.nodes import node
from tests.server.running import PLENTY, House, running
from tests.server.test_errands import Told, staffed, worker
from tests.server.test_spans import swept

PATH = "/api/studio"
PATIENCE_S = 120.0
ACES: dict[str, Any] = {
    "game": "sep-solo",
    "columns": [{}, {"combo_ace": "low"}],
    "bots": ["random"],
    "deals": 400,
}
LANGUAGES = ("en", "fr", "nl")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Where somebody makes comparisons."""
    with running(tmp_path_factory.mktemp("studio"), workers=1, studio=True) as found:
        yield found


@pytest.fixture
def idle_house(tmp_path: Path) -> Iterator[House]:
    """Where a worker never answers, so that they wait."""
    limits: dict[str, Any] = {"comparisons": 3, "comparisons_here": 2, "comparisons_at_once": 1}
    with running(tmp_path, studio=True, **limits) as found:

        async def come() -> None:
            found.server.hall.errands.join(Told())

        found.call(come())
        yield found


def told(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code") or answer.json()["status"]


def asked(browser: httpx.Client, **other: Any) -> httpx.Response:
    return browser.post(PATH, json={**ACES, **other})


def until_over(browser: httpx.Client, name: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE_S
    while True:
        found: dict[str, Any] = browser.get(f"{PATH}/{name}").json()
        if found.get("status") not in ("waiting", "running"):
            return found
        assert time.monotonic() < end, found
        time.sleep(0.05)


def test_a_house_has_no_studio_unless_its_host_says_so(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        ann = house.guest()
        assert ann.get(PATH).json()["open"] is False
        assert told(asked(ann)) == (403, "no_studio")
    with running(tmp_path, studio=True, chunks=0) as house:
        assert house.browser().get(PATH).json()["open"] is False, "nobody would make it"


@pytest.mark.slow
def test_the_option_opens_it_and_a_server_that_stops_meanwhile_begins_anew_when_asked(tmp_path: Path) -> None:
    with node(tmp_path, "--studio", workers=1) as server:
        wish = {**ACES, "deals": 20_000}
        with httpx.Client(base_url=server.address, timeout=60) as ann:
            ann.post("/api/guest")
            assert ann.get(PATH).json()["open"] is True
            name = ann.post(PATH, json=wish).json()["id"]
            server.kill()
            server.start()
            assert told(ann.get(f"{PATH}/{name}")) == (404, "no_comparison")
            assert told(ann.post(PATH, json={**wish, "deals": 400}))[0] == 200
            assert told(ann.post(PATH, json=wish)) == (429, "too_many_comparisons_yours")


def test_a_comparison_is_made_once_and_kept_for_everybody(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, stranger = house.guest(), house.browser()
    offer = {one["name"]: one for one in stranger.get(PATH).json()["games"]}
    assert offer["sep"]["bots"] == ["random", "greedy"]
    assert offer["set"]["deals"][-1] < offer["sep"]["deals"][-1]
    assert told(asked(stranger)) == (401, "no_session")
    begun = asked(ann).json()
    assert begun["status"] in ("waiting", "running")
    assert begun["yours"]
    name = begun["id"]
    done = until_over(ann, name)
    assert (done["status"], done["progress"], done["yours"]) == ("done", 1.0, False)
    assert done["wish"] == {**ACES, "seed": "septet"}
    assert stranger.get(f"{PATH}/{name}").json() == done, "whoever has the link sees it"
    other = {**ACES, "columns": [{"combo_ace": "cyclic"}, {"combo_ace": "low"}]}
    assert house.guest().post(PATH, json=other).json() == done, "the same question in other words"
    assert ann.delete(f"{PATH}/{name}").status_code == 204
    assert ann.get(f"{PATH}/{name}").json() == done, "what is done stays"
    keep = ["--bots", "random", "--games", "400", "--keep", str(tmp_path / "kept.jsonl")]
    assert main(["lab", "sep-solo", "--vary", "combo_ace=low", *keep, "--json", "--lang", "en"]) == OK
    answer = stranger.get(f"{PATH}/{name}/json")
    assert answer.text == capsys.readouterr().out
    assert answer.headers["content-disposition"] == f'attachment; filename="septet-{name}.json"'
    assert answer.headers["content-encoding"] == "gzip"
    pages = [stranger.get(f"{PATH}/{name}/html", params={"lang": language}).text for language in LANGUAGES]
    for language, page in zip(LANGUAGES, pages, strict=True):
        assert f'<html lang="{language}">' in page
        assert "<svg" in page
    csv = stranger.get(f"{PATH}/{name}/csv").text
    assert csv.startswith("rules,label,figure,mean")
    assert "combo_ace=low" in csv


def test_the_report_says_how_to_have_the_same_again_with_the_same_names(house: House, tmp_path: Path) -> None:
    """Its file of rules, played by the lab, names the rules as the studio does."""
    ann = house.guest()
    name = asked(ann, deals=60).json()["id"]
    assert until_over(ann, name)["status"] == "done"
    page = ann.get(f"{PATH}/{name}/html").text
    lines = page.partition("<pre><code>")[2].partition("</code>")[0]
    (rules := tmp_path / "rules.txt").write_text(lines, "utf-8")
    again = ["--bots", "random", "--games", "60", "--keep", str(tmp_path / "kept"), "--csv", str(tmp_path / "csv")]
    assert main(["lab", "sep-solo", "--rules", str(rules), *again, "--lang", "en"]) == OK
    assert (tmp_path / "csv").read_bytes().decode() == ann.get(f"{PATH}/{name}/csv").text


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"columns": [{}, {"combo_ace": "cyclic"}]}, "compare_same"),
        ({"columns": [{}]}, "bad_request"),
        ({"columns": [{}] * 7}, "bad_request"),
        ({"columns": [{}, {"combo_ace": "high"}]}, "bad_value"),
        ({"columns": [{}, {"no_such_rule": 1}]}, "unknown"),
        ({"bots": ["expert"]}, "compare_bot"),
        ({"bots": ["random", "random"]}, "bad_seats"),
        ({"deals": 30}, "bad_request"),
        ({"game": "set", "bots": ["random", "casual"], "columns": [{}, {}], "deals": 2_000}, "compare_deals"),
        ({"seed": "a b; rm"}, "bad_request"),
        ({"game": "chess"}, "bad_request"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_words(house: House, other: dict[str, Any], code: str) -> None:
    answer = asked(house.guest(), **other)
    assert told(answer) == (400, code)
    assert answer.json()["words"]
    assert not house.server.comparisons.jobs


def test_everybody_has_a_share_and_is_told_when_to_come_back(idle_house: House) -> None:
    house = idle_house
    ann, bob, cyd = (house.guest() for _ in range(3))
    seeds = [f"deals-{number}" for number in range(4)]
    first = asked(ann, seed=seeds[0]).json()
    assert (first["status"], first["progress"], first["yours"], first["seconds"]) == ("waiting", 0.0, True, None)
    assert asked(bob, seed=seeds[0]).json()["yours"], "who asks for the same goes along"
    refused = asked(ann, seed=seeds[1])
    assert told(refused) == (429, "too_many_comparisons_yours")
    assert int(refused.headers["retry-after"]) == refused.json()["facts"]["seconds"] > 0
    second = asked(bob, seed=seeds[1]).json()
    assert (second["status"], second["ahead"]) == ("waiting", 1), "one after the other"
    assert told(asked(cyd, seed=seeds[2])) == (429, "too_many_comparisons_here")
    said = {
        cyd.post(PATH, json={**ACES, "seed": seeds[2]}, headers={"accept-language": language}).json()["words"]
        for language in LANGUAGES
    }
    assert len(said) == 3
    ann.delete(f"{PATH}/{second['id']}")
    assert told(bob.get(f"{PATH}/{second['id']}"))[1] == "waiting", "nobody stops what is another's"
    ann.delete(f"{PATH}/{first['id']}")
    assert told(bob.get(f"{PATH}/{first['id']}"))[1] == "running", "bob wants it too"
    bob.delete(f"{PATH}/{first['id']}")
    assert told(bob.get(f"{PATH}/{first['id']}")) == (404, "no_comparison")
    assert told(asked(cyd, seed=seeds[2]))[0] == 200, "now there is room"
    for browser, seed in ((bob, seeds[1]), (cyd, seeds[2])):
        browser.delete(f"{PATH}/{asked(browser, seed=seed).json()['id']}")
    assert not house.server.comparisons.jobs


def test_games_are_counted_too_and_those_that_were_not_played_are_given_back(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"compare": 1.0, "compare_here": 2.0, "compared_games": 900}
    with running(tmp_path, studio=True, **limits) as house:
        ann, bob, cyd = (house.guest() for _ in range(3))
        too_many = asked(ann, deals=1_000)
        assert told(too_many) == (400, "compare_games")
        assert too_many.json()["facts"] == {"games": 2_000, "most": 900}
        first = asked(ann).json()["id"]  # 800 of 1000
        ann.delete(f"{PATH}/{first}")
        again = asked(ann).json()["id"]
        house.server.comparisons.jobs[again].progress = 1.0
        ann.delete(f"{PATH}/{again}")
        refused = asked(ann)
        assert told(refused) == (429, "too_much_compared_yours")
        assert 590 < int(refused.headers["retry-after"]) <= 601, "a game a second"
        assert told(asked(ann, deals=60))[0] == 200, "fewer may still be had"
        third = asked(bob, seed="bob").json()["id"]
        house.server.comparisons.jobs[third].progress = 1.0
        bob.delete(f"{PATH}/{third}")
        assert told(asked(cyd, seed="cyd")) == (429, "too_much_compared_here")


def test_the_same_question_asked_at_once_is_begun_once(idle_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, make = [], Comparisons._make

    async def counted(self: Comparisons, job: Any) -> None:
        begun.append(job)
        await make(self, job)

    monkeypatch.setattr(Comparisons, "_make", counted)
    ann = idle_house.guest()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: asked(ann), range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert len(begun) == 1


def test_the_house_has_enough_at_some_point(idle_house: House) -> None:
    house, ann = idle_house, idle_house.guest()
    name = asked(ann).json()["id"]
    jobs, limits = house.server.comparisons.jobs, house.server.node.limits
    for number in range(limits.comparisons):
        jobs[str(number)] = type(jobs[name])(jobs[name].plan, str(number), str(number))
    assert told(asked(house.guest(), seed="more")) == (429, "too_many_comparisons")
    for number in range(limits.comparisons):
        del jobs[str(number)]
    ann.delete(f"{PATH}/{name}")


@pytest.mark.slow
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(tmp_path: Path, house: House) -> None:
    wish = {
        **ACES,
        "game": "coopset",
        "columns": [{}, {"coop_complete": "free"}],
        "bots": ["random", "random"],
        "deals": 400,
    }
    ann = house.guest()
    name = ann.post(PATH, json=wish).json()["id"]
    assert until_over(ann, name)["status"] == "done"
    with running(tmp_path, studio=True) as other, worker(other) as first, worker(other):
        other.call(staffed(other, 2))
        bob = other.guest()
        assert bob.post(PATH, json=wish).json()["id"] == name
        end = time.monotonic() + PATIENCE_S
        while not bob.get(f"{PATH}/{name}").json()["progress"]:
            assert time.monotonic() < end
            time.sleep(0.01)
        first.kill()
        assert until_over(bob, name)["status"] == "done"
        for kind in ("json", "html", "csv"):
            assert bob.get(f"{PATH}/{name}/{kind}").text == ann.get(f"{PATH}/{name}/{kind}").text


def test_one_that_fails_says_so_and_may_be_asked_for_again(tmp_path: Path) -> None:
    with running(tmp_path, studio=True) as house:
        ann, line, errands = house.guest(), Told(), house.server.hall.errands

        async def come() -> None:
            errands.join(line)

        async def leave() -> None:
            for _ in range(10):
                errands.leave(line)
                errands.join(line)

        house.call(come())
        name = asked(ann).json()["id"]
        house.call(leave())
        assert until_over(ann, name)["status"] == "failed"
        assert told(asked(ann))[1] in ("waiting", "running")


def keep_some(house: House, names: list[str], most: int = 100) -> None:
    wish = msgspec.json.encode({**ACES, "seed": "septet"})
    files = msgspec.json.encode(StudyFiles("{}", dict.fromkeys(LANGUAGES, "p"), dict.fromkeys(LANGUAGES, "c")))
    for at, name in enumerate(names):
        house.call(house.server.store.write(comparisons.keep, name, KeptComparison(wish, files), at, most))


def test_what_nobody_opens_any_more_makes_room(tmp_path: Path) -> None:
    limits = Limits(**PLENTY)
    server = Server(Settings(data=tmp_path, limits=limits, spans=Spans(comparisons=10), studio=True))
    names = [f"{number:016x}" for number in range(6)]

    def count(connection: Connection) -> int:
        return connection.execute(select(func.count()).select_from(schema.comparisons)).scalar_one()

    with running(tmp_path, server=server) as house:
        browser = house.browser()
        keep_some(house, names, most=4)
        there = [browser.get(f"{PATH}/{name}").status_code for name in names]
        assert there == [404, 404, 200, 200, 200, 200], "no more than so many"
        assert browser.get(f"{PATH}/{names[2]}/csv").text == "c", "opened, and so it is young again"
        assert swept(house).comparisons == 3
        assert [browser.get(f"{PATH}/{name}").status_code for name in names[2:]] == [200, 404, 404, 404]
        assert told(browser.get(f"{PATH}/{names[4]}/html")) == (404, "no_comparison")

        def damage(connection: Connection) -> None:
            connection.execute(update(schema.comparisons).values(files=b"damaged"))

        house.call(house.server.store.write(damage))
        assert told(browser.get(f"{PATH}/{names[2]}/json")) == (404, "no_comparison")
        assert house.call(house.server.store.read(count)) == 1
