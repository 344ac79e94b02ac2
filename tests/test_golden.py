"""Golden records: games of long ago are read for ever. See `records/make.py` for how they were made."""

from pathlib import Path
from typing import Literal

import msgspec
import pytest

from septet import __version__
from septet.games import GAMES
from septet.games.log import Log, read, read_header, write
from septet.games.options import from_record

RECORDS = sorted((Path(__file__).parent / "records").glob("*.jsonl"))
every_record = pytest.mark.parametrize("file", RECORDS, ids=[file.stem for file in RECORDS])


@every_record
def test_a_golden_record_is_read_and_written_as_it_was(file: Path) -> None:
    record = file.read_bytes()
    assert write(read(record)) == record


def played_again(old: Log) -> Log:
    """The same game, dealt and played by the rules as they are now."""
    options = from_record(old.game.Options, old.header.options)
    new = Log.new(old.game, options, old.header.seats, old.seed, old.header.started)
    for entry in old.entries:
        new.play(entry.seat, entry.move, entry.at)
    assert new.outcome == old.outcome
    assert new.outcome is not None
    assert write(new).splitlines()[1:-1] == write(old).splitlines()[1:-1]
    return new


@every_record
def test_a_golden_game_played_again_differs_in_nothing_but_the_engine(file: Path) -> None:
    """A record names the options that there were; one that has come since is as usual."""
    old = read(file.read_bytes())
    new = played_again(old).header
    named = {name: value for name, value in new.options.items() if name in old.header.options}
    replace = msgspec.structs.replace
    assert replace(new, options=named) == replace(old.header, engine=f"septet {__version__}")


@pytest.mark.parametrize("name", GAMES)
def test_an_option_that_comes_later_leaves_old_records_as_they_were(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[name]
    added = ("brand_new", Literal["usual", "unusual"], "usual")
    options = msgspec.defstruct(
        "Newer", [added], bases=(game.Options,), frozen=True, kw_only=True, forbid_unknown_fields=True
    )
    monkeypatch.setitem(GAMES, name, type("Newer", (type(game),), {"Options": options})())
    record = next(file.read_bytes() for file in RECORDS if read_header(file.read_bytes()).game == name)
    old = read(record)
    assert write(old) == record
    assert old.table.state.options.brand_new == "usual"
    assert {**old.header.options, "brand_new": "usual"}.items() <= played_again(old).header.options.items()


def test_every_game_has_golden_records_of_all_its_endings() -> None:
    for name, game in GAMES.items():
        logs = [read(file.read_bytes()) for file in RECORDS if read_header(file.read_bytes()).game == name]
        assert {log.outcome.reason for log in logs if log.outcome} >= game.endings
