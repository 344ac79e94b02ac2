"""Every refusal has its reason, says what a person needs to know, and is reached."""

import random
import re
from collections.abc import Mapping

import pytest

from septet.games.game import IllegalMove
from septet.games.pictures import blocks
from septet.i18n import LANGUAGES, words
from tests.playing import states
from tests.sepmosa.drawing import SEPMOSA, STUCK, drawn, played, refused
from tests.sepmosa.test_worked_positions import WORKED

LINE = "d * R7 R8 K8"
FLOATS = "d * . R8~ R9~ R10~"
REFUSED = [  # position, options, move, reason, and the facts that its words name
    (STUCK, "", "-K1", "not_on_rack", {"tile": "K1"}),
    (LINE, "", "B7@d+1", "occupied", {"cell": "d+1"}),
    ("c B1 . B3 B4 B5 B6 B7 B8; d B2 * K3 K4 K5 K6 K7 .", "", "B2@c0", "row_full", {"row": "c"}),
    ("c . . R3 R4 R5 R6 R7 R8 R9; d . * R2 . . . . . .", "width=box8", "R5@d-1", "too_wide", {"cell": "d-1"}),
    (LINE, "", "R7@a0", "not_connected", {"cell": "a0"}),
    (FLOATS, "", "R1@d+5", "only_floating", {"cell": "d+5"}),
    (LINE, "", "B2@d+4", "no_match", {"tile": "B2", "cell": "d+4", "touching": "K8"}),
    ("d * B2 . K5~", "reconnect=match", "B3@d+2", "floating_no_match", {"tile": "B3", "touching": "K5"}),
    (LINE, "", "R8@d+4", "duplicate", {"tile": "R8", "cell": "d+4", "twin": "R8"}),
    ("d * B7 . B7; e . O7 R7 K7", "", "O7@d+2", "joins_twins", {"tile": "O7", "cell": "d+2", "twin": "B7"}),
    (LINE, "", "R11xd0", "joker_stays", {}),
    (LINE, "", "R11xa0", "nothing_there", {"cell": "a0"}),
    (FLOATS, "", "R11xd+2", "floating_target", {"target": "R8", "cell": "d+2"}),
    (LINE, "", "B11xd+1", "wrong_colour", {"tile": "B11", "cell": "d+1", "target": "R7"}),
    (LINE, "", "R12xd+1>d+1", "same_cell", {"cell": "d+1"}),
    (LINE, "", "K12xd+3>c+1", "no_match", {"tile": "K8", "cell": "c+1", "touching": "R7"}),
    (LINE, "", "R13xd+1h", "not_three", {"tile": "R13", "cell": "d+1"}),
    (LINE + "; rack: R11 K1 K2 K3 K4 K5 K6", "", "-K1", "must_play", {}),
]


@pytest.mark.parametrize(("position", "options", "move", "code", "facts"), REFUSED, ids=[row[3] for row in REFUSED])
def test_a_refusal_says_why(position: str, options: str, move: str, code: str, facts: Mapping[str, str]) -> None:
    found, told = refused(drawn(position, options), move)
    assert found == code
    assert facts.items() <= told.items()


def test_every_reason_is_reached() -> None:
    drawn_codes = set(re.findall(r"=> refused (\w+)", WORKED))
    always = {"game_over", "not_your_turn", "no_such_timer", "unknown_move"}
    assert drawn_codes | always == SEPMOSA.refusals
    assert list(blocks(WORKED))


def test_imagined_moves_meet_most_reasons() -> None:
    seen = set()
    for number in range(8):
        rng = random.Random(f"imagined {number}")
        for state in states(SEPMOSA, rng, SEPMOSA.Options(target=35)):
            for _ in range(6):
                move = SEPMOSA.study.imagine(SEPMOSA.view(state, state.mover), rng)
                try:
                    SEPMOSA.apply(state, state.mover, move)
                except IllegalMove as refusal:
                    seen.add(refusal.code)
    assert seen >= SEPMOSA.refusals - {
        "not_your_turn",
        "no_such_timer",
        "unknown_move",
        "too_wide",
        "joins_twins",
        "floating_no_match",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words_that_name_the_facts(language: str) -> None:
    t = words(language)
    for position, options, move, code, facts in REFUSED:
        with pytest.raises(IllegalMove) as refusal:
            played(drawn(position, options), move)
        refusal.value.family = "sepmosa"
        told = t.refusal(refusal.value)
        assert told.endswith("."), code
        kinds = {"cell": "cell", "row": ""}  # all else are tiles
        said = [t.format_field(fact, kinds.get(name, "tile")) for name, fact in facts.items()]
        assert all(fact.casefold() in told.casefold() for fact in said), code
