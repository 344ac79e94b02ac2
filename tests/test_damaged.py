"""Records and texts that do not hold: each is refused with its reason, in a line, on the page and in the terminal."""

import hashlib
import random
import re
from pathlib import Path

import msgspec
import pytest

from septet.cli import BAD_INPUT, main
from septet.games import GAMES, log
from septet.games.chance import commitment
from septet.games.log import write
from septet.games.sep import sepn
from septet.games.sepmosa import record as sepmosa
from septet.i18n import LANGUAGES
from septet.server.tables.questions import SeenAgain
from septet.server.tables.replaying import Look, ReplayQuestion
from septet.server.workers.studies import answered
from tests.playing import random_log, sitters
from tests.server.laid import sample

GOOD = write(random_log(GAMES["sep"], random.Random(6)))
SEPN, MOSAIC = sepn.write(log.read(sample("sep"))), sepmosa.write(log.read(sample("sepmosa")))
(SEED,) = re.findall(rb'"seed":"(\w+)"', GOOD)


def sealed(record: bytes) -> bytes:
    """Sealed again by somebody who knows how."""
    *lines, seal = record.splitlines(keepends=True)
    body = b"".join(lines)
    return body + re.sub(rb"[0-9a-f]{64}", hashlib.sha256(body).hexdigest().encode(), seal)


def with_(old: bytes, new: bytes, record: bytes = GOOD) -> bytes:
    assert old in record
    return sealed(record.replace(old, new, 1))


def said(old: str, new: str, text: str = SEPN) -> bytes:
    assert old in text
    return text.replace(old, new, 1).encode()


def with_numbers() -> bytes:
    """A deal that two had a part in, of which one says another number now."""
    found = log.Log.new(GAMES["sep"], GAMES["sep"].Options(), sitters(2), bytes(32), numbers=(b"\1" * 32, b"\2" * 32))
    return with_(b"01" * 32, b"03" * 32, write(found))


def flipped(record: bytes) -> bytes:
    changed = bytearray(record)
    changed[len(record) // 2] ^= 1
    return bytes(changed)


DAMAGED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "empty"),
    "blank": (b" \n\n", "empty"),
    "words": (b"Once upon a time\n", "not_a_record"),
    "null": (b"null\n", "not_a_record"),
    "binary": (bytes(range(256)) * 9, "not_a_record"),
    "something else in JSON": (b'{"game":"sep"}\n', "not_a_record"),
    "newer format": (with_(b'"septet":1', b'"septet":9'), "other_format"),
    "newer rules": (with_(b'"rules":', b'"rules":9'), "other_rules"),
    "unknown game": (with_(b'"game":"sep"', b'"game":"chess"'), "unknown_game"),
    "unknown field": (with_(b'"engine":', b'"mood":1,"engine":'), "bad_header"),
    "unknown option": (with_(b'"options":{', b'"options":{"combo_acid":1,'), "bad_option"),
    "a seat too many": (with_(b'"seats":[', b'"seats":[{"name":"Eve"},'), "bad_seats"),
    "cut off": (GOOD[: len(GOOD) // 2], "no_seal"),
    "without its last line": (b"".join(GOOD.splitlines(keepends=True)[:-1]), "no_seal"),
    "a byte changed": (flipped(GOOD), "changed"),
    "without its seed": (with_(b'"' + SEED + b'"', b"null"), "no_seed"),
    "half a seed": (with_(SEED, SEED[:20]), "bad_seed"),
    "another seed": (with_(SEED, b"00" * 32), "broken_commitment"),
    "another number": (with_numbers(), "other_deal"),
    "another deal, well committed to": (
        with_(
            SEED,
            b"00" * 32,
            GOOD.replace(commitment(bytes.fromhex(SEED.decode())).encode(), commitment(bytes(32)).encode()),
        ),
        "illegal_move",
    ),
    "out of turn": (with_(b'"seat":0,"move":{"type":"place"', b'"seat":1,"move":{"type":"place"'), "illegal_move"),
    "back in time": (with_(b'"at":3000', b'"at":1'), "illegal_move"),
    "no card": (with_(b'"card":"', b'"card":"Z'), "not_a_move"),
    "no move": (with_(b'"type":"place"', b'"type":"pray"'), "not_a_move"),
    "another outcome": (with_(b'"places":[', b'"places":[1,', b"" + GOOD), "other_outcome"),
    "JSON without end": (b"[" * 100_000, "not_sepn"),
    "a text of no game": (said("[Game", "[Play"), "not_sepn"),
    "a text with another circle": (said("[Deal", "[Lay"), "sepn_deal"),
    "a text with another move": (said("@", "x"), "unknown_card"),
    "a text with a token too many": (re.sub(rb" \+1", rb" +2", SEPN.encode(), count=1), "sepn_turn"),
    "a text with another result": (said('[Result "', '[Result "B 7-0 '), "sepn_result"),
    "a mosaic with other points": (re.sub(rb"=(\d+)", rb"=9\1", MOSAIC.encode(), count=1), "sepmosa_turn"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_each_damage_has_its_reason_in_a_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, code = DAMAGED[name]
    text, heard = record.decode(errors="replace"), set()
    for language in LANGUAGES:
        asked = SeenAgain(language, ReplayQuestion(text, Look()))
        answer = answered(msgspec.json.encode(asked))
        assert (answer.code, answer.fault) == (code, ""), answer.words
        assert answer.words.strip()
        assert "\n" not in answer.words
        assert len(answer.words) < 350
        heard.add(answer.words)
    assert len(heard) == len(LANGUAGES), "each in its own words"
    file = tmp_path / "some.jsonl"
    file.write_bytes(record)
    assert main(["replay", str(file), "--lang", "en"]) == BAD_INPUT
    said = capsys.readouterr().err.strip()
    assert str(file) in said
    assert "Traceback" not in said
    assert len(said.splitlines()) <= 2


def test_there_are_enough_of_them() -> None:
    assert len(DAMAGED) >= 20
    assert len({code for _, code in DAMAGED.values()}) >= 18
