"""The study: positions that somebody sends, moves tried on them, and nothing that is kept or held up."""

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from septet.games import GAMES, log
from septet.games.pictures import Trial, blocks, drawing_of
from septet.i18n import words
from septet.i18n.books import rule_book
from septet.server.tables import studying
from septet.server.tables.studying import MOVES, PICTURE, RECORD, StudyWish
from septet.server.workers import studies
from septet.server.workers.studies import StudyAnswer, answered
from septet.study import trying
from septet.study.lessons import answer, course
from tests.playing import states, watchers
from tests.server.running import House, running

RECORDS = Path(__file__).parent.parent / "records"
JACK = "circle: 4D 5D 6D.8H 7D 8D 2C\ntokens: 7-0-0\nactions: JH QS\n"
ACTION = {"seat": 0, "move": {"type": "action_turn"}}


def use(card: str, slot: int, seat: int = 0) -> dict[str, Any]:
    return {"seat": seat, "move": {"type": "use", "card": card, "slot": slot}}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("study")) as found:
        yield found


@pytest.fixture(scope="module")
def browser(house: House) -> httpx.Client:
    return house.browser()  # without a session


def ask(browser: httpx.Client, game: str = "sep", lang: str = "en", **wish: Any) -> httpx.Response:
    return browser.post("/api/study", params={"lang": lang}, json={"game": game, **wish})


def found(browser: httpx.Client, **wish: Any) -> dict[str, Any]:
    answer = ask(browser, **wish)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_position_is_seen_as_its_seat_sees_it(browser: httpx.Client) -> None:
    seen = found(browser, picture=JACK)
    assert seen["moment"]["offers"] == [{"type": "draw"}, {"type": "action_turn"}]
    assert (seen["moment"]["to_move"], seen["moment"]["outcome"], seen["made"]) == ([0], None, 0)
    assert seen["reached"] is seen["refused"] is None
    other = found(browser, picture=JACK, seat=1)
    assert other["moment"]["offers"] == other["gains"] == []
    assert other["moment"]["view"]["action_hand"] != ["JH", "QS"]


def test_moves_are_tried_and_what_each_brings_is_told(browser: httpx.Client) -> None:
    first = found(browser, picture=JACK, moves=[ACTION], goal="+1; tokens 6-1-0")
    uses = dict(zip(map(str, first["moment"]["offers"]), first["gains"], strict=True))
    assert uses[str(use("JH", 2)["move"])] == 1
    assert first["reached"] is False
    then = found(browser, picture=JACK, moves=[ACTION, use("JH", 2)], goal="+1; tokens 6-1-0")
    assert (then["made"], then["reached"]) == (2, True)
    assert [past["seat"] for past in then["history"]] == [0, 0]
    assert then["history"][1]["last"]["why"][0]["cards"] == ["4D", "5D", "6D", "7D", "8D"]


def test_a_move_that_is_refused_is_explained_with_its_chapter(browser: httpx.Client) -> None:
    answer = ask(browser, lang="fr", picture=JACK, moves=[ACTION, use("JH", 0), use("JH", 2)], goal="+1")
    told = answer.json()
    assert (told["made"], told["reached"]) == (1, False)
    assert (told["refused"]["code"], told["refused"]["rule"]) == ("wrong_suit", "sep#actions")
    assert told["refused"]["words"].startswith("V♥")  # the jack, as the French call him


def test_what_others_reply_waits_for_its_turn(browser: httpx.Client) -> None:
    replies = [{"seat": 1, "move": {"type": "draw"}}, {"seat": 1, "move": {"type": "pass", "card": "9S"}}]
    picture = JACK + "draw: 9S\n"
    told = found(browser, picture=picture, moves=[ACTION], replies=replies)
    assert [past["seat"] for past in told["history"]] == [0]
    told = found(browser, picture=picture, moves=[ACTION, use("JH", 2)], replies=replies, goal="+1; reserve 9S")
    assert [past["seat"] for past in told["history"]] == [0, 0, 1, 1]
    assert (told["made"], told["reached"], told["moment"]["to_move"]) == (2, True, [0])
    assert told["history"][2]["last"]["card"] is None, "what the other one drew is hidden"


