"""The lock and the votes are values: they answer questions, and are never changed; and the rules know their types."""

import ast
import re
from pathlib import Path

import pytest

from septet.games.setgame import rules
from septet.games.setgame.lock import Lock
from septet.games.setgame.moves import Abort, Call, Pick, Unpick
from septet.games.setgame.scout.verdicts import ROUND_ENDS, Verdict, verdict_on
from septet.games.setgame.votes import Votes, no_votes

FOLDER = Path(rules.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))
VARIANTS = sorted(file.parent.name for file in FOLDER.glob("*/rules.py"))
REACH = ("1ROF", "1ROH", "1ROE")
MSGSPEC = {"classic/state.py"}  # a view whose options are one of three structs
every_file = pytest.mark.parametrize("file", FILES, ids=[file.relative_to(FOLDER).as_posix() for file in FILES])


def test_a_lock_is_used_by_whoever_has_called() -> None:
    free, held = Lock(), Lock().called(1).with_card("1ROF")
    assert (free, held.without_card("1ROF"), held.released()) == (Lock(), Lock(1), Lock())
    assert free.refusal(0, Call(), REACH) is None
    assert [free.refusal(0, move, REACH) for move in (Pick("1ROF"), Unpick("1ROF"), Abort())] == ["no_call"] * 3
    assert [held.refusal(0, move, REACH) for move in (Call(), Pick("1ROH"), Abort())] == ["locked", "locked", "no_call"]
    mine = [held.refusal(1, move, REACH) for move in (Pick("1ROF"), Pick("2ROF"), Unpick("1ROH"), Pick("1ROH"))]
    assert mine == ["card_twice", "out_of_reach", "not_picked", None]


def test_whoever_cools_down_or_is_frozen_does_not_call() -> None:
    lock = Lock().cooled(0).froze(1).excusing(2)
    assert [lock.call_refusal(seat) for seat in range(3)] == ["cooldown", "frozen", None]
    assert lock.rested(0).thawed().accusing(2) == Lock()


def test_votes_wait_for_whoever_is_silent() -> None:
    all_three, votes = frozenset(range(3)), no_votes(3).raised(0)
    assert votes.silent(all_three) == {1, 2} and no_votes(3).silent(all_three) == frozenset()
    assert votes.holdout(all_three) is None and votes.raised(2).holdout(all_three) == 1
    assert not votes.are_in(all_three) and not votes.are_in(frozenset()) and votes.are_in(frozenset({0}))
    assert votes.holdout(frozenset({1})) is None, "nobody waits for somebody alone"
    assert votes.lowered(0) == no_votes(3)


@pytest.mark.parametrize(
    ("votes", "on", "holdout", "code"),
    [
        (no_votes(2), True, None, None),
        (no_votes(2).raised(0), True, None, "flag_is_up"),
        (no_votes(2).raised(0), False, None, None),
        (no_votes(2), False, None, "flag_is_down"),
        (no_votes(2), False, 0, None),
        (no_votes(2).looked(0).looked(0).looked(0), False, 0, "no_more_time"),
        (no_votes(2).raised(1).overruled(), True, None, "keep_looking"),
        (no_votes(2).raised(1).overruled().reopened(), True, None, None),
        (no_votes(1).widened(), True, None, None),
    ],
)
def test_a_vote_is_refused_with_its_reason(votes: Votes, on: bool, holdout: int | None, code: str | None) -> None:
    assert votes.refusal(0, on, holdout) == code


def test_the_letters_of_a_round_stay_as_the_booklet_has_them() -> None:
    assert {verdict.name: verdict.value for verdict in Verdict} == {
        "HIT": "a",
        "OTHER_SET": "b",
        "WRONG_SECOND": "c",
        "SECOND_ALONE": "d",
        "HIT_NO_SET": "e",
        "GIVEN_UP": "g",
        "WRONG_SCOUT": "w",
    }
    assert {f"scout_{letter}" for letter in "abdegw"} == ROUND_ENDS
    assert verdict_on(REACH, REACH, ("1ROH",)) is Verdict.HIT


@every_file
def test_the_rules_say_what_their_types_are(file: Path) -> None:
    """No `Any`, no field asked for by its name, and nothing mixed in: mypy sees what the rules do."""
    names = {node.id for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Name)}
    allowed = {"Any"} if file.relative_to(FOLDER).as_posix() in MSGSPEC else set[str]()
    assert names & {"Any", "getattr", "setattr", "hasattr"} <= allowed


@every_file
def test_a_game_of_the_family_has_one_base(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef):
            bases = [ast.unparse(base).partition("[")[0] for base in node.bases]
            assert len([base for base in bases if base not in {"Generic", "Protocol"}]) <= 1, node.name


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_knows_no_other(variant: str) -> None:
    for file in (FOLDER / variant).glob("*.py"):
        found = set(re.findall(r"septet\.games\.setgame\.(\w+)\.", file.read_text("utf-8")))
        assert found & set(VARIANTS) <= {variant}, file.name
