"""Rules are mended in a new edition; whatever was played by an older one stays as it was."""

from contextlib import suppress
from pathlib import Path

import pytest

from septet.games import GAMES
from septet.games.errors import BadOption
from septet.games.game import IllegalMove, Outcome, Resign
from septet.games.log import Log, read
from septet.games.options import from_record, heard
from septet.server.tables.room import Room
from septet.server.tables.seating import Setup
from tests.playing import sitters
from tests.server.running import running

FIRST = sorted((Path(__file__).parent / "records").glob("first-*.jsonl"))
MENDED = [file for file in FIRST if "chipset" not in file.stem]


def by_the_newest(old: Log) -> Outcome | None:
    game = GAMES[old.header.game]
    options = from_record(game.Options, old.header.options)
    new = Log.new(game, options, old.header.seats, old.seed, old.header.started)
    for entry in old.entries:
        new.play(entry.seat, entry.move, entry.at)
    return new.outcome


@pytest.mark.parametrize("file", MENDED, ids=[file.stem for file in MENDED])
def test_what_the_first_edition_played_the_second_plays_otherwise(file: Path) -> None:
    """Or these records would prove nothing; that they are read as they were is seen with all golden records."""
    old = read(file.read_bytes())
    assert (old.header.rules, old.game.rules) == (1, 1)
    with suppress(IllegalMove):
        assert by_the_newest(old) != old.outcome


def test_an_endless_match_is_refused_when_it_is_made_and_read_if_it_was_played() -> None:
    with pytest.raises(BadOption):
        heard(GAMES["chipset"].Options, "chip_ante=0, chip_match=last_standing")
    (file,) = (file for file in FIRST if "chipset" in file.stem)
    assert read(file.read_bytes()).outcome is not None


def test_a_table_from_before_goes_on_by_its_own_rules() -> None:
    setup = Setup(game="coopset", options={"coop_rules": "modern"}, seats=1, host="u")
    assert Room("t" * 12, setup, bytes(32)).game.rules == 1


def test_a_new_table_is_played_by_the_newest_rules(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        browser = house.guest()
        asked = {"game": "coopset", "seats": [{"who": "me"}]}
        table = browser.post("/api/tables", json=asked).json()["id"]
        assert house.server.hall.tables[table].room.game.rules == GAMES["coopset"].rules
        endless = {"game": "chipset", "seats": [{"who": "me"}, {"who": "bot", "bot": "random"}]}
        refused = browser.post(
            "/api/tables", json={**endless, "options": {"chip_ante": 0, "chip_match": "last_standing"}}
        )
        assert refused.status_code == 400
        assert refused.json()["code"] == "needs"


@pytest.mark.parametrize(
    ("options", "points", "won"),
    [
        ("solo_match=b", (10, 8), True),
        ("solo_match=b", (10, 7), False),
        ("solo_match=b", (10,), False),
        ("solo_match=a", (10,), False),
        ("solo_match=a, solo_b_target=exactly", (10, 5), True),
        ("solo_match=b, solo_b_target=exactly", (10, 8), False),
        ("solo_match=single", (), False),
    ],
)
def test_whoever_stops_alone_keeps_a_win_that_is_certain(options: str, points: tuple[int, ...], won: bool) -> None:
    game = GAMES["sep-solo"]
    log = Log.new(game, heard(game.Options, options), sitters(1), bytes(32))
    log.table.state.points = points
    log.play(0, Resign())
    assert log.outcome == Outcome((1,), (sum(points),), "resigned", won)