def test_begun_moves_count_for_no_goal(browser: httpx.Client) -> None:
    told = found(browser, picture=JACK, begin=[ACTION, use("JH", 2)], goal="+1")
    assert (told["reached"], told["made"], told["history"]) == (False, 0, [])


@pytest.mark.parametrize("name", ["chipset-rounds", "coopset-team", "set-claimed"])
def test_a_record_is_studied_after_any_of_its_moves(browser: httpx.Client, name: str) -> None:
    file = RECORDS / f"{name}.jsonl"
    record = (file if file.exists() else RECORDS / f"first-{name}.jsonl").read_bytes()
    game = log.read_header(record).game
    moves = len(log.read(record).entries)
    assert moves > 2
    first, last = (found(browser, game=game, record=record.decode(), at=at) for at in (0, moves))
    assert first["moment"]["outcome"] is None
    assert last["moment"]["outcome"] is not None
    refused = ask(browser, game=game, record=record.decode(), at=moves + 1)
    assert (refused.status_code, refused.json()["code"]) == (400, "no_such_move")
    assert ask(browser, record=record.decode()).json()["code"] == "of_another_game"
    assert ask(browser, game=game, record=record.decode()[:-9]).json()["code"] == "no_seal"


def test_all_of_a_position_is_told_as_text_if_that_is_wanted(browser: httpx.Client) -> None:
    assert found(browser, picture=JACK)["picture"] is None
    told = found(browser, picture=JACK, moves=[ACTION, use("JH", 2)], whole=True)["picture"]
    assert "circle: 4D 5D 6D 7D 8D 2C" in told.split("\n")
    again = found(browser, picture=told, whole=True)
    assert again["picture"] == told
    assert again["moment"]["to_move"] == [1]


def test_what_no_game_comes_to_is_drawn_all_the_same_and_named(browser: httpx.Client) -> None:
    seen = found(browser, picture=f"{JACK}draw-left: 0", lang="fr")
    assert seen["impossible"].startswith("La pioche est vide")
    assert found(browser, picture=JACK)["impossible"] is None


def test_a_place_of_a_picture_is_called_by_its_name_where_people_read(browser: httpx.Client) -> None:
    refused = ask(browser, picture=f"{JACK}draw-left: 99", lang="nl").json()
    assert refused["words"] == "‘kaarten over in de voorraad: 99’ moet hier tussen 0 en 29 liggen."


@pytest.mark.parametrize("game", GAMES)
def test_what_can_lie_where_is_told_with_a_deal_to_begin_with(browser: httpx.Client, game: str) -> None:
    told = browser.post("/api/study/places", json={"game": game}).json()
    pieces = [piece for pool in told["pools"].values() for piece in pool]
    assert len(pieces) >= 27
    for place in told["places"]:
        assert place["kind"] not in {"row", "stacks", "grid"} or place["pieces"] in told["pools"]
    assert found(browser, game=game, picture=told["picture"])["impossible"] is None


@pytest.mark.parametrize("wish", [{"game": "set", "players": 17}, {"game": "sep", "options": {"rain": True}}])
def test_places_of_a_game_that_is_not_played_so_are_refused(browser: httpx.Client, wish: dict[str, Any]) -> None:
    refused = browser.post("/api/study/places", json=wish)
    assert refused.status_code == 400
    assert refused.json()["words"]
    dutch = browser.post("/api/study/places", params={"lang": "nl"}, json={"game": "set", "players": 17}).json()
    assert dutch["words"].startswith("‘spelers: 17’")


def test_the_record_of_a_game_that_goes_on_is_of_no_use(browser: httpx.Client) -> None:
    whole = log.read((RECORDS / "coopset-team.jsonl").read_bytes())
    told = ask(browser, game="coopset", record=log.write(whole, show_seed=False).decode())
    assert (told.status_code, told.json()["code"]) == (400, "no_seed")


