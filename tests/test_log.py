"""Records: what is read is what was played, and whatever is wrong with a record is noticed."""

import hashlib
import json
import pickle
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from septet import __version__
from septet.games import GAMES
from septet.games.chance import commitment, deal_seed, seed_from, shuffled
from septet.games.errors import BadOption, BadRecord
from septet.games.game import IllegalMove, Pause, Resign, Resume, Undo
from septet.games.log import Log, Sitter, read, read_header, write
from septet.games.sep.moves import Draw, Pass
from septet.i18n import words
from tests.playing import AnyGame, random_log, sitters

SEED = seed_from("a record")
Lines = list[dict[str, Any]]


@cache
def short() -> bytes:
    """The record of a game of a few moves that was given up."""
    return write(random_log(GAMES["sep"], random.Random("short"), GAMES["sep"].Options(start_player="first"), most=5))


@cache
def finished() -> bytes:
    return write(random_log(GAMES["sep-solo"], random.Random("finished"), GAMES["sep-solo"].Options()))


def sealed(lines: Lines, outcome: Any = None) -> bytes:
    """A record of these lines whose seal holds."""
    body = b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)
    seal = {"outcome": outcome, "sha256": hashlib.sha256(body).hexdigest()}
    return body + json.dumps(seal, separators=(",", ":")).encode() + b"\n"


def lines_of(record: bytes) -> Lines:
    """The header and the moves."""
    return [json.loads(line) for line in record.splitlines()[:-1]]


