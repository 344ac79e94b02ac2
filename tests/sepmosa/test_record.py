"""The record that people read is written, read again, and checked turn by turn."""

import random
from pathlib import Path

import pytest

from septet.games.errors import BadOption, BadText
from septet.games.game import AgreeTie, Resign
from septet.games.log import Log, Sitter, read
from septet.games.sepmosa import record
from septet.games.sepmosa.moves import SetAside
from tests.playing import random_log, sitters
from tests.sepmosa.drawing import SEPMOSA

GOLDEN = sorted((Path(__file__).parent.parent / "records").glob("sepmosa-*.jsonl"))


def same(log: Log) -> None:
    played = record.read(record.write(log))
    states = [table.state for table in log.tables]
    assert (played.first.racks, played.first.pool, played.first.mover) == (
        states[0].racks,
        states[0].pool,
        states[0].mover,
    )
    assert [step.move for step in played.steps] == [entry.move for entry in log.entries]
    for step, state in zip(played.steps, states[1:], strict=True):
        for field in ("mosaic", "floating", "racks", "pool", "removed", "set_aside", "played", "scores", "ending"):
            assert getattr(step.state, field) == getattr(state, field), field


@pytest.mark.parametrize("file", GOLDEN, ids=[file.stem for file in GOLDEN])
def test_golden_games_round_trip(file: Path) -> None:
    same(read(file.read_bytes()))


@pytest.mark.slow
def test_random_games_round_trip_with_all_their_shuffles() -> None:
    refills = resets = 0
    for number in range(20):
        log = random_log(SEPMOSA, random.Random(f"record {number}"))
        same(log)
        refills += log.table.state.refills
        resets += log.table.state.resets + log.table.state.rescues
    assert refills > 3
    assert resets > 10


def test_a_game_that_is_not_over_round_trips() -> None:
    same(random_log(SEPMOSA, random.Random("unfinished"), SEPMOSA.Options(), most=40))
    same(random_log(SEPMOSA, random.Random("dealt"), SEPMOSA.Options(), most=0))


def example() -> str:
    return record.write(random_log(SEPMOSA, random.Random("example"), SEPMOSA.Options(target=35)))


def test_a_record_reads_like_one() -> None:
    lines = example().splitlines()
    assert lines[0].startswith('[Game "SEPMOSA"] [Rules "1"] [A "Player 1"] [B "Player 2"] [First "')
    assert lines[1] == '[Opts "target=35"]'
    assert lines[2].startswith('[Deck "')
    assert len(lines[2].split()) == 105
    assert lines[3].startswith(("1A +", "1B +"))
    assert lines[-2].endswith(" ++")
    assert lines[-1].startswith('[Result "')


def test_a_public_record_hides_what_was_drawn_and_set_aside() -> None:
    log = random_log(SEPMOSA, random.Random("public"), SEPMOSA.Options())
    text = record.write(log, public=True)
    assert "Deck" not in text
    assert " +? " in text
    assert " -? =-2" in text
    assert sum(isinstance(entry.move, SetAside) for entry in log.entries) == text.count(" -? ")
    with pytest.raises(BadText, match="not_sepmosa"):
        record.read(text)


def test_results_name_the_winner_or_a_tie() -> None:
    for move, result in ((Resign(), 'Result "B 0-0"'), (AgreeTie(), 'Result "= 0-0"')):
        log = Log.new(SEPMOSA, SEPMOSA.Options(), sitters(2), bytes(32))
        log.play(0, move)
        assert result in record.write(log)
        assert record.read(record.write(log)).tags["Result"] == result[8:-1]


def test_names_keep_their_words_and_lose_their_quotes() -> None:
    sitting = (Sitter('Ann "the\nTile" B.'), Sitter("Ben"))
    log = Log.new(SEPMOSA, SEPMOSA.Options(), sitting, bytes(32))
    assert record.read(record.write(log)).tags["A"] == "Ann 'the Tile' B."


BROKEN = [
    (lambda text: text.replace("SEPMOSA", "SEP"), "not_sepmosa"),
    (lambda text: text.replace("First", "Last"), "not_sepmosa"),
    (lambda text: text.replace("1A", "1C").replace("1B", "1C"), "sepmosa_turn"),
    (lambda text: text.replace(" =3", " =4", 1), "sepmosa_turn"),
    (lambda text: text.replace("\n2", "\n3", 1), "sepmosa_turn"),
    (lambda text: text.replace(" ++", ""), "sepmosa_turn"),
    (lambda text: text.replace(" #49", " #50", 1) if "#49" in text else text.replace("++", "+"), "sepmosa_turn"),
    (lambda text: text.replace('[Deck "', '[Deck "K1 ', 1), "sepmosa_deck"),
    (lambda text: text.replace('[Deck "', '[Deck "X1 ', 1), "unknown_tile"),
    (lambda text: text[: text.index("[Result")] + '[Result "A 99-0"]\n', "sepmosa_result"),
]


@pytest.mark.parametrize(("change", "code"), BROKEN, ids=[str(number) for number in range(len(BROKEN))])
def test_a_record_that_does_not_hold_is_refused(change: object, code: str) -> None:
    assert callable(change)
    with pytest.raises(BadText) as error:
        record.read(change(example()))
    assert error.value.code == code


def test_an_illegal_turn_is_refused_with_its_reason() -> None:
    lines = example().splitlines()
    seat, drawn, _, _ = lines[3].split()
    lines[3] = f"{seat} {drawn} {drawn[1:] if int(drawn[2:]) < 11 else 'K1'}@a+9 =0"
    with pytest.raises(BadText) as error:
        record.read("\n".join(lines))
    assert error.value.code == "sepmosa_illegal"
    assert error.value.facts["refusal"].family == "sepmosa"


def test_unknown_options_are_refused() -> None:
    with pytest.raises(BadOption):
        record.read(example().replace("target=35", "target=36"))