DEEP = '{"game":"sep","picture":"circle: 4D 5D 6D 7D 8D 2C","moves":[{"seat":0,"move":{"type":%s}}]}'
TOO_MUCH = [
    ({"picture": "x" * (PICTURE + 1)}, 400, "bad_request"),
    ({"picture": "#\n" * 5_000 + "circle: 4D 5D 6D 7D 8D 2C"}, 200, None),
    ({"picture": "circle: 4D 5D 6D 7D 8D 2C\n" * 300}, 400, "too_many_lines"),
    ({"picture": JACK, "moves": [ACTION] * (MOVES + 1)}, 400, "bad_request"),
    ({"picture": JACK, "moves": [{"seat": 0, "move": {"type": "x" * 70_000}}]}, 413, "too_large"),
    ({"record": "x" * (RECORD + 1)}, 400, "bad_request"),
    ({"record": "x" * 600_000}, 413, "too_large"),
    ({"record": "x" * 10_000_000}, 413, "too_large"),
    ({"picture": JACK, "record": "x"}, 400, "bad_request"),
    ({}, 400, "bad_request"),
    ({"picture": JACK, "at": 10**30}, 400, "bad_request"),
    ({"picture": JACK, "seat": 2}, 400, "no_such_seat"),
    ({"picture": "circle: 4D 4D 6D 7D 8D 2C"}, 400, "card_twice"),
    ({"picture": "circle: 4D"}, 400, "bad_circle"),
    ({"picture": JACK, "options": {"combo_ace": "x"}}, 400, "bad_value"),
    ({"picture": JACK, "goal": "beauty"}, 400, "unknown_check"),
    ({"picture": JACK, "moves": [{"seat": 0, "move": {"type": "undo", "to": 0}}]}, 400, "bad_request"),
]


@pytest.mark.parametrize(("wish", "status", "code"), TOO_MUCH, ids=range(len(TOO_MUCH)))
def test_whatever_is_too_much_or_impossible_is_refused_in_words(
    browser: httpx.Client, wish: dict[str, Any], status: int, code: str | None
) -> None:
    answer = ask(browser, **wish)
    assert (answer.status_code, answer.json().get("code")) == (status, code), answer.text[:300]
    assert status == 200 or answer.json()["words"]


