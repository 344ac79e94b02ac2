"""Golden records: games of long ago are read for ever. See `games/make.py` for how they were made."""

from pathlib import Path

import msgspec
import pytest

from septet import __version__
from septet.games import GAMES
from septet.games.log import Log, read, read_header, write
from septet.games.options import from_record

RECORDS = sorted((Path(__file__).parent / "games").glob("*.jsonl"))
every_record = pytest.mark.parametrize("file", RECORDS, ids=[file.stem for file in RECORDS])


@every_record
def test_a_golden_record_is_read_and_written_as_it_was(file: Path) -> None:
    record = file.read_bytes()
    assert write(read(record)) == record


@every_record
def test_a_golden_game_played_again_differs_in_nothing_but_the_engine(file: Path) -> None:
    old = read(file.read_bytes())
    options = from_record(old.game.Options, old.header.options)
    new = Log.new(old.game, options, old.header.seats, old.seed, old.header.started)
    for entry in old.entries:
        new.play(entry.seat, entry.move, entry.at)
    assert new.outcome == old.outcome
    assert new.outcome is not None
    assert new.header == msgspec.structs.replace(old.header, engine=f"septet {__version__}")
    assert write(new).splitlines()[1:-1] == file.read_bytes().splitlines()[1:-1]


def test_every_game_has_golden_records_of_all_its_endings() -> None:
    for name, game in GAMES.items():
        logs = [read(file.read_bytes()) for file in RECORDS if read_header(file.read_bytes()).game == name]
        assert {log.outcome.reason for log in logs if log.outcome} >= game.endings