def refusal(record: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as bad:
        read(record)
    return bad.value


def with_header(**changes: Any) -> bytes:
    """The short record with another header, and a seal that holds."""
    header, *moves = lines_of(short())
    return sealed([header | changes, *moves])


def with_move(**entry: Any) -> bytes:
    """The short record with one more line, and a seal that holds."""
    return sealed([*lines_of(short()), entry])


def test_a_record_is_lines_of_json_and_a_seal() -> None:
    header, *moves = lines_of(short())
    assert header["septet"] == 1
    assert header["game"] == "sep"
    assert header["rules"] == GAMES["sep"].rules
    assert header["engine"] == f"septet {__version__}"
    assert header["seats"] == [{"name": "Player 1", "bot": None}, {"name": "Player 2", "bot": None}]
    assert header["commitment"] == commitment(bytes.fromhex(header["seed"]))
    assert len(moves) == 5
    assert set(moves[0]) == {"seat", "move", "at"}
    assert sealed([header, *moves]) == short()


@pytest.mark.parametrize("record", [short, finished])
def test_a_record_is_read_as_it_was_written(record: Callable[[], bytes]) -> None:
    assert write(read(record())) == record()


def test_a_record_of_a_running_game_keeps_its_seed_to_itself() -> None:
    log = read(short())
    record = write(log, show_seed=False)
    assert log.seed.hex().encode() not in record
    assert read_header(record).seed is None
    assert refusal(record).code == "no_seed"


def test_the_header_is_read_alone() -> None:
    log = Log.new(GAMES["sep"], GAMES["sep"].Options(), (Sitter("Zoë"), Sitter("Bot", "greedy")), SEED, "2026-01-31")
    header = read_header(write(log))
    assert header == log.header
    assert (header.seats[0].name, header.seats[1].bot, header.started) == ("Zoë", "greedy", "2026-01-31")


def test_a_log_deals_with_the_options_of_its_header() -> None:
    log = Log.new(GAMES["sep"], GAMES["sep"].Options(start_player="second"), (Sitter("A"), Sitter("B")), SEED)
    assert log.table.state.mover == 1
    assert log.outcome is None
    with pytest.raises(BadOption):
        Log(msgspec.structs.replace(log.header, options={"start_player": "third"}), SEED)


def test_a_refused_move_leaves_no_trace() -> None:
    log = read(short())
    entries = len(log.entries)
    with pytest.raises(IllegalMove):
        log.play(1 - log.table.state.mover, Draw(), at=9_999)
    assert (len(log.entries), len(log.tables)) == (entries, entries + 1)


def test_undo_lines_are_read() -> None:
    log = Log.new(GAMES["sep"], GAMES["sep"].Options(start_player="first"), (Sitter("A"), Sitter("B")), SEED)
    log.play(0, Draw())
    log.play(0, Pass(log.view(0).number_hand[0]))
    log.play(None, Undo(1))
    log.play(0, Pass(log.view(0).number_hand[1]))
    again = read(write(log))
    assert again.tables == log.tables
    assert again.line() == [0, 3]


def test_a_log_as_it_was_goes_on_in_another_way_and_the_first_does_not_change() -> None:
    log = Log.new(GAMES["sep"], GAMES["sep"].Options(start_player="first"), (Sitter("A"), Sitter("B")), SEED)
    log.play(0, Draw())
    log.helped(0, 2)
    first, second = log.view(0).number_hand[:2]
    log.play(0, Pass(first))
    whole = write(log)
    earlier, start = log.until(1), log.until(0)
    assert [hint.degree for hint in earlier.header.hints or ()] == [2], "it was given before"
    assert start.header.hints is msgspec.UNSET
    assert (earlier.table, start.table) == (log.tables[1], log.tables[0])
    earlier.play(0, Pass(second))
    assert read(write(earlier)).tables == earlier.tables != log.tables
    assert write(log) == whole


def test_an_undo_of_nothing_is_an_illegal_move() -> None:
    bad = refusal(with_move(seat=None, move={"type": "undo", "to": 7}, at=9_999))
    assert (bad.code, bad.facts["refusal"].code) == ("illegal_move", "nothing_to_undo")


# Damage


@pytest.mark.parametrize("record", [short, finished])
def test_no_byte_can_be_changed_unnoticed(record: Callable[[], bytes]) -> None:
    whole = record()
    rng = random.Random("bytes")
    for at, byte in enumerate(whole):
        for other in {byte ^ 1, ord(" "), ord("\n"), ord("0"), rng.randrange(256)} - {byte}:
            damaged = whole[:at] + bytes([other]) + whole[at + 1 :]
            assert refusal(damaged).code in {"not_a_record", "other_format", "bad_header", "no_seal", "changed"} or (
                at > whole.rindex(b"\n", 0, -1) and refusal(damaged).code == "other_outcome"
            )


def test_no_byte_can_be_left_out_or_put_in_unnoticed() -> None:
    """But for blanks in the seal, which change nothing."""
    whole = short()
    for at in range(len(whole)):
        refusal(whole[:at] + whole[at + 1 :])
        refusal(whole[:at] + b"0" + whole[at:])
        if at <= whole.rindex(b"\n", 0, -1):
            refusal(whole[:at] + b" " + whole[at:])


def test_a_record_cut_off_anywhere_is_noticed() -> None:
    whole = short()
    for end in range(len(whole)):
        assert refusal(whole[:end]).code in {"empty", "not_a_record", "no_seal"}


def test_two_records_are_not_one() -> None:
    assert refusal(short() + short()).code == "changed"


def test_a_line_left_out_is_noticed() -> None:
    lines = short().splitlines(keepends=True)
    for number in range(1, len(lines) - 1):
        assert refusal(b"".join(lines[:number] + lines[number + 1 :])).code == "changed"


def test_other_line_ends_are_noticed() -> None:
    assert refusal(short().replace(b"\n", b"\r\n")).code in {"changed", "no_seal"}


@pytest.mark.parametrize("record", [b"", b"\n", b"  \n\t\r\n"])
def test_nothing_is_no_record(record: bytes) -> None:
    assert refusal(record).code == "empty"


@pytest.mark.parametrize(
    "record",
    [
        b"hello",
        b"\x00\x01\x02",
        bytes(range(256)),
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xfe{\x00}\x00",
        b"\xef\xbb\xbf{}\n",
        b"{}\n",
        b"[]\n{}\n",
        b"null\n",
        b"1\n",
        b'"septet"\n',
        b'["septet"]\n',
        b'{"game":"sep"}\n',
        b'{"septet":\xff}\n',
        b'{"septet":1e999}\n',
        b'{"septet":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
        b"[" * 100_000,
    ],
)
def test_other_files_are_no_records(record: bytes) -> None:
    assert refusal(record).code == "not_a_record"
    with pytest.raises(BadRecord):
        read_header(record)


@pytest.mark.parametrize("number", [0, 4, -1, 10**30, 1.5, "1", None, [1], {"septet": 1}])
def test_another_format_is_not_read(number: Any) -> None:
    bad = refusal(with_header(septet=number))
    assert (bad.code, bad.facts["known"]) == ("other_format", 3)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": 1},
        {"game": None},
        {"rules": "1"},
        {"options": []},
        {"options": None},
        {"seats": {}},
        {"seats": [1, 2]},
        {"seats": [{"bot": "greedy"}, {"name": "B"}]},
        {"seats": [{"name": "A", "elo": 1}, {"name": "B"}]},
        {"seed": 5},
        {"commitment": None},
        {"surprise": 1},
        {"septet": True},
    ],
)
def test_a_header_of_the_wrong_form_is_not_read(changes: dict[str, Any]) -> None:
    bad = refusal(with_header(**changes))
    assert bad.code == "bad_header"
    assert bad.facts["where"]