@pytest.mark.parametrize("depth", [10, 900, 20_000])
def test_json_in_json_without_end_is_refused(browser: httpx.Client, depth: int) -> None:
    body = DEEP % ("[" * depth + "]" * depth)
    answer = browser.post("/api/study", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_one_address_and_one_person_have_so_many_and_hear_when_to_come_back(tmp_path: Path) -> None:
    with running(tmp_path, study=0.001, study_here=0.15) as house:  # bursts of none, and of three
        stranger = house.browser()
        assert [ask(stranger, picture=JACK).status_code for _ in range(3)] == [200, 200, 429]
        assert int(ask(stranger, picture=JACK).headers["retry-after"]) >= 1
        assert stranger.get("/api/games").status_code == 200
        assert ask(house.guest(), picture=JACK).json()["code"] == "too_fast"


def test_what_takes_too_long_is_given_up_and_the_next_is_answered(
    house: House, browser: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(browser, picture=JACK)
    process = house.server.studies.process
    assert process is not None
    monkeypatch.setattr(studies, "LONGEST_S", 0.0)
    assert ask(browser, picture=JACK).json()["code"] == "study_failed"
    monkeypatch.undo()
    assert found(browser, picture=JACK)["made"] == 0
    assert house.server.studies.process is not process


def drawn() -> dict[str, list[list[str]]]:
    """The pictures of all rule books, by game."""
    found: dict[str, list[list[str]]] = {}
    for game in GAMES.values():
        for block in blocks(rule_book(type(game), game.book, "en")):
            if drawing_of(block):
                found.setdefault(block.game, []).append(drawing_of(block))
    return found


def twisted(picture: list[str], words: list[str], rng: random.Random) -> str:
    """The picture with some words left out, put in or changed."""
    lines = [line.split() for line in picture]
    for _ in range(rng.randrange(4)):
        line = rng.choice(lines)
        at = rng.randrange(len(line) + 1)
        line[at : at + rng.randrange(2)] = [rng.choice(words)] * rng.randrange(2)
    return "\n".join(" ".join(line) for line in lines)


def some_move(offers: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    offer = rng.choice(offers)
    if "kind" not in offer:
        return offer
    cards = rng.sample(offer["cards"], min(offer["k"], len(offer["cards"])))
    return {"type": offer["kind"], **({"card": cards[0]} if offer.get("single") else {"cards": cards})}


def studied(wish: dict[str, Any]) -> StudyAnswer:
    return answered(msgspec.json.encode({"type": "study", "language": "en", "wish": wish}))


@pytest.mark.parametrize("game", GAMES)
def test_no_position_that_can_be_drawn_breaks_the_rules(game: str) -> None:
    rng, pictures = random.Random(7), drawn()
    own = pictures.get(game) or pictures["set"]
    words = sorted({word for lines in own for line in lines for word in line.split()})
    understood = 0
    for _ in range(60):
        wish: dict[str, Any] = {"game": game, "picture": twisted(rng.choice(own), words, rng), "moves": []}
        for _ in range(4):
            answer = studied(wish)
            assert not answer.fault, (wish, answer.fault)
            if answer.code:
                break
            understood += 1
            offers = msgspec.json.decode(answer.found)["moment"]["offers"]
            if not offers:
                break
            wish["moves"].append({"seat": 0, "move": some_move(offers, rng)})
    assert understood > 20


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_is_finished_through_the_study(game: str) -> None:
    """As the page does it: what the course says is sent back, and the moves one by one."""
    steps = course(game, "en").steps
    assert steps
    for number, step in enumerate(steps, start=1):
        asked = msgspec.to_builtins(step)
        wish = {name: asked[name] for name in ("picture", "options", "begin", "replies", "goal")}
        moves = msgspec.to_builtins(answer(game, number))
        found = [studied({"game": game, **wish, "moves": moves[:made]}) for made in range(len(moves) + 1)]
        assert [one.code for one in found] == [""] * len(found)
        told = [msgspec.json.decode(one.found) for one in found]
        assert [one["made"] for one in told] == list(range(len(told)))
        assert [one["reached"] for one in told] == [False] * len(moves) + [True], (game, step.title)


def test_other_hidden_cards_change_no_byte_of_an_answer() -> None:
    """What a seat is told is what its view tells, whatever cards lie below."""
    base, told = "circle: 4D 5D 6D.8H 7D 8D 2C\nhand: 9C 9S\nactions: JH QS\n", set()
    for hidden in ("draw: AC 2D", "draw: 2D AC", "draw: TS 3H\naction-draw: KD"):
        answer = studied({"game": "sep", "picture": base + hidden, "goal": "+1"})
        told.add(bytes(answer.found))
    assert len(told) == 1


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_dealt_anew_below_a_view_the_study_says_the_same_of_it(name: str) -> None:
    game, rng, t = GAMES[name], random.Random(f"study {name}"), words("en")
    row = list(states(game, rng))
    for state in (rng.choice(row) for _ in range(4)):
        for seat in watchers(game, state):
            view, asked = game.view(state, seat), StudyWish(name, picture="", seat=seat)
            said = set()
            for other in (state, *(game.guess(view, rng) for _ in range(3))):
                walk = trying.Walk(Trial(game, other, other), (), None)
                said.add(msgspec.json.encode(studying.told(walk, asked, t)))
            assert len(said) == 1


def test_a_process_that_dies_is_started_again(house: House, browser: httpx.Client) -> None:
    found(browser, picture=JACK)
    process = house.server.studies.process
    assert process is not None
    process.kill()
    deadline = time.monotonic() + 20
    while process.returncode is None and time.monotonic() < deadline:
        time.sleep(0.02)
    assert found(browser, picture=JACK)["made"] == 0
