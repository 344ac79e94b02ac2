"""Which rule sets a study compares: combinations of values, files, and what cannot be compared."""

from collections.abc import Iterable

import pytest

from septet.games import GAMES
from septet.games.errors import BadOption
from septet.lab.rule_sets import MOST, BadStudy, RuleSet, listed, varied

SEP, SOLO = GAMES["sep"], GAMES["sep-solo"]


def names(sets: Iterable[RuleSet]) -> list[str]:
    return [one.name for one in sets]


def test_the_base_comes_first_and_every_other_value_follows() -> None:
    assert names(varied(SEP, ["combo_ace=low,cyclic,high_low"])) == ["", "combo_ace=low", "combo_ace=high_low"]
    assert names(varied(SEP, ["combo_ace"])) == ["", "combo_ace=high_low", "combo_ace=low"]


def test_several_options_make_every_combination() -> None:
    found = varied(SEP, ["combo_ace", "combo_swap"])
    assert len(found) == 6
    assert found[-1].options["combo_ace"] == "low" and found[-1].options["combo_swap"] is False


def test_the_base_may_have_house_rules_of_its_own() -> None:
    found = varied(SEP, ["combo_ace"], "pile_count=1")
    assert all(one.options["pile_count"] == 1 for one in found)
    assert found[0].name == "pile_count=1"


def test_combinations_that_the_game_refuses_are_left_out() -> None:
    found = varied(SOLO, ["solo_voluntary_pass", "solo_pass_penalty"])
    assert len(found) == 3, "a free pass that costs nothing is no rule of the game"


def test_a_file_names_its_sets_and_may_hold_remarks() -> None:
    lines = ["# ours", "", "as printed: combo_ace=low", "combo_swap=off, pile_count=2  # shorter"]
    found = listed(SEP, lines)
    assert names(found) == ["as printed", "combo_swap=off, pile_count=2"]
    assert found[1].options["pile_count"] == 2


@pytest.mark.parametrize(
    ("vary", "key"),
    [
        ([], "lab.one_set"),
        (["combo_ace=cyclic"], "lab.one_set"),
        (["pile_count"], "lab.which_values"),
        (["pile_count=1,2,3,4,5,6,7,8,9", "tie_extra_piles=0,1,2,3,4,5,6,7,8"], "lab.many_sets"),
    ],
)
def test_what_cannot_be_compared_is_said(vary: list[str], key: str) -> None:
    with pytest.raises(BadStudy) as error:
        varied(SEP, vary)
    assert error.value.key == key
    assert error.value.values.get("most", MOST) == MOST


@pytest.mark.parametrize(
    ("vary", "code"),
    [(["nothing=1"], "unknown"), (["combo_ace=high"], "bad_value"), (["combo_ace=low", "combo_ace"], "twice")],
)
def test_options_that_do_not_exist_are_refused(vary: list[str], code: str) -> None:
    with pytest.raises(BadOption) as error:
        varied(SEP, vary)
    assert error.value.code == code