@pytest.mark.parametrize("name", ["game", "rules", "engine", "options", "seats", "commitment"])
def test_a_header_says_everything(name: str) -> None:
    header, *moves = lines_of(short())
    del header[name]
    assert refusal(sealed([header, *moves])).code == "bad_header"


def with_numbers(**changes: Any) -> bytes:
    """A record of a game whose deal two seats had a part in, with another header."""
    numbers = tuple(seed_from(f"number {seat}") for seat in range(2))
    game = GAMES["sep"]
    log = Log.new(game, game.Options(), (Sitter("A"), Sitter("B")), SEED, numbers=numbers)
    return sealed([lines_of(write(log))[0] | changes])


def test_a_record_with_numbers_holds_secret_and_numbers_and_is_dealt_from_both() -> None:
    log = read(with_numbers())
    numbers = [seed_from(f"number {seat}") for seat in range(2)]
    assert log.header.septet == 2
    assert log.header.commitment == commitment(SEED)
    assert log.seed == deal_seed(SEED, numbers) != SEED
    assert log.header.added == (0, 1)
    hidden = json.loads(write(log, show_seed=False).splitlines()[0])
    assert (hidden["seed"], hidden["secret"]) == (None, None)
    assert SEED.hex() not in str(hidden)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"numbers": ["00" * 32, None]}, "other_deal"),
        ({"numbers": [seed_from("number 1").hex(), seed_from("number 0").hex()]}, "other_deal"),
        ({"numbers": [seed_from("number 0").hex()]}, "other_deal"),
        ({"numbers": [seed_from("number 0").hex(), seed_from("number 1").hex(), None]}, "other_deal"),
        ({"numbers": ["00", None]}, "bad_seed"),
        ({"numbers": [5, None]}, "bad_header"),
        ({"secret": "00" * 32}, "broken_commitment"),
        ({"secret": "x"}, "bad_seed"),
        ({"secret": None}, "no_seed"),
        ({"seed": None}, "no_seed"),
        ({"seed": SEED.hex()}, "other_deal"),
        ({"commitment": commitment(deal_seed(SEED, [None, None]))}, "broken_commitment"),
        ({"septet": 1}, "bad_header"),
    ],
)
def test_a_deal_that_does_not_come_from_secret_and_numbers_is_noticed(changes: dict[str, Any], code: str) -> None:
    bad = refusal(with_numbers(**changes))
    assert bad.code == code
    assert words("en").refusal(bad)


