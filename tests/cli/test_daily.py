"""The daily in a terminal: a real house is asked, and keeps what was tried."""

import builtins
import io
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from septet.cli import BAD_INPUT, OK, main
from septet.daily.items import ITEMS
from septet.i18n import LANGUAGES, words
from tests.cli.test_puzzle import typed
from tests.server.days import DATE, DAY, DailyHouse, daily_house, puzzle_of


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DailyHouse]:
    with daily_house(tmp_path_factory.mktemp("daily")) as found:
        found.fill(DAY, DAY)
        found.go_to(DAY)
        yield found


class Terminal:
    """Somebody at a terminal, whom the house knows again."""

    def __init__(
        self, house: DailyHouse, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.address, self.folder, self.capsys, self.monkeypatch = house.house.address, folder, capsys, monkeypatch

    def run(self, *asked: str, types: tuple[str, ...] = (), code: int = OK) -> str:
        lines = iter(types)

        def answer(prompt: str = "") -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        self.monkeypatch.setattr(builtins, "input", answer)
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{one}\n" for one in types)))
        where = ("--server", self.address, "--data", str(self.folder))
        lang = () if "--lang" in asked else ("--lang", "en")
        assert main(["daily", *asked, *where, *lang]) == code
        told = self.capsys.readouterr()
        return told.err if code else told.out


@pytest.fixture
def terminal(
    house: DailyHouse, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Terminal:
    return Terminal(house, tmp_path, capsys, monkeypatch)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_today_is_listed_in_every_language(terminal: Terminal, language: str) -> None:
    shown = terminal.run("--lang", language)
    assert DATE in shown
    assert all(item in shown for item in ITEMS)
    assert words(language)("web.daily.state.new") in shown


def test_a_puzzle_is_solved_once_and_known_again(terminal: Terminal) -> None:
    puzzle = puzzle_of(DAY, "sep-win")
    shown = terminal.run("sep-win", types=("nonsense", *typed(puzzle)))
    assert "Solved!" in shown
    assert DATE in shown
    assert "Kept. What is right is told when the day is over." in shown
    assert terminal.run("sep-win").startswith("Solved")
    day = msgspec.json.decode(terminal.run("--json"))
    assert {one["item"]: one["status"] for one in day["items"]}["sep-win"] == "solved"
    assert "Solved" in terminal.run()


def test_whoever_leaves_goes_on_later_and_whoever_gives_up_does_not(terminal: Terminal) -> None:
    assert "Solved" not in terminal.run("set-any", types=("q",))
    shown = terminal.run("set-any", types=("!",))
    assert "Not this time." in shown
    assert "Kept." in shown
    assert terminal.run("set-any").startswith("Not solved")


def test_a_program_writes_steps_and_reads_what_came_of_them(terminal: Terminal) -> None:
    puzzle = puzzle_of(DAY, "chipset-pot")
    steps = ("nonsense", '{"type":"none"}', msgspec.json.encode(puzzle.right[0][0]).decode())
    first, *refused, last = map(msgspec.json.decode, terminal.run("chipset-pot", "--json", types=steps).splitlines())
    assert first["puzzle"]["status"] == "open"
    assert len(refused) == 2
    assert all(one["error"] for one in refused)
    assert last["puzzle"]["status"] == "solved"
    assert last["puzzle"]["solution"] == []


def test_a_deal_is_played_at_its_table(terminal: Terminal) -> None:
    address = terminal.run("coopset").strip()
    assert address.startswith(f"{terminal.address}/table/")
    assert terminal.run("coopset").strip() == address, "the same again"
    assert msgspec.json.decode(terminal.run("coopset", "--json")) == {"table": address.rpartition("/")[2]}


def test_what_is_not_there_is_told_in_a_line(
    terminal: Terminal, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "sep-win" in terminal.run("chess", code=BAD_INPUT)
    terminal.address = "ftp://nowhere"
    assert "ftp://nowhere" in terminal.run(code=BAD_INPUT)
    terminal.address = "http://127.0.0.1:9"
    assert "http://127.0.0.1:9" in terminal.run(code=BAD_INPUT)
    (tmp_path / "houses.json").write_text("not that")
    assert str(tmp_path / "houses.json") in terminal.run(code=BAD_INPUT)


def test_whoever_was_forgotten_is_somebody_new(terminal: Terminal) -> None:
    file = terminal.folder / "houses.json"
    file.write_text(msgspec.json.encode({terminal.address: "forgotten", "http://elsewhere": "kept"}).decode())
    assert DATE in terminal.run()
    known = msgspec.json.decode(file.read_bytes())
    assert known.keys() == {terminal.address, "http://elsewhere"}
    assert known[terminal.address] != "forgotten"
    assert terminal.run("set-six", types=("q",)), "and may play"


def test_an_account_may_play_by_its_token(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEPTET_TOKEN", "not a token")
    assert len(terminal.run("sep-win", code=BAD_INPUT).splitlines()) == 1
    assert not (terminal.folder / "houses.json").exists()
