"""What a study counts in each game, on deals that rules share."""

import pytest

from septet.games import GAMES
from septet.games.chance import Streams, seed_from
from septet.lab.figures import Row, figures, rows
from septet.lab.rule_sets import RuleSet, varied

SEP = GAMES["sep"]
QUICK = ("greedy", "greedy")


def column(found: tuple[Row, ...], game: str, name: str) -> list[float]:
    at = [one.name for one in figures(GAMES[game])].index(name)
    return [row[at] for row in found]


def test_the_same_rules_play_the_same_game_and_other_chance_another_one() -> None:
    usual = varied(SEP, ["combo_ace"])[0]
    again, fresh = RuleSet(usual.options, "again"), RuleSet(usual.options, "fresh", fresh=True)
    found = [rows("sep", QUICK, (usual, again, fresh), "same", number) for number in range(12)]
    assert all(one[0] == one[1] for one in found)
    assert any(one[0] != one[2] for one in found)
    assert not any(column(one, "sep", "matters")[2] for one in found), "the rules are the same"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_row_of_figures_for_every_rule_set(game: str) -> None:
    rules = GAMES[game]
    option = next(name for name, choice in choices_of(game).items() if len(choice) > 1)
    sets = varied(rules, [option])[:2]
    bots = ("random",) * rules.seats.start
    found = rows(game, bots, sets, "figures", 0)
    assert [len(row) for row in found] == [len(figures(rules))] * 2
    endings = [at for at, one in enumerate(figures(rules)) if one.name.startswith("ending.")]
    assert all(sum(row[at] for at in endings) == 1 for row in found), "a game ends in one way"


def choices_of(game: str) -> dict[str, tuple[object, ...]]:
    from septet.games.options import choices

    skip = {"deals", "turn_limit", "start_player"}
    return {name: one.values for name, one in choices(GAMES[game].Options).items() if name not in skip}


def test_one_more_shuffle_of_the_action_cards_moves_no_other_card() -> None:
    seed = Streams(seed_from("streams"))
    plain, dealt = SEP.deal(SEP.Options(), 2, seed), SEP.deal(SEP.Options(start_dealt_combo="redeal"), 2, seed)
    assert plain.action_draw == dealt.action_draw
    assert plain.mover == dealt.mover
    for number in range(200):
        seed = Streams(seed_from(f"streams {number}"))
        other = SEP.deal(SEP.Options(start_dealt_combo="redeal"), 2, seed)
        plain = SEP.deal(SEP.Options(), 2, seed)
        assert (plain.action_draw, plain.mover) == (other.action_draw, other.mover)
        if other.circle != plain.circle:
            break
    else:
        pytest.fail("no circle was dealt anew")


def test_a_rule_matters_where_it_allows_or_does_something_else() -> None:
    """A redeal matters in just those games whose first circle holds a combination."""
    sets = varied(SEP, ["start_dealt_combo"])
    for number in range(40):
        seed = Streams(seed_from(f"matters/{number}"))
        usual, anew = SEP.deal(SEP.Options(), 2, seed), SEP.deal(SEP.Options(start_dealt_combo="redeal"), 2, seed)
        found = column(rows("sep", QUICK, sets, "matters", number), "sep", "matters")
        assert found == [0.0, float(usual.circle != anew.circle)]


def test_a_pass_that_nobody_may_make_matters_whenever_one_could_be_made() -> None:
    sets = varied(SEP, ["number_voluntary_pass"])
    found = [rows("sep", ("random", "random"), sets, "pass", number) for number in range(5)]
    assert [column(one, "sep", "matters")[1] for one in found] == [1.0] * 5


def test_whoever_was_far_behind_at_half_time_and_won_has_come_back() -> None:
    sets = varied(SEP, ["combo_ace"])[:2]
    found = [column(rows("sep", QUICK, sets, "back", number), "sep", "comeback")[0] for number in range(60)]
    assert 0 < sum(found) < 30