def test_the_second_format_has_numbers_and_the_first_has_none() -> None:
    assert refusal(with_header(septet=2)).code == "bad_header"
    assert refusal(with_header(numbers=[None, None], secret="00" * 32)).code == "bad_header"


def test_an_unknown_game_is_not_read() -> None:
    bad = refusal(with_header(game="chess"))
    assert (bad.code, bad.facts["game"]) == ("unknown_game", "chess")
    assert "sep-solo" in bad.facts["known"]


@pytest.mark.parametrize("rules", [0, 2, 10**30, -1])
def test_a_game_by_other_rules_is_not_read(rules: int) -> None:
    bad = refusal(with_header(rules=rules))
    assert (bad.code, bad.facts["rules"], bad.facts["known"]) == ("other_rules", rules, 1)


@pytest.mark.parametrize("count", [0, 1, 3, 1_000])
def test_a_game_has_its_seats(count: int) -> None:
    bad = refusal(with_header(seats=[{"name": "A"}] * count))
    assert (bad.code, bad.facts["seats"]) == ("bad_seats", count)


def test_without_a_seed_nothing_is_dealt() -> None:
    assert refusal(with_header(seed=None)).code == "no_seed"


@pytest.mark.parametrize("seed", ["", "00", "zz" * 32, "0" * 63, "0" * 66, "♣" * 64])
def test_a_seed_has_thirty_two_bytes(seed: str) -> None:
    assert refusal(with_header(seed=seed)).code == "bad_seed"


def test_another_seed_breaks_the_commitment() -> None:
    assert refusal(with_header(seed="00" * 32)).code == "broken_commitment"
    assert refusal(with_header(commitment="00" * 32)).code == "broken_commitment"


def test_another_seed_with_its_commitment_deals_other_cards() -> None:
    bad = refusal(with_header(seed="00" * 32, commitment=commitment(bytes(32))))
    assert (bad.code, bad.facts["refusal"].code) == ("illegal_move", "not_in_hand")


@pytest.mark.parametrize(
    "options",
    [{"combo_king": 1}, {"combo_ace": "middle"}, {"combo_swap": 1}, {"pile_count": 10**30}, {"combo_ace": {"a": [1]}}],
)
def test_options_that_do_not_exist_are_not_dealt(options: dict[str, Any]) -> None:
    bad = refusal(with_header(options=options))
    assert bad.code == "bad_option"
    assert isinstance(bad.facts["option"], BadOption)


def test_options_that_exclude_each_other_are_not_dealt() -> None:
    header, *moves = lines_of(finished())
    header["options"] |= {"solo_voluntary_pass": True}
    assert refusal(sealed([header, *moves])).code == "bad_option"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"seat": 0, "move": {"type": "place", "card": "5D", "slot": 1}, "at": 9_999}, "wrong_phase"),
        ({"seat": 1, "move": {"type": "draw"}, "at": 9_999}, "not_your_turn"),
        ({"seat": None, "move": {"type": "draw"}, "at": 9_999}, "not_your_turn"),
        ({"seat": 7, "move": {"type": "draw"}, "at": 9_999}, "no_such_seat"),
        ({"seat": 10**30, "move": {"type": "draw"}, "at": 9_999}, "no_such_seat"),
        ({"seat": -1, "move": {"type": "resign"}, "at": 9_999}, "no_such_seat"),
        ({"seat": None, "move": {"type": "timeout", "name": "turn"}, "at": 9_999}, "no_such_timer"),
        ({"seat": 0, "move": {"type": "resume"}, "at": 9_999}, "not_paused"),
        ({"seat": None, "move": {"type": "undo", "to": 10**30}, "at": 9_999}, "nothing_to_undo"),
        ({"seat": 0, "move": {"type": "draw"}, "at": 0}, "back_in_time"),
        ({"seat": 0, "move": {"type": "draw"}}, "back_in_time"),
    ],
)
def test_a_move_against_the_rules_is_noticed(entry: dict[str, Any], code: str) -> None:
    mover = read(short()).table.state.mover
    if entry["seat"] in {0, 1}:
        entry = entry | {"seat": entry["seat"] ^ mover}
    bad = refusal(with_move(**entry))
    assert bad.code == "illegal_move"
    assert bad.facts["line"] == 7
    assert bad.facts["refusal"].code == code


NESTED = json.loads("[" * 900 + "]" * 900)


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"seat": 0},
        {"move": {"type": "draw"}},
        {"seat": "0", "move": {"type": "draw"}},
        {"seat": True, "move": {"type": "draw"}},
        {"seat": 0.5, "move": {"type": "draw"}},
        {"seat": 0, "move": "draw"},
        {"seat": 0, "move": None},
        {"seat": 0, "move": {}},
        {"seat": 0, "move": {"type": "castle"}},
        {"seat": 0, "move": {"type": 5}},
        {"seat": 0, "move": {"type": "place", "card": "1D", "slot": 1}},
        {"seat": 0, "move": {"type": "place", "card": "JD", "slot": 1}},
        {"seat": 0, "move": {"type": "place", "card": "5D", "slot": 6}},
        {"seat": 0, "move": {"type": "place", "card": "5D", "slot": -1}},
        {"seat": 0, "move": {"type": "place", "card": "5D", "slot": 10**30}},
        {"seat": 0, "move": {"type": "place", "card": "5D"}},
        {"seat": 0, "move": {"type": "use", "card": "5D", "slot": 1}},
        {"seat": 0, "move": {"type": "fill", "source": "hand"}},
        {"seat": 0, "move": {"type": "draw"}, "at": "now"},
        {"seat": 0, "move": {"type": "draw"}, "surprise": 1},
        {"seat": 0, "move": {"type": "forfeit"}},
        {"seat": 0, "move": {"type": "draw", "card": "5D"}},
        {"seat": 0, "move": NESTED},
        {"seat": 0, "move": {"card": NESTED, "type": "draw"}},
    ],
)
def test_a_line_that_is_no_move_is_noticed(entry: dict[str, Any]) -> None:
    bad = refusal(with_move(**entry))
    assert bad.code == "not_a_move"
    assert bad.facts["line"] == 7
    assert bad.facts["text"]


@pytest.mark.parametrize(
    "line",
    [
        b"hello",
        b"\xff\xff",
        b"",
        b"{",
        b"[" * 100_000,
        b'{"seat":0,"move":{"x":' + b"[" * 100_000 + b"]" * 100_000 + b',"type":"draw"}}',
        b'{"seat":0,"move":{"type":"draw"},"at":' + b"9" * 10_000 + b"}",
        b'{"seat":0,"move":{"type":"draw"},"at":1e400}',
    ],
)
def test_a_line_of_anything_is_noticed(line: bytes) -> None:
    body = b"".join(short().splitlines(keepends=True)[:-1]) + line + b"\n"
    seal = {"outcome": None, "sha256": hashlib.sha256(body).hexdigest()}
    assert refusal(body + json.dumps(seal).encode() + b"\n").code == "not_a_move"


@pytest.mark.parametrize(
    "seal",
    [
        b"hello\n",
        b"{}\n",
        b"\xff\n",
        b"[" * 100_000 + b"\n",
        b'{"outcome":' + b"[" * 100_000 + b"\n",
        b'{"outcome":{"x":' + b"[" * 100_000 + b"\n",
        b'{"outcome":null}\n',
        b'{"outcome":null,"sha256":5}\n',
        b'{"outcome":null,"sha256":"00","surprise":1}\n',
        b'{"outcome":null,"sha256":"00"}',
    ],
)
def test_without_a_seal_a_record_is_not_read(seal: bytes) -> None:
    body = b"".join(short().splitlines(keepends=True)[:-1])
    assert refusal(body + seal).code == "no_seal"


def test_a_header_alone_is_no_record() -> None:
    assert refusal(short().splitlines(keepends=True)[0]).code == "no_seal"


WON = {"places": [1, 2], "scores": [7, 0], "reason": "seven", "won": None}


def test_an_outcome_that_was_not_reached_is_noticed() -> None:
    assert refusal(sealed(lines_of(short()), WON)).code == "other_outcome"
    assert refusal(sealed(lines_of(finished()))).code == "other_outcome"
    outcome = json.loads(finished().splitlines()[-1])["outcome"]
    assert read(sealed(lines_of(finished()), outcome)).outcome
    for change in ({"places": [2]}, {"scores": [99]}, {"reason": "charm"}, {"won": None}):
        assert refusal(sealed(lines_of(finished()), outcome | change)).code == "other_outcome"


def test_a_move_after_the_end_is_noticed() -> None:
    lines = lines_of(finished())
    bad = refusal(sealed([*lines, {"seat": 0, "move": {"type": "draw"}, "at": 10**9}]))
    assert (bad.code, bad.facts["refusal"].code) == ("illegal_move", "game_over")


@given(some.binary(max_size=200))
def test_no_bytes_do_worse_than_be_refused(record: bytes) -> None:
    assert refusal(record).kind == "record"


@pytest.mark.slow
@given(some.data())
def test_no_line_with_a_seal_that_holds_does_worse_than_be_refused(data: some.DataObject) -> None:
    """Any JSON in any place of the record: either it is a record, or it is refused as one."""
    anything = some.recursive(
        some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text(max_size=5),
        lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=5), inner, max_size=3),
        max_leaves=6,
    )
    header, *moves = lines_of(short())
    line = data.draw(some.integers(0, len(moves)))
    lines = [header, *moves]
    name = data.draw(some.sampled_from(sorted(lines[line])))
    lines[line] = lines[line] | {name: data.draw(anything)}
    try:
        log = read(sealed(lines))
    except BadRecord:
        return
    assert read(write(log)).tables == log.tables


def test_a_table_that_rested_is_read_as_it_was() -> None:
    log = read(short())
    log.play(None, Pause(), at=10_000)
    assert read(write(log)).table.paused
    log.play(None, Resume(), at=10_000)
    assert read(write(log)).table == log.table


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_shuffles_of_a_deal_can_be_made_again_from_its_seed(game: AnyGame) -> None:
    log = Log.new(game, game.Options(), sitters(game.seats.start), bytes(range(32)))
    shuffles = log.shuffles()
    assert shuffles
    for one in shuffles:
        assert shuffled(one.items, log.seed, one.nth) == one.order
        assert sorted(one.items) == sorted(one.order)


def test_hints_stand_in_the_record_and_outlive_an_undo() -> None:
    log = read(short())
    fresh = Log(log.header, log.seed)
    fresh.helped(0, 1)
    fresh.play(0, Draw())
    fresh.helped(0, 3)
    fresh.play(0, Undo(0))
    record = write(fresh)
    assert [(one.after, one.seat, one.degree) for one in read(record).header.hints or ()] == [(0, 0, 1), (1, 0, 3)]
    assert b'"hints"' not in short(), "where there were none, the record is as it always was"


@pytest.mark.parametrize(
    "hints",
    [
        [{"after": 99, "seat": 0, "degree": 1}],
        [{"after": 0, "seat": 2, "degree": 1}],
        [{"after": -1, "seat": 0, "degree": 1}],
        [{"after": 0, "seat": 0, "degree": 4}],
        [{"after": 0, "seat": 0}],
        None,
    ],
)
def test_hints_that_nobody_can_have_had_are_not_read(hints: Any) -> None:
    assert refusal(with_header(hints=hints)).code == "bad_header"


def test_a_refusal_is_known_again_in_another_process() -> None:
    refusal = IllegalMove(Resign(), "no_such_seat", seat=3, seats=2)
    refusal.family = "sep"
    again = pickle.loads(pickle.dumps(refusal))
    assert (type(again), again.move, again.code, again.facts) == (IllegalMove, Resign(), "no_such_seat", refusal.facts)
    assert (again.family, str(again)) == ("sep", str(refusal))
